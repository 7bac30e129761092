"""Makes the box from a component file: the track's rows, links, start lines and arrows are checked one by one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.complaints import complain, settle
from ludotheque.core.errors import BadComponents, shown
from ludotheque.core.memory import zeros
from ludotheque.core.message import Message
from ludotheque.core.validation import entries, known_keys, number, provenance, table
from ludotheque.games.bantu import labels
from ludotheque.games.bantu.state import BOX, MAX_LANES, MAX_RANKS, MAX_TURNS, NO_ROW, PAWNS

KEYS: dict[str, tuple[str, ...]] = {
    "track": ("ranks", "lanes", "rows", "links"),
    "start_lines": tuple(str(pawn + 1) for pawn in range(PAWNS)),
    "finish": ("arrows",),
    "limit": ("turns",),
}
"""Every table of the file and its keys; each table has a `provenance` besides."""

DEFAULTS: dict[str, dict[str, Any]] = {"limit": {"turns": 300}}
"""Tables that a file may leave out."""

CIRCLE = re.compile(r"r(0|[1-9][0-9]?)([a-f])")
"""The name of a circle: its rank and its lane."""
MAX_TEXTS = 2000
"""Rows or links that a file may list."""

Circle = tuple[int, int]
"""Rank and lane, both from 0."""


def validate(data: Mapping[str, Any]) -> Any:
    """Make the box from a component file's content. Raises `BadComponents` with the field that is wrong."""
    known_keys(BadComponents, data, KEYS)
    tables = {name: _table(name, data.get(name, DEFAULTS.get(name))) for name in KEYS}
    track = tables["track"]
    ranks = number(BadComponents, "track.ranks", track.get("ranks"), 2, MAX_RANKS)
    lanes = number(BadComponents, "track.lanes", track.get("lanes"), 1, MAX_LANES)
    settle()
    rows = _rows(track.get("rows"), ranks, lanes)
    known = {circle for row in rows for circle in row}
    settle()
    links = _links(track.get("links"), known)
    starts = [_start_line(tables["start_lines"], str(pawn + 1), rows) for pawn in range(PAWNS)]
    arrows = _arrows(tables["finish"].get("arrows"), known, ranks)
    limit = number(BadComponents, "limit.turns", tables["limit"].get("turns"), 1, MAX_TURNS)
    settle()
    _check_starts_differ(starts)
    _check_finish_is_reached(rows, links, arrows)
    settle()
    return build(ranks, lanes, limit, rows, links, starts, arrows)


def _table(name: str, given: Any) -> Mapping[str, Any]:
    entry = table(BadComponents, name, given, (*KEYS[name], "provenance"))
    provenance(name, entry)
    return entry


def name_of(circle: Circle) -> str:
    """`r15b` for rank 15, lane 1."""
    return f"r{circle[0]}{chr(ord('a') + circle[1])}"


def _called(circle: Circle) -> Message | str:
    """What players call a circle: rank 15, circle 2."""
    return labels.where(name_of(circle))


# -- texts and circles -------------------------------------------------------------------------------------------------


def _texts(where: str, values: Any) -> list[str | None]:
    """A list of 1 to `MAX_TEXTS` texts, None for each entry that is none."""
    found = entries(BadComponents, where, values, 1, MAX_TEXTS)
    return [_text(f"{where}[{index}]", text) for index, text in enumerate(found)]


def _text(where: str, value: Any) -> str | None:
    """A text; None if it is none."""
    if not isinstance(value, str):
        complain(
            BadComponents(
                where,
                f"must be the names of circles, such as 'r3a r3b', not {value!r}",
                Message("bantu.components.text", {"value": shown(value)}),
            )
        )
        return None
    return value


def _listed(text: str) -> str:
    """The words of a text as a list, for a message: `r0a, r1a`."""
    return shown(", ".join(text.split()))


def _circles(where: str, text: str | None) -> list[Circle] | None:
    """The circles named in a text, in its order; None if there is no text, or a word of it is no circle."""
    if text is None:
        return None
    found = []
    for word in text.split():
        match = CIRCLE.fullmatch(word)
        if match is None:
            complain(
                BadComponents(
                    where,
                    f"{word!r} is no circle; a circle is called r, its rank, its lane: r15b",
                    Message("bantu.components.circle", {"value": shown(word)}),
                )
            )
        else:
            found.append((int(match[1]), ord(match[2]) - ord("a")))
    return found if len(found) == len(text.split()) else None


# -- the track --------------------------------------------------------------------------------------------------------


def _rows(values: Any, ranks: int, lanes: int) -> list[list[Circle]]:
    """Every row: circles side by side in one rank, each circle in one row."""
    rows, seen = [], set[Circle]()
    for index, text in enumerate(_texts("track.rows", values)):
        where = f"track.rows[{index}]"
        row = _circles(where, text)
        if row is None:
            continue
        if not row:
            complain(
                BadComponents(
                    where, "is empty; a row has a circle or more", Message("bantu.components.empty_row")
                )
            )
        placed = True
        for circle in row:
            if circle[0] >= ranks or circle[1] >= lanes:
                placed = False
                complain(
                    BadComponents(
                        where,
                        f"{name_of(circle)} is not on a track of {ranks} ranks (from 0) and {lanes} lanes (from a)",
                        Message(
                            "bantu.components.off_track",
                            {"circle": _called(circle), "ranks": ranks, "lanes": lanes},
                        ),
                    )
                )
            elif circle in seen:
                placed = False
                complain(
                    BadComponents(
                        where,
                        f"{name_of(circle)} stands twice; a circle lies in one row",
                        Message("bantu.components.twice", {"circle": _called(circle)}),
                    )
                )
            seen.add(circle)
        if placed:
            _check_side_by_side(where, row)
        if row:
            rows.append(row)
    return rows


def _check_side_by_side(where: str, row: list[Circle]) -> None:
    for one, other in itertools.pairwise(row):
        args = {"one": _called(one), "other": _called(other)}
        if one[0] != other[0]:
            complain(
                BadComponents(
                    where,
                    f"{name_of(one)} and {name_of(other)} are in two ranks; a row lies in one: link them instead",
                    Message("bantu.components.two_ranks", args),
                )
            )
        elif other[1] != one[1] + 1:
            complain(
                BadComponents(
                    where,
                    f"{name_of(other)} does not follow {name_of(one)}; write the lanes of a row from a outwards, none left out",
                    Message("bantu.components.not_beside", args),
                )
            )


def _links(values: Any, known: set[Circle]) -> list[tuple[Circle, Circle]]:
    """Every link: from a circle to one of the next rank."""
    links, seen = [], set[tuple[Circle, Circle]]()
    for index, text in enumerate(_texts("track.links", values)):
        where = f"track.links[{index}]"
        ends = _circles(where, text)
        if text is None or ends is None:
            continue
        if len(ends) != 2:
            complain(
                BadComponents(
                    where,
                    f"must name two circles such as 'r0a r1a', not {text!r}",
                    Message("bantu.components.link", {"value": _listed(text)}),
                )
            )
            continue
        if not _are_known(where, ends, known):
            continue
        start, end = ends
        if end[0] != start[0] + 1:
            complain(
                BadComponents(
                    where,
                    f"must lead from a rank to the next, not from {name_of(start)} to {name_of(end)}",
                    Message("bantu.components.link_ranks", {"one": _called(start), "other": _called(end)}),
                )
            )
        if (start, end) in seen:
            complain(
                BadComponents(
                    where,
                    f"{text!r} stands twice",
                    Message("bantu.components.link_twice", {"value": _listed(text)}),
                )
            )
        seen.add((start, end))
        links.append((start, end))
    return links


def _are_known(where: str, circles: list[Circle], known: set[Circle]) -> bool:
    """Whether all these circles are in rows; complains of those that are not."""
    for circle in circles:
        if circle not in known:
            complain(
                BadComponents(
                    where,
                    f"{name_of(circle)} is in no row of track.rows; add a row for it, of itself alone if need be",
                    Message("bantu.components.no_row", {"circle": _called(circle)}),
                )
            )
    return known.issuperset(circles)


def _start_line(lines: Mapping[str, Any], name: str, rows: list[list[Circle]]) -> list[Circle]:
    """The start line of a number: a whole row, and all of its rank."""
    where, value = f"start_lines.{name}", lines.get(name)
    line = _circles(where, _text(where, "" if value is None else value))
    if line is None:
        return []
    if not line:
        example = " ".join(map(name_of, rows[0])) if rows else "r0a"
        complain(
            BadComponents(
                where,
                f"is missing; it must be the row where pawns {name} enter, such as {example!r}",
                Message(
                    "bantu.components.start_missing",
                    {"number": int(name), "row": example.replace(" ", "\xa0")},  # no line breaks within it
                ),
            )
        )
        return []
    rank = [circle for row in rows for circle in row if circle[0] == line[0][0]]
    if line not in rows or len(rank) != len(line):
        complain(
            BadComponents(
                where,
                f"{shown(value)} must be one of track.rows, with all circles of its rank",
                Message("bantu.components.start_row", {"rank": line[0][0]}),
            )
        )
    return line


def _check_starts_differ(starts: list[list[Circle]]) -> None:
    for position, line in enumerate(starts, 1):
        first = starts.index(line) + 1
        if first < position:
            complain(
                BadComponents(
                    f"start_lines.{position}",
                    f"is the start line of number {first} already; each number has its own",
                    Message("bantu.components.start_twice", {"other": first}),
                )
            )


def _arrows(values: Any, known: set[Circle], ranks: int) -> list[Circle]:
    """The circles with an arrow to the finish, all in the last rank."""
    arrows = []
    for index, text in enumerate(_texts("finish.arrows", values)):
        where = f"finish.arrows[{index}]"
        circles = _circles(where, text)
        if circles is None or not _are_known(where, circles, known):
            continue
        if len(circles) != 1 or circles[0][0] != ranks - 1:
            complain(
                BadComponents(
                    where,
                    f"must name one circle of the last rank, {ranks - 1}, not {text!r}",
                    Message("bantu.components.arrow", {"rank": ranks - 1}),
                )
            )
        arrows += circles
    return arrows


def _check_finish_is_reached(
    rows: list[list[Circle]], links: list[tuple[Circle, Circle]], arrows: list[Circle]
) -> None:
    """A path leads from every circle to an arrow, so that no pawn is ever stuck on the track."""
    reaching = set(arrows)
    before: dict[Circle, list[Circle]] = {}
    for start, end in links:
        before.setdefault(end, []).append(start)
    for rank in range(max(circle[0] for row in rows for circle in row), -1, -1):
        here = [(index, row) for index, row in enumerate(rows) if row[0][0] == rank]
        for index, row in here:
            if not reaching.intersection(row):
                complain(
                    BadComponents(
                        f"track.rows[{index}]",
                        f"no path leads to the finish from {name_of(row[0])}; link its row to the next rank, or give it an arrow",
                        Message("bantu.components.dead_end", {"circle": _called(row[0])}),
                    )
                )
            for circle in row:
                reaching.update(before.get(circle, ()))


# -- the box ----------------------------------------------------------------------------------------------------------


def build(
    ranks: int,
    lanes: int,
    limit: int,
    rows: list[list[Circle]],
    links: list[tuple[Circle, Circle]],
    starts: list[list[Circle]],
    arrows: list[Circle],
) -> Any:
    """The box of a track. It is not checked: the editor draws one that is not finished, too."""
    box = b = zeros(1, BOX)
    b["ranks"], b["lanes"], b["circles"], b["turn_limit"] = ranks, lanes, ranks * lanes, limit
    b["row"][:] = NO_ROW
    for index, row in enumerate(sorted(rows)):
        b["first"][index], b["width"][index] = row[0][0] * lanes + row[0][1], len(row)
        for rank, lane in row:
            b["row"][rank * lanes + lane] = index
        for rank, lane in row[:-1]:
            b["joined"][rank * lanes + lane] = 1
    for (rank, lane), (after, other) in sorted(links):
        circle = rank * lanes + lane
        b["link"][circle, b["links"][circle]] = after * lanes + other
        b["links"][circle] += 1
    for pawn, line in enumerate(starts):
        b["start_rank"][pawn] = line[0][0]
        for rank, lane in line:
            b["start_line"][rank * lanes + lane] = 1
    for rank, lane in arrows:
        b["arrow"][rank * lanes + lane] = 1
    return box
