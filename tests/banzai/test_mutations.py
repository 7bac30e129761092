"""The tests themselves are tested: each rule of `mutations.toml`, broken on purpose, is noticed, and for the right reason."""

from tests.mutating import trial


def test_every_broken_rule_is_noticed(request):
    trial.every_broken_rule_is_noticed("banzai", 15, request)


def test_nothing_is_noticed_where_nothing_is_broken(tmp_path):
    trial.nothing_is_noticed("banzai", trial.named("banzai") | {"naive"}, tmp_path)
