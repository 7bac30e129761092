"""`python tools/observations.py` writes `docs/observations.md`: what `observe` of an environment gives, game by game, number by number."""

from __future__ import annotations

from pathlib import Path

from ludotheque.core import components, registry
from ludotheque.core.game import Game
from ludotheque.core.observation import Feature, Observation
from ludotheque.envs.seats import described, usual_seats

PAGE = Path(__file__).resolve().parents[1] / "docs" / "observations.md"

HEAD = """# Observations, number by number

What a seat sees, as an array of float32 for a program that learns: the output of `observe` of an [environment](environments.md). The planes
come first, each with a number for every place of the board, row by row; then come the other numbers. In the tables, “for each seat” begins
with the seat that looks, then the next one, and so on. Unless a range is given, numbers go from 0 to 1, and yes is 1.

Observations are made from the view that `Table.view({seat})` gives, so they contain nothing that the seat cannot know.

`python tools/observations.py` generates this page from the games' `observation.py`. A game without that file (here Banzaï!) uses the
fields of its view, which [views](views.md) explains: sets bit by bit, instants as their age, all scaled to 0 to 1.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_told(registry.get(name)) for name in registry.names() if _is_ours(name))


def _is_ours(name: str) -> bool:
    return registry.package_of(name).startswith("ludotheque.games.")


def _told(game: Game) -> str:
    seats, boxes = usual_seats(game, None), components.load(game).array
    told = described(game, boxes, game.composed_state(boxes, seats, game.check_options(seats, {})))
    rows, columns = told.board
    said = f"\n## {game.name}\n\n{told.size:,} numbers with {seats} players and the printed box"
    if told.planes:
        said += f": {told.plane_count} planes of {rows} rows and {columns} columns, and {told.number_count} other numbers"
    if game.observation is None:
        return f"{said}.\n\n{_by_fields(told)}\n"
    return f"{said}.\n\n| | shape | what it says |\n|---|---|---|\n" + "".join(
        _row(feature, planes=planes)
        for features, planes in ((told.planes, True), (told.numbers, False))
        for feature in features
    )


def _row(feature: Feature, *, planes: bool) -> str:
    shape = " × ".join(map(str, feature.shape)) or "1"
    bounds = (
        "" if (feature.least, feature.most) == (0, 1) else f" From {feature.least:g} to {feature.most:g}."
    )
    plane = "" if not planes else " plane" if feature.size == 1 else " planes"
    return f"| `{feature.name}` | {shape}{plane} | {feature.says}{bounds} |\n"


def _by_fields(described: Observation) -> str:
    shaped = (
        f"`{feature.name}`" + (f" ({' × '.join(map(str, feature.shape))})" if feature.shape else "")
        for feature in described.numbers
    )
    return "In order: " + ", ".join(shaped) + "."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
