"""A course of training in a folder: play, learn, measure, keep; and go on where it was cut off.

The folder holds

- `checkpoint.pt`: weights, the optimiser, and how far it got; written after each iteration;
- `positions/`: what the latest games showed;
- `network.npz`: the network for playing;
- `curve.jsonl`: a line for each iteration.
"""

from __future__ import annotations

import fcntl
import io
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

import numpy as np
import torch

from ludotheque.bots.learnt import About, Network
from ludotheque.bots.learnt.network import FORMAT, options_of, save, unsuitable, write_whole
from ludotheque.core import registry
from ludotheque.core.errors import BadInput, BadOption
from ludotheque.core.game import Value
from ludotheque.core.weights import shipped
from ludotheque.lab.strength import measure
from ludotheque.train.model import Model
from ludotheque.train.positions import PositionStore
from ludotheque.train.selfplay import SelfPlay

CHECKPOINT, CURVE, NETWORK, POSITIONS = "checkpoint.pt", "curve.jsonl", "network.npz", "positions"
LOCK = "lock"
"""A file that the process that trains here holds."""


Playing = Callable[[], AbstractContextManager[Callable[[int], None]]]
"""Entered while games are played. Gives a function that is called with the number of positions written down."""


def _untold() -> AbstractContextManager[Callable[[int], None]]:
    return nullcontext(lambda _written: None)


@dataclass(frozen=True)
class Plan:
    """What is trained, and how. A training that goes on keeps the plan it began with, but for `hours`.

    Attributes:
        game: the game's name.
        options: option names and values.
        hours: how long in all, earlier starts included.
        seed: a whole number.
        units: the units of the first hidden layer.
        deep: the units of the second.
        tables: how many games are played at the same time.
        simulations: the simulations for each action of self-play.
        cap: a game is cut short after this many actions.
        positions: how many positions an iteration plays.
        remembered: how many positions it learns from.
        batch: how many of them are in one step.
        repeats: how often a position is learnt from, on average, while it is remembered.
        rate: the learning rate at the beginning; it falls to a tenth.
        trusting: how much of the value comes from the search instead of the game's result.
        pairs: the pairs of games of a measurement; 0 for none.
        measure_minutes: how many minutes lie between two measurements.
        processor_s: the processor seconds for an action in a measurement.
    """

    game: str
    options: Mapping[str, Value]
    hours: float
    seed: int = 1
    units: int = 64
    deep: int = 32
    tables: int = 32
    simulations: int = 120
    cap: int = 600
    positions: int = 8192
    remembered: int = 400_000
    batch: int = 1024
    repeats: float = 4.0
    rate: float = 2e-3
    trusting: float = 0.5
    pairs: int = 20
    measure_minutes: float = 15.0
    processor_s: float = 0.02


@dataclass
class Progress:
    """How far a training got.

    Attributes:
        iteration: the iterations done.
        games: the games played.
        positions: the positions written down.
        seconds: how long it took.
        measured_s: `seconds` at the last measurement.
    """

    iteration: int = 0
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    measured_s: float = 0.0


def device_named(name: str) -> Any:
    """The device of a name; `auto` is an accelerator if there is one.

    Raises:
        BadOption: PyTorch has no such device here.
    """
    if name == "auto":
        accelerator = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
        return accelerator or torch.device("cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise BadOption(
            "device", f"PyTorch cannot use {name!r} here: {str(error).splitlines()[0]}"
        ) from error
    return device


class Course:
    """A training in a folder, which it owns until `close`, or the end of a `with` block.

    Args:
        plan: what is trained, and how.
        folder: where it is kept. If a training of the same game is there, it goes on.
        device: where the network learns: `auto`, or a device of PyTorch. Games are played on the processor.

    Raises:
        BadOption: the game, an option or the device cannot be used.
        BadInput: the folder holds something else, or another training, or another process trains there.
    """

    def __init__(self, plan: Plan, folder: Path, device: str = "auto") -> None:
        self.game = registry.get(plan.game)
        if why := unsuitable(self.game, 2):
            raise BadOption("game", why)
        if not plan.hours > 0:
            raise BadOption("hours", f"must be more than 0, not {plan.hours}")
        plan = replace(plan, options=self.game.check_options(2, plan.options))
        self.folder, self.device = folder, device_named(device)
        kept = self._kept(plan)
        self._lock = _owned(folder)
        try:
            self._begin(plan, kept)
        except BaseException:
            self.close()
            raise

    def _begin(self, plan: Plan, kept: dict[str, Any] | None) -> None:
        """Begin anew, or where a checkpoint was kept."""
        self.plan = Plan(**(kept["plan"] | {"hours": plan.hours})) if kept else plan
        self.progress = Progress(**kept["progress"]) if kept else Progress()
        seed = [self.plan.seed, self.progress.iteration]
        self.play = SelfPlay(
            self.game,
            self.plan.options,
            self.plan.tables,
            self.plan.simulations,
            self.plan.cap,
            int(np.random.SeedSequence(seed).generate_state(1)[0]),
        )
        self.rng = np.random.default_rng([*seed, 2])
        tables = self.play.tables
        torch.manual_seed(self.plan.seed)
        self.model = Model(tables.size, tables.num_actions, self.plan.units, self.plan.deep).to(self.device)
        self.optimiser = torch.optim.AdamW(self.model.groups(), self.plan.rate, weight_decay=1e-3)
        self.positions = PositionStore(self.game, self.plan.remembered, self.folder / POSITIONS)
        if kept:
            self.model.load_state_dict(kept["model"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.positions.reload(self.progress.iteration)
            self._cut_curve(self.progress.iteration)

    @property
    def went_on(self) -> bool:
        """Whether it goes on from an earlier start."""
        return self.progress.iteration > 0

    def _kept(self, plan: Plan) -> dict[str, Any] | None:
        """The checkpoint in the folder; None if there is nothing yet."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            if self.folder.exists() and not self.folder.is_dir():
                raise BadInput("out", f"{self.folder} is a file; name a folder")
            strange = [each.name for each in self.folder.glob("*") if each.name not in (POSITIONS, LOCK)]
            if strange:
                raise BadInput(
                    "out", f"{self.folder} holds {strange[0]} and no training; name an empty folder"
                )
            return None
        try:
            kept: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
            before = kept["plan"]
            before["options"] = self.game.check_options(2, before["options"])
        except Exception as error:
            raise BadInput("out", f"{path} cannot be read: {type(error).__name__}: {error}") from error
        if (before["game"], before["options"]) != (plan.game, dict(plan.options)):
            told = " ".join(
                (before["game"], *(f"{name}={value}" for name, value in before["options"].items()))
            )
            raise BadInput("out", f"{self.folder} holds a training of {told}; name another folder")
        return kept

    def _cut_curve(self, last: int, *more: dict[str, Any]) -> None:
        """Forget lines of iterations after the last one, and write what follows them now."""
        path = self.folder / CURVE
        lines = path.read_text().splitlines() if path.exists() else []
        whole = [line for line in lines if _iteration_of(line) <= last] + [json.dumps(line) for line in more]
        write_whole(path, "".join(f"{line}\n" for line in whole).encode())

    def network(self) -> Network:
        """The network as it is now."""
        tables = self.play.tables
        about = About(
            self.game.name,
            2,
            options_of(self.game, tables.states[0]),
            self.game.rules_version,
            tables.size,
            tables.num_actions,
            self.progress.games,
            FORMAT,
            dict(shipped(self.game).values) if self.game.weights else {},
        )
        return Network(about, self.model.layers())

    def __enter__(self) -> Course:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let other processes train in the folder."""
        self._lock.close()

    def run(
        self, stopped: Callable[[], bool] = lambda: False, playing: Playing = _untold
    ) -> Iterator[dict[str, Any]]:
        """Train until the hours of the plan are over, or `stopped()`. Gives the line of the curve after each iteration.

        Args:
            stopped: asked before each action of self-play. An iteration that is cut short learns from the games that are over, and is kept.
            playing: entered while an iteration plays. Gives a function that is called with the number of positions written down.
        """
        while self.progress.seconds < self.plan.hours * 3600 and not stopped():
            line = self._iterate(stopped, playing)
            if line is not None:
                yield line

    def _iterate(self, stopped: Callable[[], bool], playing: Playing) -> dict[str, Any] | None:
        began, progress = time.monotonic(), self.progress
        games = self.play.games
        with playing() as told:
            batch = self.play.play(self.network(), self.plan.positions, stopped, told)
        if batch is None:
            return None
        played_s = time.monotonic() - began
        progress.iteration += 1
        progress.games += self.play.games - games
        progress.positions += len(batch)
        self.positions.add(progress.iteration, batch)
        losses = self._learn(max(1, round(self.plan.repeats * len(batch) / self.plan.batch)))
        spent = time.monotonic() - began
        line: dict[str, Any] = {
            "iteration": progress.iteration,
            "seconds": round(progress.seconds + spent, 1),
            "games": progress.games,
            "positions": progress.positions,
            "value_loss": round(losses[0], 4),
            "policy_loss": round(losses[1], 4),
            "own_value_loss": round(_log_loss(batch), 4),
            "playing_s": round(played_s, 1),
        }
        if self._is_due(progress.seconds + spent) and not stopped():
            progress.seconds += spent
            self._keep(line)  # a measurement takes long, and whatever ends it costs nothing but itself
            progress.seconds -= spent
            line |= self._measured(progress.seconds + spent)
        progress.seconds += time.monotonic() - began
        self._keep(line)
        return line

    def _learn(self, steps: int) -> tuple[float, float]:
        """Take steps of gradient descent. Returns the mean losses of value and policy."""
        share = min(1.0, self.progress.seconds / (self.plan.hours * 3600))
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate * group["pace"] * (1.0 - 0.9 * share)
        sums = np.zeros(2)
        for _ in range(steps):
            rows = self.positions.draw(self.plan.batch, self.rng)
            drawn = {name: self._tensor(array) for name, array in rows.items() if name != "seats"}
            value, policy = self.model.loss(drawn, self.plan.trusting)
            self.optimiser.zero_grad()
            (value + policy).backward()
            self.optimiser.step()
            sums += value.item(), policy.item()
        return float(sums[0] / steps), float(sums[1] / steps)

    def _tensor(self, array: Any) -> Any:
        kind = np.int64 if array.dtype.kind == "i" else np.float32
        return torch.from_numpy(np.ascontiguousarray(array, kind)).to(self.device)

    def _is_due(self, seconds: float) -> bool:
        """Whether it is time for a measurement."""
        plan, progress = self.plan, self.progress
        since = seconds - progress.measured_s
        return plan.pairs > 0 and (progress.iteration == 1 or since >= plan.measure_minutes * 60)

    def _measured(self, seconds: float) -> dict[str, Any]:
        """A measurement."""
        plan, progress = self.plan, self.progress
        progress.measured_s = seconds
        seed = plan.seed * 1_000_000 + progress.iteration * 1000
        return {
            "strength": asdict(
                measure(plan.game, plan.options, self.network(), plan.pairs, plan.processor_s, seed)
            )
        }

    def _keep(self, line: dict[str, Any]) -> None:
        """Write down the network, the curve and, last, how far it got."""
        save(self.network(), self.folder / NETWORK)
        self._cut_curve(self.progress.iteration - 1, line)
        held = io.BytesIO()
        torch.save(
            {
                "plan": asdict(self.plan) | {"options": dict(self.plan.options)},
                "progress": asdict(self.progress),
                "model": self.model.state_dict(),
                "optimiser": self.optimiser.state_dict(),
            },
            held,
        )
        write_whole(self.folder / CHECKPOINT, held.getvalue())


def _owned(folder: Path) -> IO[str]:
    """Make the folder if needed, and own it as long as the returned file is open."""
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / LOCK).open("a", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise BadInput(
            "out", f"another process trains in {folder}; end it first, or name another folder"
        ) from error
    return file


def _iteration_of(line: str) -> float:
    """The iteration of a line of the curve; endless for a line that was cut off."""
    try:
        return float(json.loads(line)["iteration"])
    except (ValueError, KeyError, TypeError):
        return float("inf")


def _log_loss(batch: Any) -> float:
    """How badly the game's own evaluation foretold the results."""
    shares = 1.0 / (1.0 + np.exp(-batch.odds))
    return float(-(batch.results * np.log(shares) + (1 - batch.results) * np.log(1 - shares)).mean())
