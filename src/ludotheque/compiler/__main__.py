"""`python -m ludotheque.compiler GAME`: compiles one game for this kind of machine, unless that was done from the same sources."""

from __future__ import annotations

import argparse
import gc
import os
import sys


def main() -> None:
    """Compile the game named in the arguments; a line on standard error says why it cannot be done, and the exit code is then 1."""
    given = argparse.ArgumentParser(prog="python -m ludotheque.compiler")
    given.add_argument("game")
    given.add_argument("--everywhere", action="store_true", help="for all kinds of machine")
    given.add_argument(
        "--target", action="append", help="for this kind of machine; can be given several times"
    )
    given.add_argument("--checked", action="store_true", help="check every index into an array")
    given.add_argument("--again", action="store_true", help="even if nothing has changed")
    given.add_argument(
        "--nice", action="store_true", help="let others go first, and end with the pipe on standard input"
    )
    asked = given.parse_args()
    os.environ["NUMBA_BOUNDSCHECK"] = "1" if asked.checked else "0"
    if os.environ.get("PYTHONHASHSEED") != "0":  # the same sources give the same bytes
        os.execve(  # noqa: S606 (this very program)
            sys.executable,
            [sys.executable, "-m", "ludotheque.compiler", *sys.argv[1:]],
            os.environ | {"PYTHONHASHSEED": "0"},
        )
    if asked.nice:
        _stay_behind()
    gc.disable()  # the process ends soon
    sys.exit(_build(asked))


def _build(asked: argparse.Namespace) -> str | int:
    from ludotheque.core import artefact, registry
    from ludotheque.core.errors import LudothequeError

    try:
        game = registry.get(asked.game)
        try:
            from ludotheque.compiler import building, targets
        except ImportError as error:
            return f"compiling needs the extra `compile`, {error.name} is missing: pip install 'ludotheque[compile]'"
        wanted = [*targets.TARGETS.values()] if asked.everywhere else [targets.here()]
        wanted += [
            targets.named(name) for name in asked.target or () if name not in {each.name for each in wanted}
        ]
        if asked.again or not building.is_built(game, wanted, checked=asked.checked):
            building.build(game, wanted, checked=asked.checked)
        else:
            print(artefact.ALREADY)
    except (LudothequeError, artefact.NotLoaded, OSError) as error:
        return f"{asked.game}: {error}"
    return 0


def _stay_behind() -> None:
    import threading

    if hasattr(os, "nice"):
        os.nice(10)

    def end_with_the_pipe() -> None:
        while os.read(0, 1):
            pass
        os._exit(0)

    threading.Thread(target=end_with_the_pipe, daemon=True).start()


if __name__ == "__main__":
    main()
