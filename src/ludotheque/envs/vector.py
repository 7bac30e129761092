"""`VectorEnv`: many tables of one game, stepped together in compiled code. For programs that learn to play."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core import components as boxes
from ludotheque.core import entry, memory, registry, state
from ludotheque.core.errors import BadInput, BadOption
from ludotheque.core.game import Game, Value
from ludotheque.envs import fields, stepping
from ludotheque.envs.seats import chosen, described, usual_seats

ENDED, CUT_SHORT = 1, 2
"""Values of `VectorEnv.ended`: the game ended by its rules, and it was cut short. 0 while it goes on."""


class IllegalAction(BadInput):
    """An action of a step is not legal at its table. No table has changed."""


class Saved:
    """What `VectorEnv.clone` keeps: tables and their random streams. It can be pickled. `len` is the number of tables."""

    def __init__(self, kind: tuple[Any, ...], arrays: tuple[Any, ...]) -> None:
        self.kind, self.arrays = kind, arrays

    def __len__(self) -> int:
        return len(self.arrays[0])

    def __getstate__(self) -> tuple[tuple[Any, ...], list[Any]]:
        return self.kind, [array.tobytes() if array.dtype.names else array for array in self.arrays]

    def __setstate__(self, kept: tuple[tuple[Any, ...], list[Any]]) -> None:
        self.kind, arrays = kept
        dtype = memory.dtype_of(registry.get(self.kind[0]).state)
        self.arrays = tuple(
            state.load_bytes(each, dtype) if isinstance(each, bytes) else each for each in arrays
        )


class VectorEnv:
    """Tables of one game that are stepped together. Make one with `ludotheque.envs.vector`.

    Each table has its own random stream for chance, so what happens at it depends only on the seed, its index and its actions, not on the
    number of tables or threads. Where a game is over, its result is in `shares` and `ended`, and the table has begun a new one: arrays that
    are filled afterwards are of the new game. What the old one came to is in `last_states`, `last_seat`, `last_steps` and `last_seeds`, and
    `observe(last=True)` tells it; for a game that was cut short, that is the position whose value is still to be guessed.

    Arrays that it gives are the caller's: what a program keeps of them stays as it was, whatever is played afterwards. Only `states` and
    `last_states` are the tables' own memory, which the next step overwrites.

    It can be pickled and copied, as it is.

    Attributes:
        game: the game.
        n: the number of tables.
        seats: the number of players at each.
        options: option names and values.
        num_actions: actions are whole numbers from 0 to `num_actions` - 1, as at a `Table`.
        observation: what `observe` writes, described number by number.
        size: how many numbers that is.
        last_states: the last state of each game that ended or was cut short in the last step, one record each; at other tables an older one.
            They too are the tables' own.
        states: the states, one record each, with all that is hidden. They are the tables' own: copy what you keep (`clone` does). Writing to
            them is at your own risk.
    """

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
            if not _is_whole(value) or not least <= value < 1 << 31:
                raise BadOption(
                    name, f"{name} must be a whole number from {least} to 2**31 - 1, not {value!r}"
                )
        self.game, self.n, self.threads, self.cap = game, int(n), min(int(threads), int(n)), int(cap)
        wanted = usual_seats(game, seats)
        self.seats = int(wanted) if _is_whole(wanted) else wanted
        self.options = game.check_options(self.seats, options or {})
        self._asked = (game, self.n, self.seats, dict(self.options))
        self._more = {
            "components": components,
            "first": first,
            "cap": cap,
            "threads": threads,
            "as_table": as_table,
        }
        box = boxes.load(game, components)
        self._boxes = box.array
        self._kind = (game.name, self.seats, tuple(sorted(self.options.items())), box.digest, bool(as_table))
        self._starts = self._make_starts(first)
        self.num_actions = game.num_actions(self._boxes[0])
        self.observation = described(game, self._boxes, self._starts[:1])
        self.size = self.observation.size
        self.states = np.zeros(self.n, memory.dtype_of(game.state))
        self.last_states = np.zeros(self.n, memory.dtype_of(game.state))
        self._shares = np.zeros((self.n, self.seats), np.float32)
        self._ended = np.zeros(self.n, np.uint8)
        self._tables = stepping.Tables(
            states=self.states,
            seat=np.zeros(self.n, np.int8),
            luck=np.zeros(self.n, np.uint64),
            keys=np.zeros((self.n if as_table else 0, 16), np.int64),
            seeds=np.zeros(self.n, np.int64),
            draws=np.zeros(self.n, np.int64),
            taste=np.zeros(self.n, np.uint64),
            steps=np.zeros(self.n, np.int32),
            last=self.last_states,
            last_seat=np.zeros(self.n, np.int8),
            last_steps=np.zeros(self.n, np.int32),
            last_seeds=np.zeros(self.n, np.int64),
        )
        edges = [self.n * part // self.threads for part in range(self.threads + 1)]
        self._parts = [
            (low, high, stepping.workspace_for(game, self._starts[:1])) for low, high in pairwise(edges)
        ]
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0
        self.reset(seed)

    def _make_starts(self, first: int | None) -> Any:
        """One state after `setup` for each seat that may go first."""
        if first is not None and (not _is_whole(first) or first not in range(self.seats)):
            raise BadOption(
                "first", f"first must be a seat from 0 to {self.seats - 1}, or None, not {first!r}"
            )
        firsts = range(self.seats) if first is None and self.game.first else [first or 0]
        starts = np.zeros(len(firsts), memory.dtype_of(self.game.state))
        for index, seat in enumerate(firsts):
            fresh = self.game.composed_state(self._boxes, self.seats, self.options, seat)
            entry.setup(self._boxes, fresh)
            memory.overwrite(starts[index : index + 1], memory.array_of(fresh))
        return starts

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.name!r}, n={self.n}, seats={self.seats})"

    # ------------------------------------------------------------------------- what a program may keep

    @property
    def seat(self) -> NDArray[np.int8]:
        """Which seat acts at each table; shape (n,)."""
        return np.array(self._tables.seat, np.int8)

    @property
    def steps(self) -> NDArray[np.int32]:
        """The actions played so far in each game; shape (n,)."""
        return np.array(self._tables.steps, np.int32)

    @property
    def shares(self) -> NDArray[np.float32]:
        """After a step, each seat's share of the win where a game ended by its rules, otherwise 0; shape (n, seats)."""
        return self._shares.copy()

    @property
    def ended(self) -> NDArray[np.uint8]:
        """After a step: 0 if the game goes on, `ENDED` or `CUT_SHORT`; shape (n,)."""
        return self._ended.copy()

    @property
    def seeds(self) -> NDArray[np.int64]:
        """With `as_table`, the seed of the `Table` that plays the same game; shape (n,). Otherwise 0."""
        return np.array(self._tables.seeds, np.int64)

    @property
    def last_seat(self) -> NDArray[np.int8]:
        """The seat that would have acted next in each game that ended last, or acted last if the game was over; shape (n,)."""
        return np.array(self._tables.last_seat, np.int8)

    @property
    def last_steps(self) -> NDArray[np.int32]:
        """The actions played in each game that ended last; shape (n,)."""
        return np.array(self._tables.last_steps, np.int32)

    @property
    def last_seeds(self) -> NDArray[np.int64]:
        """The seed of each game that ended last, see `seeds`; shape (n,)."""
        return np.array(self._tables.last_seeds, np.int64)

    # ------------------------------------------------------------------------------------ stepping

    def reset(self, seed: int | None = None) -> None:
        """Start a new game at every table.

        Args:
            seed: the same one gives the same chance, and the same seats that go first. None goes on drawing from where the streams are.
        """
        if seed is not None:
            if not _is_whole(seed) or seed < 0:
                raise BadOption("seed", f"the seed must be a whole number from 0, not {seed!r}")
            self._seed(int(seed), slice(None))
        self._shares[:] = 0
        self._ended[:] = 0
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
        self._step(played)

    def _seed(self, seed: int, where: Any) -> None:
        """Give the random streams of some tables (an index of arrays) their beginning."""
        streams = np.random.SeedSequence(seed).generate_state(2 * self.n, np.uint64)
        self._tables.luck[where], self._tables.taste[where] = streams[::2][where], streams[1::2][where]

    def _step(self, actions: NDArray[np.int32]) -> None:
        """Play actions that are known to be legal; nothing where `stepping.PASSED_OVER` is said."""
        self._run(stepping.step, self._starts, self._tables, actions, self._shares, self._ended, self.cap)

    def _renew(self, which: NDArray[np.bool_]) -> None:
        """Break off the games of some tables, and start new ones there."""
        self._run(stepping.renew_some, self._starts, self._tables, which.view(np.uint8))

    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Draw a legal action for each table, each equally likely, from the tables' own streams. int32, shape (n,)."""
        drawn = np.empty(self.n, np.int32) if out is None else self._array(out, "out", (self.n,), np.int32)
        self._run(stepping.sample, self._tables, drawn)
        return drawn

    def mask(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Write which actions are legal for the seat that acts; bool, uint8 or int8, shape (n, num_actions)."""
        masks = np.empty((self.n, self.num_actions), np.bool_) if out is None else out
        kind = getattr(masks, "dtype", None)
        kind = kind if kind in (np.uint8, np.int8) else np.bool_
        self._array(masks, "out", (self.n, self.num_actions), kind)
        self._run(stepping.mask, self._tables, masks.view(np.uint8))
        return masks

    def observe(
        self,
        out: NDArray[np.float32] | None = None,
        *,
        seat: int | NDArray[Any] | None = None,
        last: bool = False,
    ) -> NDArray[np.float32]:
        """Write what a seat of each table sees.

        Args:
            out: what is written to; float32, shape (n, size). A new array if None.
            seat: which seat: one for all tables, or one for each, shape (n,). None for the one in `seat` (in `last_seat` with `last`).
            last: tell the last positions of the games that ended in the last step, instead of those that are being played.

        Returns:
            The array. `observation` says what each number means.

        Raises:
            BadInput: an array has another shape or kind, or there is no such seat.
        """
        shape = (self.n, self.size)
        seen = np.empty(shape, np.float32) if out is None else self._array(out, "out", shape, np.float32)
        states = self.last_states if last else self.states
        if seat is None:
            seats = self._tables.last_seat if last else self._tables.seat
        else:
            asked = np.asarray(seat)
            whole = asked.dtype.kind in "iu" and asked.shape in ((), (self.n,))
            if not whole or asked.min() < 0 or asked.max() >= self.seats:
                raise BadInput(
                    "seat", f"must be a seat from 0 to {self.seats - 1}, or one for each of {self.n} tables"
                )
            seats = np.ascontiguousarray(np.broadcast_to(asked, (self.n,)), np.int8)
        if self.game.observation is None:
            fields.observe(self.game, self._views(states, seats), seats, seen)
        else:
            self._run(stepping.observe, states, seats, seen)
        return seen

    def _last_seen(self, rows: NDArray[np.intp], seats: NDArray[np.int8]) -> NDArray[np.float32]:
        """What some seats see of the last positions of some tables; float32, shape (k, size)."""
        states = state.load_bytes(_by_table(self.last_states)[rows].tobytes(), self.states.dtype)
        seen = np.empty((len(rows), self.size), np.float32)
        if self.game.observation is None:
            fields.observe(self.game, self._views(states, seats), seats, seen)
        else:
            self._run_part(stepping.observe, (states, seats, seen), 0, len(rows), self._parts[0][2])
        return seen

    # ---------------------------------------------------------------------------- copies of tables

    def clone(self, tables: Any = None) -> Saved:
        """Keep tables as they are now, for `restore`.

        Args:
            tables: the indices of those to keep, whole numbers from 0 to `n` - 1, shape (k,), in any order; None for all of them.

        Raises:
            BadInput: there is no such table.
        """
        rows = self._rows(tables)
        return Saved(self._kind, tuple(_kept(array, rows) for array in self._arrays()))

    def restore(self, saved: Saved, tables: Any = None) -> None:
        """Go back to what `clone` has kept, of this environment or of one made alike: the same game, seats, options and box.

        Args:
            saved: what `clone` has kept.
            tables: which tables become what was kept, one after the other, each at most once; whole numbers, shape (k,). None for all of
                them. If one table was kept, all these become copies of it: they go on with the same chance.

        Raises:
            BadInput: it was kept by an environment of another kind, or of another number of tables, or there is no such table. Nothing changes.
        """
        if self._kind != saved.kind:
            raise BadInput(
                "saved", f"this was kept by an environment of another kind, not by one like {self!r}"
            )
        rows = self._rows(tables)
        if tables is not None and len(np.unique(rows)) < len(rows):
            raise BadInput("tables", "a table cannot become two of those kept: name each one once")
        wanted = self.n if tables is None else len(rows)
        if len(saved) not in (1, wanted):
            raise BadInput("saved", f"{len(saved)} tables were kept, but {wanted} are to become them")
        for mine, kept in zip(self._arrays(), saved.arrays, strict=True):
            if wanted and len(mine):
                _by_table(mine)[rows] = _by_table(kept)

    def _rows(self, tables: Any) -> Any:
        """An index of the arrays for some tables, or for all."""
        if tables is None:
            return slice(None)
        rows = np.asarray(tables)
        whole = rows.ndim == 1 and (rows.dtype.kind in "iu" or not len(rows))
        if not whole or (len(rows) and (rows.min() < 0 or rows.max() >= self.n)):
            raise BadInput("tables", f"must be whole numbers from 0 to {self.n - 1} in a list or an array")
        return rows.astype(np.intp)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._asked, self._more, self.clone())

    def _arrays(self) -> tuple[Any, ...]:
        return (*self._tables, self._shares, self._ended)

    # --------------------------------------------------------------------------------------- inside

    def _run(self, function: Callable[..., Any], *args: Any) -> list[Any]:
        """Call a loop of `stepping` for all tables; in several threads if there are."""
        if self.threads == 1:
            return [self._run_part(function, args, *self._parts[0])]
        if (
            self._pool is None or self._pool_of != os.getpid()
        ):  # a forked process has no threads of its parent
            self._pool, self._pool_of = ThreadPoolExecutor(self.threads, "ludotheque-env"), os.getpid()
        waiting = [self._pool.submit(self._run_part, function, args, *part) for part in self._parts]
        return [each.result() for each in waiting]

    def _run_part(self, function: Callable[..., Any], args: Any, low: int, high: int, workspace: Any) -> Any:
        return function(self._boxes, *args, low, high, workspace)

    def _views(self, states: Any, seats: NDArray[np.int8]) -> Any:
        """Each table's state as its seat sees it."""
        seen = state.copy(states)
        for index in range(len(states)):
            entry.hide(self._boxes, seen[index : index + 1], 1 << int(seats[index]))
        return seen

    def _refusals(self, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """What `why_not` says of each table's action: 0 if it is legal; -1 if there is no such action."""
        codes = np.empty(self.n, np.int32)
        self._run(stepping.refusals, self._tables, actions, self.num_actions, codes)
        return codes

    def _check(self, actions: NDArray[np.int32]) -> None:
        codes = self._refusals(actions)
        if codes.any():
            wrong = int(codes.nonzero()[0][0])
            raise IllegalAction(
                f"actions[{wrong}]",
                f"{int(actions[wrong]) if actions[wrong] >= 0 else 'this'} is not legal for seat {int(self.seat[wrong])} at table {wrong}; "
                f"mask() says which of the {self.num_actions} actions are",
            )

    def _actions(self, actions: Any) -> NDArray[np.int32]:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(
                "actions", f"must be {self.n} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32:
            given = np.where((given < 0) | (given >= self.num_actions), -1, given)
        return np.require(given, np.int32, ["C", "W"])

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
    options: Mapping[str, Value] | None = None,
    *,
    components: Mapping[str, Any] | None = None,
    first: int | None = None,
    cap: int = 0,
    threads: int = 1,
    as_table: bool = False,
    seed: int = 0,
) -> VectorEnv:
    """Make `n` tables of a game that are stepped together.

    Args:
        game: the game, or its name.
        n: the number of tables.
        seats: the number of players; None for the usual number.
        components: the content of a component file; None for the printed box.
        first: the seat that goes first; None to draw it for each game.
        cap: the number of actions after which a game is cut short; 0 for never.
        threads: how many threads share the tables out.
        as_table: whether chance is drawn exactly as at a `Table` (HMAC-SHA256). Then `Table(game, seats, options, seed=…)` with the number in
            `seeds` and the same actions plays the same game, which can be saved and replayed. It costs about a microsecond a draw.
        seed: see `VectorEnv.reset`.
        options: option names and values; an option that is not named keeps its default.

    Raises:
        UnknownGame: there is no game of this name.
        BadOption: a number or an option is not allowed.
        BadComponents: the component file is wrong.
    """
    return VectorEnv(
        chosen(game),
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


def _by_table(array: Any) -> NDArray[np.uint8]:
    """The bytes of an array, a row for each table; padding is among them."""
    rows: NDArray[np.uint8] = array.view(np.uint8).reshape(len(array), -1)
    return rows


def _kept(array: Any, rows: Any) -> Any:
    """A copy of some tables' rows. An array without rows is not used, and stays so."""
    if not len(array):
        return array.copy()
    count = len(_by_table(array)[rows])
    copied = np.zeros((count, *array.shape[1:]), array.dtype)
    if count:
        _by_table(copied)[:] = _by_table(array)[rows]
    return copied


def _again(asked: tuple[Any, ...], more: dict[str, Any], saved: Saved) -> VectorEnv:
    """An environment as it was when it was pickled or copied."""
    tables = VectorEnv(*asked, **more)
    tables.restore(saved)
    return tables


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
