"""Writes the lock files: exact versions and hashes, and no address of a registry."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAYED = ["pyproject.toml", "--extra", "server", "--extra", "notify", "--extra", "compile"]
"""What `make play` needs."""
HOSTED = [
    "pyproject.toml",
    *(word for extra in ("server", "notify", "postgres") for word in ("--extra", extra)),
]
"""What a server with PostgreSQL needs, see `deploy/Containerfile`."""
LIBRARY = ["pyproject.toml", "--extra", "all"]
FILES: dict[str, list[str]] = {
    "requirements.lock": PLAYED,
    "requirements-postgres.lock": [*HOSTED, "-c", "requirements.lock"],
    "requirements-dev.lock": [*LIBRARY, "--group", "dev", "-c", "requirements.lock"],
    "requirements-docs.lock": [*LIBRARY, "--group", "docs", "-c", "requirements.lock"],
    "requirements-release.lock": ["--group", "release"],
    "requirements-site.lock": ["--group", "site", "--python-version", "3.14"],
}
"""Each lock with what it holds. What releases are made with needs nothing of the library."""
HEADER = "# Made by `make lock` from pyproject.toml; do not edit.\n"


def main() -> int:
    """Resolve for every system and Python version that pyproject.toml allows."""
    for name, wanted in FILES.items():
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", *wanted),
            *("--universal", "--generate-hashes", "--upgrade", "--quiet", "--no-annotate", "--no-header"),
            *("--no-emit-index-url", "--no-emit-find-links", "--native-tls"),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.stderr.write(done.stderr)
            return 1
        if "://" in done.stdout:
            sys.stderr.write(f"{name}: an address got into the lock file; it was not written.\n")
            return 1
        (ROOT / name).write_text(HEADER + done.stdout, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
