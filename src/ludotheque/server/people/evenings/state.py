"""An evening as a fold over its events, with how its games ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludotheque.server.people.evenings import events
from ludotheque.server.people.evenings.events import Event
from ludotheque.server.store.results import read_told

How = Literal["playing", "over", "ended", "corrected"]


@dataclass
class Player:
    """Somebody who takes part. `here` is false while they take no part in new rounds."""

    guest: int
    name: str
    here: bool = True


@dataclass
class EveningTable:
    """A table of a round.

    Attributes:
        table: its id.
        players: the player on each seat.
        how: whether its game goes on, is over, was ended by the organiser, or has a result that the organiser corrected.
        ranks: the rank of each seat; None while there is no result.
    """

    table: str
    players: tuple[int, ...]
    how: How = "playing"
    ranks: tuple[int, ...] | None = None


@dataclass
class RoundState:
    """A round: its tables, and who waits."""

    tables: list[EveningTable]
    wait: tuple[int, ...]


@dataclass
class Evening:
    """Everything about an evening. `seq` is the number of its newest event."""

    id: str
    made: events.Made
    seq: int = 0
    players: list[Player] = field(default_factory=list)
    rounds: list[RoundState] = field(default_factory=list)
    closed: bool = False

    def player_of(self, guest: int) -> int | None:
        """The number of the player whom a guest is; None if they do not take part."""
        found = (number for number, player in enumerate(self.players) if guest and player.guest == guest)
        return next(found, None)

    @property
    def here(self) -> list[int]:
        """The players who take part in the next round."""
        return [number for number, player in enumerate(self.players) if player.here]

    @property
    def unfinished(self) -> list[int]:
        """The numbers, from 1, of the tables of this round that have no result yet."""
        tables = self.rounds[-1].tables if self.rounds else []
        return [number for number, place in enumerate(tables, 1) if place.ranks is None]

    def place(self, table: str) -> EveningTable | None:
        """The table with this id; None if it is none of this evening's."""
        return next((each for round_ in self.rounds for each in round_.tables if each.table == table), None)

    def apply(self, event: Event) -> None:
        """Apply an event after the first one."""
        match event:
            case events.Joined():
                self.players.append(Player(event.guest, event.name))
            case events.Left() | events.Back():
                self.players[event.player].here = isinstance(event, events.Back)
            case events.Round():
                self.rounds.append(
                    RoundState([EveningTable(each.table, each.players) for each in event.tables], event.wait)
                )
            case events.Ended() | events.Corrected():
                place = self.place(event.table)
                assert place is not None
                if isinstance(event, events.Ended):
                    place.how, place.ranks = "ended", (1,) * len(place.players)
                else:
                    place.how, place.ranks = "corrected", event.ranks
            case events.Closed():
                self.closed = True
            case events.Made():
                raise ValueError("an evening is made once")
        self.seq += 1


def fold(identity: str, rows: Sequence[tuple[int, int, str]], results: Mapping[str, str]) -> Evening:
    """The evening that these events make, with the results of its games by table. What the organiser said of a table goes before."""
    made = events.read(rows[0][2])
    assert isinstance(made, events.Made)
    evening = Evening(identity, made)
    for _, _, body in rows[1:]:
        evening.apply(events.read(body))
    for round_ in evening.rounds:
        for place in round_.tables:
            if place.how == "playing" and place.table in results:
                ranking = read_told(results[place.table]).outcome.ranking
                if len(ranking) == len(place.players):
                    place.how, place.ranks = "over", tuple(ranking)
    return evening
