"""A house where each table begins in the situation that a file of its data folder holds, if there is one: for what a deal seldom gives.

Its bots at Banzaï! only lay cards down, answer in somebody else's Stop and go on to the next round, so that nobody disturbs what a test does.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from browser.hands import GO
from browser.house import House
from ludotheque.cli.main import app
from ludotheque.core import registry
from ludotheque.core.components import write_toml
from ludotheque.games.banzai import codes
from ludotheque.games.banzai.state import Phase
from ludotheque.server.room.state import TableState
from ludotheque.server.thinking.pool import Bots
from ludotheque.table import Table

FILE = "situation.json"
FOLDER = "LUDOTHEQUE_TEST_SITUATIONS"


class Situated(House):
    """A house to which a test tells how the next tables begin."""

    program = ("-m", "browser.situated")

    def start(self) -> House:
        """Serve."""
        os.environ[FOLDER] = str(self.data)
        return super().start()

    def begin_with(self, position: dict[str, Any] | None) -> None:
        """From now on tables begin like this: a position as `docs/positions.md` says; None as usual."""
        if position is None:
            (self.data / FILE).unlink(missing_ok=True)
        else:
            (self.data / FILE).write_text(json.dumps(position))

    def record(self, name: str) -> str:
        """The record of a table, with the situation in which it began: a running game's does not tell it."""
        head, _, rest = super().record(name).partition("\n")
        file = self.data / FILE
        began = {"position": json.loads(file.read_text())} if file.is_file() else {}
        return json.dumps(json.loads(head) | began) + "\n" + rest

    def whole(self, name: str) -> Table:
        """The table of that id: the situation tells its secrets."""
        return self.table(name)

    def at_hand(self, page: Any, table: Table) -> str:
        """A table like this one, of the page's person and robots, looked at as a hand; its id."""
        position, own = table.position(), table.journal.setup.components
        self.begin_with(position)
        order = {
            "game": position["game"], "seats": table.seats, "options": position["options"], "first": 0,
            "components": None if own is None else write_toml(own),
            "chairs": [{"who": "me"}, *[{"who": "bot", "level": "random"}] * (table.seats - 1)],
        }  # fmt: skip
        answer = page.request.post(f"{self.url}/api/tables", data=order)
        assert answer.status == 201, answer.text()
        identity: str = answer.json()["id"]
        page.evaluate(GO, f"/t/{identity}?view=hand")
        page.wait_for_function(
            "id => document.querySelector('.prompt.yours') && location.pathname.endsWith(id)", arg=identity
        )
        return identity


def action_at(beginning: Table, text: str) -> tuple[Table, int]:
    """A table where that begins and nothing has happened yet, and the action of seat 0 with this text."""
    table = Table.from_position(beginning.position(), components=beginning.journal.setup.components)
    return table, next(code for code in table.legal_actions(0) if table.text(code) == text)


def main() -> None:
    """The server, whose new games are made from the situation."""
    usual = TableState.new_game

    def new_game(state: TableState, chairs: Any = None) -> Table:
        file = Path(os.environ[FOLDER]) / FILE
        if not file.is_file():
            return usual(state, chairs)
        position = json.loads(file.read_text()) | {"seats": state.seats, "options": state.options}
        return Table.from_position(position, seed=state.seed, components=state.components)

    async def reflex(
        self: Bots, game: str, components: Any, view: bytes, *more: Any
    ) -> tuple[int, int] | None:
        phase = np.frombuffer(view, registry.get(game).state)["phase"][0]
        found = await react(self, game, components, view, *more)
        calm = found is not None and (found[0] < codes.CALL or found[0] == codes.RESUME)
        return found if calm or phase == Phase.STOP else None

    react = Bots.reflex
    TableState.new_game = new_game  # type: ignore[method-assign]
    Bots.reflex = reflex  # type: ignore[method-assign]
    app()


if __name__ == "__main__":
    main()
