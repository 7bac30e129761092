"""A function of the rules runs interpreted until its compiled code is there."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque.core import cache_folders, dispatch, entry, kernel, registry, verbs, warm
from ludotheque.core.kernel import Kernel
from tests.depth import deep
from tiny import rules

ROOT = Path(__file__).resolve().parents[2]
compiled_only = pytest.mark.skipif(
    cache_folders.INTERPRETED, reason="where rules are only interpreted there are no kernels"
)

FIRST_MOVES = """
import sys
from ludotheque import Table
table = Table(sys.argv[1], seed=1)
for number in range(12):
    if table.actors:
        legal = table.legal_actions(table.actors[0])
        table.scene(table.actors)
        table.play(legal[number * 7919 % len(legal)], table.actors[0], at_ms=number if table.game.timed else None)
table.record(); table.position(); table.why_not(0)
assert "numba" not in sys.modules, "a compiler was imported"
"""

WARMED = "import sys; from ludotheque.core import warm; warm.warm(sys.argv[1])"

NOTHING_MISSED = """
import sys
import numpy as np
from ludotheque import Table
from ludotheque.table import views
from ludotheque.core import background, dispatch, registry, warm
background.compile_elsewhere()
assert warm.load(sys.argv[1], warm.RULES) > 10
game, rng = registry.get(sys.argv[1]), np.random.default_rng(100)
for seats in (game.seats[0], game.seats[-1]):
    table = Table(game, seats, seed=3)
    for number in range(150):
        if game.timed:
            table.advance(int(table.s["now_ms"]) + 40)
        if not table.actors:
            break
        seat = int(rng.choice(table.actors))
        table.scene({seat}); table.scene(()); table.why_not(game.num_actions(table.b) - 1, seat); table.is_over
        code = int(rng.choice(list(table.legal_actions(seat))))
        table.play(code, seat, game.codec.path(table.b, table.s, seat, code))
        views.event_view(table.journal, (), len(table.events) - 1)
    table.record(); table.record({0}); table.position(); table.outcome
assert dispatch.missed.total() == 0, dict(dispatch.missed)
"""


ELSEWHERE = """
import sys
from ludotheque import bots
from ludotheque.core import background, cache_folders, warm
background.compile_elsewhere()
assert not warm.is_warm(sys.argv[1])
cache_folders.processor = lambda: "%s"
assert warm.is_warm(sys.argv[1]), "as if the system called both processors the same"
assert warm.load(sys.argv[1]) == 0
assert not warm.is_loaded(sys.argv[1]) and bots.is_hasty(sys.argv[1], "greedy")
"""


def run(code: str, game: str, **environment: str) -> str:
    environment = {**os.environ, "LUDOTHEQUE_JIT": "1", **environment}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", code, game], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", registry.names())
def test_first_moves_need_no_compiler(game: str, tmp_path: Path) -> None:
    run(FIRST_MOVES, game, LUDOTHEQUE_CACHE=str(tmp_path))


def have_compiled(game: str) -> None:
    """By another process, as this one would not have to load it any more."""
    if not warm.is_warm(game):
        run(WARMED, game)


@compiled_only
def test_what_was_compiled_for_another_processor_is_not_loaded() -> None:
    have_compiled("tiny")
    run(ELSEWHERE % cache_folders.processor(), "tiny", NUMBA_CPU_NAME="generic")


@pytest.mark.parametrize(
    "game", [game if game in ("tiny", "bantu") else deep(game) for game in registry.names()]
)
def test_what_is_compiled_ahead_is_all_that_a_table_calls(game: str) -> None:
    have_compiled(game)
    run(NOTHING_MISSED, game)


UNFINISHED = """
from ludotheque.core.jit import compiled

@compiled
def twice(n):
    return 2 * n

@compiled
def twice_again(n):
    return twice(twice(n))

@compiled
def by_a_later_one(n):
    return later(n)

AT_ONCE = twice_again(3)

@compiled
def later(n):
    return twice(n)
"""


def double(n: int) -> int:
    return 2 * n


DOUBLE = Kernel(double)


def quadruple(n: int) -> int:
    return DOUBLE(DOUBLE(n))


QUADRUPLE = Kernel(quadruple)


def test_interpreted_kernels_call_interpreted_functions_not_kernels() -> None:
    space = QUADRUPLE.plain.__globals__
    assert space["DOUBLE"] is DOUBLE.plain
    assert space["registry"] is registry, "other names are as they were"
    with kernel.interpreting():
        assert QUADRUPLE(3) == 12
        assert DOUBLE._face is None


def test_whoever_measures_waits_for_what_was_interpreted_before() -> None:
    changing = Kernel(double)
    kernel.compile_when_called(False)
    try:
        assert changing(2) == 4
        assert kernel.compiled_throughout(changing)(2) == 4
        assert len(changing.face.signatures) == 1
    finally:
        kernel.compile_when_called()


def test_a_kernel_changes_over_between_two_calls() -> None:
    changing = Kernel(double)
    kernel.compile_when_called(False)
    try:
        assert changing(2) == 4
        assert changing._face is None, "interpreted"
        with kernel.compiling():
            assert changing.activate()(2) == 4
        assert changing(2) == 4
        assert len(changing.face.signatures) == 1
        assert changing(2.5) == 5.0
        assert len(changing.face.signatures) == 1, "for other arguments it is interpreted still"
    finally:
        kernel.compile_when_called()
    with kernel.compiling():
        assert changing(2.5) == 5.0
    assert len(changing.face.signatures) == 2, "who measures waits for the compiler"


@compiled_only
def test_a_verb_leads_interpreted_rules_to_interpreted_rules() -> None:
    assert isinstance(rules.legal, Kernel)
    assert (
        entry.legal.plain.__globals__["_legal"].__globals__["_rules"][registry.get("tiny").state]["legal"]
        is rules.legal.plain
    )


@compiled_only
def test_who_asks_while_another_thread_binds_a_game_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would be told that no game has such a state."""
    begun, go_on, told = threading.Event(), threading.Event(), list[str]()

    def slow(state: Any) -> object:
        begun.set()
        go_on.wait(10)
        told.append("bound")
        return object()

    monkeypatch.setattr(dispatch, "type_of_state", slow)
    monkeypatch.setattr(verbs, "bound", [("nowhere", np.dtype([("a", np.int8)]), {})])
    binds = threading.Thread(target=dispatch._follow_verbs)
    binds.start()
    assert begun.wait(10)
    asks = threading.Thread(target=lambda: (dispatch._follow_verbs(), told.append("asked")))
    asks.start()
    asks.join(0.2)
    go_on.set()
    asks.join(10)
    binds.join(10)
    assert told == ["bound", "asked"]


@compiled_only
def test_a_kernel_is_pickled_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(rules.legal)) is rules.legal


@compiled_only
def test_a_helper_of_an_unfinished_module_is_no_twin_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unfinished.py").write_text(UNFINISHED, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    kernel.compile_when_called(False)
    try:
        module = importlib.import_module("unfinished")
        assert module.AT_ONCE == 12
        assert module.twice_again(3) == 12
        assert module.by_a_later_one(3) == 6
    finally:
        kernel.compile_when_called()
        sys.modules.pop("unfinished", None)
    space = module.twice_again.plain.__globals__
    assert space is not vars(module), "the names as they were before the module was finished"
    assert space is module.by_a_later_one.plain.__globals__
    assert space["twice"] is module.twice.plain
    assert space["later"] is module.later.plain
    assert isinstance(module.later, Kernel)


def test_another_way_of_running_rules_is_refused_with_those_that_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ludotheque"],
        env={**os.environ, "LUDOTHEQUE_JIT": "yes", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "LUDOTHEQUE_JIT must be 0, 1 or now, not 'yes'" in done.stderr
