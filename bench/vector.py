"""Measures how many steps a second the vector environment makes, beside pgx and PettingZoo on their nearest kin, in the same run.

    python bench/vector.py [--games billabong,bantu] [--batches 1,128,4096] [--together 64] [--rounds 5]
        [--seconds 0.5] [--json]

`bare`      one action played at each table, given beforehand and not checked again, chance drawn and new games begun included;
`checked`   the same with the check of every action;
`full`      with `observe` and `mask` of the seat to act, written into arrays before each step;
`random`    with an action drawn from the legal ones at each step (this lists them), without observations.

`gymnasium` is measured at --together tables for each game, in steps a second of this process's processor time, all that `step` gives included: `single` is what a
vector of single tables gives (`make_vec(…, vectorization_mode="sync")`), `easy` and `random` are `make_vec` against such bots, `all` is `make_vec` with
all seats played by the program; `times` is `easy` divided by `single`, which has the same opponents.

A peer has one figure, `full`: its steps always come with observations and masks, so it is compared with our `full`. Its actions are drawn at
random from its mask outside of what is timed, except in PettingZoo, whose loop is the usual one. Peers that are not installed are named
and left out (`pip install pgx "pettingzoo[classic]"`). The process keeps to one core. Rounds alternate between all measurements; figures are medians.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any

import numpy as np
from load import ratios

from ludotheque import envs
from ludotheque.envs.speed import Measure, measures

GAMES: dict[str, dict[str, Any]] = {
    "billabong": {"seats": 2, "options": {"mode": "duel"}},
    "bantu": {"seats": 2},
    "banjooli-cross": {"seats": 2},
    "boussanga": {"seats": 2},
}
KIN: dict[str, tuple[str, ...]] = {
    "billabong": ("pgx animal_shogi", "pgx hex", "pettingzoo connect_four_v3"),
    "bantu": ("pgx backgammon", "pettingzoo connect_four_v3"),
    "banjooli-cross": ("pgx backgammon", "pettingzoo leduc_holdem_v4"),
    "boussanga": ("pgx sparrow_mahjong", "pettingzoo texas_holdem_v4"),
}
"""What is nearest in kind: pieces that move on a board (and a board on which stones are only placed), a race with dice, tiles and cards."""

INSTALL = {"pgx": "pip install pgx", "pettingzoo": 'pip install "pettingzoo[classic]"'}
_said: set[str] = set()


def ours(name: str, batch: int) -> dict[str, Measure]:
    """The measurements of one of our games."""
    return measures(envs.vector(name, batch, **GAMES[name]))


def of_pgx(name: str, batch: int) -> Measure:
    """A game of pgx: one jitted call steps all tables and begins new games where one is over."""
    jax = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    env = pgx.make(name)
    keys = jax.random.split(jax.random.PRNGKey(0), batch)
    state = jax.jit(jax.vmap(env.init))(keys)
    stepped = auto_reset(env.step, env.init)
    step = jax.jit(jax.vmap(stepped))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))

    def measure(seconds: float) -> float:
        nonlocal state
        spent, steps, key = 0.0, 0, jax.random.PRNGKey(1)
        while spent < seconds:
            key, one, two = jax.random.split(key, 3)
            actions = choose(one, state.legal_action_mask).block_until_ready()
            keys = jax.random.split(two, batch).block_until_ready()
            began = perf_counter()
            state = jax.block_until_ready(step(state, actions, keys))
            spent += perf_counter() - began
            steps += batch
        return steps / spent

    measure(1e-9)  # compile it
    return measure


def of_pettingzoo(name: str, _batch: int) -> Measure:
    """A game of PettingZoo, one table in Python's loop, as its documentation shows it."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    luck = np.random.default_rng(1)

    def measure(seconds: float) -> float:
        began, steps = perf_counter(), 0
        while perf_counter() - began < seconds:
            env.reset(seed=int(luck.integers(1 << 30)))
            for _ in env.agent_iter():
                seen, _, over, late, info = env.last()
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(None if over or late else int(luck.choice(np.flatnonzero(mask))))
                steps += 1
        return steps / (perf_counter() - began)

    return measure


def of_gymnasium(name: str, tables: int, rounds: int, seconds: float) -> dict[str, Any]:
    """Steps a second of processor time of what `gymnasium.make_vec` gives, before and after; each round measures all of them."""
    import gymnasium

    ways: dict[str, dict[str, Any]] = {
        "single": {"vectorization_mode": "sync"},
        "easy": {},
        "random": {"opponents": "random"},
        "all": {"opponents": None},
    }
    luck = np.random.default_rng(1)
    made = {}
    for way, asked in ways.items():
        made[way] = gymnasium.make_vec(f"ludotheque/{name}-v0", num_envs=tables, **GAMES[name], **asked)
    masks = {way: each.reset(seed=1)[1]["action_mask"] for way, each in made.items()}
    found: dict[str, list[float]] = defaultdict(list)
    for number in range(-1, rounds):  # the first time only compiles
        for way, envs_of in made.items():
            spent, steps = 0.0, 0
            while spent < (seconds if number >= 0 else 1e-9):
                actions = (masks[way] * luck.random(masks[way].shape, np.float32)).argmax(1)
                began = process_time()
                masks[way] = envs_of.step(actions)[-1]["action_mask"]
                spent += process_time() - began
                steps += tables
            if number >= 0:
                found[way].append(steps / spent)
    rates: dict[str, Any] = {way: round(statistics.median(each)) for way, each in found.items()}
    return rates | {"times": ratios.middle(found["easy"], found["single"], 1)}


def peers(names: set[str], batch: int) -> Iterator[tuple[str, Measure]]:
    """The peers that are installed. What is missing of the others is said once, on standard error."""
    for kin in sorted(names):
        library, name = kin.split()
        try:
            yield kin, (of_pgx if library == "pgx" else of_pettingzoo)(name, batch)
        except ImportError as error:
            missing = f"{error.name} is not installed" if error.name else str(error)
            said = f"no comparison with {library}: {missing} ({INSTALL[library]})"
            if said not in _said:
                _said.add(said)
                print(said, file=sys.stderr)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(GAMES), help="names, with commas between them")
    parser.add_argument("--batches", default="1,128,4096", help="numbers of tables, with commas between them")
    parser.add_argument("--together", type=int, default=64, help="tables of Gymnasium's vectors; 0: none")
    parser.add_argument("--rounds", type=int, default=5, help="rounds in which everything is measured")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of each measurement in a round")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    games, batches = asked.games.split(","), asked.batches.split(",")
    if unknown := [game for game in games if game not in GAMES]:
        parser.error(f"nothing is measured for {', '.join(unknown)}; there are {', '.join(GAMES)}")
    if not all(each.isdecimal() and int(each) for each in batches) or asked.rounds < 1 or asked.seconds <= 0:
        parser.error("--batches, --rounds and --seconds must be more than 0")
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    rows: list[dict[str, Any]] = []
    for batch in map(int, batches):
        timed = {(game, what): each for game in games for what, each in ours(game, batch).items()}
        timed |= {
            (kin, "full"): each for kin, each in peers({kin for game in games for kin in KIN[game]}, batch)
        }
        found: dict[tuple[str, str], list[float]] = defaultdict(list)
        for _ in range(asked.rounds):
            for key, measure in timed.items():
                found[key].append(measure(asked.seconds))
        rates = {key: statistics.median(values) for key, values in found.items()}
        for game in games:
            row: dict[str, Any] = {"game": game, "batch": batch}
            row |= {what: round(rate) for (name, what), rate in rates.items() if name == game}
            row["peers"] = {
                kin: {
                    "full": round(rates[kin, "full"]),
                    "times": ratios.middle(found[game, "full"], found[kin, "full"], 2),
                }
                for kin in KIN[game]
                if (kin, "full") in rates
            }
            rows.append(row)
    together = asked.together if find_spec("gymnasium") else 0
    for row in rows[: len(games)] if together > 0 else ():
        row["gymnasium"] = of_gymnasium(row["game"], together, asked.rounds, asked.seconds)
    print(json.dumps(rows) if asked.json else _told(rows))


def _told(rows: list[dict[str, Any]]) -> str:
    lines = [f"{'steps a second':<16}{'tables':>7}{'bare':>13}{'checked':>13}{'full':>13}{'random':>13}"]
    for row in rows:
        rates = "".join(f"{row[what]:>13,}" for what in ("bare", "checked", "full", "random"))
        lines.append(f"{row['game']:<16}{row['batch']:>7}{rates}")
        for kin, peer in row["peers"].items():
            lines.append(
                f"    {kin:<32} full {peer['full']:>13,}   we are {ratios.told(peer['times'])} times as fast"
            )
    ways = ("single", "easy", "random", "all")
    beside = [row for row in rows if "gymnasium" in row]
    if beside:
        lines.append(f"\n{'with gymnasium':<23}{''.join(f'{way:>13}' for way in ways)}   easy over single")
    for row in beside:
        rates = "".join(f"{row['gymnasium'][way]:>13,}" for way in ways)
        lines.append(f"{row['game']:<23}{rates}   {ratios.told(row['gymnasium']['times'], '.0f')}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
