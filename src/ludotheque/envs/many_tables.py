"""Many tables as a vector environment of Gymnasium: one seat of each against bots, or all seats. The rules run in compiled code.

Gymnasium makes it by name: `gymnasium.make_vec("ludotheque/bantu-v0", num_envs=64)`. See `ludotheque.envs.ids`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludotheque.core import entry
from ludotheque.core.errors import BadOption
from ludotheque.core.event import Refusal
from ludotheque.core.game import Game, Value
from ludotheque.core.luck import Luck
from ludotheque.envs.one_seat import ILLEGAL_REWARD, seen_space
from ludotheque.envs.opponents import Opponent, Opponents, named
from ludotheque.envs.seats import chosen
from ludotheque.envs.stepping import PASSED_OVER
from ludotheque.envs.vector import CUT_SHORT, ENDED
from ludotheque.envs.vector import VectorEnv as Tables

ILLEGAL = 3
"""How a game ended, besides `ENDED` and `CUT_SHORT`: by an action that is not legal."""


class SeatVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Tables of one game, at each of which a program plays one seat against bots, or all seats (`opponents=None`).

    An observation is float32 of shape (num_envs, size): what the seat that may act now sees. The reward is that seat's share of the win (0 to 1)
    when its game is over, otherwise 0; a program that plays all seats is rewarded for the seat whose action it was. An action that is not legal
    ends the game at its table with the reward `ILLEGAL_REWARD`.

    `info` has `action_mask`, int8 of shape (num_envs, num_actions), 1 for each action that may be played, and `seat`, int8 of shape
    (num_envs,), the seat that acts now. Games that end add each seat's share of the win (`shares`), `ending`, the seat's `rank`,
    the number of actions (`steps`), and, after an action that is not legal, why it is not (`illegal`).

    With `AutoresetMode.SAME_STEP` a game that is over is followed by another in the same step: its last observation is in `info["final_obs"]`, and
    its facts in `info["final_info"]`. With `NEXT_STEP` the step returns its last observation, and its facts are
    in `info`; every action is allowed then, the next step plays none at that table, and shows the new game. With `DISABLED`, which TorchRL
    prefers, the new game begins with `reset(options={"reset_mask": …})`.

    All arrays are the caller's: no later step changes them.

    Args:
        game: the game, or its name.
        num_envs: the number of tables.
        seats: the number of players; None for the usual number.
        seat: the seat of the program, or None to draw it for each game. It means nothing if the program plays all seats.
        opponents: a bot for all other seats, or one for each in order of play: a level, or a bot of your own. None: the program plays all seats.
        components: the content of a component file; None for the printed box.
        cap: the number of actions after which a game is cut short (truncated); 0 for never.
        autoreset_mode: an `AutoresetMode`, or its value.
        mask_in_observation: whether an observation is a dictionary of `observation` and `action_mask`, for programs that look nowhere else.
        render_mode: None; many tables are not drawn.
        options: option names and values; an option that is not named keeps its default.

    Attributes:
        tables: the tables, a `ludotheque.envs.VectorEnv`.
        described: what an observation says, number by number.

    Raises:
        UnknownGame, BadOption, BadComponents: the game, an option or the components cannot be used.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] | None = "easy",
        components: Mapping[str, Any] | None = None,
        cap: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise BadOption(
                "render_mode", f"many tables are not drawn: leave render_mode={render_mode!r} out"
            )
        self.autoreset_mode = _mode(autoreset_mode)  # where Gymnasium's own vectors have it, too
        self.metadata = {**SeatVectorEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.tables = Tables(chosen(game), num_envs, seats, options, components=components, cap=cap)
        count, self.num_envs = self.tables.seats, self.tables.n
        if seat is not None and seat not in range(count):
            raise BadOption("seat", f"seat must be from 0 to {count - 1}, or None to draw it, not {seat!r}")
        self._wanted = seat
        self._bots = None
        if opponents is not None:
            levels = named(opponents, count)
            self._bots = Opponents(self.tables.game, self.tables._boxes, self.tables.states[:1], levels)
        self.described = self.tables.observation
        self._in_observation = bool(mask_in_observation)
        self.single_observation_space = seen_space(
            self.described, self.tables.num_actions, self._in_observation
        )
        self.single_action_space = spaces.Discrete(self.tables.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._mine: NDArray[np.int8] = np.full(self.num_envs, seat or 0, np.int8)
        self._resting: NDArray[np.bool_] = np.zeros(self.num_envs, np.bool_)
        self._last: tuple[NDArray[np.float32], NDArray[np.int8]] | None = None
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game at each table, and let the bots play until the seat may act.

        Args:
            seed: the same one gives the same games for the same actions at as many tables; without one, games differ.
            options: `reset_mask`, bool of shape (num_envs,): start a new game at these tables only.

        Raises:
            BadOption: the mask cannot be used.
        """
        where = _asked_for((options or {}).get("reset_mask"), self.num_envs)
        if not self._begun and not where.all():
            raise BadOption("reset_mask", "the first call of reset() begins games at all tables")
        super().reset(seed=seed, options=options)
        if seed is not None or not self._begun:
            self.tables._seed(int(self.np_random.integers(1 << 62)), where)
        self.tables._renew(where)
        self._begun = True
        self._resting &= ~where
        self._sit_down(where)
        self._let_bots_play(None)
        return self._seen()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action at each table, and let the bots play until the seat may act again.

        Args:
            actions: whole numbers, shape (num_envs,).

        Returns:
            Observations; rewards, float64; whether a game ended, bool; whether one was cut short, bool, each of shape (num_envs,); info.

        Raises:
            BadInput: the array has another shape or no whole numbers. Nothing changes.
            RuntimeError: no game was begun, or one is over (`AutoresetMode.DISABLED`).
        """
        if not self._begun:
            raise RuntimeError("no game was begun: call reset()")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._resting.any():
            raise RuntimeError(
                f"games are over, that at table {int(self._resting.argmax())} too: call reset() with reset_mask"
            )
        played = self.tables._actions(actions)
        acting = self.tables.seat
        codes = np.where(self._resting, 0, self.tables._refusals(played))
        wrong = codes != 0
        ends = _Ends(self.tables, acting if self._bots is None else self._mine.copy())
        if wrong.any():
            ends.refuse(np.asarray(actions), codes)
        self.tables._step(np.where(self._resting | wrong, PASSED_OVER, played).astype(np.int32))
        self._resting[:] = False
        if wrong.any():
            self.tables._renew(wrong)
        self._note(ends, wrong)
        self._let_bots_play(ends)
        return self._told(ends)

    def action_masks(self) -> NDArray[np.bool_]:
        """The same as `info["action_mask"]`, as the algorithms of sb3-contrib ask for it; bool, shape (num_envs, num_actions)."""
        return self._masks().astype(np.bool_)

    def render(self) -> None:
        """Nothing: many tables are not drawn."""

    # --------------------------------------------------------------------------------------- inside

    def _sit_down(self, where: NDArray[np.bool_]) -> None:
        """Draw the program's seat for new games, if it is drawn."""
        if self._wanted is None and self._bots is not None:
            self._mine[where] = self.np_random.integers(self.tables.seats, size=int(where.sum()))

    def _let_bots_play(self, ends: _Ends | None) -> None:
        """Play for the other seats until the program's may act at every table."""
        if self._bots is None:
            return
        while True:
            luck = Luck.of(int(self.np_random.integers(1 << 62)))
            chosen = self._bots.choose(self.tables.states, self.tables._tables.seat, self._mine, luck)
            if (chosen == PASSED_OVER).all():
                return
            self.tables._step(chosen)
            self._note(ends)

    def _note(self, ends: _Ends | None, wrong: NDArray[np.bool_] | None = None) -> None:
        """Note which games ended just now; there are new ones at these tables already."""
        over = self.tables._ended != 0
        if wrong is not None:
            over |= wrong
        if over.any():
            if ends is not None:
                ends.note(over)
            self._sit_down(over)

    def _masks(self) -> NDArray[np.int8]:
        masks = self.tables.mask(np.empty((self.num_envs, self.tables.num_actions), np.int8))
        masks[self._resting] = 1
        return masks

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """What is seen at each table, of a game that has ended where none has begun."""
        everywhere = np.ones(self.num_envs, np.bool_)
        seen, masks, seats = self.tables.observe(), self._masks(), self.tables.seat
        if self._last is not None and self._resting.any():
            seen[self._resting] = self._last[0][self._resting]
            seats[self._resting] = self._last[1][self._resting]
        info = {"action_mask": masks, "_action_mask": everywhere, "seat": seats, "_seat": everywhere.copy()}
        return ({"observation": seen, "action_mask": masks} if self._in_observation else seen), info

    def _told(
        self, ends: _Ends
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """What a step gives."""
        over, facts = ends.how != 0, ends.facts
        if over.any() and self.autoreset_mode is AutoresetMode.SAME_STEP:
            last = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(over).tolist():
                last[row] = ends.seen[row]
                if self._in_observation:
                    nothing = np.zeros(self.tables.num_actions, np.int8)
                    last[row] = {"observation": ends.seen[row], "action_mask": nothing}
            facts = {"final_obs": last, "_final_obs": over, "final_info": facts, "_final_info": over.copy()}
        elif over.any():
            self._resting, self._last = over, (ends.seen, ends.whose)
        seen, info = self._seen()
        ended = (ends.how == ENDED) | (ends.how == ILLEGAL)
        return seen, ends.rewards, ended, ends.how == CUT_SHORT, info | facts


class _Ends:
    """The games that ended in one step: the first one at each table.

    Attributes:
        whose: the seat of each table for which the step is described; int8, shape (n,).
        how: 0 where no game ended, or `ENDED`, `CUT_SHORT` or `ILLEGAL`; uint8, shape (n,).
        rewards: float64, shape (n,).
        seen: the last observation of games that ended; float32, shape (n, size). Nothing is in the other rows.
        facts: their facts in the format of Gymnasium: an array for each, and a mask under `_` and its name that says where it holds.
    """

    def __init__(self, tables: Tables, whose: NDArray[np.int8]) -> None:
        self._tables, self.whose = tables, whose
        self.how = np.zeros(tables.n, np.uint8)
        self.rewards = np.zeros(tables.n)
        self.seen: NDArray[np.float32] = np.zeros((0, tables.size), np.float32)
        self.facts: dict[str, Any] = {}

    def refuse(self, actions: NDArray[Any], codes: NDArray[np.int32]) -> None:
        """Say why actions are not legal, before anything is played."""
        tables = self._tables
        for row in np.flatnonzero(codes).tolist():
            seat, action = int(tables._tables.seat[row]), int(actions[row])
            if codes[row] < 0:
                why = f"actions are from 0 to {tables.num_actions - 1}, not {action}"
            else:
                reason = tables.game.reasons[codes[row]]
                said = tables.game.refusal(
                    tables._boxes[0], tables.states[row], seat, action, int(codes[row])
                )
                why = str(Refusal(reason.key, said, reason.rules))
            self._tell(row, "illegal", why, None)
            self.rewards[row] = ILLEGAL_REWARD

    def note(self, over: NDArray[np.bool_]) -> None:
        """Take down the games that have just ended where none had ended before."""
        tables = self._tables
        rows = np.flatnonzero(over & (self.how == 0))
        if not len(rows):
            return
        if not len(self.seen):
            self.seen = np.zeros((tables.n, tables.size), np.float32)
        self.seen[rows] = tables._last_seen(rows, self.whose[rows])
        ended, shares, steps = tables._ended, tables._shares, tables._tables.last_steps
        ranks = np.zeros(tables.seats, np.int32)
        for row in rows.tolist():
            self.how[row] = ended[row] or ILLEGAL
            self._tell(row, "steps", steps[row], np.zeros(tables.n, np.int32))
            if ended[row] != ENDED:
                continue
            seat, state = int(self.whose[row]), tables.last_states[row : row + 1]
            self.rewards[row] = shares[row, seat]
            entry.ranking(tables._boxes, state, ranks)
            ending = tables.game.terminations[int(entry.ending(tables._boxes, state))]
            self._tell(row, "shares", shares[row], np.zeros((tables.n, tables.seats), np.float32))
            self._tell(row, "rank", ranks[seat], np.zeros(tables.n, np.int32))
            self._tell(row, "ending", ending, None)

    def _tell(self, row: int, name: str, value: Any, empty: NDArray[Any] | None) -> None:
        if name not in self.facts:
            self.facts[name] = np.full(self._tables.n, None, object) if empty is None else empty
            self.facts[f"_{name}"] = np.zeros(self._tables.n, np.bool_)
        self.facts[name][row], self.facts[f"_{name}"][row] = value, True


def _asked_for(mask: Any, count: int) -> NDArray[np.bool_]:
    """Where games are to begin: as a mask says, or everywhere."""
    if mask is None:
        return np.ones(count, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise BadOption("reset_mask", f"reset_mask must be an array of {count} bools, not all False")
    return mask.copy()


def _mode(asked: AutoresetMode | str) -> AutoresetMode:
    """The mode of autoreset that is asked for."""
    for mode in AutoresetMode:
        if asked in (mode, mode.value):
            return mode
    known = ", ".join(repr(mode.value) for mode in AutoresetMode)
    raise BadOption("autoreset_mode", f"autoreset_mode must be one of {known}, not {asked!r}")
