"""How much of a game's `mutations.toml` is tried without more effort."""

from __future__ import annotations

import pytest

from tests.mutating import trial
from tests.mutating.mutate import mutations

AT_LEAST = {"bantu": 60, "banjooli-cross": 30, "banzai": 15, "billabong": 35, "boussanga": 25}
"""So many broken rules of each game there are at least."""


@pytest.mark.parametrize("game", AT_LEAST)
def test_briefly_every_rule_is_broken_and_every_check_has_something_to_notice(game: str) -> None:
    whole = mutations(game)
    brief = trial.briefly(whole)
    assert len(whole) >= AT_LEAST[game]
    assert [(m.name, m.caught[:1]) for m in brief] == [(m.name, m.caught[:1]) for m in whole]
    assert {check for m in brief for check in m.caught} == {check for m in whole for check in m.caught}
    assert all(set(few.caught) <= set(many.caught) for few, many in zip(brief, whole, strict=True))


@pytest.mark.parametrize("game", AT_LEAST)
def test_every_broken_rule_is_a_test_and_some_are_always_tried(game: str) -> None:
    cases = trial.every_broken_rule(game).mark.args[1]
    always = [case for case in cases if not case.marks]
    assert [case.id for case in cases] == [mutation.name for mutation in mutations(game)]
    assert 2 <= len(always) <= trial.ALWAYS
    assert {mark.name for case in cases for mark in case.marks} == {"deep"}
