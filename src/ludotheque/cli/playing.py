"""`play`: plays a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, must_be_free, read_text, record_of
from ludotheque.cli.options import Argument, ComponentFile, GameOptions, Option, options_of, own_components
from ludotheque.core.message import Message
from ludotheque.table import views

if TYPE_CHECKING:
    from ludotheque.cli.terminal.keeping import Keeper
    from ludotheque.cli.terminal.seating import Player
    from ludotheque.core.journal import Chance
    from ludotheque.table import Table


def play(
    game: Annotated[str | None, Argument("GAME")] = None,
    seats: Annotated[str | None, Option(metavar="PLAYERS")] = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    first: Annotated[int | None, Option(min=1)] = None,
    seed: Annotated[int | None, Option(min=0)] = None,
    physical: bool = False,
    own_dice: bool = False,
    save: Annotated[Path | None, Option(metavar="FILE")] = None,
    resume: Annotated[str | None, Option(metavar="FILE|last")] = None,
    plain: bool = False,
    board: Annotated[bool, Option("--board/--no-board")] = True,
    pause: Annotated[float, Option(min=0, max=60)] = 0.7,
) -> None:
    """Play in the terminal, with people at this keyboard and with bots.

    For example: `ludotheque play billabong --seats human:Léa,greedy,human:Tom`. The game is saved after every action.

    Options:
        game: Name of a game, for example billabong. Not needed with --resume.
        seats: One player per seat: human, human:Léa, or the name of a bot; one of your own is module:function. Default: human,greedy.
        first: Seat that goes first, counted from 1. Default: drawn by lot.
        seed: Seed of all draws. Default: a random seed.
        physical: You have the real dice and cards: type what they show.
        own_dice: You roll your own dice and type what they show.
        save: File in which the game is saved. Default: a file in your user's data folder.
        resume: Continue a saved game; `last` continues the most recent one.
        plain: No colours and no screen clearing: for screen readers and programs.
        board: Draw the board at every turn, or only when you type `board`.
        pause: Seconds between moves when only bots play.
    """
    from ludotheque.cli.terminal.screen import Screen, is_plain
    from ludotheque.cli.terminal.session import Session
    from ludotheque.cli.words import Words

    words = Words()
    if resume is not None:
        given = {"--option": option or None, "--components": component_file, "--first": first, "--seed": seed}
        _refuse_beside_resume(given | {"--physical": physical or None, "--own-dice": own_dice or None})
        table, players, keeper = _resumed(game, resume, seats, save)
    elif game is None:
        from ludotheque.core import registry

        known = ", ".join(registry.names())
        raise Problem(
            Message("cli.play.which"), Message("cli.play.which.next", {"known": known}), ASKED_WRONGLY
        )
    else:
        chance: Chance = "physical" if physical else "dice" if own_dice else "auto"
        table, players = _fresh(game, seats, option, component_file, first, seed, chance)
        keeper = _keeper(table, save)
    session = Session(table, players, Screen(words, is_plain(plain), board), keeper, words, pause)
    session.run(resumed=resume is not None)


def _refuse_beside_resume(given: dict[str, Any]) -> None:
    for name, value in given.items():
        if value is not None:
            raise Problem(
                Message("cli.play.resume.option", {"option": name}),
                Message("cli.play.resume.option.next"),
                ASKED_WRONGLY,
            )


def _fresh(
    name: str,
    seats: str | None,
    option: Sequence[str],
    component_file: Path | None,
    first: int | None,
    seed: int | None,
    chance: Chance,
) -> tuple[Table, list[Player]]:
    from ludotheque.cli.terminal import seating
    from ludotheque.core import registry
    from ludotheque.table import Table

    game = registry.get(name)
    players = seating.usual(game) if seats is None else seating.read(seats)
    seating.check(game, players)
    options, own = options_of(game, option), own_components(component_file)
    game.check_options(len(players), options)
    if first is not None and first > len(players):
        raise Problem(
            Message("cli.play.first", {"first": first, "seats": len(players)}),
            Message("cli.play.first.next", {"seats": len(players)}),
            ASKED_WRONGLY,
        )
    if chance == "dice" and game.thrown is None:
        raise Problem(
            Message("cli.play.no_dice", {"game": Message(f"{name}.title")}),
            Message("cli.play.no_dice.next"),
            ASKED_WRONGLY,
        )
    table = Table(
        game,
        len(players),
        options,
        seed=seed,
        components=own,
        first=None if first is None else first - 1,
        chance=chance,
    )
    _check_bots(players, table)
    seating.note(players, table.journal)
    return table, players


def _check_bots(players: list[Player], table: Table) -> None:
    """Raises what a bot raises that cannot play this game."""
    from ludotheque import bots

    for seat, player in enumerate(players):
        if player.level:
            bots.check_for(
                player.level, table.game, table.journal.box.copy(), views.view(table.journal, {seat})
            )


def _keeper(table: Table, save: Path | None) -> Keeper:
    """Where a new game is saved. Raises `Problem` if the file named cannot be used."""
    from ludotheque.cli.terminal.keeping import Keeper, fresh_path

    if save is not None:
        must_be_free([save], Message("cli.play.save.taken.next", {"path": str(save)}))
    keeper = Keeper(save or fresh_path(table.game.name))
    try:
        keeper.keep(table)
    except OSError as error:
        raise Problem(
            Message("cli.play.save.cannot", {"path": str(keeper.path), "why": error.strerror or str(error)}),
            Message("cli.play.save.cannot.next"),
        ) from error
    return keeper


def _resumed(
    name: str | None, resume: str, seats: str | None, save: Path | None
) -> tuple[Table, list[Player], Keeper]:
    from ludotheque.cli.terminal import keeping, seating
    from ludotheque.core import record
    from ludotheque.table.replay import replay

    path = keeping.last(name) if resume == keeping.LAST else Path(resume)
    if save is not None and save.resolve() != path.resolve():
        must_be_free([save], Message("cli.play.save.taken.next", {"path": str(save)}))
    text = read_text(path, "record")
    with record_of(path):
        lines, *others = record.split(record.loads(text))
    if others:
        raise Problem(
            Message("cli.play.resume.several", {"path": str(path), "n": 1 + len(others)}),
            Message("cli.play.resume.several.next"),
            ASKED_WRONGLY,
        )
    if name is not None and lines[0].get("game") != name:
        raise Problem(
            Message(
                "cli.play.resume.other", {"path": str(path), "game": str(lines[0].get("game")), "asked": name}
            ),
            Message("cli.play.resume.other.next"),
            ASKED_WRONGLY,
        )
    with record_of(path):
        table = replay(lines)
    if table.is_over:
        raise Problem(
            Message("cli.play.resume.over", {"path": str(path)}),
            Message("cli.play.resume.over.next", {"path": str(path)}),
            ASKED_WRONGLY,
        )
    players = seating.noted(table.journal) if seats is None else seating.read(seats)
    seating.check(table.game, players)
    if len(players) != table.seats:
        raise Problem(
            Message("cli.play.resume.seats", {"n": len(players), "seats": table.seats}), "", ASKED_WRONGLY
        )
    _check_bots(players, table)
    seating.note(players, table.journal)
    return table, players, keeping.Keeper(save or path)
