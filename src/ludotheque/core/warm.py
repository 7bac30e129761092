"""Compiles a game's rules ahead of time, and loads compiled code.

Compiled code is kept in the game's folder, see `core.cache_folders`. Two files there, named after the game and the processor, say that
its rules are compiled, and that the code for bots is too. They are written last and name the files of the game that were there, so a folder whose
preparation was killed, or that was copied in part, does not count as compiled. `core.background` runs `python -m ludotheque.core.warm GAME` in another process.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import cache_folders, components, entry, kernel, registry, verbs
from ludotheque.core.game import Game
from ludotheque.core.luck import Luck

Report = Callable[[int, int, str], None]
"""Called after each step with the number of steps done, the number of steps, and what was compiled last."""

Step = tuple[str, Callable[[], Any]]

SCENES, MORE = "ludotheque.warm.scenes", "ludotheque.warm.more"
"""Entry points of type `steps(game, boxes, states)` that compile what scenes need, and what else works with the rules, such as bots.

`core` imports nothing above it, so packages announce what they have to compile in their metadata.
"""

RULES, ALL = "rules", "warm"
"""What can be compiled of a game: what a table and its scenes need, or that and what bots need."""

COMPILED = "compiled"
"""The first line of a mark. The others name the files, relative to its folder."""

LAST_OF_RULES = "rules and scenes"
"""The step after which only the code for bots is left."""

_loaded: dict[str, set[str]] = {RULES: set(), ALL: set()}
_loading = threading.Lock()


def ready_file(game: str, what: str = ALL) -> Path | None:
    """The file that marks this part of a game as compiled, for the present sources, compiler, flags and processor.

    None for a game without readable sources.
    """
    folder = cache_folders.folder(cache_folders.home_of(registry.package_of(game)))
    return None if folder is None else folder / f"{game}.{what}-{cache_folders.processor()}"


def is_warm(game: str, what: str = ALL) -> bool:
    """Whether this part of the game is completely compiled."""
    if cache_folders.INTERPRETED:
        return True
    path = ready_file(game, what)
    return path is not None and _is_whole(path)


def _is_whole(mark: Path) -> bool:
    """Whether a mark is there, and all the code that it names."""
    try:
        first, *names = mark.read_text(encoding="utf-8").splitlines() or [""]
        return first == COMPILED and all((mark.parent / name).stat().st_size for name in names)
    except (OSError, UnicodeDecodeError):
        return False


def is_loaded(game: str, what: str = ALL) -> bool:
    """Whether this process has loaded this part of the game's compiled code, or compiles what it calls."""
    return cache_folders.INTERPRETED or kernel.compiles() or game in _loaded[what]


def warm(game_name: str, report: Report | None = None) -> int:
    """Compile every verb of a game and the bots' loops, or load them if that was done before. Returns the number of steps.

    Interpreted rules need nothing, so there are no steps. Raises `UnknownGame` if there is no such game.
    """
    game = registry.get(game_name)
    if cache_folders.INTERPRETED:
        return 0
    from ludotheque.core import code_cache

    steps, lost = list(_steps(game)), len(code_cache.save_errors)
    with kernel.compiling():
        for done, (what, step) in enumerate(steps, 1):
            step()
            if what == LAST_OF_RULES:
                _note(game_name, RULES, len(code_cache.save_errors) == lost)
            if report is not None:
                report(done, len(steps), what)
    _note(game_name, ALL, len(code_cache.save_errors) == lost)
    return len(steps)


def load(game_name: str, what: str = ALL) -> int:
    """Load the saved code of a game without running it. Returns the number of functions.

    What was loaded before is not loaded again, and other threads keep running. If code for this processor is missing or incomplete,
    `is_loaded` stays False.
    """
    if cache_folders.INTERPRETED:
        return 0
    from ludotheque.core import code_cache, dispatch

    home = cache_folders.home_of(registry.get(game_name).package)
    with _loading:
        if game_name in _loaded[what]:
            return 0
        if what == ALL:
            _declared(MORE)
        wanted = (each for each in kernel.kernels() if _belongs(each.__module__, home, what))
        whole = len(code_cache.torn)
        count = dispatch.load(wanted, home)
        for part in {RULES, what}:
            if len(code_cache.torn) > whole:
                _unmark(game_name, part)
            elif count and is_warm(game_name, part):
                _loaded[part].add(game_name)
    return count


def _belongs(module: str, home: str, what: str) -> bool:
    """Whether Python calls a module's functions at a table of this home's game."""
    own = cache_folders.home_of(module)
    return own == home or (
        own == cache_folders.HOUSE and (what == ALL or module.startswith(f"{cache_folders.HOUSE}.core."))
    )


def _note(game: str, what: str, complete: bool) -> None:
    """Note that this process has loaded this part of a game, and write the mark if all of it could be saved."""
    _loaded[what].add(game)
    path = ready_file(game, what)
    if path is not None and complete:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            names = sorted(str(each.relative_to(path.parent)) for each in path.parent.rglob("*.nb[ci]"))
            begun = path.with_name(f"{path.name}.{os.getpid()}")
            begun.write_text("\n".join([COMPILED, *names, ""]), encoding="utf-8")
            begun.replace(path)


def _unmark(game: str, what: str) -> None:
    """Note that this part of a game must be completed."""
    path = ready_file(game, what)
    if path is not None:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _steps(game: Game) -> Iterator[Step]:
    """The calls that make Numba compile, ordered so that each finds a state it can work on."""
    seats = game.seats[0]
    boxes = components.load(game).array
    states = game.fresh_state(seats, game.check_options(seats, {}))
    actions = np.empty(game.max_legal, np.int32)
    codes, probabilities = np.empty(game.max_chance, np.int32), np.empty(game.max_chance)
    yield "setup", lambda: entry.setup(boxes, states)
    yield "actors", lambda: entry.actors(boxes, states)
    yield "legal", lambda: entry.legal(boxes, states, 0, actions)
    yield "why_not", lambda: entry.why_not(boxes, states, 0, 0)
    yield "chance_outcomes", lambda: entry.chance_outcomes(boxes, states.copy(), codes, probabilities)
    yield "play", lambda: _play_once(boxes, states.copy(), actions, codes, probabilities)
    yield "returns", lambda: entry.returns(boxes, states, np.zeros(seats))
    yield "ranking", lambda: entry.ranking(boxes, states, np.zeros(seats, np.int32))
    yield "ending", lambda: entry.ending(boxes, states)
    yield "hide", lambda: entry.hide(boxes, states.copy(), 1)
    yield "due", lambda: entry.due(boxes, states)
    yield "advance", lambda: entry.advance(boxes, states.copy(), 0)
    for steps in _declared(SCENES):
        yield from steps(game, boxes, states)
    yield LAST_OF_RULES, lambda: None
    yield "redeal", lambda: entry.redeal(boxes, states.copy(), 1, Luck.of(0))
    yield "judge", lambda: entry.judge(boxes, states, np.zeros(seats))
    for steps in _declared(MORE):
        yield from steps(game, boxes, states)


def _declared(group: str) -> list[Callable[[Game, Any, Any], Iterator[Step]]]:
    return [point.load() for point in sorted(entry_points(group=group), key=lambda point: point.name)]


def _play_once(boxes: Any, states: Any, actions: Any, codes: Any, probabilities: Any) -> None:
    mask = int(entry.actors(boxes, states))
    if mask & verbs.CHANCE:
        entry.chance_outcomes(boxes, states, codes, probabilities)
        entry.play(boxes, states, verbs.CHANCE_SEAT, int(codes[0]))
        return
    seat = (mask & -mask).bit_length() - 1
    entry.legal(boxes, states, seat, actions)
    entry.play(boxes, states, seat, int(actions[0]))


def main() -> None:
    """Compile the games named in the arguments for another process. Writes a line of JSON for each step; ends when the pipe to it closes."""
    os.nice(5)  # people are playing
    threading.Thread(target=_end_with_the_pipe, daemon=True).start()
    for name in sys.argv[1:]:

        def say(done: int, total: int, what: str, name: str = name) -> None:
            rules = done if what == LAST_OF_RULES else 0
            print(json.dumps({"game": name, "done": done, "of": total, "rules": bool(rules)}), flush=True)

        _must_be_kept(name)
        warm(name, say)
        if not is_warm(name):
            from ludotheque.core import code_cache

            sys.exit(_not_kept(name, (code_cache.save_errors or ["the folder cannot be written"])[-1]))


def _must_be_kept(game: str) -> None:
    """Exit with an explanation if compiled code could not be saved."""
    path = ready_file(game)
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        except OSError as error:
            raise SystemExit(_not_kept(game, error.strerror or str(error))) from error


def _not_kept(game: str, why: str) -> str:
    path = ready_file(game)
    return f"compiled rules cannot be kept in {cache_folders.cache_folder() if path is None else path.parent}: {why}"


def _end_with_the_pipe() -> None:
    while os.read(0, 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
