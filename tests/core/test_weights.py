"""The weights of evaluations: what ships, what is read, and a bot that plays with others."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import Table, bots
from ludotheque.bots.weighted import Weighted
from ludotheque.core import components, entry, registry, weights
from ludotheque.core.weights import BadWeights, Weight, Weights
from ludotheque.lab import Match, play
from ludotheque.lab.store import code_of

WEIGHED = ("billabong", "bantu", "banjooli-cross", "boussanga")


@pytest.mark.parametrize("name", WEIGHED)
def test_a_game_plays_with_the_weights_of_its_file(name: str) -> None:
    game = registry.get(name)
    kept = weights.shipped(game)
    assert [each.name for each in game.weights] == list(kept.values)
    box = components.load(game).array
    assert box["weights"].tolist() == kept.array(game)
    own = components.load(game, components.printed(game)).array
    assert own["weights"] == box["weights"]


@pytest.mark.parametrize("name", WEIGHED)
def test_the_record_of_a_run_names_the_weights_that_ship(name: str) -> None:
    """What ships is what the run found, and it had been shown to be better; the first weights were found by hand."""
    kept = weights.shipped(registry.get(name))
    assert kept.record["found"] in ("by hand", "by self-play")
    if kept.record["found"] == "by self-play":
        record = kept.record
        assert record["result"]["better"]
        assert record["result"]["low"] > record["result"]["equal"]
        changed = [each for each, value in kept.values.items() if record["before"][each] != value]
        assert set(changed) <= set(record["tuned"])
        assert record["before"].keys() == kept.values.keys()
        assert record["rules"] == registry.get(name).rules_version
        assert {
            "seed",
            "games",
            "optimiser",
            "date",
            "ludotheque",
            "simulations",
            "generations",
        } <= record.keys()


def judged(table: Table, box: Any) -> list[float]:
    out = np.zeros(table.seats)
    entry.judge(box, table.state, out)
    return out.tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", WEIGHED)
def test_each_weight_counts(name: str) -> None:
    """Some position looks different with another value of each weight."""
    game = registry.get(name)
    missing = {each.name for each in game.weights}
    modes: tuple[dict[str, Any], ...] = ({"mode": "cooperative"}, {}) if name == "boussanga" else ({},)
    for seed, options in itertools.product(range(2, 12), modes):
        table = Table(name, 2, options, seed=seed)
        rng = np.random.default_rng(seed)
        while missing and not table.is_over and len(table.events) < 120:
            plain = judged(table, table.box)
            for number, each in enumerate(game.weights):
                values = table.box[0]["weights"].tolist()
                values[number] = each.low if values[number] > (each.low * each.high) ** 0.5 else each.high
                if judged(table, weights.put(table.box, values)) != plain:
                    missing.discard(each.name)
            table.play(int(rng.choice(table.legal_actions(table.actors[0]))), table.actors[0])
    assert not missing


def test_putting_weights_in_leaves_the_box_as_it_is() -> None:
    box = components.load(registry.get("bantu")).array
    before = box.tobytes()
    other = weights.put(box, [1.0, 2.0, 3.0, 4.0, 5.0])
    assert other["weights"].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert box.tobytes() == before


def file(**changed: Any) -> bytes:
    values = dict(weights.shipped(registry.get("bantu")).values)
    return json.dumps({"format": 1, "game": "bantu", "weights": values, "record": {}} | changed).encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b" " * 300_000, "at most 262144 are read"),
        (b"[]", "ludotheque tune"),
        (file(format=2), "format 1"),
        (file(game=3), "lacks game"),
        (file(weights=[1]), "lacks game"),
        (file(record=""), "lacks game"),
        (file(weights={"entering": "1"}), "must be a number, not '1'"),
        (file(weights={"entering": True}), "must be a number"),
        (file(weights={"entering": float("nan")}), "must be a number"),
    ],
)
def test_an_invalid_file_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(BadWeights, match=says):
        weights.parse(content)


def test_weights_of_another_game_or_out_of_bounds_are_refused() -> None:
    bantu = registry.get("bantu")
    kept = weights.shipped(bantu)
    with pytest.raises(BadWeights, match="for bantu, not for billabong"):
        kept.array(registry.get("billabong"))
    with pytest.raises(BadWeights, match="has no weights"):
        Weights("banzai", {}).array(registry.get("banzai"))
    with pytest.raises(BadWeights, match="has no weights"):
        weights.shipped(registry.get("banzai"))
    with pytest.raises(BadWeights, match="the weights of bantu are entering"):
        Weights("bantu", {"entering": 1.0}).array(bantu)
    with pytest.raises(BadWeights, match=r"lead must be from 0.25 to 6, not 7.0"):
        Weights("bantu", {**kept.values, "lead": 7.0}).array(bantu)
    with pytest.raises(ValueError, match="0 < low < high"):
        Weight("none", 0.0, 1.0)


def test_written_weights_read_back() -> None:
    kept = weights.shipped(registry.get("boussanga"))
    assert weights.parse(kept.text().encode()) == kept


def test_a_bot_plays_with_the_weights_of_a_file(tmp_path: Path) -> None:
    odd = Weights("bantu", {"entering": 8.0, "step_2": 0.1, "step_3": 2.0, "step_4": 0.05, "lead": 6.0})
    (tmp_path / "odd.json").write_text(odd.text())
    (tmp_path / "same.json").write_text(weights.shipped(registry.get("bantu")).text())
    short: dict[str, Any] = {"short": True}
    plain = play(Match("bantu", 2, (f"weights:{tmp_path}/same.json@greedy",) * 2, 4, short, opening=4))
    other = play(Match("bantu", 2, (f"weights:{tmp_path}/odd.json@greedy",) * 2, 4, short, opening=4))
    level = play(Match("bantu", 2, (Weighted(tmp_path / "same.json", "greedy"),) * 2, 4, short, opening=4))
    assert plain.trajectory == level.trajectory != other.trajectory
    assert plain.levels[0] == f"weights:{tmp_path}/same.json@greedy"
    hashes = [code_of((f"weights:{tmp_path}/{name}.json",)) for name in ("same", "odd")]
    assert set(hashes[0].values()) != set(hashes[1].values())


def test_a_bot_with_weights_is_refused_where_they_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "bantu.json").write_text(weights.shipped(registry.get("bantu")).text())
    bot = f"weights:{tmp_path}/bantu.json"
    with pytest.raises(BadWeights, match="for bantu, not for billabong"):
        play(Match("billabong", 2, (bot, bot), 1))
    with pytest.raises(ValueError, match="against the clock only the levels"):
        play(Match("banzai", 3, (bot,) * 3, 1))
    with pytest.raises(bots.UnknownBot, match="cannot be read"):
        bots.check(f"weights:{tmp_path}/none.json")
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(bots.UnknownBot, match="format 1"):
        bots.check(f"weights:{tmp_path}/list.json")
    with pytest.raises(ValueError, match="no level 'wizard'"):
        Weighted(weights.shipped(registry.get("bantu")), "wizard")
