"""The tests themselves are tested: each rule of `mutations.toml`, broken on purpose, is noticed, and for the right reason."""

import pytest

from tests.mutating import trial


@trial.every_broken_rule("banjooli-cross")
def test_a_broken_rule_is_noticed(broken):
    trial.is_noticed(broken)


@pytest.mark.deep
def test_nothing_is_noticed_where_nothing_is_broken(tmp_path):
    trial.nothing_is_noticed("banjooli-cross", trial.named("banjooli-cross") | {"naive"}, tmp_path)
