"""`python tools/prepare.py runtime|develop|client|browser|services …`: installs everything that a command of the Makefile needs.

Needs only Python's standard library. A step is skipped if its stamp, a hash of what it is made from, is still right, so a second
start takes a fraction of a second. The hash is of contents, not of times.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import chromium, environments, node, services, site  # noqa: E402 - the line above lets Python find it
from tools.say import Stop, run, say  # noqa: E402 - the line above lets Python find it

VENV = ROOT / ".venv"
MARKS = ROOT / ".make"
CLIENT = ROOT / "client"
CLIENT_STAMP = MARKS / "client.stamp"
STATIC = ROOT / "src" / "ludotheque" / "server" / "static"
LOCKS = {"runtime": ROOT / "requirements.lock", "develop": ROOT / "requirements-dev.lock"}
"""The second holds all of the first."""
NOT_HASHED = {"node_modules", "dist", "__pycache__", "test-results", "coverage", ".vite"}


# ------------------------------------------------------------------------------------------------ stamps


def digest(paths: Iterable[Path], *words: str) -> str:
    """A hash of files and folders (names and contents) and of some words."""
    total = hashlib.sha256(repr(words).encode())
    for path in paths:
        for file in _files(path):
            total.update(f"{file.relative_to(path.parent)}\0".encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    inside = (file for file in path.rglob("*") if file.is_file())
    return sorted(file for file in inside if not NOT_HASHED & set(file.relative_to(path).parts))


def is_fresh(stamp: Path, value: str) -> bool:
    """Whether the stamp holds this value."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == value


def write_stamp(stamp: Path, value: str) -> None:
    """Remember that the work for this value is done."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value + "\n", encoding="utf-8")


# ------------------------------------------------------------------------------------------------ steps


def venv_python() -> Path:
    """The interpreter of this checkout's virtual environment."""
    return environments.python_of(VENV)


def make_venv() -> None:
    """Make `.venv` unless it is there and works."""
    if _has_pip(venv_python()):
        return
    if VENV.is_symlink():
        raise Stop(
            f"{VENV} leads elsewhere, to an environment that does not work: remove the link, then run this again."
        )
    if VENV.exists():
        say("The virtual environment is broken: making it again")
    say(f"Making a virtual environment with Python {sys.version.split()[0]} (.venv)")
    environments.fresh(VENV)


def _has_pip(python: Path) -> bool:
    try:
        return subprocess.run([python, "-c", "import pip"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def install(kind: str) -> None:
    """Install the locked packages (`runtime`, or `develop` with what tests, checks and the docs need) and the project itself."""
    make_venv()
    values = {
        each: digest([lock, ROOT / "pyproject.toml", VENV / "pyvenv.cfg"], str(ROOT))
        for each, lock in LOCKS.items()
    }
    if any(is_fresh(VENV / f"{each}.stamp", values[each]) for each in (kind, "develop")):
        return
    say("Installing Python packages (a minute or two the first time)")
    for each in LOCKS:
        (VENV / f"{each}.stamp").unlink(missing_ok=True)
    environments.install(venv_python(), "--require-hashes", "--only-binary", ":all:", "-r", LOCKS[kind])
    environments.install(venv_python(), "--no-deps", "--no-build-isolation", "-e", ROOT)
    write_stamp(VENV / f"{kind}.stamp", values[kind])


def npm_packages() -> node.Node:
    """The client's locked npm packages; returns the Node they were installed with."""
    found = node.find(venv_python())
    value = digest([CLIENT / "package.json", CLIENT / "package-lock.json"], found.version)
    mark = CLIENT / "node_modules" / ".stamp"
    if not is_fresh(mark, value):
        say(f"Installing the client's packages (npm, Node.js {found.version})")
        hint = "Is this machine connected? Then run the same command again."
        npm(found, "ci", "--no-audit", "--no-fund", hint=hint)
        write_stamp(mark, value)
    return found


def npm(found: node.Node, *words: str, hint: str) -> None:
    """Run npm in the client's folder, quietly."""
    run([*found.npm, *words], cwd=CLIENT, env=_with(found), hint=hint)


def _with(found: node.Node) -> dict[str, str]:
    return {**os.environ, "PATH": f"{found.folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def client() -> None:
    """Build the client into the package unless nothing it is made from has changed."""
    if client_is_fresh():
        return
    value = digest([CLIENT])
    found = npm_packages()
    say("Building the client")
    npm(found, "run", "build", hint="The client does not build: if you changed it, fix the errors above.")
    if not (STATIC / "index.html").is_file():
        raise Stop(f"The client was built, but {STATIC.relative_to(ROOT)}/index.html is missing.")
    write_stamp(CLIENT_STAMP, value)


def client_is_fresh() -> bool:
    """Whether `client` has built the client from the sources as they are."""
    return (STATIC / "index.html").is_file() and is_fresh(CLIENT_STAMP, digest([CLIENT]))


def library_without_server() -> None:
    """Make what `ludotheque site` puts together, unless nothing it is made from has changed."""
    sources = [
        CLIENT,
        ROOT / "src",
        site.LOCK,
        ROOT / "tools" / "site.py",
        ROOT / "tools" / "site_library.mjs",
    ]
    mark = MARKS / "site.stamp"
    if not (is_fresh(mark, digest(sources)) and (site.MADE / "pages" / "index.html").is_file()):
        site.make(npm_packages(), venv_python())
        write_stamp(mark, digest(sources))  # with the rules that were compiled meanwhile


def client_script(name: str) -> int:
    """Run a script of the client's package.json and show what it says; its exit code."""
    found = npm_packages()
    command = [*found.npm, "run", "--silent", name]
    return subprocess.run(
        command, cwd=CLIENT, env=_with(found), stdin=subprocess.DEVNULL, check=False
    ).returncode


def browser() -> None:
    """Chromium for the browser tests, or a line that says that they are left out, and why."""
    if not chromium.install():
        say(f"The browser tests will be left out: {chromium.why_not()}")


def databases() -> None:
    """PostgreSQL and nginx for the server's tests, or a line that says that some are left out, and why."""
    left = services.install()
    if left:
        say(f"Tests of the server will be left out: {services.why_not(left)}")


def main(words: list[str]) -> int:
    """Carry out the steps named, in order; `npm:NAME` runs a script of the client."""
    steps = {
        "runtime": lambda: install("runtime"),
        "develop": lambda: install("develop"),
        "client": client,
        "site": library_without_server,
        "site-project": lambda: site.project() and None,
        "browser": browser,
        "services": databases,
    }
    os.chdir(ROOT)
    try:
        for word in words:
            if word.startswith("npm:"):
                code = client_script(word.removeprefix("npm:"))
                if code:
                    return code
            elif word in steps:
                steps[word]()
            else:
                raise Stop(f"no step is called {word!r}; there are {', '.join(steps)} and npm:NAME")
    except Stop as stop:
        sys.stderr.write(f"\n{stop}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
