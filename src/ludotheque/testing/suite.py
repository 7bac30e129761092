"""All laws on all ways of a game: at once, or as the parameters of a pytest function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.core.game import Game
from ludotheque.testing.law import Effort, Law
from ludotheque.testing.laws import LAWS
from ludotheque.testing.variants import Variant
from ludotheque.testing.variants import variants as variants_of


def check(
    game: str | Game,
    laws: Iterable[Law] = LAWS,
    variants: Sequence[Variant] | None = None,
    *,
    effort: Effort | None = None,
) -> None:
    """`LawBroken` for the first law that a game does not keep, in any of its ways (all of them by default)."""
    for law, variant in pairs(laws, variants_of(game) if variants is None else variants):
        law.check(variant, effort=effort)


def pairs(laws: Iterable[Law], variants: Sequence[Variant]) -> Iterator[tuple[Law, Variant]]:
    """Each law with each way of one game; what is about the game's declaration with the first way only."""
    for law in laws:
        for variant in variants[:1] if law.once else variants:
            yield law, variant


def every_law(
    *games: str | Game,
    components: Mapping[str, Any] | None = None,
    laws: Iterable[Law] = LAWS,
    limit: int | None = None,
    tests: Path | None = None,
    golden: Path | None = None,
) -> Callable[[Any], Any]:
    """Parameters `law` and `variant` for a pytest function whose body is `law.check(variant)`: each law on each way of each game.

    `components` are those to play with (small ones make short games); for several games, a mapping from their names.
    `limit` is the number of ways of a game above which some are drawn; `tests` and `golden` are as in `Variant`, `tests` being
    the folder of that name above the calling file, or that file's own, where it is not given.
    """
    import pytest

    laws = tuple(laws)
    tests = tests or _tests_above(Path(sys._getframe(1).f_code.co_filename).resolve())
    found = []
    for game in games:
        name = game if isinstance(game, str) else game.name
        own = components.get(name) if components is not None and len(games) > 1 else components
        of_game = variants_of(game, own, limit=limit, tests=tests, golden=golden)
        found += [
            pytest.param(law, variant, id=f"{law.name}-{variant}") for law, variant in pairs(laws, of_game)
        ]
    return pytest.mark.parametrize(("law", "variant"), found)


def _tests_above(file: Path) -> Path:
    """The outermost folder `tests` of its project that a file lies in, else the file's own folder."""
    named = []
    for folder in file.parents:
        if (folder / "pyproject.toml").is_file():
            break
        if folder.name == "tests":
            named.append(folder)
    return named[-1] if named else file.parent
