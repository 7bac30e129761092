"""Two states that differ only in what an audience cannot know look the same to it on every channel."""

import itertools

import msgspec
import pytest

from ludotheque import Table
from ludotheque.core.luck import Luck
from ludotheque.table import views

AUDIENCES = [(), (0,), (1,), (0, 1)]


def tables():
    """Tables with the same die and the same card for seat 0, but other cards and another sealed choice of seat 1."""
    for second, third in itertools.permutations((1, 4, 5, 6), 2):
        for add in range(3):
            table = Table("tiny", seats=3, seed=1, first=0, chance="physical")
            for text in ("die 3", "card 2", f"card {second}", f"card {third}"):
                table.play(text)
            table.play(add, 1)
            yield table


def channels(table: Table, audience) -> bytes:
    """Everything that leaves the table for an audience."""
    choices = [views.choices(table.journal, seat) for seat in audience if seat in table.actors]
    return msgspec.json.encode(
        [
            table.view(audience).tobytes().hex(),
            table.scene(audience),
            views.scene_at(table.journal, audience, len(table.events) - 1),
            views.event_views(table.journal, audience),
            table.record(audience)[1:],
            choices,
            [views.event_view(table.journal, audience, index) for index in range(len(table.events))],
        ]
    )


def test_the_view_of_seat_0_ignores_hidden_information():
    seen = {channels(table, (0,)) for table in tables()}
    assert len({table.state.tobytes() for table in tables()}) == 36
    assert len(seen) == 1


def test_a_seat_sees_its_own_card_and_its_own_sealed_choice():
    table = next(iter(tables()))
    assert table.view({1})[0].card[1] == table.state[0].card[1]
    assert table.view({1})[0].add[1] == table.state[0].add[1]
    assert table.view({0})[0].card[1] == -2
    assert table.view(())[0].card[0] == -2


@pytest.mark.parametrize("audience", AUDIENCES)
def test_the_hidden_view_has_the_same_actors(audience):
    for table in tables():
        assert table.scene(audience).actors == table.actors


def test_redeal_keeps_the_view():
    from ludotheque.core import entry

    rng = Luck.of(3)
    for table in tables():
        for audience in AUDIENCES:
            mask = sum(1 << seat for seat in audience)
            guess = table.view(audience)
            entry.redeal(table.box, guess, mask, rng)
            assert (guess[0].card[:3] >= 0).all()
            assert len(set(guess[0].card[:3].tolist())) == 3
            entry.hide(table.box, guess, mask)
            assert guess.tobytes() == table.view(audience).tobytes()


def test_a_running_public_record_has_no_seed_or_hidden_action():
    table = next(iter(tables()))
    lines = table.record({0})
    assert "seed" not in lines[0]
    assert "commitment" in lines[0]
    assert [line.get("hidden", False) for line in lines[1:]] == [False, False, True, True, True]
