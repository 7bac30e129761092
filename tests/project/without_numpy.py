"""Plays a game with everything that a table, a screen and a bot need, where neither NumPy nor Babel can be imported. Called with a game's name."""

from __future__ import annotations

import random
import sys
from typing import Any

FORBIDDEN = ("numpy", "babel", "numba", "llvmlite")
FEW = 40


class Refusing:
    """Finds no module of these packages."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in FORBIDDEN:
            raise ImportError(f"{name} was asked for")


def play(name: str) -> None:
    from ludotheque import Illegal, Table, bots, replay
    from ludotheque.core import artefact, registry
    from ludotheque.scene.budget import encode
    from ludotheque.table import views

    assert artefact.is_loaded(name), artefact.of(name, registry.get(name).package).why_not
    game, luck = registry.get(name), random.Random(1)
    for seats in game.seats:
        table, now = Table(game, seats, seed=seats), 0
        for number in range(FEW):
            if table.is_over:
                break
            if not table.actors:
                now = table.due_ms
                table.advance(now)
                continue
            seat = luck.choice(table.actors)
            legal = list(table.legal_actions(seat))
            action = luck.choice(legal or [0])
            table.why_not(luck.randrange(game.num_actions(table.journal.b)), seat)
            text = table.text(action, seat) if legal else ""
            if game.has_reflexes:
                view = views.view(table.journal, {seat}).tobytes()
                bots.reflex(name, None, view, seat, "strong", number)
            elif number < len(bots.LEVELS):
                view = views.view(table.journal, {seat}).tobytes()
                few = bots.Budget(simulations=50)
                assert bots.choose(name, None, view, seat, bots.LEVELS[number], number, few) in legal
            for audience in ({seat}, ()):
                encode(table.scene(audience))
            if legal and not game.timed:
                table.play(text, seat)
            elif legal:
                press(table, seat, action)
                now += 200
                try:
                    table.play(action, seat, at_ms=now)
                except Illegal:
                    continue
        str(table), table.svg(), [*views.scenes(table.journal, ())]
        assert replay(table.record()).position() == table.position()
        if not table.is_over:
            Table.from_position(table.position())
        table.copy()
        for seat in range(seats):  # also where the seat has nothing to do
            views.choices(table.journal, seat)


def press(table: Any, seat: int, action: int) -> None:
    """Claim an action in the race that is on, if there is one."""
    from ludotheque.server.room.races.photo import develop
    from ludotheque.server.room.races.race import Claim, Race

    racing, journal = table.game.racing, table.journal
    cue = racing.cue(journal.b, journal.s)
    if cue is not None:
        race = Race("race", cue.kind, 0.0, float(cue.at_ms), cue.seats)
        developed, _ = develop(table, racing, race, [Claim(seat, action, 0.0, 0.0, 0.0, key_ms=5.0)], [])
        assert [finish.claim.seat for finish in developed] == [seat]


OTHERS = ("compiler", "envs", "lab", "testing", "train", "recarrays", "__main__")
"""Modules that may use NumPy, by any part of their names."""


def ask_everybody(name: str) -> None:
    """Ask for boards of the server, the bots that are no levels, and an analysis, and import all that should do without."""
    from importlib import import_module, resources
    from pkgutil import walk_packages

    import ludotheque
    from ludotheque import Table, bots
    from ludotheque.bots import review
    from ludotheque.bots.learnt import Learnt, network
    from ludotheque.core import registry
    from ludotheque.core.luck import Luck
    from ludotheque.server.live.boards import _ready_made
    from ludotheque.table import views

    for module in walk_packages(ludotheque.__path__, "ludotheque."):
        if not set(module.name.split(".")) & set(OTHERS):
            import_module(module.name)
    game = registry.get(name)
    assert _ready_made(game)
    if game.has_reflexes:
        return
    review.assess(Table(game, seed=3), bots.Budget(simulations=60))
    others: list[tuple[Any, Any]] = [(f"weights:{resources.files(game.package) / 'weights.json'}@greedy", {})]
    if (shipped := network.shipped(game)) is not None:
        others.append((Learnt(simulations=20), shipped.about.options))
    for bot, options in others:
        table = Table(game, 2, dict(options), seed=3)
        seat, box = table.actors[0], table.journal.box
        view = views.view(table.journal, {seat})
        bots.own.check_for(bot, game, box, view)
        assert bots.choose_in(game, box, view, seat, bot, Luck.of(1)) in table.legal_actions()


if __name__ == "__main__":
    sys.meta_path.insert(0, Refusing())  # type: ignore[arg-type]
    play(sys.argv[1])
    ask_everybody(sys.argv[1])
    print(*(each for each in FORBIDDEN if each in sys.modules))
