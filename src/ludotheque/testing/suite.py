"""All laws on all ways of a game: at once, or as the parameters of a pytest function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.core.game import Game
from ludotheque.testing.law import Effort, Law
from ludotheque.testing.laws import LAWS
from ludotheque.testing.ways import Way
from ludotheque.testing.ways import ways as ways_of


def check(
    game: str | Game,
    laws: Iterable[Law] = LAWS,
    ways: Sequence[Way] | None = None,
    *,
    effort: Effort | None = None,
) -> None:
    """`LawBroken` for the first law that a game does not keep, in any of its ways (all of them by default)."""
    for law, way in pairs(laws, ways_of(game) if ways is None else ways):
        law.check(way, effort=effort)


def pairs(laws: Iterable[Law], ways: Sequence[Way]) -> Iterator[tuple[Law, Way]]:
    """Each law with each way of one game; what is about the game's declaration with the first way only."""
    for law in laws:
        for way in ways[:1] if law.once else ways:
            yield law, way


def every_law(
    *games: str | Game,
    components: Mapping[str, Any] | None = None,
    laws: Iterable[Law] = LAWS,
    limit: int | None = None,
    tests: Path | None = None,
    golden: Path | None = None,
) -> Callable[[Any], Any]:
    """Parameters `law` and `way` for a pytest function whose body is `law.check(way)`: each law on each way of each game.

    `components` are those to play with (small ones make short games); for several games, a mapping from their names.
    `limit` is the number of ways of a game above which some are drawn; `tests` and `golden` are as in `Way`, `tests` being
    the folder of that name above the calling file, or that file's own, where it is not given.
    """
    import pytest

    laws = tuple(laws)
    tests = tests or _tests_above(Path(sys._getframe(1).f_code.co_filename).resolve())
    found = []
    for game in games:
        name = game if isinstance(game, str) else game.name
        own = components.get(name) if components is not None and len(games) > 1 else components
        of_game = ways_of(game, own, limit=limit, tests=tests, golden=golden)
        found += [pytest.param(law, way, id=f"{law.name}-{way}") for law, way in pairs(laws, of_game)]
    return pytest.mark.parametrize(("law", "way"), found)


def _tests_above(file: Path) -> Path:
    """The outermost folder `tests` of its project that a file lies in, else the file's own folder."""
    named = []
    for folder in file.parents:
        if (folder / "pyproject.toml").is_file():
            break
        if folder.name == "tests":
            named.append(folder)
    return named[-1] if named else file.parent
