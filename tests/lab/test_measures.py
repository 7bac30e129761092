"""What happened in a game: counted once more at a table, move by move, for every game."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest

from ludotheque.core import artefact, registry
from ludotheque.core.catalogue import export, say
from ludotheque.core.things import group_of, of_game, title_of
from ludotheque.games.banzai import codes
from ludotheque.lab import Match, Result, play
from ludotheque.lab.measures import AHEAD, changes_of_lead, leaders
from ludotheque.table import Table
from ludotheque.table.replay import replay
from tests.conformance.variants import BOXES
from tests.depth import deep

MATCHES = {
    "bantu": Match("bantu", 2, ("greedy", "random"), 3),
    "billabong": Match("billabong", 2, ("random", "random"), 3, {"mode": "duel"}, BOXES["billabong"]),
    "boussanga": Match("boussanga", 2, ("random", "random"), 3),
    "banjooli-cross": Match("banjooli-cross", 2, ("random", "random"), 3, {"berries": True}),
    "banzai": Match("banzai", 4, ("greedy", "random", "easy", "greedy"), 3),
    "tiny": Match("tiny", 2, ("random", "greedy"), 3),
}


@functools.cache
def played(game: str) -> Result:
    """Interpreted: to compile a game's loop takes longer than its game."""
    with artefact.interpreting():
        return play(MATCHES[game], keep_record=True, measured=True)


def again(record: Any) -> Any:
    """Every action of a seat with the number of its alternatives, at a table."""
    journal = replay(list(record)).journal
    table = Table(
        journal.game,
        journal.setup.seats,
        journal.setup.options,
        seed=journal.setup.source.seed,
        first=journal.setup.first,
        components=MATCHES[journal.game.name].components,
    )
    for event in journal.events:
        if event.seat == -2:
            table.advance(event.at_ms)
        elif event.seat >= 0:
            at = event.at_ms if journal.game.timed else None
            if at is not None:
                table.advance(at)
            yield event, len(table.legal_actions(event.seat))
            table.play(event.code, event.seat, at_ms=at)


@pytest.mark.parametrize("game", MATCHES)
def test_table_measures(game: str) -> None:
    result = played(game)
    found = result.measures
    assert found is not None
    with artefact.interpreting():
        told = list(again(result.record))
    assert sum(count for count, _ in found.choices) == len(told) == result.actions
    assert sum(total for _, total in found.choices) == sum(choices for _, choices in told)
    seats = [event.seat for event, _ in told]
    assert found.turns == 1 + sum(one != other for one, other in itertools.pairwise(seats))
    assert found.things, "something of the box was used"
    assert all(len(counts) == len(result.returns) + 1 for counts in found.things.values())
    assert 0 <= found.behind <= 1


@pytest.mark.parametrize("game", [game if game == "tiny" else deep(game) for game in MATCHES])
def test_compiled_the_same_is_measured_where_that_is_asked_for(game: str) -> None:
    found = play(MATCHES[game], keep_record=True, measured=True)
    assert found == played(game)
    assert play(MATCHES[game]).measures is None


def test_bantus_pawns_match_the_record() -> None:
    result = played("bantu")
    assert result.measures is not None
    assert result.record is not None
    for number in range(1, 5):
        told = [0, 0, 0]
        for line in result.record[1:]:
            if str(line.get("text", "")).startswith(f"{number}:"):
                told[line["seat"] + 1] += 1
        assert result.measures.things.get(f"pawn.{number}", (0, 0, 0)) == tuple(told)
    first = [name for name in result.measures.things if name.startswith("first_in.")]
    assert sum(sum(result.measures.things[name]) for name in first) == 2, "each seat has one first pawn"


def test_banzais_calls_match_the_record() -> None:
    result = played("banzai")
    assert result.measures is not None
    assert result.record is not None
    told = [line for line in result.record[1:] if line.get("seat", -1) >= 0]
    called = sum(codes.CALL <= line["action"] < codes.GRAB for line in told)
    kept = result.measures.things
    assert sum(sum(counts) for name, counts in kept.items() if name.startswith("call.")) == called > 0
    assert result.measures.clock_ms == max(line.get("at_ms", 0) for line in result.record[1:])


def test_the_course_and_the_berries_of_banjooli() -> None:
    result = played("banjooli-cross")
    assert result.measures is not None
    assert result.record is not None
    tiles = [line["text"] for line in result.record[1:] if str(line.get("text", "")).startswith("tile ")]
    assert sum(
        counts[0] for name, counts in result.measures.things.items() if name.startswith("tile.")
    ) == len(tiles)
    predictions = {
        name: counts for name, counts in result.measures.things.items() if name.startswith("prediction.")
    }
    assert sum(sum(counts[1:]) for counts in predictions.values()) == 2


@pytest.mark.parametrize("game", MATCHES)
def test_everything_has_a_name_in_both_languages(game: str) -> None:
    result = played(game)
    assert result.measures is not None
    found = registry.get(game)
    things, box = of_game(found), Table(found, len(result.returns)).journal.setup.box[0]
    for language in ("fr", "en"):
        entries = export(language)
        for name in result.measures.things:
            label = things.label(box, name)
            told = label if isinstance(label, str) else say(label, language, entries)
            assert told, name
            assert not set("[{") & set(told), name
            assert "[" not in say(title_of(found, group_of(name)), language, entries)


def test_the_leader() -> None:
    assert leaders((0.6, 0.4)) == 0b01
    assert leaders((0.5, 0.5 + AHEAD / 2)) == 0, "hardly ahead is not ahead"
    assert leaders((0.3, 0.1, 0.3, 0.1)) == 0b0101, "a team leads together"
    assert leaders((1.0,)) == 0


def test_the_lead_changes_when_another_seat_takes_it() -> None:
    level, one, other = (0.5, 0.5), (0.7, 0.3), (0.3, 0.7)
    assert changes_of_lead([level, one, level, one]) == 0
    assert changes_of_lead([one, level, other, one]) == 2
