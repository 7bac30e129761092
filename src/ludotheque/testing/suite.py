"""`check` and `every_law`: run all laws on all variants of a game, at once or as pytest parameters."""

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
    """Check that a game keeps the laws.

    Args:
        game: a game's name or a `Game`.
        laws: the laws to check; by default all.
        variants: the variants to play; by default all.
        effort: how thoroughly to check; by default `FULL`, or `QUICK` where rules are interpreted.

    Raises:
        LawBroken: for the first law that the game does not keep.
        UnknownGame: no such game is installed.
    """
    for law, variant in pairs(laws, variants_of(game) if variants is None else variants):
        law.check(variant, effort=effort)


def pairs(laws: Iterable[Law], variants: Sequence[Variant]) -> Iterator[tuple[Law, Variant]]:
    """Each law with each variant of a game. A law about the game's declaration comes with the first variant only."""
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
    """Parametrize a pytest function with each law and each variant of each game.

    The function takes `law` and `variant`, and its body is `law.check(variant)`.

    Args:
        games: names of games, or `Game` objects.
        components: the content of a component file to play with (a small box makes short games); for several games, a mapping from
            their names.
        laws: the laws to check; by default all.
        limit: the most variants of each game, see `variants`.
        tests: the folder with the game's tests; by default the folder `tests` above the calling file, or else that file's folder.
        golden: the folder with golden transcripts, if any.

    Raises:
        UnknownGame: no such game is installed.
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
    """The outermost folder `tests` above a file in its project, else the file's own folder."""
    named = []
    for folder in file.parents:
        if (folder / "pyproject.toml").is_file():
            break
        if folder.name == "tests":
            named.append(folder)
    return named[-1] if named else file.parent
