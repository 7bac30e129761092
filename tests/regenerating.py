"""Golden transcripts and counts of a game, made anew, deliberately; CONTRIBUTING.md says when that is right.

python -m tests.GAME.regenerate golden     plays the golden games again (compiled: bots think)
python -m tests.GAME.regenerate told       tells the records that are there again, playing nothing
python -m tests.GAME.regenerate perft      counts the positions of perft.json again
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.bots import choose_in
from ludotheque.core.luck import Luck
from ludotheque.core.perft import perft
from ludotheque.core.record import loads
from ludotheque.table import Table
from ludotheque.testing.transcripts import write_golden

Player = Callable[[Table, str, Luck], int]
"""What a player of that name does at a table."""


def bot(table: Table, level: str, rng: Luck) -> int:
    """What a bot of this level does: it sees what its seat may see."""
    seat = table.actors[0]
    return choose_in(table.game, table.box, table.view({seat}), seat, level, rng)


@dataclass(frozen=True)
class Regenerate:
    """A game's golden games and counts, in the folder `here`.

    `games` says by name what to play: `seats` or a whole `position`, `bots` (who plays, seat by seat), and where they are not
    the usual ones `options`, `components`, `seed`. `player` makes the player of each game, by default bots.
    """

    game: str
    here: Path
    games: Mapping[str, Mapping[str, Any]]
    player: Callable[[], Player] = lambda: bot

    @property
    def golden(self) -> Path:
        """The folder of the golden games."""
        return self.here / "golden"

    @property
    def counts(self) -> Path:
        """The file of the counts."""
        return self.here / "perft.json"

    def play(self, name: str, first: int) -> list[dict[str, Any]]:
        """The record of a golden game."""
        table = self._table(self.games[name], first)
        table.journal.players = self.games[name]["bots"].split()
        rng, player = Luck.of(7), self.player()
        while not table.is_over:
            table.play(player(table, table.journal.players[table.actors[0]], rng))
        return table.record()

    def _table(self, asked: Mapping[str, Any], first: int) -> Table:
        seed = asked.get("seed", 7)
        if "position" in asked:
            return Table.from_position(asked["position"], seed=seed)
        seats, options, own = asked["seats"], asked.get("options", {}), asked.get("components")
        return Table(self.game, seats, options, seed=seed, components=own, first=first % seats)

    def play_all(self) -> None:
        """Play all golden games and tell them."""
        self.golden.mkdir(exist_ok=True)
        for old in (*self.golden.glob("*.jsonl"), *self.golden.glob("*.txt")):
            old.unlink()
        for number, name in enumerate(self.games):
            lines = self.play(name, number)
            write_golden(self.golden, name, lines)
            print(f"{name}: {len(lines) - 2} events, {lines[-1]['end']}")

    def tell_all(self) -> None:
        """Tell the golden records again: for a change of how a game is told, not of its rules."""
        for path in sorted(self.golden.glob("*.jsonl")):
            write_golden(self.golden, path.stem, loads(path.read_text(encoding="utf-8")))

    def count_all(self) -> None:
        """Count every position of perft.json again, to the depth it has."""
        entries = json.loads(self.counts.read_text(encoding="utf-8"))
        for entry in entries:
            table = Table.from_position(entry["position"], chance="physical")
            depths = range(1, len(entry["counts"]) + 1)
            entry["counts"] = [perft(table.game, table.box, table.state, depth) for depth in depths]
        lines = [
            ",\n ".join(f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in entry.items())
            for entry in entries
        ]
        text = "[\n" + ",\n".join(f"{{{line}}}" for line in lines) + "\n]\n"
        self.counts.write_text(text, encoding="utf-8")

    def main(self) -> None:
        """Do what the command line asks for."""
        work = {"golden": self.play_all, "told": self.tell_all, "perft": self.count_all}
        if len(sys.argv) != 2 or sys.argv[1] not in work:
            raise SystemExit((__doc__ or "").replace("GAME", self.here.name))
        work[sys.argv[1]]()
