"""The household that the host keeps for the house: its people, and the games that count for them. It is in the database, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ludotheque.server.base.names import MAX_NAME, alike, cleaned, fault_of
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Result, Store
from ludotheque.server.store.results import Told, read_told

NAME = "household"
MOST_PEOPLE = 12
MOST_GAMES = 500
"""The most games that come from elsewhere, and the most finished tables of this server that are looked through."""

Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
Short = Annotated[str, msgspec.Meta(max_length=60)]


class HouseFinds(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Positions of the day that somebody has found.

    Attributes:
        n: how many.
        last: by game, the last day on which they found its position (days since 1970).
    """

    n: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    last: dict[Annotated[str, msgspec.Meta(pattern=r"^[\w-]{1,40}$")], int]


class HouseMember(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Somebody of the household.

    Attributes:
        name: what they are called.
        once: what they were called before.
        colour: their colour.
        piece: the game whose piece stands for them; "" for their initial.
        child: whether they are a child.
        finds: the positions of the day that they have found; left out while there is none.
    """

    name: Name
    once: Annotated[list[Name], msgspec.Meta(max_length=8)]
    colour: Literal["red", "blue", "green", "yellow", "plum", "sky"]
    piece: Annotated[str, msgspec.Meta(pattern=r"^[\w-]{0,40}$")]
    child: bool
    finds: HouseFinds | msgspec.UnsetType = msgspec.UNSET


class HouseSat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A player of a finished game.

    Attributes:
        name: their name; "" for somebody who is not of the household.
        place: from 1.
        bot: the level of a bot; "" for a person.
        won: whether they came first, and not all of them lost.
    """

    name: Short
    place: Annotated[int, msgspec.Meta(ge=1, le=100)]
    bot: Short
    won: bool


class HouseGame(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A finished game that counts for the household; `at` is when it ended (Unix ms)."""

    id: Annotated[str, msgspec.Meta(max_length=100)]
    game: Short
    at: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    players: Annotated[list[HouseSat], msgspec.Meta(max_length=12)]


class ToKeep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The people of the house, and their games that are not among the finished tables of this server: the body of `PUT /api/host/household`."""

    members: Annotated[list[HouseMember], msgspec.Meta(max_length=MOST_PEOPLE)]
    games: Annotated[list[HouseGame], msgspec.Meta(max_length=MOST_GAMES)]


async def kept(store: Store) -> ToKeep | None:
    """What is kept for the house; None if nothing is."""
    try:
        return msgspec.json.decode(await store.shared(NAME) or "null", type=ToKeep | None)
    except msgspec.MsgspecError:  # of another version
        return None


async def keep(store: Store, household: ToKeep) -> ToKeep:
    """Keep these people for the house, in place of those before, and these games beside those that are kept already; returns what is kept now.
    Games that name nobody of these people go, and so do the oldest of more than `MOST_GAMES`.

    Raises `Refused` if a name cannot be one, or two people have names that are alike; nothing has changed then."""
    members = [_checked(member) for member in household.members]
    taken: set[str] = set()
    for member in members:
        if alike(member.name) in taken:
            raise Refused("error.household.twice", name=member.name)
        taken.add(alike(member.name))
    names = _names(members)
    before = await kept(store)
    found: dict[str, HouseGame] = {}
    for game in (*(before.games if before else ()), *household.games):
        known = found.get(game.id)
        found[game.id] = _merged(game, known) if known else game
    games = [_naming(game, names) for game in sorted(found.values(), key=lambda game: game.at)]
    now = ToKeep(
        members,
        [game for game in games if any(each.name and not each.bot for each in game.players)][-MOST_GAMES:],
    )
    await store.put_shared(NAME, msgspec.json.encode(now).decode())
    return now


def _checked(member: HouseMember) -> HouseMember:
    """Somebody with names as they are kept. Raises `Refused` if one cannot be a name."""
    name, *once = (cleaned(each) for each in (member.name, *member.once))
    for each in (name, *once):
        fault = fault_of(each)
        if fault:
            raise Refused(fault)
    return msgspec.structs.replace(member, name=name, once=once)


def _names(members: Sequence[HouseMember]) -> set[str]:
    """What people are and were called, as `alike` writes it."""
    return {alike(name) for member in members for name in (member.name, *member.once)}


def _naming(game: HouseGame, names: set[str]) -> HouseGame:
    """A game in which nobody else is named."""
    sat = [
        each if alike(each.name) in names else msgspec.structs.replace(each, name="") for each in game.players
    ]
    return msgspec.structs.replace(game, players=sat)


def _merged(game: HouseGame, known: HouseGame) -> HouseGame:
    """Merge a game that is already kept with a new account of it: either may name players that the other lacks."""
    if len(game.players) != len(known.players):
        return game
    sat = [
        msgspec.structs.replace(each, name=each.name or other.name)
        for each, other in zip(game.players, known.players, strict=True)
    ]
    return msgspec.structs.replace(game, players=sat)


async def erase(store: Store) -> None:
    """Keep nothing for the house any more."""
    await store.put_shared(NAME, "")


async def games(store: Store) -> list[HouseGame]:
    """The games that count for the household, each once, the first one first: those that were kept with it, and the finished tables of this server.
    Nobody else is named in those."""
    household = await kept(store)
    if household is None or not household.members:
        return []
    names = _names(household.members)
    here = (_counted(each, names) for each in await store.newest_results(MOST_GAMES))
    found = {game.id: game for game in (*household.games, *here) if game is not None}
    return sorted(found.values(), key=lambda game: game.at)


def _counted(result: Result, names: set[str]) -> HouseGame | None:
    """A finished table as it counts; None if nobody won it, or nobody of the household sat there."""
    told = read_told(result.told)
    if told.abandoned or told.outcome.ending == "called_off":
        return None
    players = _sat(told, names)
    return (
        HouseGame(result.table, result.game, result.ended_ms, players)
        if any(each.name for each in players)
        else None
    )


def _sat(told: Told, names: set[str]) -> list[HouseSat]:
    low = min(told.outcome.ranking)
    return [
        HouseSat(
            chair.name if chair.who == "person" and alike(chair.name) in names else "",
            rank - low + 1,
            chair.level if chair.who == "bot" else "",
            rank == low and gain > 0,
        )
        for chair, rank, gain in zip(told.chairs, told.outcome.ranking, told.outcome.returns, strict=True)
    ]
