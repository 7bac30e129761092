"""Advice at Banzaï!: what a player may sensibly do now, and why; from that seat's view alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludotheque import Table
from ludotheque.core.catalogue import LANGUAGES, export, say
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.rules.calls import BANZAI
from ludotheque.games.banzai.state import CARDS, FEINTS, NO_FAMILY
from ludotheque.table import views
from tests.banzai.tables import call, chosen, grab, hand, table


def advised(at: Table, seat: int) -> Any:
    """What a seat is advised to do; None for nothing."""
    return views.advice(at.journal, seat)


def test_a_whole_family_is_called_at_once() -> None:
    at = table(4, {0: "fox:lwpkm"})
    found = advised(at, 0)
    assert found.action == codes.call_code(BANZAI, NO_FAMILY)
    assert found.why.key == "banzai.advice.banzai"


def test_a_card_of_no_use_is_given_away_and_the_family_kept() -> None:
    at = table(4, {0: "fox:lw cat:p turtle:k frog:m"})
    found = advised(at, 0)
    assert codes.CHOOSE <= found.action < codes.CHOOSE + CARDS
    assert found.why.key == "banzai.advice.choose"
    assert found.why.args["n"] == 2
    at.play(found.action, 0)
    assert chosen(at)[0] not in {"fox.lord", "fox.warrior"}
    assert advised(at, 0) is None, "who has laid a card waits for the others"


def test_after_the_call_advice_follows_the_nearest_free_pawn() -> None:
    at = table(4, {1: "fox:lwpkm"})
    call(at, 1, "banzai", 500)
    found = advised(at, 0)
    assert found.why.key == "banzai.advice.grab"
    assert found.why.args["who"].args["seat"] == 1
    assert advised(at, 1).why.key == "banzai.advice.grab_own"
    pawn = found.action - codes.GRAB
    grab(at, 0, pawn, 1200)
    assert advised(at, 0) is None
    others = [advised(at, seat) for seat in (2, 3)]
    assert all(each is None or each.action != codes.GRAB + pawn for each in others)


def test_only_a_false_caller_is_told_not_to_grab() -> None:
    at = table(4, {1: "fox:lwpk cat:m"})
    call(at, 1, "banzai", 500)
    assert advised(at, 1) is None
    assert at.scene({1}).prompt.key == "banzai.prompt.grab.false"
    assert {at.scene({seat}).prompt.key for seat in (0, 2, 3)} == {"banzai.prompt.grab.you"}


@pytest.mark.parametrize("seed", range(3))
def test_players_who_follow_advice_are_never_out_by_mistake(seed: int) -> None:
    at = Table("banzai", seats=4 + seed, options={"optional_rules": True}, seed=seed)
    rng, given = np.random.default_rng(seed), 0
    for _ in range(400):
        if at.is_over:
            break
        offers = {seat: advised(at, seat) for seat in at.actors}
        offers = {seat: found for seat, found in offers.items() if found is not None}
        for seat, found in offers.items():
            given += 1
            assert found.action in at.legal_actions(seat)
            assert not codes.FEINT <= found.action < codes.FEINT + len(FEINTS)
            for language in LANGUAGES:
                assert "[" not in say(found.why, language, export(language))
        if offers:
            seat = int(rng.choice(list(offers)))
            at.play(offers[seat].action, seat)
        at.advance(int(at.state[0].now_ms) + 250)
    assert given > 100
    assert int(at.state[0].round_number) > 1


def test_advice_depends_on_nothing_that_others_hide() -> None:
    one, other = (
        table(4, {0: "fox:lw cat:p turtle:k frog:m", 1: "frog:lwpk"}),
        table(4, {0: "fox:lw cat:p turtle:k frog:m", 1: "turtle:lwpm"}),
    )
    assert hand(one, 1) != hand(other, 1)
    assert advised(one, 0) == advised(other, 0)


# -- what speaks for an action -----------------------------------------------------------------------------------------


def merit(at: Table, seat: int, action: str) -> tuple[str, dict[str, Any]]:
    """The sentence for an action, in notation: its key and what it names; it is there in all languages."""
    after = at.copy()
    code = after.play(action, seat).code
    found = views.merit(at.journal, views.view(at.journal, {seat}), seat, code)
    if found is None:
        return "", {}
    assert all("[" not in say(found, language, export(language)) for language in LANGUAGES)
    return found.key, dict(found.args)


def test_the_next_player_is_not_given_what_they_gather() -> None:
    hands = {0: "fox:lwp frog:k turtle:m", 1: "frog:lwpm cat:k"}
    seen = {"known": {"0": ["frog.lord", "frog.warrior", "frog.princess"]}}
    key, named = merit(table(4, hands, **seen), 0, "choose turtle.magician")
    assert (key, named["n"], named["who"].args["seat"]) == ("banzai.merit.withhold", 3, 1)
    assert merit(table(4, hands, **seen), 0, "choose frog.kid")[0] == "banzai.advice.choose"
    key, named = merit(table(4, hands), 0, "choose turtle.magician")
    assert (key, named["n"]) == ("banzai.advice.choose", 3), "what was not seen counts for nothing"
    assert merit(table(4, hands), 0, "choose fox.lord") == ("", {})


def test_a_pawn_is_praised_where_nobody_is_nearer() -> None:
    pawns = [{"x": 0.0, "y": 0.8}, {"x": 0.7, "y": 0.3}, {"x": 0.0, "y": -0.6}]
    at = table(4, {1: "fox:lwpkm"}, pawns=pawns, options={"unhurried": True})
    call(at, 1, "banzai", 500)
    assert [merit(at, 0, f"grab {pawn}")[0] for pawn in range(3)] == ["banzai.merit.yours", "", ""]
    assert [merit(at, 3, f"grab {pawn}")[0] for pawn in range(3)] == ["", "", "banzai.merit.nearest"]


def test_a_place_is_praised_where_a_pawn_is_nearest() -> None:
    pawns = [{"x": 0.0, "y": 0.35}, {"x": 0.8, "y": 0.0}, {"x": 0.0, "y": -0.35}]
    at = table(4, {0: "fox:lwpk cat:l"}, pawns=pawns, options={"unhurried": True})
    assert merit(at, 0, "stop2 fox")[0] == "banzai.merit.swap"
    assert merit(table(4, {0: "fox:lwpk cat:l"}), 0, "stop2 fox")[0] == "banzai.aid.stop2", (
        "all pawns are as far"
    )
    call(at, 0, "stop2 fox", 500)
    assert [merit(at, 0, action)[0] for action in ("swap 1", "swap 2", "resume")] == [
        "banzai.merit.place",
        "",
        "",
    ]
