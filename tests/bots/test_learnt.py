"""The learnt player: networks in files, what they say about a position, and how the search plays with them."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import Table, bots
from ludotheque.bots import own
from ludotheque.bots.learnt import About, BadNetwork, Learnt, Network, network, player
from ludotheque.bots.learnt.estimate import Layers, look, promise
from ludotheque.bots.learnt.player import Growing
from ludotheque.core import registry
from ludotheque.core.luck import Luck
from ludotheque.lab import Match, matches, play

ROOT = Path(__file__).resolve().parents[2]
VECTORS = json.loads((Path(__file__).parent / "learnt_vectors.json").read_text(encoding="utf-8"))
"""What PyTorch says about positions, with the networks that games ship; made by `learnt_vectors.py`."""


def plain(game: str = "bantu", units: int = 4, deep: int = 3, **options: Any) -> Network:
    """A network that knows nothing but the game's own evaluation."""
    table = Table(game, 2, options, seed=1)
    found = registry.get(game)
    size = found.observation(table.box[0], table.state[0]).size  # type: ignore[misc]  # these games have one
    about = About(
        game,
        2,
        network.options_of(found, table.state[0]),
        found.rules_version,
        size,
        found.num_actions(table.box[0]),
    )
    rng = np.random.default_rng(3)
    weights = {
        name: rng.normal(size=shape, scale=0.1).astype(np.float16).astype(np.float32)
        for name, shape in network.shapes(size, about.num_actions, units, deep).items()
    }
    return Network(about, Layers(**(weights | {"scalars": np.array([0.0, 1.0, 4.0], np.float32)})))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of such a network."""
    network.save(plain(), tmp_path / "network.npz")
    return tmp_path / "network.npz"


def moved(table: Table, actions: int) -> Table:
    """The table after some actions, drawn by lot."""
    rng = np.random.default_rng(actions)
    for _ in range(actions):
        table.play(int(rng.choice(table.legal_actions(table.actors[0]))))
    return table


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_network_is_read_as_it_was_written(file: Path) -> None:
    there, here = network.load(file), plain()
    assert there.about == here.about
    for ours, theirs in zip(there.layers, here.layers, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path, file: Path) -> None:
    with pytest.raises(BadNetwork, match=r"nowhere.npz cannot be read: No such file"):
        network.load(tmp_path / "nowhere.npz")
    content = file.read_bytes()
    for broken in (b"", b"hello", content[: len(content) // 2]):
        with pytest.raises(BadNetwork, match="bad is no network of ludotheque"):
            network.loads(broken, "bad")
    network.save(replace(plain(), about=replace(plain().about, format=2)), file)
    with pytest.raises(BadNetwork, match="has format 2, and this version reads format 1"):
        network.load(file)
    network.save(replace(plain(), about=replace(plain().about, num_actions=7)), file)
    with pytest.raises(BadNetwork, match="is damaged: actions has the shape"):
        network.load(file)
    layers = plain().layers
    layers.value[0] = np.nan
    network.save(Network(plain().about, layers), file)
    with pytest.raises(BadNetwork, match="is damaged: value"):
        network.load(file)


@pytest.mark.parametrize(
    "array",
    [b"", b"\x93NUMPY", b"\x93NUMPY\x01\0\xff\xff{}", np.ones(2, np.int8), np.array({}), np.full(2, 1e300), np.ones((2, 2), "f4", order="F")],
    ids=["empty", "head", "cut", "int8", "pickled", "too large", "Fortran"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["about", "value"])
def test_a_damaged_array_is_refused(file: Path, tmp_path: Path, array: Any, name: str) -> None:
    """Also one of a kind that networks do not have; whatever its reader stumbles over, the file is named."""
    made = tmp_path / "made.npz"
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(made, "w") as other:
        for each in whole.namelist():
            if each != f"{name}.npy":
                other.writestr(each, whole.read(each))
            elif isinstance(array, bytes):
                other.writestr(each, array)
            else:
                np.save(held := io.BytesIO(), array)
                other.writestr(each, held.getvalue())
    with pytest.raises(BadNetwork, match=r"made\.npz is no network of ludotheque"):
        network.load(made)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (("billabong", 2, {"mode": "duel"}), "it was trained for bantu, not for billabong"),
        (("bantu", 3, {}), "two seats, not 3"),
        (("bantu", 2, {"short": True}), "it was trained for games of bantu with short=False"),
    ],
)
def test_a_network_refuses_other_games(table: tuple[str, int, dict[str, Any]], says: str) -> None:
    with pytest.raises(BadNetwork, match=says):
        matches.check(Match(table[0], table[1], (Learnt(plain()),) * table[1], 1, table[2]))


def test_a_network_refuses_other_rules_and_another_box() -> None:
    table = Table("bantu", 2, seed=1)
    older = replace(plain(), about=replace(plain().about, rules_version=0))
    with pytest.raises(BadNetwork, match="version 0 of the rules of bantu, which are at"):
        Learnt(older).check(table.game, table.box, table.state)
    larger = replace(plain(), about=replace(plain().about, size=plain().about.size + 1))
    with pytest.raises(BadNetwork, match="another box of bantu"):
        Learnt(larger).check(table.game, table.box, table.state)


def test_a_game_without_a_network_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "_shipped", lambda name: None)
    with pytest.raises(BadNetwork, match="bantu comes without a network; train one"):
        matches.check(Match("bantu", 2, ("learnt", "learnt"), 1))
    with pytest.raises(BadNetwork, match="banjooli-cross has secrets and chance; the learnt"):
        matches.check(Match("banjooli-cross", 2, ("learnt", "learnt"), 1))


# -- the bot ----------------------------------------------------------------------------------------------------------


def test_it_plays_by_name_and_alike_with_the_same_seed(file: Path) -> None:
    bot = Learnt(file, simulations=6)
    match = Match("bantu", 2, (bot, "random"), 5, opening=30)
    assert play(match) == play(match)
    assert play(match).levels[0] == f"learnt:{file}"
    view = moved(Table("bantu", 2, seed=2), 20)
    seat = view.actors[0]
    found = bots.choose("bantu", None, view.view({seat}).tobytes(), seat, bot, seed=1)
    assert found in view.legal_actions(seat)


def test_it_goes_to_other_processes(file: Path) -> None:
    bot = Learnt(file, processor_s=0.5, simulations=7)
    again = pickle.loads(pickle.dumps(bot))
    assert (again.__name__, again.processor_s, again.simulations) == (bot.__name__, 0.5, 7)
    assert again.network.about == bot.network.about  # type: ignore[union-attr]  # both were read from the file


def test_a_file_is_named_after_a_colon(file: Path, tmp_path: Path) -> None:
    own.find.cache_clear()
    bots.check(f"learnt:{file}")
    with pytest.raises(bots.UnknownBot, match="cannot be read"):
        bots.check(f"learnt:{tmp_path / 'nowhere.npz'}")


def test_the_search_takes_a_win_that_is_there() -> None:
    """A seat whose last pawn can reach the finish brings it there, whatever the network believes."""
    table = moved(Table("bantu", 2, {"short": True}, seed=4), 0)
    bot = Learnt(plain(short=True), simulations=60)
    rng = Luck.of(1)
    while not table.is_over:
        seat = table.actors[0]
        winning = [action for action in table.legal_actions(seat) if _wins(table, action)]
        if winning:
            view = table.view({seat})
            chosen = bots.choose_in(table.game, table.box, view, seat, bot, rng)
            assert chosen in winning
            return
        table.play(bots.choose("bantu", None, table.view({seat}).tobytes(), seat, "greedy", seed=1))
    pytest.fail("nobody could win")


def _wins(table: Table, action: int) -> bool:
    after = table.copy()
    after.play(action)
    return after.is_over


def test_time_is_a_limit(file: Path) -> None:
    table = moved(Table("bantu", 2, seed=2), 30)
    growing = Growing(table.game, network.load(file))
    rng = Luck.of(1)
    growing.begin()
    growing.run_for(table.box, table.view({table.actors[0]}), 1e-6, 1 << 40, rng)
    assert 1 <= sum(edge.visits for edge in growing.edges) <= 8
    growing.begin()
    growing.run_for(table.box, table.view({table.actors[0]}), 1e6, 20, rng)
    assert growing.tree.spread[0] == 20


def test_a_full_tree_plays_on(file: Path) -> None:
    table = moved(Table("bantu", 2, seed=2), 30)
    growing = Growing(table.game, network.load(file), nodes=4, edges=40)
    growing.begin()
    growing.run(table.box, table.view({table.actors[0]}), 60, Luck.of(1))
    assert growing.tree.used[0] == 4
    assert growing.tree.used[1] <= 40
    assert sum(edge.visits for edge in growing.edges) == 60
    assert growing.best in table.legal_actions(table.actors[0])


# -- the networks that games ship ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(VECTORS))
def test_a_shipped_network_is_small_and_agrees_with_pytorch(game: str) -> None:
    found = network.shipped(registry.get(game))
    assert found is not None
    assert (ROOT / "src" / "ludotheque" / "games" / game / network.FILE).stat().st_size < 500_000
    told = VECTORS[game]
    table = moved(Table(game, 2, dict(found.about.options), seed=1), told["actions"])
    seat = table.actors[0]
    network.check(found, table.game, table.box, table.state)
    growing = Growing(table.game, found, 4, 64)
    share = look(
        network.box_of(found, table.game, table.box), table.view({seat}), seat, found.layers, growing.scratch
    )
    assert share == pytest.approx(told["share"], abs=1e-5)
    layers = Layers(*map(np.asarray, found.layers))
    for action, gain, odds in told["promising"]:
        assert promise(layers, growing.scratch, action, gain) == pytest.approx(odds, abs=1e-4)


@pytest.mark.parametrize("game", sorted(VECTORS))
def test_the_vectors_match_pytorch(game: str) -> None:
    pytest.importorskip("torch", reason='PyTorch is missing: pip install "ludotheque[train]"')
    from tests.bots.learnt_vectors import told

    here, kept = told(game), VECTORS[game]
    assert here["share"] == pytest.approx(kept["share"], abs=1e-5)
    for ours, theirs in zip(here["promising"], kept["promising"], strict=True):
        assert ours == pytest.approx(theirs, abs=1e-4)
