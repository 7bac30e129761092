"""How much of a game's `mutations.toml` is tried without more effort."""

from __future__ import annotations

import pytest

from tests.mutating import trial
from tests.mutating.mutate import mutations

GAMES = ("bantu", "banjooli-cross", "banzai", "billabong", "boussanga")


@pytest.mark.parametrize("game", GAMES)
def test_briefly_every_rule_is_broken_and_every_check_has_something_to_notice(game: str) -> None:
    whole = mutations(game)
    brief = trial.briefly(whole)
    assert [(m.name, m.caught[:1]) for m in brief] == [(m.name, m.caught[:1]) for m in whole]
    assert {check for m in brief for check in m.caught} == {check for m in whole for check in m.caught}
    assert all(set(few.caught) <= set(many.caught) for few, many in zip(brief, whole, strict=True))
