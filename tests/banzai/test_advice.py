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
