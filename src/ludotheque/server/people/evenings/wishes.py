"""What people may ask of an evening: the bodies of its requests."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludotheque.server.people.evenings.events import Kind
from ludotheque.server.room.log_events import TimeControl

MAX_ROUNDS = 30
FEWEST, MOST = 2, 5
"""How few and how many may sit at a table of an evening."""


class Plan(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An evening to make: the body of `POST /api/evenings`.

    Attributes:
        name: what it is called.
        game: the game's name.
        least: how few may sit at a table.
        most: how many sit at a table if it can be.
        rounds: the number of rounds.
        how: the kind of tournament.
        options: option names and values of the game. Any that are not named are as in a new table for that many players.
        rated: whether its games may count for ratings.
        clock: how much time people have; None for no limit.
    """

    name: str
    game: str
    least: Annotated[int, Meta(ge=FEWEST, le=MOST)]
    most: Annotated[int, Meta(ge=FEWEST, le=MOST)]
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
    how: Kind = "swiss"
    options: dict[str, Any] = {}
    rated: bool = False
    clock: TimeControl | None = None


class _Wish(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True):
    """Something to do on an evening."""


class Join(_Wish, tag="join", frozen=True):
    """I take part, under this name; or again, after I left."""

    name: str = ""


class Leave(_Wish, tag="leave", frozen=True):
    """I take no part in the next rounds; or the organiser says so of a player."""

    player: int | None = None


class Back(_Wish, tag="back", frozen=True):
    """The organiser says that a player takes part again."""

    player: int


class Begin(_Wish, tag="begin", frozen=True):
    """The organiser begins this round, counted from 1."""

    round: int


class Correct(_Wish, tag="correct", frozen=True):
    """The organiser says how a table ended: the rank of each seat, from 1."""

    table: str
    ranks: list[int]


class End(_Wish, tag="end", frozen=True):
    """The organiser ends a table whose game goes on."""

    table: str


class Close(_Wish, tag="close", frozen=True):
    """The organiser closes the evening."""


Wish = Join | Leave | Back | Begin | Correct | End | Close
