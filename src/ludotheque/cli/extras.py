"""The optional parts of the library: which packages each extra needs, and what to say if they are missing.

Imports neither click nor the server, since it must run without them.
"""

from __future__ import annotations

from importlib.util import find_spec

from ludotheque.core.message import Message

TERMINAL = ("click", "rich")
SERVER = (
    "argon2",
    "ifaddr",
    "isal",
    "openskill",
    "prometheus_client",
    "segno",
    "starlette",
    "structlog",
    "uvicorn",
    "websockets",
)
NOTIFY = ("cryptography",)
"""What `serve` does without: it then calls no browsers, and says why on the page."""
LAB = ("pyarrow",)
"""What `simulate` and `tournament` do without, unless games are saved in Parquet."""
CLUSTER = ("ray",)
"""What they do without, unless games are played on a cluster."""
TRAIN = ("torch",)
TUNE = ("cmaes",)
PACKAGES: dict[str, tuple[str, ...]] = {"terminal": TERMINAL, "server": SERVER, "train": TRAIN, "tune": TUNE}
"""The packages that each extra of `pyproject.toml` installs and a command cannot do without."""


def missing(extra: str) -> Message | None:
    """The command that installs the extra, in one sentence; None if all its packages are installed."""
    if all(find_spec(package) is not None for package in PACKAGES[extra]):
        return None
    return Message(f"cli.extra.{extra}", {"command": f'pip install "ludotheque[{extra}]"'})
