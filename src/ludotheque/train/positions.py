"""Positions to learn from: what self-play has written down, in files of a folder, the latest in memory."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.learnt.network import write_whole
from ludotheque.core import components, memory
from ludotheque.core.game import Game
from ludotheque.envs import stepping


@dataclass(frozen=True)
class PositionBatch:
    """Positions with what became of them. The legal actions of position i are rows `starts[i]` to `starts[i + 1]` - 1 of the last three.

    Attributes:
        states: the positions, one record each.
        seats: the seat that acts; int8.
        results: the share of the win that it had in the end; float32.
        values: its mean result in the search; float32.
        odds: the game's own evaluation, as the logarithm of odds; float32.
        starts: int64, one more than positions.
        actions: the legal actions; int32.
        visits: how often the search tried each; int32.
        gains: what each adds to the game's own odds; float32.
    """

    states: Any
    seats: Any
    results: Any
    values: Any
    odds: Any
    starts: Any
    actions: Any
    visits: Any
    gains: Any

    def __len__(self) -> int:
        return len(self.seats)

    def save(self, path: Path) -> None:
        """Write the positions to a file, whole or not at all."""
        held = io.BytesIO()
        arrays = {each.name: getattr(self, each.name) for each in fields(self)}
        arrays["states"] = self.states.view(np.uint8)
        np.savez(held, **arrays)
        write_whole(path, held.getvalue())

    @staticmethod
    def load(path: Path, game: Game) -> PositionBatch:
        """Read positions from a file."""
        with np.load(path, allow_pickle=False) as kept:
            arrays = {each.name: kept[each.name] for each in fields(PositionBatch)}
        states = np.zeros(len(arrays["seats"]), memory.dtype_of(game.state))
        states.view(np.uint8)[:] = arrays["states"]
        return PositionBatch(**(arrays | {"states": states}))


class PositionStore:
    """The latest positions of a training, `most` or a few more.

    Args:
        game: the game.
        most: older positions are forgotten.
        folder: where they are kept for the next start.
    """

    def __init__(self, game: Game, most: int, folder: Path) -> None:
        self.game, self.most, self.folder = game, most, folder
        self._boxes = components.load(game, None).array
        self._batches: deque[tuple[Path, PositionBatch]] = deque()
        self._workspace: Any = None

    def __len__(self) -> int:
        return sum(len(batch) for _, batch in self._batches)

    def add(self, number: int, batch: PositionBatch) -> None:
        """Keep the positions of an iteration, and forget the oldest if there are too many."""
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"{number:06}.npz"
        batch.save(path)
        self._batches.append((path, batch))
        while len(self) - len(self._batches[0][1]) >= self.most:
            self._batches.popleft()[0].unlink(missing_ok=True)

    def reload(self, last: int) -> None:
        """Read what an earlier start has kept, up to the iteration `last`. Later files are of an iteration that was cut off."""
        for path in sorted(self.folder.glob("*.npz")):
            if int(path.stem) <= last:
                self._batches.append((path, PositionBatch.load(path, self.game)))
            else:
                path.unlink()

    def draw(self, count: int, rng: np.random.Generator) -> dict[str, Any]:
        """Draw positions at random, as arrays of `count` rows; the legal actions are padded with -1 at the end of a row."""
        sizes = np.cumsum([0] + [len(batch) for _, batch in self._batches])
        numbers = np.sort(rng.integers(sizes[-1], size=count))
        parts = [
            _picked(batch, numbers[(low <= numbers) & (numbers < high)] - low)
            for (_, batch), low, high in zip(self._batches, sizes[:-1], sizes[1:], strict=True)
        ]
        return self._together([part for part in parts if len(part["seats"])])

    def _together(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        widest = max(part["actions"].shape[1] for part in parts)
        for part in parts:
            room = ((0, 0), (0, widest - part["actions"].shape[1]))
            for name, filling in (("actions", -1), ("visits", 0), ("gains", 0)):
                part[name] = np.pad(part[name], room, constant_values=filling)
        states = np.concatenate([part.pop("states") for part in parts])
        drawn = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        drawn["seen"] = self._observed(states, drawn["seats"])
        return drawn

    def _observed(self, rows: Any, seats: Any) -> Any:
        states = np.zeros(len(rows), memory.dtype_of(self.game.state))
        states.view(np.uint8).reshape(len(rows), -1)[:] = rows
        if self._workspace is None:
            self._workspace = stepping.workspace_for(self.game, states[:1])
        size = self.game.observation(self._boxes[0], states[0]).size  # type: ignore[misc]  # checked: it has one
        seen = np.empty((len(states), size), np.float32)
        stepping.observe(self._boxes, states, seats, seen, 0, len(states), self._workspace)
        return seen


def _picked(batch: PositionBatch, numbers: Any) -> dict[str, Any]:
    """Some rows of a batch; the states as bytes."""
    counts = batch.starts[numbers + 1] - batch.starts[numbers]
    width = int(counts.max(initial=0))
    there = np.arange(width) < counts[:, None]
    where = np.where(there, batch.starts[numbers][:, None] + np.arange(width), 0)
    return {
        "states": batch.states.view(np.uint8).reshape(len(batch), -1)[numbers],
        "seats": batch.seats[numbers],
        "results": batch.results[numbers],
        "values": batch.values[numbers],
        "odds": batch.odds[numbers],
        "actions": np.where(there, batch.actions[where], -1),
        "visits": np.where(there, batch.visits[where], 0),
        "gains": np.where(there, batch.gains[where], np.float32(0)),
    }


def joined(game: Game, rows: Iterable[dict[str, Any]]) -> PositionBatch:
    """A batch of positions that were written down one by one."""
    kept = list(rows)
    states = np.zeros(len(kept), memory.dtype_of(game.state))
    for index, row in enumerate(kept):
        memory.overwrite(states[index : index + 1], memory.array_of(row["state"]))
    counts = [len(row["actions"]) for row in kept]

    def ragged(name: str, kind: Any) -> Any:
        return np.concatenate([np.asarray(row[name], kind) for row in kept] or [np.zeros(0, kind)])

    def plain(name: str, kind: Any = np.float32) -> Any:
        return np.array([row[name] for row in kept], kind)

    return PositionBatch(
        states=states,
        seats=plain("seat", np.int8),
        results=plain("result"),
        values=plain("value"),
        odds=plain("odds"),
        starts=np.cumsum([0, *counts]),
        actions=ragged("actions", np.int32),
        visits=ragged("visits", np.int32),
        gains=ragged("gains", np.float32),
    )
