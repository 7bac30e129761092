"""Every parser, fed with valid inputs that are broken: each is read, or refused with a sentence in both languages.

Nothing else is raised, none takes longer than a second, and no refusal tells more than its reader may know.
"""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from depth import EFFORT, deep
from fuzzing import SLOW_S, as_json, inputs, text, too_much, value
from ludotheque import Table
from ludotheque.core import components, entry, record, registry, weights
from ludotheque.core.catalogue import LANGUAGES, say
from ludotheque.core.errors import LudothequeError
from ludotheque.core.luck import Luck
from ludotheque.server.thinking.running import commitments_in
from ludotheque.server.web.sockets import Unread, _id_in, _read
from ludotheque.table.replay import replay

GAMES = ("bantu", "banzai", "banjooli-cross", "billabong", "boussanga", "tiny")
FEW = 120
MANY = {
    "wire": 400_000,
    "weights": 60_000,
    "components": 30_000,
    "notation": 40_000,
    "records": 15_000,
    "positions": 15_000,
}
"""How many inputs each parser meets in a deep run; all but the first two once for each game."""  # fmt: skip


def test_a_deep_run_is_long_enough() -> None:
    each = MANY.values()
    assert sum(each) + (len(GAMES) - 1) * sum([*each][2:]) >= 1_000_000


def fed(
    name: str, count: int, seeds: list[Any], change: Callable[..., Any], parse: Callable[[Any], Any]
) -> None:
    """Feed a parser. A deep run also minds that none of its answers takes longer than a second."""
    for seed in seeds:  # read once, so that whatever is loaded or compiled is there
        with contextlib.suppress(LudothequeError):
            parse(seed)
    for language in LANGUAGES:
        say("error.bad_input", language)
    started, answers = time.monotonic(), 0
    for number, given in inputs(name, count, seeds, change):
        began = time.process_time()
        try:
            parse(given)
        except LudothequeError as error:
            said = [say(error.message, language) for language in LANGUAGES] if error.message else [error.text]
            assert all(said), (name, number)
            assert all(len(each) < 4000 for each in said), (name, number)
            assert not any(map(too_much, said)), (name, number, said)
            answers += 1
        except Exception as error:
            raise AssertionError(f"{name} {number}: {str(given)[:2000]!r}") from error
        if count > FEW * EFFORT:
            assert time.process_time() - began < SLOW_S, (name, number)
    print(f"{name}: {count} inputs, {answers} refused, {time.monotonic() - started:.0f} s")


def counts(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "count", [pytest.param(FEW * EFFORT, id="few"), deep(MANY[name] * EFFORT, called="many")]
    )


def played(game: str, moves: int = 8) -> Table:
    """A table after some moves."""
    table, chance = Table(game, seed=7), random.Random(7)
    for _ in range(moves):
        if table.is_over or not table.actors:
            break
        table.play(chance.choice(list(table.legal_actions(table.actors[0]))), table.actors[0])
    return table


@counts("components")
@pytest.mark.parametrize("game", GAMES)
def test_component_files(game: str, count: int) -> None:
    found = registry.get(game)
    file = (files(found.package) / "components.toml").read_text("utf-8")
    data = components.read_toml(file)

    def change(chance: random.Random, _: Any) -> Any:
        if chance.random() < 0.5:
            return text(chance, file)
        return value(chance, data)

    def parse(given: Any) -> None:
        components.load(found, components.read_toml(given) if isinstance(given, str) else _table(given))

    fed(f"components {game}", count, [file, data], change, parse)


def guarded(game: str) -> tuple[Table, list[Table]]:
    """A table with something to guess for whoever acts first there, and tables that look the same to them; none where nothing is hidden."""
    for moves in range(8, -1, -1):
        table = played(game, moves)
        if not table.game.secrets:
            return table, []
        if len(table.actors) > 1:
            table.play(table.legal_actions(table.actors[-1])[-1], table.actors[-1])
        worlds = [unlike(table, seat, number) for seat in table.actors[:1] for number in range(2)]
        if any(world.state.tobytes() != table.state.tobytes() for world in worlds):
            return table, worlds
    raise AssertionError("nothing was hidden")


def unlike(table: Table, seat: int, number: int) -> Table:
    """A table that looks the same from this seat, with a guess at all that is hidden from it."""
    other = table.copy()
    guess = table.view({seat})
    entry.redeal(table.box, guess, 1 << seat, Luck.of(number))
    other.state[:] = guess
    return other


def _table(given: Any) -> dict[str, Any]:
    """What a file or the head of a record can hold."""
    return given if isinstance(given, dict) else {}


@counts("notation")
@pytest.mark.parametrize("game", GAMES)
def test_notation(game: str, count: int) -> None:
    table, worlds = guarded(game)
    seat = next(iter(table.actors), 0)
    seeds = [table.text(action, seat) for action in list(table.legal_actions(seat))[:40]]

    def parse(given: str) -> None:
        found = table.why_not(given, seat)
        said = [] if found is None else [say(found.message, language) for language in LANGUAGES]
        assert not any(map(too_much, said)), said
        for world in worlds:  # what this seat cannot know changes no answer
            assert world.why_not(given, seat) == found

    fed(f"notation {game}", count, [*seeds, "pass"], text, parse)


@counts("records")
@pytest.mark.parametrize("game", GAMES)
def test_records(game: str, count: int) -> None:
    lines = played(game).record()

    def change(chance: random.Random, given: Any) -> str:
        if chance.random() < 0.5:
            return "\n".join(json.dumps(line) for line in _lines(value(chance, given)))
        number = chance.randrange(len(given))
        return "\n".join(
            as_json(chance, line) if at == number else json.dumps(line) for at, line in enumerate(given)
        )

    def parse(given: str | list[Any]) -> None:
        written = given if isinstance(given, str) else record.dumps(given)
        commitments_in(written)
        replay(record.loads(written))

    fed(f"records {game}", count, [lines], change, parse)


def _lines(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


@counts("positions")
@pytest.mark.parametrize("game", GAMES)
def test_positions(game: str, count: int) -> None:
    table = played(game)
    head = table.record()[0]
    position = table.position()

    def parse(given: Any) -> None:
        replay(record.loads(record.dumps([head | {"position": given}])))

    fed(f"positions {game}", count, [position], value, parse)


@counts("weights")
def test_weights(count: int) -> None:
    def parse(given: Any) -> None:
        weights.parse(given.encode("utf-8", "surrogatepass") if isinstance(given, str) else b"{}")

    fed("weights", count, [{"game": "tiny", "weights": {"a": 1.5}, "format": 1}], as_json, parse)


MESSAGES: list[Any] = [
    {"t": "hello", "table": "abc", "have": {"seq": 3, "hash": "x"}},
    {"t": "command", "table": "a", "command_id": "c", "expected_seq": 0, "do": {"kind": "act", "seat": 0, "action": 1}},
    {"t": "command", "table": "a", "command_id": "c", "expected_seq": 0, "do": {"kind": "sit", "seat": 1, "name": "Tom", "nonce": "n"}},
    {"t": "command", "table": "a", "command_id": "c", "expected_seq": 0, "do": {"kind": "say", "name": "", "text": "oui"}},
    {"t": "why", "table": "a", "id": "w", "seat": 0, "clicks": ["a", "b"]},
    {"t": "past", "table": "a", "id": "p", "move": 4},
    {"t": "advise", "table": "a", "id": "p", "seat": 1},
]  # fmt: skip


@counts("wire")
def test_messages_of_sockets(count: int) -> None:
    def parse(given: Any) -> None:
        written = given if isinstance(given, str) else json.dumps(given)
        raw = written.encode("utf-8", "surrogatepass")
        for data in (raw, raw.decode("utf-8", "replace")):  # no text of a socket holds half a character
            found = _read(data)
            assert not isinstance(found, Unread) or (
                found.why and len(found.why) < 400 and not too_much(found.why)
            )
            assert len(_id_in(data)) <= 80

    fed("wire", count, MESSAGES, as_json, parse)
