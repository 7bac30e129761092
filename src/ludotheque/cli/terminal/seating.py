"""Who plays each seat: parses `human:Léa,greedy,mine:careful`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque import bots
from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.cli.matching import must_be_known
from ludotheque.core.message import Message
from ludotheque.core.output import visible

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.core.journal import Journal

PERSON = ("human", "humain", "humaine")
"""The words for a person at the keyboard."""

KNOWN = (*bots.LEVELS, bots.LEARNT)
"""The bots that can take a seat."""

LONGEST_NAME = 40


@dataclass(frozen=True)
class Player:
    """A seat's player: a bot (its level, or its name if it is one of your own), or a person (level "") with or without a name."""

    level: str = ""
    name: str = ""


def read(text: str) -> list[Player]:
    """The players of `--seats`, one for each seat. Raises `Problem` with the one that is wrong."""
    return [_player(part.strip()) for part in text.split(",")]


def _player(text: str) -> Player:
    kind, colon, name = text.partition(":")
    if text in KNOWN:
        return Player(level=text)
    if text in bots.installed() or (colon and kind.strip().lower() not in PERSON):
        must_be_known(text)
        return Player(level=text)
    if kind.strip().lower() not in PERSON:
        known = ", ".join(("human", "human:Léa", *KNOWN, *bots.installed()))
        raise Problem(
            Message("cli.play.seats.unknown", {"text": text}),
            Message("cli.play.seats.known", {"known": known}),
            ASKED_WRONGLY,
        )
    name = " ".join(name.split())
    if colon and (not name or len(name) > LONGEST_NAME or not name.isprintable() or name in KNOWN):
        raise Problem(
            Message("cli.play.seats.name", {"name": name}),
            Message("cli.play.seats.name.next"),
            ASKED_WRONGLY,
        )
    return Player(name=name)


def check(game: Game, players: Sequence[Player]) -> None:
    """Raise `Problem` if a bot cannot play this game: against the clock only the levels can."""
    strange = next((each.level for each in players if each.level and each.level not in bots.LEVELS), "")
    if game.timed and strange:
        raise Problem(
            Message("error.bot_has_no_hands", {"level": strange}),
            Message("cli.play.seats.known", {"known": ", ".join(bots.LEVELS)}),
            ASKED_WRONGLY,
        )


def usual(game: Game) -> list[Player]:
    """The default players: one person, and bots up to the usual number of players."""
    return [Player(), *[Player(level="greedy")] * (game.usual_seats - 1)]


def note(players: Sequence[Player], journal: Journal) -> None:
    """Note the players for the record. `noted` reads them again."""
    journal.players = [player.level or player.name for player in players]
    journal.bots = [player.level for player in players]


def noted(journal: Journal) -> list[Player]:
    """The players that a record notes. A bot that is unknown here is a person without a name."""
    seats = journal.setup.seats
    levels = journal.bots if len(journal.bots) == seats else [""] * seats
    names = journal.players if len(journal.players) == seats else [""] * seats
    return [
        Player(level=level) if level and _is_here(level) else Player(name="" if level else name)
        for level, name in zip(levels, names, strict=True)
    ]


def _is_here(bot: str) -> bool:
    """Whether there is such a level, or a bot that a package declares. A record does not choose what is imported."""
    return bot in KNOWN or bot in bots.installed()


def names(players: Sequence[Player], words: Words) -> list[str]:
    """What each player is called. Bots of the same level are numbered, and people without a name are called by their seats."""
    persons = sum(not player.level for player in players)
    called = []
    for seat, player in enumerate(players):
        if player.level:
            alike = [other for other in range(len(players)) if players[other].level == player.level]
            number = f" {alike.index(seat) + 1}" if len(alike) > 1 else ""
            called.append((words(f"bot.{player.level}") if player.level in KNOWN else player.level) + number)
        elif player.name:
            called.append(visible(player.name))
        else:
            called.append(words("cli.play.you") if persons == 1 else words("ui.seat", n=seat + 1))
    return called
