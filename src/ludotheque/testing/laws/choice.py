"""The law that each option a host may choose makes a difference."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.game import Option, Value
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.scene.columns import encode
from ludotheque.table import Table, views
from ludotheque.testing.law import Case, differing, law, legal_in
from ludotheque.testing.sources import where_declared
from ludotheque.testing.variants import Variant, variants
from ludotheque.testing.walks import Walk, walk

ACTIONS = 12
"""The number of actions tried in each situation with either value of the option."""


@law(
    "matters",
    "Each value of an option makes a difference: to what is legal, what comes of it, or who wins.",
    about=("declaration",),
)
def matters(case: Case) -> None:
    for option in case.game.options:
        value = dict(case.variant.options).get(option.name, _usual(option, case.variant))
        if value != _usual(option, case.variant):
            wrong = _wrong_once(case, option, value)
            if wrong:
                what = (
                    f"the option {option.name} {wrong}: {value!r} instead of {_usual(option, case.variant)!r}"
                )
                case.broken(what, source=where_declared(case.game, option.name))


_known: dict[tuple[int, int, str, Value], tuple[object, str]] = {}
"""What is wrong with an option's value in a game and a box. It is the same for all variants with that value."""


def _wrong_once(case: Case, option: Option, value: Value) -> str:
    key = (id(case.game), id(case.variant.components), option.name, value)
    if key not in _known:
        kept_alive = (case.game, case.variant.components)
        _known[key] = (kept_alive, _wrong(case, option, _with_value(case, option, value)))
    return _known[key][1]


def _wrong(case: Case, option: Option, chosen: list[Variant]) -> str:
    """What is wrong with a value of an option; "" if it makes the difference that it should."""
    if option.interface:
        if any(_differs(case, game, look) for game in _games(option, chosen[:1], 1) for look in LOOKS):
            return "is declared to be about the interface alone, but changes the rules"
        return "" if _shows(chosen[0]) else "changes nothing, not even what is seen"
    printed = [replace(variant, components=None) for variant in chosen] if case.variant.components else []
    for ways_of_a_box in (chosen, printed):
        for look, most in LOOKS.items():
            if any(_differs(case, game, look) for game in _games(option, ways_of_a_box, most)):
                return ""
    return "changes nothing in any random game"


def _usual(option: Option, variant: Variant) -> Value:
    return option.default_for(variant.seats)


def _with_value(case: Case, option: Option, value: Value) -> list[Variant]:
    """The variants that differ from another one only by this value of the option; the case's own if there are none."""
    found = [variant for variant in variants(case.variant.game, case.variant.components) if variant.options]
    last = [variant for variant in found if tuple(dict(variant.options).items())[-1] == (option.name, value)]
    others = tuple(
        (name, chosen) for name, chosen in dict(case.variant.options).items() if name != option.name
    )
    return last or [replace(case.variant, options=(*others, (option.name, value)))]


def _without(variant: Variant) -> Variant:
    """The same variant with the default for its last option."""
    return replace(variant, options=tuple(dict(variant.options).items())[:-1])


@dataclass(frozen=True)
class _OptionGame:
    """A random game of a variant, and the option that it differs by: its name, and the number of its default in the state."""

    variant: Variant
    seed: int
    name: str
    usual: int

    @property
    def walk(self) -> Walk:
        """Played when it is first needed: many options show at the start of a game."""
        return walk(self.variant, self.seed, keen=self.seed % 3 == 1)


def _games(option: Option, chosen: list[Variant], most: int) -> Iterator[_OptionGame]:
    """The random games to check: keen, blind and eager ones of each variant, fewest players first."""
    for seed, variant in itertools.product(range(1, most + 1), chosen):
        yield _OptionGame(variant, seed, option.name, option.code(_usual(option, variant)))


def _differs(case: Case, game: _OptionGame, look: Look) -> bool:
    """Whether a game would begin differently, or a situation in it would be different, if the option had its default value."""
    begins, usual = (each.table(game.seed).journal for each in (game.variant, _without(game.variant)))
    if not _same_fields(begins.start(), usual.start(), game.name):
        return True
    table = game.walk.table
    every = itertools.chain((before for _, before, _ in game.walk.steps()), [table.journal.state])
    for state in every:
        other = states.copy(state)
        other[0][game.name] = game.usual
        if not look(case, table, state, other, game.name):
            return True
    return False


def _same_fields(one: Any, other: Any, name: str) -> bool:
    """Whether two states differ only in the option's field."""
    return differing(one, other) in ([], [name])


def _same_now(_case: Case, table: Table, one: Any, other: Any, _name: str) -> bool:
    """Whether the rules answer the same for two states: who may act and how, results of chance, when something is due, who wins."""
    return _said(table, one) == _said(table, other)


def _said(table: Table, state: Any) -> list[Any]:
    box, game = table.journal.box, table.game
    actors = int(entry.actors(box, state))
    said: list[Any] = [actors, int(entry.due(box, state)), int(entry.ending(box, state))]
    if actors == 0:
        shares, ranks = np.zeros(table.seats), np.zeros(table.seats, np.int32)
        entry.returns(box, state, shares)
        entry.ranking(box, state, ranks)
        return [*said, shares.tolist(), ranks.tolist()]
    if actors & CHANCE:
        return [*said, table.journal.results(state)]
    legal = {seat: legal_in(table, state, seat) for seat in range(table.seats) if actors >> seat & 1}
    said.append(legal)
    if game.racing is not None:
        b, s = table.journal.b, state[0]
        said.append(game.racing.cue(b, s))
        claims = ((seat, code) for seat in legal for code in legal[seat] if game.racing.is_claim(b, s, code))
        said += [game.racing.reach_ms(b, s, seat, code) for seat, code in claims]
    return said


def _same_next(case: Case, table: Table, one: Any, other: Any, name: str) -> bool:
    """Whether the same next steps give the same result from two states: some actions, some results of chance, what is due."""
    box, actors = table.journal.box, int(entry.actors(table.journal.box, one))
    done = [(CHANCE_SEAT, code) for code in table.journal.results(one)[0]] if actors & CHANCE else []
    for seat in range(table.seats):
        done += [(seat, code) for code in legal_in(table, one, seat)]
    some = case.rng.permutation(len(done))[:ACTIONS].tolist()
    for seat, code in (done[index] for index in some):
        after, after_other = states.copy(one), states.copy(other)
        entry.play(box, after, seat, code)
        entry.play(box, after_other, seat, code)
        if not _same_after(case, table, after, after_other, name):
            return False
    due = int(entry.due(box, one))
    if due < 0:
        return True
    after, after_other = states.copy(one), states.copy(other)
    entry.advance(box, after, due)
    entry.advance(box, after_other, due)
    return _same_after(case, table, after, after_other, name)


def _same_after(case: Case, table: Table, one: Any, other: Any, name: str) -> bool:
    return _same_fields(one, other, name) and _same_now(case, table, one, other, name)


Look = Callable[[Case, Table, Any, Any, str], bool]
LOOKS: dict[Look, int] = {_same_now: 6, _same_next: 3}
"""The checks that compare a situation under both values, each with the most random games of a variant that it checks."""


def _shows(variant: Variant) -> bool:
    """Whether anything seen or clicked in a variant's random game differs without its option."""
    table = walk(variant, 1).table
    for one, other in zip(_seen(variant, table), _seen(_without(variant), table), strict=True):
        if one != other:
            return True
    return False


def _seen(variant: Variant, played: Table) -> Iterator[Any]:
    """What is seen along a game, played at a table of this variant."""
    table = variant.table(1)
    yield encode(views.layout(table.journal)), views.board_svg(table.journal)
    for event in played.events:
        if event.seat >= 0:
            yield [encode(table.scene({seat})) for seat in table.actors]
            table.play(event.code, event.seat, at_ms=None if event.at_ms < 0 else event.at_ms)
