"""`VectorEnv`: many tables of one game, stepped together in compiled code. For programs that learn to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import components as boxes
from ludotheque.core import entry, recarrays, registry, state
from ludotheque.core.errors import BadInput, BadOption
from ludotheque.core.game import Game, Value
from ludotheque.core.kernel import compiled_throughout
from ludotheque.core.observation import Observation
from ludotheque.envs import fields, stepping

ENDED, CUT_SHORT = 1, 2
"""Values of `VectorEnv.ended`: the game ended by its rules, and it was cut short. 0 while it goes on."""


class IllegalAction(BadInput):
    """An action of a step is not legal at its table. No table has changed."""


class Saved:
    """What `VectorEnv.clone` keeps: all tables and their random streams."""

    def __init__(self, arrays: tuple[Any, ...]) -> None:
        self.arrays = arrays


class VectorEnv:
    """Tables of one game that are stepped together. Make one with `ludotheque.envs.vector`.

    Each table has its own random stream for chance, so what happens at it depends only on the seed, its index and its actions, not on the
    number of tables or threads. Where a game is over, its result is in `shares` and `ended`, and the table has begun a new one: arrays that
    are filled afterwards are of the new game.

    Attributes:
        game: the game.
        n: the number of tables.
        seats: the number of players at each.
        options: option names and values.
        num_actions: actions are whole numbers from 0 to `num_actions` - 1, as at a `Table`.
        observation: what `observe` writes, described number by number.
        size: how many numbers that is.
        seat: which seat acts at each table; int8, shape (n,).
        shares: after a step, each seat's share of the win where a game ended by its rules, otherwise 0; float32, shape (n, seats).
        ended: after a step: 0 if the game goes on, `ENDED` or `CUT_SHORT`; uint8, shape (n,).
        steps: the actions played so far in each game; int32, shape (n,).
        seeds: with `as_table`, the seed of the `Table` that plays the same game; int64, shape (n,). Otherwise 0.
        states: the states, one record each, with all that is hidden. Writing to them is at your own risk.
    """

    @compiled_throughout
    def __init__(
        self,
        game: Game,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        *,
        components: Mapping[str, Any] | None = None,
        first: int | None = None,
        cap: int = 0,
        threads: int = 1,
        as_table: bool = False,
        seed: int = 0,
    ) -> None:
        if game.timed:
            raise BadOption(
                "game",
                f"{game.name} runs against the clock; step it with `ludotheque.envs.parallel`, which has ticks",
            )
        for name, value, least in (("n", n, 1), ("threads", threads, 1), ("cap", cap, 0)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
                raise BadOption(name, f"{name} must be a whole number from {least}, not {value!r}")
        self.game, self.n, self.threads, self.cap = game, int(n), min(int(threads), int(n)), int(cap)
        self.seats = min(number for number in game.seats if number > 1) if seats is None else seats
        self.options = game.check_options(self.seats, options or {})
        self._boxes = boxes.load(game, components).array
        self._starts = self._make_starts(first)
        self.num_actions = game.num_actions(self._boxes[0])
        describe = game.observation
        self.observation: Observation = (
            fields.observation(game, self.seats)
            if describe is None
            else describe(self._boxes[0], self._starts[0])
        )
        self.size = self.observation.size
        self.states = recarrays.zeros(self.n, game.state)
        self.seat: NDArray[np.int8] = np.zeros(self.n, np.int8)
        self.steps: NDArray[np.int32] = np.zeros(self.n, np.int32)
        self.shares: NDArray[np.float32] = np.zeros((self.n, self.seats), np.float32)
        self.ended: NDArray[np.uint8] = np.zeros(self.n, np.uint8)
        self._counts: NDArray[np.int32] = np.zeros(self.n, np.int32)
        self._luck, self._taste = np.zeros(self.n, np.uint64), np.zeros(self.n, np.uint64)
        self._keys = np.zeros((self.n if as_table else 0, 16), np.int64)
        self.seeds: NDArray[np.int64] = np.zeros(self.n, np.int64)
        self._draws = np.zeros(self.n, np.int64)
        self._tables = stepping.Tables(
            self.states, self.seat, self._luck, self._keys, self.seeds, self._draws, self._taste, self.steps
        )
        edges = [self.n * part // self.threads for part in range(self.threads + 1)]
        self._parts = [
            (low, high, stepping.workspace_for(game, self._starts[:1])) for low, high in pairwise(edges)
        ]
        self._pool = ThreadPoolExecutor(self.threads, "ludotheque-env") if self.threads > 1 else None
        self.reset(seed)

    def _make_starts(self, first: int | None) -> Any:
        """One state after `setup` for each seat that may go first."""
        if first is not None and first not in range(self.seats):
            raise BadOption(
                "first", f"first must be a seat from 0 to {self.seats - 1}, or None, not {first!r}"
            )
        firsts = range(self.seats) if first is None and self.game.first else [first or 0]
        starts = recarrays.zeros(len(firsts), self.game.state)
        for index, seat in enumerate(firsts):
            fresh = self.game.fresh_state(self.seats, self.options, seat)
            self.game.compose(self._boxes[0], fresh[0], self.options)
            entry.setup(self._boxes, fresh)
            recarrays.overwrite(starts[index : index + 1], fresh)
        return starts

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.name!r}, n={self.n}, seats={self.seats})"

    # ------------------------------------------------------------------------------------ stepping

    def reset(self, seed: int = 0) -> None:
        """Start a new game at every table. The same seed gives the same chance, and the same seats that go first."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
            raise BadOption("seed", f"the seed must be a whole number from 0, not {seed!r}")
        streams = np.random.SeedSequence(int(seed)).generate_state(2 * self.n, np.uint64)
        self._luck[:], self._taste[:] = streams[::2], streams[1::2]
        self.shares[:] = 0
        self.ended[:] = 0
        self._run(stepping.reset, self._starts, self._tables)

    def step(self, actions: NDArray[Any], *, check: bool = True) -> None:
        """Play one action at each table, for the seat in `seat`; then chance is drawn, and games that are over begin anew.

        Args:
            actions: a legal action for each table; whole numbers, shape (n,). int32 is not copied.
            check: False skips the check, which costs time. An action that is not legal then leaves its table in no defined state.

        Raises:
            IllegalAction: an action is not legal. No table has changed.
            BadInput: the array has another shape or no whole numbers.
        """
        played = self._actions(actions)
        if check:
            self._check(played)
        self._run(stepping.step, self._starts, self._tables, played, self.shares, self.ended, self.cap)

    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Draw a legal action for each table, each equally likely, from the tables' own streams. int32, shape (n,)."""
        drawn = np.empty(self.n, np.int32) if out is None else self._array(out, "out", (self.n,), np.int32)
        self._run(stepping.sample, self._tables, drawn, self._counts)
        return drawn

    def mask(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Write which actions are legal for the seat that acts; bool or uint8, shape (n, num_actions)."""
        masks = np.empty((self.n, self.num_actions), np.bool_) if out is None else out
        kind = np.uint8 if getattr(masks, "dtype", None) == np.uint8 else np.bool_
        self._array(masks, "out", (self.n, self.num_actions), kind)
        self._run(stepping.mask, self._tables, masks.view(np.uint8))
        return masks

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Write what the seat that acts sees; float32, shape (n, size). `observation` says what each number means."""
        shape = (self.n, self.size)
        seen = np.empty(shape, np.float32) if out is None else self._array(out, "out", shape, np.float32)
        if self.game.observation is None:
            fields.observe(self.game, self._views(), self.seat, seen)
        else:
            self._run(stepping.observe, self._tables, seen)
        return seen

    # ---------------------------------------------------------------------------- copies of tables

    def clone(self) -> Saved:
        """Keep all tables as they are now, for `restore`."""
        return Saved(
            tuple(state.copy(array) if array is self.states else array.copy() for array in self._arrays())
        )

    def restore(self, saved: Saved) -> None:
        """Go back to what `clone` of this environment, or of one made alike, has kept. Raises `BadInput` if it was made otherwise."""
        ours = self._arrays()
        for mine, kept in zip(ours, saved.arrays, strict=True):
            if mine.shape != kept.shape or mine.dtype != kept.dtype:
                raise BadInput(
                    "saved", f"this was kept by an environment of another kind, not by one like {self!r}"
                )
        for mine, kept in zip(ours, saved.arrays, strict=True):
            mine.view(np.uint8)[...] = kept.view(np.uint8)

    def _arrays(self) -> tuple[Any, ...]:
        return (*self._tables, self.shares, self.ended)

    # --------------------------------------------------------------------------------------- inside

    def _run(self, function: Callable[..., Any], *args: Any) -> list[Any]:
        """Call a loop of `stepping` for all tables; in several threads if there are."""
        if self._pool is None:
            return [self._run_part(function, args, *self._parts[0])]
        waiting = [self._pool.submit(self._run_part, function, args, *part) for part in self._parts]
        return [each.result() for each in waiting]

    @compiled_throughout
    def _run_part(self, function: Callable[..., Any], args: Any, low: int, high: int, workspace: Any) -> Any:
        with np.errstate(over="ignore"):  # interpreted, random streams would warn when they wrap around
            return function(self._boxes, *args, low, high, workspace)

    def _views(self) -> Any:
        """Each table's state as the seat that acts sees it."""
        seen = recarrays.zeros(self.n, self.game.state)
        recarrays.overwrite(seen, self.states)
        for index in range(self.n):
            entry.hide(self._boxes, seen[index : index + 1], 1 << int(self.seat[index]))
        return seen

    def _check(self, actions: NDArray[np.int32]) -> None:
        for wrong in self._run(stepping.first_illegal, self._tables, actions, self.num_actions):
            if wrong >= 0:
                raise IllegalAction(
                    f"actions[{wrong}]",
                    f"{int(actions[wrong])} is not legal for seat {int(self.seat[wrong])} at table {wrong}; "
                    f"mask() says which of the {self.num_actions} actions are",
                )

    def _actions(self, actions: Any) -> NDArray[np.int32]:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(
                "actions", f"must be {self.n} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32 and given.size and not 0 <= int(given.min()) <= int(given.max()) < 2**31:
            raise IllegalAction("actions", f"actions are from 0 to {self.num_actions - 1}")
        return np.ascontiguousarray(given, np.int32)

    def _array(self, array: Any, name: str, shape: tuple[int, ...], kind: Any) -> Any:
        right = (
            isinstance(array, np.ndarray)
            and array.shape == shape
            and array.dtype == kind
            and array.flags.c_contiguous
            and array.flags.writeable
        )
        if not right:
            told = (
                f"{array.dtype} of shape {array.shape}"
                if isinstance(array, np.ndarray)
                else type(array).__name__
            )
            raise BadInput(
                name, f"must be a writeable C-ordered array of {np.dtype(kind)} of shape {shape}, not {told}"
            )
        return array


def vector(
    game: str | Game,
    n: int,
    seats: int | None = None,
    *,
    components: Mapping[str, Any] | None = None,
    first: int | None = None,
    cap: int = 0,
    threads: int = 1,
    as_table: bool = False,
    seed: int = 0,
    **options: Value,
) -> VectorEnv:
    """Make `n` tables of a game that are stepped together.

    Args:
        game: the game, or its name.
        n: the number of tables.
        seats: the number of players; None for the fewest, but two.
        components: the content of a component file; None for the printed box.
        first: the seat that goes first; None to draw it for each game.
        cap: the number of actions after which a game is cut short; 0 for never.
        threads: how many threads share the tables out.
        as_table: whether chance is drawn exactly as at a `Table` (HMAC-SHA256). Then `Table(game, seats, options, seed=…)` with the number in
            `seeds` and the same actions plays the same game, which can be saved and replayed. It costs about a microsecond a draw.
        seed: see `VectorEnv.reset`.
        options: the game's options, such as `mode="duel"`.

    Raises:
        UnknownGame: there is no game of this name.
        BadOption: a number or an option is not allowed.
        BadComponents: the component file is wrong.
    """
    chosen = registry.get(game) if isinstance(game, str) else game
    return VectorEnv(
        chosen,
        n,
        seats,
        options,
        components=components,
        first=first,
        cap=cap,
        threads=threads,
        as_table=as_table,
        seed=seed,
    )
