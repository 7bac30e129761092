"""What an evening's pages show, and its files: the rounds, who waits, the standings. It names players by their own numbers, never by their guests'."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from ludotheque.core import catalogue
from ludotheque.core.message import Message
from ludotheque.server.people.evenings.deciding import why_no_round
from ludotheque.server.people.evenings.standings import Standing, points_of, standings
from ludotheque.server.people.evenings.state import Evening, EveningTable
from ludotheque.server.room.wire import plain


def board(evening: Evening, guest: int) -> dict[str, Any]:
    """The evening as a guest may know it: everybody the same, but for what is `you`."""
    refused = why_no_round(evening)
    return told(evening) | {
        "you": _you(evening, guest),
        "why_no_round": None if refused is None else plain(refused.message),
    }


def told(evening: Evening) -> dict[str, Any]:
    """The evening as everybody may know it."""
    made = evening.made
    return {
        "id": evening.id,
        "name": made.name,
        "game": made.game,
        "options": made.options,
        "kind": made.how,
        "sizes": list(made.sizes),
        "rounds": made.rounds,
        "rated": made.rated,
        "clock": plain(made.clock),
        "round": len(evening.rounds),
        "closed": evening.closed,
        "players": [
            {"player": number, "name": player.name, "here": player.here}
            for number, player in enumerate(evening.players)
        ],
        "history": [
            {
                "tables": [_table(evening, number, place) for number, place in enumerate(round_.tables, 1)],
                "wait": [_named(evening, player) for player in round_.wait],
            }
            for round_ in evening.rounds
        ],
        "standings": [_standing(evening, each) for each in standings(evening)],
    }


def _named(evening: Evening, player: int) -> dict[str, Any]:
    return {"player": player, "name": evening.players[player].name}


def _table(evening: Evening, number: int, place: EveningTable) -> dict[str, Any]:
    points = points_of(place.ranks) if place.ranks is not None else None
    return {
        "number": number,
        "table": place.table,
        "how": place.how,
        "seats": [
            _named(evening, player)
            | {
                "rank": None if place.ranks is None else place.ranks[seat],
                "points": None if points is None else _number(points[seat]),
            }
            for seat, player in enumerate(place.players)
        ],
    }


def _standing(evening: Evening, each: Standing) -> dict[str, Any]:
    return _named(evening, each.player) | {
        "place": each.place,
        "points": _number(each.points),
        "opponents": _number(each.opponents),
        "wins": _number(each.wins),
        "played": each.played,
        "waited": each.waited,
        "here": evening.players[each.player].here,
    }


def _number(value: Fraction) -> float:
    return round(float(value), 3)


def _you(evening: Evening, guest: int) -> dict[str, Any]:
    """What concerns a guest: whether they organise it, who they are, and their table or that they wait in this round."""
    number = evening.player_of(guest)
    found: dict[str, Any] = {
        "organiser": bool(guest) and guest == evening.made.host,
        "player": number,
        "name": "" if number is None else evening.players[number].name,
        "here": number is not None and evening.players[number].here,
        "table": None,
        "waits": False,
    }
    if number is None or not evening.rounds:
        return found
    now = evening.rounds[-1]
    for at, place in enumerate(now.tables, 1):
        if number in place.players:
            found["table"] = {"table": place.table, "number": at, "how": place.how}
    return found | {"waits": number in now.wait}


# -------------------------------------------------------------------------------------------------------------- files

COLUMNS = ("place", "name", "points", "opponents", "wins", "played", "waited")
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(evening: Evening, language: str) -> str:
    """The standings and then the results of all rounds, as a table calculation reads it: with a mark of its encoding at the beginning."""
    written = io.StringIO()
    rows = csv.writer(written, delimiter=";" if language == catalogue.FRENCH else ",")
    rows.writerow([_word(f"ui.evening.column.{name}", language) for name in COLUMNS])
    shown, nobody = told(evening), _word("ui.somebody", language)
    for line in shown["standings"]:
        rows.writerow(
            [_cell(line[name] or (nobody if name == "name" else line[name]), language) for name in COLUMNS]
        )
    rows.writerow([])
    rows.writerow([_word(f"ui.evening.column.{name}", language) for name in ("round", "table", "name", "rank", "points", "how")])  # fmt: skip
    for number, round_ in enumerate(shown["history"], 1):
        for table in round_["tables"]:
            how = _word(f"ui.evening.how.{table['how']}", language)
            for seat in table["seats"]:
                rows.writerow([_cell(each, language) for each in (number, table["number"], seat["name"] or nobody, seat["rank"], seat["points"], how)])  # fmt: skip
        for waiting in round_["wait"]:
            rows.writerow([number, "", _cell(waiting["name"] or nobody, language), "", _cell(0.5, language), _word("ui.evening.how.waits", language)])  # fmt: skip
    return "\ufeff" + written.getvalue()


def _word(key: str, language: str) -> str:
    return catalogue.say(Message(key), language)


def _cell(value: Any, language: str) -> Any:
    """A value as it stands in a cell. A name that a table calculation would compute is made a text."""
    if value is None:
        return ""
    if isinstance(value, float):
        text = f"{value:g}"
        return text.replace(".", ",") if language == catalogue.FRENCH else text
    return f"'{value}" if isinstance(value, str) and value.startswith(_STARTS_A_FORMULA) else value
