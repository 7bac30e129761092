"""An option that is not offered may still be given where its value asks for nothing, at every door of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from ludotheque import Table
from ludotheque.cli.main import app
from ludotheque.core import registry
from ludotheque.core.errors import BadOption, BadPosition, BadRecord
from ludotheque.core.game import Game, Value
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.spec import TableSpec, opening
from ludotheque.table.replay import replay
from tests.depth import some

Options = dict[str, Any]
Door = Callable[[Game, int, Options], Options]

REFUSED = (BadOption, BadPosition, BadRecord, Refused)


def at_the_library(game: Game, seats: int, given: Options) -> Options:
    return game.check_options(seats, given)


def over_http(game: Game, seats: int, given: Options) -> Options:
    order = {"game": game.name, "seats": seats, "chairs": [{"who": "link"}] * seats, "options": given}
    created = opening(1, "Léa", msgspec.json.decode(msgspec.json.encode(order), type=TableSpec))[0]
    options: Options = created.options
    return options


def in_positions(game: Game, seats: int, given: Options) -> Options:
    position = Table(game, seats, seed=1, first=0, chance="physical").position()
    return Table.from_position(position | {"options": given}).options


def in_records(game: Game, seats: int, given: Options) -> Options:
    head, *events = Table(game, seats, seed=1, first=0, chance="physical").record()
    return replay([head | {"options": given}, *events]).options


DOORS: tuple[Door, ...] = (at_the_library, over_http, in_positions, in_records)


def not_offered(game: Game) -> Iterator[tuple[int, Options, Options]]:
    """For each number of players: what must be chosen, and then all options that do not exist, neutral."""
    for seats in game.seats:
        usual = game.check_options(seats, {})
        absent = [option for option in game.options if option.name not in usual]
        if absent:
            yield seats, {}, {o.name: o.neutral for o in absent if o.neutral is not None}
        for option in game.options:
            if option.when is not None and option.name in usual and option.neutral is not None:
                for needed in others(game, seats, *option.when):
                    yield seats, needed, {option.name: option.neutral}


def others(game: Game, seats: int, name: str, value: Value) -> Iterator[Options]:
    """An option at another value, where there is one."""
    (option,) = (option for option in game.options if option.name == name)
    if option.composed is not None:
        yield {name: COMPOSED[game.name, name]}
    elif isinstance(value, bool):
        yield {name: not value}
    else:
        yield from ({name: choice} for choice in option.choices_for(seats) if choice != value)


COMPOSED = {("banjooli-cross", "course"): "C1:A C2:A C4:A S1:A"}
CASES = [(game, *case) for game in map(registry.get, registry.names()) for case in not_offered(game)]


def name_of(case: Any) -> str | None:
    return case.name if isinstance(case, Game) else None


def test_the_games_have_such_options() -> None:
    found = {(game.name, name) for game, _, _, neutral in CASES for name in neutral}
    assert {("bantu", "teams"), ("banzai", "optional_rules"), ("boussanga", "stop_at_13")} <= found
    assert ("banjooli-cross", "special") in found
    rules = {option.name for option in registry.get("banzai").options if option.when is not None}
    assert {("banzai", name) for name in rules} <= found


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("game", "seats", "needed", "neutral"), CASES, ids=name_of)
def test_neutral_options_are_accepted(
    door: Door, game: Game, seats: int, needed: Options, neutral: Options
) -> None:
    meant = game.recorded_options(needed) if door in (in_records, in_positions) else needed
    assert door(game, seats, needed | neutral) == game.check_options(seats, meant)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("game", "seats", "needed", "neutral"), CASES, ids=name_of)
def test_other_options_are_refused_with_a_reason(
    door: Door, game: Game, seats: int, needed: Options, neutral: Options
) -> None:
    declared = {option.name: option for option in game.options}
    for name, value in neutral.items():
        option = declared[name]
        asked = (option.choices or ())[-1] if option.choices is not None else not value
        with pytest.raises(REFUSED) as refused:
            door(game, seats, needed | {name: asked})
        why = getattr(refused.value, "message", None) or refused.value
        assert name in str(why)
        with pytest.raises(REFUSED):
            door(game, seats, needed | {name: 0})


@pytest.mark.parametrize(("game", "seats", "needed", "neutral"), some(CASES, 4), ids=name_of)
def test_at_the_command_line(game: Game, seats: int, needed: Options, neutral: Options) -> None:
    def said(options: Options) -> str:
        typed = [f"--option={name}={str(value).lower() if value in (True, False) else value}" for name, value in options.items()]  # fmt: skip
        players = ",".join(["human"] * seats)
        # A first seat that is not there is refused after the options, and before anything is played.
        found = CliRunner().invoke(app, ["play", game.name, "--seats", players, *typed, "--first", "99"])
        assert found.exit_code == 2
        return str(found.stderr)

    assert "99" in said(needed | neutral)
    for name in neutral:
        refused = said(needed | {name: "two" if name == "special" else True})
        assert name in refused
        assert "99" not in refused
