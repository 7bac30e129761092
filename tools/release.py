"""`make release-check`: does everything for a release except publishing it.

It checks that nothing is uncommitted and that the changelog has an entry for the version. It builds the source from what is committed, a
wheel without compiled rules, one for each kind of machine that the checkout's rules have been compiled for, and that of `ludotheque-site`; twine
checks them all. Then it installs the wheel for this machine in empty environments, without extras and with all of them, and tries it. What would
be published is then in build/release/dist.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import changelog, environments, hooks, site  # noqa: E402 - the line above lets Python find it
from tools.say import Stop, run, say  # noqa: E402 - the line above lets Python find it

FOLDER = ROOT / "build" / "release"
DIST = FOLDER / "dist"
SHORT = "bantu"
"""The game that is compiled and played; `make check-bounds` does so with all."""
STATIC = Path("src", "ludotheque", "server", "static")


def committed() -> None:
    """Raise `Stop` if there are uncommitted changes or new files."""
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Stop(f"a release is made from a git checkout: {done.stderr.strip()}")
    if done.stdout:
        raise Stop(f"not committed:\n{done.stdout.rstrip()}\nCommit or remove these, then run this again.")


def told(number: str) -> str:
    """What is left to do in the changelog on the day of the release; `Stop` if the version cannot be released."""
    try:
        return changelog.ready((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), number)
    except ValueError as error:
        raise Stop(str(error)) from error


def source() -> Path:
    """Copy the committed files, the built client and the compiled rules to a new folder."""
    if not (ROOT / STATIC / "index.html").is_file():
        raise Stop("the client is not built: make client")
    folder = FOLDER / "source"
    folder.mkdir(parents=True)
    archive = FOLDER / "source.tar"
    run(["git", "archive", "--output", archive, "HEAD"], cwd=ROOT, hint="Is git installed?")
    shutil.unpack_archive(archive, folder, filter="data")
    shutil.copytree(ROOT / STATIC, folder / STATIC)
    for compiled in (ROOT / "src" / "ludotheque" / "games").glob("*/compiled"):
        shutil.copytree(
            compiled, folder / compiled.relative_to(ROOT), ignore=shutil.ignore_patterns("checked")
        )
    return folder


def build(folder: Path, number: str) -> tuple[Path, Path]:
    """Build the source and the wheels, and have twine check them; the wheel for this machine, and that of `ludotheque-site`."""
    python = sys.executable
    compiled = [kind for kind in hooks.TAGS if not hooks.uncompiled(folder, kind)]
    for kind in ("any", *compiled):
        what = [] if kind == "any" else ["--wheel"]
        run([python, "-m", "build", "--no-isolation", *what, "--outdir", DIST, folder],
            env=environments.variables() | {hooks.KIND: kind}, hint="The package cannot be built.")  # fmt: skip
    run([python, "-m", "build", "--no-isolation", "--wheel", "--outdir", DIST, site.project()],
        env=environments.variables(), hint="The package ludotheque-site cannot be built.")  # fmt: skip
    parts = DIST / f"ludotheque_site-{number}-py3-none-any.whl"
    tags = {"any": "any"} | {kind: hooks.TAGS[kind] for kind in compiled}
    wheels = {kind: DIST / f"ludotheque-{number}-py3-none-{tag}.whl" for kind, tag in tags.items()}
    wanted = [DIST / f"ludotheque-{number}.tar.gz", *wheels.values(), parts]
    if sorted(DIST.iterdir()) != sorted(wanted):
        raise Stop(
            f"{[each.name for each in DIST.iterdir()]} was built, not {[each.name for each in wanted]}"
        )
    run([python, "-m", "twine", "check", "--strict", *wanted], env=environments.variables(),
        hint="Mend what twine says of the metadata.")  # fmt: skip
    for each in wanted:
        say(f"{each.name}: {each.stat().st_size / 1e6:.1f} MB, twine finds it in order")
    for kind in hooks.TAGS.keys() - wheels.keys():
        say(f"no wheel for {kind}: rules are not compiled for it (ludotheque compile --everywhere)")
    return wheels[hooks.kind_of_wheel(folder)], parts


def try_out(wheel: Path, parts: Path) -> None:
    """Install the wheels in empty environments, and use them."""
    for name, wanted, tried in (
        ("without extras", [wheel], ["bare"]),
        (
            "with all extras",
            [f"{wheel}[all]", parts],
            ["terminal", "server", "site", "games", "--games", SHORT],
        ),
    ):
        python = environments.fresh(FOLDER / name.replace(" ", "-"))
        environments.install(python, "--only-binary", ":all:", *wanted)
        say(f"{name}: {len(environments.versions(python))} packages in an empty environment")
        environments.smoke(python, *tried)


def main() -> int:
    """See above."""
    try:
        number = site.version()
        committed()
        left = told(number)
        say(f"{number}: all is committed, and the changelog tells of it")
        shutil.rmtree(FOLDER, ignore_errors=True)
        try_out(*build(source(), number))
    except Stop as stop:
        sys.stderr.write(f"\n{stop}\n")
        return 1
    say(f"{number} can be released: build/release/dist" + (f"; before, {left}" if left else ""))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
