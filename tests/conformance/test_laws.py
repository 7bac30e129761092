"""What is so in every game: laws over the verbs and the table, on random games of every registered game.

A new game needs nothing here but a box in `games.py` if its own makes games long.
"""

from __future__ import annotations

import functools
import json

import numpy as np
import pytest

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import HIDDEN
from ludotheque.core.message import Message
from ludotheque.core.record import dumps, loads, replay, verify
from ludotheque.core.table import Table
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.scene.catalogue import LANGUAGES, export, say
from tests.conformance.games import EVERY_WAY, along, lines_of, most_events

SEEDS = (1, 2)


@EVERY_WAY
def test_random_games_end_with_shares_that_sum_to_one_and_a_ranking(way):
    for seed in SEEDS:
        table = replay(lines_of(way, seed))
        outcome = table.outcome
        assert 0 < len(table.events) <= most_events(table)
        assert sum(event.seat >= 0 for event in table.events) <= table.game.max_actions
        assert sum(outcome.returns) == pytest.approx(1)
        assert min(outcome.returns) >= 0
        assert 1 in outcome.ranking
        assert all(1 <= rank <= way.seats for rank in outcome.ranking)
        best = {seat for seat, share in enumerate(outcome.returns) if share > 0}
        assert best == {seat for seat, rank in enumerate(outcome.ranking) if rank == 1}
        assert outcome.ending in table.game.terminations[1:]
        assert all(len(table.legal_actions(seat)) == 0 for seat in range(way.seats))


@EVERY_WAY
def test_a_record_replays_to_the_same_bytes_and_verifies(way):
    lines = lines_of(way, 1)
    again = replay(loads(dumps(lines)))
    assert again.record() == replay(lines).record()
    assert again.record()[1:] == lines[1:]
    assert again.state.tobytes() == replay(lines).state.tobytes()
    verdict = verify(lines)
    assert verdict.over
    assert verdict.seed_known


@EVERY_WAY
def test_the_same_actions_make_the_same_state(way):
    for table, _ in along(way, 3, every=7):
        for seat in table.actors:
            for code in list(table.legal_actions(seat))[:3]:
                one, other = states.copy(table.state), states.copy(table.state)
                for after in (one, other):
                    entry.play(table.box, after, seat, code)
                assert one.tobytes() == other.tobytes()
                assert one.tobytes() != table.state.tobytes()


@EVERY_WAY
def test_what_is_legal_is_what_nothing_forbids_and_each_refusal_says_why(way):
    for table, rng in along(way, 4, every=9):
        count = table.game.num_actions(table.b)
        for seat in range(way.seats):
            legal = list(table.legal_actions(seat))
            assert len(set(legal)) == len(legal) <= table.game.max_legal
            assert bool(legal) == (seat in table.actors)
            before = table.state.tobytes()
            sample = {*rng.integers(0, count, 150).tolist(), *legal[:40]}
            for code in sample:
                refusal = table.why_not(code, seat)
                assert (refusal is None) == (code in legal), (seat, code)
                if refusal is not None:
                    assert refusal.key not in ("", table.game.reasons[0].key)
                    assert_said(refusal.message)
            assert table.state.tobytes() == before, "asking changes nothing"


@EVERY_WAY
def test_positions_are_saved_and_loaded(way):
    for table, _ in along(way, 5, every=6):
        position = json.loads(json.dumps(table.position()))
        again = Table.from_position(position, components=table.components, chance="physical")
        assert again.state.tobytes() == table.state.tobytes()
        assert again.position() == position


@EVERY_WAY
def test_an_action_is_structure_number_and_text(way):
    for table, rng in along(way, 6, every=6):
        codec, b, s = table.game.codec, table.b, table.s
        for seat in table.actors:
            legal = list(table.legal_actions(seat))
            for code in rng.permutation(legal)[:25].tolist():
                structure = json.loads(json.dumps(codec.structure(b, s, seat, code)))
                assert codec.code(b, s, seat, structure) == code
                how = codec.how(b, s, seat, code)
                text = codec.text(b, s, seat, code, how)
                parsed, way_of_it = codec.parse(b, s, seat, text)
                assert parsed == code, text
                assert not how or codec.check_how(b, s, seat, code, way_of_it or how)
                assert codec.parse(b, s, seat, codec.text(b, s, seat, code, ()))[0] == code
            assert len({codec.text(b, s, seat, code, ()) for code in legal}) == len(legal)


@EVERY_WAY
def test_taking_back_leads_to_where_one_was(way):
    for table, rng in along(way, 7, every=8):
        if table.is_over or not table.actors:
            continue
        before, events = table.state.tobytes(), list(table.events)
        seat = int(rng.choice(table.actors))
        code = int(rng.choice(list(table.legal_actions(seat))))
        table.play(code, seat)
        assert table.undo(seat).code == code
        assert table.state.tobytes() == before
        assert table.events == events


@EVERY_WAY
def test_choices_are_the_legal_actions_and_all_is_said_in_both_languages(way):
    for table, _ in along(way, 8, every=9):
        for audience in [{seat} for seat in range(way.seats)] + [set()]:
            scene = table.scene(audience)
            assert tuple(choice.seat for choice in scene.choices) == tuple(
                seat for seat in table.actors if seat in audience
            )
            things = [*scene.pieces, *table.layout().places]
            things += [place for panel in scene.panels for place in panel.places]
            things += [button for choice in scene.choices for button in choice.buttons]
            assert len({thing.id for thing in things}) == len(things), "ids are unique"
            for message in (scene.prompt, *(thing.label for thing in things)):
                assert_said(message)
            for standing in scene.standings:
                for line in standing.lines:
                    assert_said(line)
            places = {place.id for place in table.layout().places}
            places |= {place.id for panel in scene.panels for place in panel.places}
            assert {piece.place for piece in scene.pieces} <= places
            for choice in scene.choices:
                assert_choices(table, scene, choice)


def assert_choices(table, scene, choice):
    """The graph of clicks does the seat's legal actions and no other; every end has its words; clicks mean what they do."""
    labels = {thing.id: thing.label for thing in (*scene.pieces, *choice.buttons, *table.layout().places)}
    labels |= {place.id: place.label for panel in scene.panels for place in panel.places}
    paths = {root: [root] for root in choice.roots}
    waiting = list(choice.roots)
    while waiting:
        index = waiting.pop(0)
        for after in choice.nodes[index].next:
            if after not in paths:
                paths[after] = [*paths[index], after]
                waiting.append(after)
    assert paths.keys() == set(range(len(choice.nodes))), "every node can be reached"
    ends = [index for index in paths if choice.nodes[index].action >= 0]
    assert {choice.nodes[index].action for index in ends} == set(table.legal_actions(choice.seat))
    assert {node.click for node in choice.nodes} <= labels.keys()
    for index in ends:
        node, clicks = choice.nodes[index], [choice.nodes[step].click for step in paths[index]]
        first, last = labels[clicks[0]], labels[clicks[-1]]
        assert_said(Message(choice.keys[node.key], {"first": first, "last": last, **node.extra}))
        if index % 7 == 0:
            code, _ = table.clicked(choice.seat, clicks)
            assert code in table.legal_actions(choice.seat)


@EVERY_WAY
def test_what_happened_is_said_in_both_languages(way):
    table = replay(lines_of(way, 2))
    for audience in (set(range(way.seats)), {0}, set()):
        for happening in table.happenings(audience):
            assert_said(happening.message)
            assert happening.text


@EVERY_WAY
def test_chance_is_certain_to_give_something(way):
    for table in physical(way):
        codes, probabilities = table.outcomes(table.state)
        assert len(set(codes)) == len(codes) <= table.game.max_chance
        assert sum(probabilities) == pytest.approx(1)
        assert min(probabilities) > 0
        assert all(0 <= code < table.game.num_actions(table.b) for code in codes)


def physical(way):
    """A random game in which somebody throws the dice: the table whenever a result is awaited."""
    table, rng = way.table(9, chance="physical"), np.random.default_rng(9)
    while not table.is_over:
        if table.chance_is_due:
            yield table
            codes, probabilities = table.outcomes(table.state)
            table.play(int(rng.choice(codes, p=probabilities)), CHANCE_SEAT)
        else:
            seat = int(rng.choice(table.actors))
            table.play(int(rng.choice(list(table.legal_actions(seat)))), seat)


@EVERY_WAY
def test_a_guess_at_what_is_hidden_looks_the_same_and_can_be_played(way):
    for table, rng in along(way, 10, every=5):
        for audience in (0, 1, (1 << way.seats) - 1):
            view = states.copy(table.state)
            entry.hide(table.box, view, audience)
            twice = states.copy(view)
            entry.hide(table.box, twice, audience)
            assert twice.tobytes() == view.tobytes(), "what is hidden stays hidden"
            if not table.game.secrets:
                assert view.tobytes() == table.state.tobytes()
            guess = states.copy(view)
            entry.redeal(table.box, guess, audience, rng)
            assert int(entry.actors(table.box, guess)) == int(entry.actors(table.box, table.state))
            seen = states.copy(guess)
            entry.hide(table.box, seen, audience)
            assert seen.tobytes() == view.tobytes(), "a guess agrees with what was seen"


@EVERY_WAY
def test_who_may_know_an_action_is_settled(way):
    table = replay(lines_of(way, 2))
    state = table.initial()
    for event in table.events:
        whole = table.veiled(event, state[0], (1 << way.seats) - 1)
        assert whole == event.code, "all seats together know everything"
        for seat in range(way.seats):
            seen = table.veiled(event, state[0], 1 << seat)
            assert seen in (event.code, HIDDEN)
            assert seen == event.code or seat != event.seat, "who acts knows what"
            assert table.game.secrets or seen == event.code
        table.step(state, event)


@EVERY_WAY
def test_numbers_stay_in_their_declared_ranges(way):
    for table, _ in along(way, 11, every=4):
        for name, (low, high) in table.game.ranges.items():
            values = np.atleast_1d(table.s[name])
            assert low <= values.min() <= values.max() <= high, name


@EVERY_WAY
def test_nonsense_is_refused_and_changes_nothing(way):
    table = way.table(12)
    before = table.state.tobytes()
    for said in ("", "???", "x" * 500, {"kind": "nonsense"}, {}, -1, 10**9):
        assert table.why_not(said) is not None
        with pytest.raises(LudothequeError):
            table.play(said)
    assert table.state.tobytes() == before


words = functools.cache(export)


def assert_said(message):
    """The message has words in both languages, and no hole is left in them."""
    for language in LANGUAGES:
        text = say(message, language, words(language))
        assert text
        assert not text.startswith("["), text
        assert "{" not in text, text
