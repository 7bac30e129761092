"""Decides what people ask of an evening: a wish in, and the event that it causes out, or `Refused` with the reason. Changes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.core.option import Value
from ludotheque.server.base.names import look, unlike
from ludotheque.server.people.evenings import events, wishes
from ludotheque.server.people.evenings.events import Event
from ludotheque.server.people.evenings.standings import next_round
from ludotheque.server.people.evenings.state import Evening, EveningTable, Player
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import clean_name

MAX_PEOPLE = 200
MAX_TITLE = 60


def made(guest: int, plan: wishes.Plan) -> events.Made:
    """The first event of an evening. Raises `Refused` if it cannot be held so."""
    name = " ".join(plan.name.split())
    if not 1 <= len(name) <= MAX_TITLE or not name.isprintable():
        raise Refused("error.evening.name", (), 422, most=MAX_TITLE)
    try:
        game = registry.get(plan.game)
    except UnknownGame as error:
        raise Refused.no_game(plan.game, error) from error
    sizes = tuple(size for size in game.seats if plan.least <= size <= plan.most)
    fitting = [
        (size, options) for size in sizes if (options := _options(game, size, plan.options)) is not None
    ]
    if not fitting:
        if sizes:
            _options(game, sizes[-1], plan.options, strict=True)
        numbers = ", ".join(map(str, game.seats))
        raise Refused("error.evening.sizes", (), 422, game=Message(f"{game.name}.title"), numbers=numbers)
    _size, options = fitting[-1]
    if game.cooperative is not None:
        state = game.fresh_state(_size, options)[0]
        if game.cooperative(None, state):
            raise Refused("error.evening.together", (), 422)
    if plan.clock is not None and (game.timed or plan.clock.per == "days"):
        raise Refused("error.evening.clock", (), 422)
    return events.Made(
        name, guest, game.name, plan.options, tuple(size for size, _ in fitting), plan.rounds, plan.how, plan.rated, plan.clock
    )  # fmt: skip


def table_options(game: Game, size: int, named: Mapping[str, Value]) -> dict[str, Value]:
    """The options of a table of this size: those that the evening names, and otherwise what the form for such a table offers."""
    options = dict(named)
    for option in game.options:
        if option.name not in options and size in option.usual and option.exists(size, options):
            options[option.name] = option.usual[size]
    return options


def _options(
    game: Game, size: int, given: dict[str, Value], *, strict: bool = False
) -> dict[str, Value] | None:
    """The options of a game of this size; None, or an error, if these do not go together."""
    try:
        return game.check_options(size, given)
    except LudothequeError as error:
        if strict:
            raise Refused.of(error) from error
        return None


def decide(evening: Evening, guest: int, wish: wishes.Wish) -> Event | None:
    """The event that a wish causes; None if it changes nothing. Raises `Refused` if it cannot be granted."""
    if evening.closed and not isinstance(wish, wishes.Correct):
        raise Refused("error.evening.closed", (), 409)
    match wish:
        case wishes.Join():
            return _join(evening, guest, wish.name)
        case wishes.Leave():
            return _leave(evening, guest, wish.player)
        case wishes.Back():
            _organiser(evening, guest)
            return None if _player(evening, wish.player).here else events.Back(wish.player)
        case wishes.Begin():
            return _begin(evening, guest, wish.round)
        case wishes.Correct():
            return _correct(evening, guest, wish)
        case wishes.End():
            place = _place(evening, guest, wish.table)
            if place.ranks is not None:
                raise Refused("error.evening.table_over", (), 409)
            return events.Ended(wish.table)
        case wishes.Close():
            _organiser(evening, guest)
            _all_over(evening)
            return events.Closed()


def _organiser(evening: Evening, guest: int) -> None:
    if not guest or guest != evening.made.host:
        raise Refused("error.evening.not_organiser", (), 403)


def _player(evening: Evening, number: int) -> Player:
    if not 0 <= number < len(evening.players):
        raise Refused("error.evening.no_player", (), 422)
    return evening.players[number]


def _place(evening: Evening, guest: int, table: str) -> EveningTable:
    _organiser(evening, guest)
    place = evening.place(table)
    if place is None:
        raise Refused("error.unknown_table", (), 404)
    return place


def _join(evening: Evening, guest: int, name: str) -> Event | None:
    number = evening.player_of(guest)
    if number is not None:
        return None if evening.players[number].here else events.Back(number)
    if len(evening.players) >= MAX_PEOPLE:
        raise Refused("error.evening.full", (), 409, n=MAX_PEOPLE)
    others = {look(player.name) for player in evening.players}
    return events.Joined(guest, unlike(others, clean_name(name)))


def _leave(evening: Evening, guest: int, player: int | None) -> Event | None:
    number = evening.player_of(guest) if player is None else player
    if player is not None and player != evening.player_of(guest):
        _organiser(evening, guest)
    if number is None or not 0 <= number < len(evening.players):
        raise Refused("error.evening.no_player", (), 422)
    return events.Left(number) if evening.players[number].here else None


def _all_over(evening: Evening) -> None:
    if evening.unfinished:
        numbers = ", ".join(map(str, evening.unfinished))
        raise Refused("error.evening.unfinished", (), 409, tables=numbers)


def why_no_round(evening: Evening) -> Refused | None:
    """Why the next round cannot begin; None if it can."""
    try:
        _all_over(evening)
    except Refused as refused:
        return refused
    if len(evening.rounds) >= evening.made.rounds:
        return Refused("error.evening.rounds_over", (), 409, n=evening.made.rounds)
    least = min(evening.made.sizes)
    if len(evening.here) < least:
        return Refused("error.evening.few", (), 409, n=least, here=len(evening.here))
    return None


def _begin(evening: Evening, guest: int, number: int) -> Event:
    _organiser(evening, guest)
    if number != len(evening.rounds) + 1:
        raise Refused("error.evening.round_begun", (), 409, n=len(evening.rounds))
    refused = why_no_round(evening)
    if refused is not None:
        raise refused
    tables, waiting = next_round(evening)
    seatings = tuple(events.Seating(secrets.token_urlsafe(9), players) for players in tables)
    return events.Round(seatings, tuple(waiting))


def _correct(evening: Evening, guest: int, wish: wishes.Correct) -> Event:
    place = _place(evening, guest, wish.table)
    if not _are_ranks(wish.ranks, len(place.players)):
        raise Refused("error.evening.ranks", (), 422)
    return events.Corrected(wish.table, tuple(wish.ranks))


def _are_ranks(ranks: Sequence[int], count: int) -> bool:
    """Whether these are ranks of this number of players: each is one more than the number of players ahead."""
    return len(ranks) == count and all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
