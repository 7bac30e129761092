"""`make release-check`: does everything for a release except publishing it.

It checks that nothing is uncommitted and that the changelog has an entry for the version. It builds the source from what is committed and
the wheel from the source, and twine checks both. Then it installs the wheel in empty environments, without extras and with all of them,
and tries it. What would be published is then in build/release/dist.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import changelog, environments  # noqa: E402 - the line above lets Python find it
from tools.say import Stop, run, say  # noqa: E402 - the line above lets Python find it

FOLDER = ROOT / "build" / "release"
DIST = FOLDER / "dist"
SHORT = "bantu"
"""The game that is compiled and played; `make check-bounds` does so with all."""
STATIC = Path("src", "ludotheque", "server", "static")


def version() -> str:
    """The version, from the one place where it is written."""
    text = (ROOT / "src" / "ludotheque" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', text, re.MULTILINE)
    if found is None:
        raise Stop('src/ludotheque/__init__.py has no line like __version__ = "1.2.3"')
    return found[1]


def committed() -> None:
    """`Stop` where files differ from the last commit, or are new."""
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Stop(f"a release is made from a git checkout: {done.stderr.strip()}")
    if done.stdout:
        raise Stop(f"not committed:\n{done.stdout.rstrip()}\nCommit or remove these, then run this again.")


def told(number: str) -> str:
    """What is still to be done in the changelog on the day; `Stop` where it cannot be released."""
    try:
        return changelog.ready((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), number)
    except ValueError as error:
        raise Stop(str(error)) from error


def source() -> Path:
    """What is committed, and the built client, in a folder of its own."""
    if not (ROOT / STATIC / "index.html").is_file():
        raise Stop("the client is not built: make client")
    folder = FOLDER / "source"
    folder.mkdir(parents=True)
    archive = FOLDER / "source.tar"
    run(["git", "archive", "--output", archive, "HEAD"], cwd=ROOT, hint="Is git installed?")
    shutil.unpack_archive(archive, folder, filter="data")
    shutil.copytree(ROOT / STATIC, folder / STATIC)
    return folder


def build(folder: Path, number: str) -> Path:
    """Source and wheel, looked at by twine; the wheel."""
    python = environments.fresh(FOLDER / "tools")
    environments.install(python, "--require-hashes", "-r", ROOT / "requirements-release.lock")
    run([python, "-m", "build", "--no-isolation", "--outdir", DIST, folder], env=environments.variables(),
        hint="The package cannot be built.")  # fmt: skip
    wheel, packed = DIST / f"ludotheque-{number}-py3-none-any.whl", DIST / f"ludotheque-{number}.tar.gz"
    if sorted(DIST.iterdir()) != sorted([wheel, packed]):
        raise Stop(
            f"{[each.name for each in DIST.iterdir()]} was built instead of {wheel.name} and {packed.name}"
        )
    run([python, "-m", "twine", "check", "--strict", wheel, packed], env=environments.variables(),
        hint="Mend what twine says of the metadata.")  # fmt: skip
    for each in (packed, wheel):
        say(f"{each.name}: {each.stat().st_size / 1e6:.1f} MB, twine finds it in order")
    return wheel


def try_out(wheel: Path) -> None:
    """Install the wheel in empty environments, and use it."""
    for name, wanted, parts in (
        ("without extras", str(wheel), ["bare"]),
        ("with all extras", f"{wheel}[all]", ["terminal", "server", "games", "--games", SHORT]),
    ):
        python = environments.fresh(FOLDER / name.replace(" ", "-"))
        environments.install(python, wanted)
        say(f"{name}: {len(environments.versions(python))} packages in an empty environment")
        environments.smoke(python, *parts)


def main() -> int:
    """See above."""
    try:
        number = version()
        committed()
        left = told(number)
        say(f"{number}: all is committed, and the changelog tells of it")
        shutil.rmtree(FOLDER, ignore_errors=True)
        try_out(build(source(), number))
    except Stop as stop:
        sys.stderr.write(f"\n{stop}\n")
        return 1
    say(f"{number} can be released: build/release/dist" + (f"; before, {left}" if left else ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
