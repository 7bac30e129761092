"""What can be edited in Bantu's box: circles, rows and links are drawn on the board as it is, finished or not."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ludotheque.core.errors import BadComponents
from ludotheque.core.message import Message
from ludotheque.core.toml_edit import Lines
from ludotheque.games.bantu import board_svg
from ludotheque.games.bantu.board_layout import Ground
from ludotheque.games.bantu.components import CIRCLE, KEYS, MAX_TEXTS, Circle, build, name_of
from ludotheque.games.bantu.labels import where
from ludotheque.games.bantu.state import MAX_LANES, MAX_RANKS, MAX_TURNS, PAWNS
from ludotheque.scene.editor import (
    UNREADABLE,
    Action,
    Brush,
    Field,
    FormEditor,
    Painter,
    Part,
    Place,
    Undone,
    Value,
    number,
    provenance,
)

Link = tuple[Circle, Circle]
LINE, RUBBER, CIRCLES, ARROW = "line", "rubber", "circle", "arrow"
STARTS = tuple(f"start{pawn + 1}" for pawn in range(PAWNS))
TOUCH = 92.0
"""How large a place is for a finger: as far as circles of a row are apart."""


class Track:
    """A track as it is drawn so far.

    Attributes:
        ranks: the number of ranks.
        lanes: the number of lanes.
        circles: the circles that there are.
        joined: the circles whose neighbour outwards lies in the same row.
        links: the links.
        starts: the rank of each number's start line; None where it has none.
        arrows: the circles with an arrow.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        track = data["track"]
        self.ranks, self.lanes = int(track["ranks"]), int(track["lanes"])
        if not (2 <= self.ranks <= MAX_RANKS and 1 <= self.lanes <= MAX_LANES):
            raise ValueError("a track of that size cannot be drawn")
        if max(len(track["rows"]), len(track["links"])) > MAX_TEXTS:
            raise ValueError("so many rows or links cannot be drawn")
        rows = [self._read(text) for text in track["rows"]]
        self.circles = {circle for row in rows for circle in row}
        self.joined = {one for row in rows for one, other in pairwise(row) if other == (one[0], one[1] + 1)}
        ends = [self._read(text) for text in track["links"]]
        self.links: set[Link] = {(each[0], each[1]) for each in ends if len(each) == 2}
        lines = data.get("start_lines", {})
        found = [self._read(lines.get(str(pawn + 1), "")) for pawn in range(PAWNS)]
        self.starts = [line[0][0] if line else None for line in found]
        self.arrows = {each for text in data["finish"]["arrows"] for each in self._read(text)}

    def _read(self, text: Any) -> list[Circle]:
        found = [CIRCLE.fullmatch(word) for word in str(text).split()]
        circles = [(int(each[1]), ord(each[2]) - ord("a")) for each in found if each]
        return [each for each in circles if self.has_room(each)]

    def has_room(self, circle: Circle) -> bool:
        """Whether a track of this size has such a place."""
        return circle[0] < self.ranks and circle[1] < self.lanes

    def of_rank(self, rank: int) -> list[Circle]:
        """The circles of a rank, from the inside outwards."""
        return sorted(circle for circle in self.circles if circle[0] == rank)

    def rows(self) -> list[list[Circle]]:
        """Every row, in the order of the track."""
        rows: list[list[Circle]] = []
        for circle in sorted(self.circles):
            before = (circle[0], circle[1] - 1)
            if rows and rows[-1][-1] == before and before in self.joined:
                rows[-1].append(circle)
            else:
                rows.append([circle])
        return rows

    def crossings(self) -> int:
        """How often two links cross."""
        return sum(
            one[0][0] == other[0][0] and one[0][1] < other[0][1] and one[1][1] > other[1][1]
            for one in self.links
            for other in self.links
        )

    # -- changing it --------------------------------------------------------------------------------------------------

    def add(self, circle: Circle) -> None:
        """Put a circle there, linked along its lane."""
        self.circles.add(circle)
        rank, lane = circle
        for one, other in (((rank - 1, lane), circle), (circle, (rank + 1, lane))):
            if one in self.circles and other in self.circles:
                self.links.add((one, other))

    def remove(self, circle: Circle) -> None:
        """Take a circle away, with all that holds on to it."""
        self.circles.discard(circle)
        self.joined -= {circle, (circle[0], circle[1] - 1)}
        self.links = {link for link in self.links if circle not in link}
        self.arrows.discard(circle)

    def start(self, pawn: int, rank: int) -> None:
        """Let the start line of this number be a whole rank. A number that has this rank gets the old one."""
        if rank in self.starts:
            self.starts[self.starts.index(rank)] = self.starts[pawn]
        self.starts[pawn] = rank
        self.join(rank)

    def join(self, rank: int) -> None:
        """Make one row of a rank."""
        self.joined |= {one for one, other in pairwise(self.of_rank(rank)) if other[1] == one[1] + 1}

    def stroke(self, places: Sequence[Circle], *, wiped: bool) -> None:
        """Draw a line through these circles, or wipe out what is there of it."""
        pairs = [pair for one, other in pairwise(places) for pair in _steps(one, other)]
        for circle in {circle for pair in pairs for circle in pair}:
            if circle not in self.circles:
                raise _no_circle(circle)
        if not pairs:
            raise BadComponents("", Message("bantu.edit.line.one"))
        for one, other in pairs:
            if one[0] == other[0]:
                (self.joined.discard if wiped else self.joined.add)(min(one, other))
            else:
                (self.links.discard if wiped else self.links.add)((min(one, other), max(one, other)))

    def resize(self, ranks: int, lanes: int) -> None:
        """Give the track another size: what no longer fits goes, and new circles are linked along their lanes."""
        old_ranks, old_lanes = self.ranks, self.lanes
        self.ranks, self.lanes = ranks, lanes
        led = {one for one, _ in self.links}
        for circle in [each for each in self.circles if not self.has_room(each)]:
            self.remove(circle)
        for circle in led.intersection(self.circles) - {one for one, _ in self.links}:
            self.add(circle)  # what it led to is gone: it leads along its lane
        for rank in range(ranks):
            for lane in range(lanes):
                if rank >= old_ranks or lane >= old_lanes:
                    self.add((rank, lane))
        free = [rank for rank in range(ranks) if rank not in self.starts]
        for pawn, start in enumerate(self.starts):
            if start is not None and start >= ranks and free:
                self.starts[pawn] = free.pop()
        for start in self.starts:
            if start is not None:
                self.join(start)
        if ranks != old_ranks or lanes > old_lanes:
            self.arrows = set(self.of_rank(ranks - 1))

    def clear(self) -> None:
        """Make every circle a row of its own, but for the start lines, and link all along their lanes."""
        self.joined.clear()
        self.links.clear()
        for circle in self.circles:
            if (circle[0] + 1, circle[1]) in self.circles:
                self.links.add((circle, (circle[0] + 1, circle[1])))
        for rank in self.starts:
            if rank is not None:
                self.join(rank)

    def take_rank(self, rank: int, other: Track) -> None:
        """Let the rows of a rank, and the links that leave it, be those of another track of this size."""
        for lane in range(self.lanes):
            circle = rank, lane
            for ours, theirs in ((self.circles, other.circles), (self.joined, other.joined)):
                (ours.add if circle in theirs else ours.discard)(circle)
        kept = {link for link in self.links if link[0][0] != rank}
        self.links = kept | {link for link in other.links if link[0][0] == rank}

    # -- writing it ---------------------------------------------------------------------------------------------------

    def write(self, data: dict[str, Any]) -> None:
        """Put the track into the content of a file; lists that say the same stay as they are."""
        was = Track(data)  # as it was read, before it changed
        track = data["track"]
        track["ranks"], track["lanes"] = self.ranks, self.lanes
        if was.rows() != self.rows():
            track["rows"] = Lines(
                [[_named(row) for row in self.rows() if row[0][0] == rank] for rank in range(self.ranks)]
            )
        if was.links != self.links:
            links = sorted(self.links)
            track["links"] = Lines(
                [[_named(link) for link in links if link[0][0] == rank] for rank in range(self.ranks)]
            )
        for pawn, rank in enumerate(self.starts):
            if rank is not None and (rank != was.starts[pawn] or was.of_rank(rank) != self.of_rank(rank)):
                data["start_lines"][str(pawn + 1)] = _named(self.of_rank(rank))
        if was.arrows != self.arrows:
            data["finish"]["arrows"] = [name_of(circle) for circle in sorted(self.arrows)]

    # -- showing it ---------------------------------------------------------------------------------------------------

    def ground(self) -> Ground:
        """The measures of the board. A start line that does not exist yet lies where the track begins."""
        usual = min(self.circles)[0]
        starts = [
            self.of_rank(usual if rank is None or not self.of_rank(rank) else rank) for rank in self.starts
        ]
        links = [link for link in self.links if self.circles.issuperset(link)]
        box = build(self.ranks, self.lanes, MAX_TURNS, self.rows(), links, starts, sorted(self.arrows))
        return Ground(box[0])

    def shows(self, circle: Circle) -> Message:
        """What is there, in words."""
        if circle not in self.circles:
            return Message("bantu.edit.shows.none")
        row = next(each for each in self.rows() if circle in each)
        ahead = [_of_level(other) for one, other in sorted(self.links) if one == circle]
        ahead += [Message("bantu.edit.shows.finish")] if circle in self.arrows else []
        told = {
            "row": _joined([_of_level(each) for each in row if each != circle]),
            "ahead": _joined(ahead),
        }
        if len(row) == 1:
            key = "bantu.edit.shows.alone" if ahead else "bantu.edit.shows.alone.end"
        else:
            key = "bantu.edit.shows.row" if ahead else "bantu.edit.shows.row.end"
        said = Message(key, told)
        if circle[0] in self.starts:
            pawn = self.starts.index(circle[0]) + 1
            return Message("bantu.edit.shows.start", {"number": pawn, "what": said})
        return said


def _of_level(circle: Circle) -> Message:
    """What a circle is called among those of its level."""
    return Message("bantu.edit.shows.circle", {"lane": circle[1] + 1})


def _joined(several: Sequence[Message]) -> Message | str:
    if not several:
        return ""
    first, *rest = several
    return Message("bantu.edit.shows.and", {"one": first, "other": _joined(rest)}) if rest else first


def _no_circle(circle: Circle) -> BadComponents:
    return BadComponents("", Message("bantu.edit.line.none", {"circle": where(name_of(circle))}))


def _steps(one: Circle, other: Circle) -> list[Link]:
    """The single steps of a stroke: a finger may have left out circles of the same lane, or of the same rank."""
    if one == other:
        return []
    if one[0] == other[0]:
        step = 1 if other[1] > one[1] else -1
        lanes = range(one[1], other[1], step)
        return [((one[0], lane), (one[0], lane + step)) for lane in lanes]
    if one[1] == other[1]:
        step = 1 if other[0] > one[0] else -1
        return [((rank, one[1]), (rank + step, one[1])) for rank in range(one[0], other[0], step)]
    told = {"one": where(name_of(one)), "other": where(name_of(other))}
    if abs(one[0] - other[0]) > 1:
        raise BadComponents("", Message("bantu.edit.line.far", told))
    if abs(one[1] - other[1]) > 1:  # no rule forbids it, and a finger that slips draws it
        raise BadComponents("", Message("bantu.edit.line.aside", told))
    return [(one, other)]


def _named(circles: Iterable[Circle]) -> str:
    return " ".join(map(name_of, circles))


def _circle(text: str) -> Circle:
    found = CIRCLE.fullmatch(text)
    if found is None:
        raise LookupError(text)
    return int(found[1]), ord(found[2]) - ord("a")


# -- the editor -------------------------------------------------------------------------------------------------------


class _Editor(FormEditor):
    def parts(self, data: Mapping[str, Any]) -> Iterable[Part]:
        painter = _painter(data)
        yield Part(
            "track",
            Message("bantu.edit.track"),
            Message("bantu.edit.track.hint"),
            provenance(data, "track"),
            painter,
            _brushes() if painter else (),
            (
                number(data, "track.ranks", "bantu.edit.ranks", 2, MAX_RANKS),
                number(data, "track.lanes", "bantu.edit.lanes", 1, MAX_LANES),
            ),
            (Action("clear", Message("bantu.edit.clear")),) if painter else (),
        )
        yield Part(
            "limit",
            Message("bantu.edit.limit"),
            Message("bantu.edit.limit.hint"),
            provenance(data, "limit"),
            fields=(number(data, "limit.turns", "bantu.edit.turns", 1, MAX_TURNS),),
        )

    def paint(self, data: dict[str, Any], part: str, brush: str, places: Sequence[str]) -> None:
        track = Track(data)
        circles = [_circle(place) for place in places]
        if part != "track" or not all(map(track.has_room, circles)):
            raise LookupError(part)
        first = circles[0]
        if brush in (LINE, RUBBER):
            track.stroke(circles, wiped=brush == RUBBER)
        elif brush == CIRCLES:
            change = track.remove if first in track.circles else track.add
            for circle in circles:
                if (circle in track.circles) == (change == track.remove):
                    change(circle)
            if not track.circles:
                raise BadComponents("", Message("bantu.edit.last_circle"))
        elif brush == ARROW:
            for circle in circles:
                if circle[0] != track.ranks - 1 or circle not in track.circles:
                    raise BadComponents("", Message("bantu.edit.arrow.last", {"rank": track.ranks - 1}))
            wiped = first in track.arrows
            track.arrows = track.arrows.difference(circles) if wiped else track.arrows.union(circles)
        elif not track.of_rank(circles[-1][0]):
            raise _no_circle(circles[-1])
        else:
            track.start(STARTS.index(brush), circles[-1][0])
        track.write(data)

    def act(self, data: dict[str, Any], part: str, action: str) -> None:
        if (part, action) != ("track", "clear"):
            raise LookupError(action)
        track = Track(data)
        track.clear()
        track.write(data)

    def put(self, data: dict[str, Any], path: str, value: Value) -> None:
        if path in ("track.ranks", "track.lanes") and isinstance(value, int) and not isinstance(value, bool):
            track = Track(data)
            ranks, lanes = (value, track.lanes) if path == "track.ranks" else (track.ranks, value)
            if 2 <= ranks <= MAX_RANKS and 1 <= lanes <= MAX_LANES:
                track.resize(ranks, lanes)
                track.write(data)
                return
        super().put(data, path, value)

    def undone(self, data: Mapping[str, Any], printed: Mapping[str, Any]) -> Iterable[Undone]:
        ours, theirs = Track(data), Track(printed)
        if (ours.ranks, ours.lanes) != (theirs.ranks, theirs.lanes):
            return
        for rank in range(ours.ranks):
            without = copy.deepcopy(dict(data))
            track = Track(data)
            track.take_rank(rank, theirs)
            if (track.rows(), track.links) != (ours.rows(), ours.links):
                track.write(without)
                yield Undone(
                    ("track.rows", "track.links"),
                    Message("bantu.edit.rank", {"rank": rank}),
                    without,
                    _level(rank),
                )

    def seen(self, data: Mapping[str, Any]) -> Iterable[Field]:
        track = Track(data)
        yield Field("track.links", Message("bantu.edit.crossings"), track.crossings())
        for pawn, rank in enumerate(track.starts, 1):
            label = Message("bantu.edit.start.level", {"number": pawn})
            yield Field(f"start_lines.{pawn}", label, rank)

    def faulty(self, data: Mapping[str, Any], field: str) -> tuple[Sequence[str], Sequence[str]]:
        name, _, rest = field.partition(".")
        if name == "limit":
            return ("limit",), ()
        there: Any = data[name]
        key, _, index = rest.partition("[")
        there = there.get(key) if index == "" else there[key][int(index.rstrip("]"))]
        words = there.split() if isinstance(there, str) else []
        return ("track",), [word for word in dict.fromkeys(words) if CIRCLE.fullmatch(word)]

    def mended_with(self, error: BadComponents) -> str:
        name, _, key = error.field.partition(".")
        if _key(error) == "bantu.components.start_missing":
            return f"start{key}"
        if _key(error) == "error.why.entries":
            return {"track": LINE, "finish": ARROW}.get(name, "")
        return ""

    def reworded(self, data: Mapping[str, Any], error: BadComponents) -> Message | None:
        if _key(error) == "bantu.components.start_missing":
            _, _, pawn = error.field.partition(".")
            return Message("bantu.edit.fault.start", {"tool": _start(pawn)})
        if _key(error) == "error.why.entries" and error.field == "track.links":
            return Message("bantu.edit.fault.links")
        if _key(error) == "error.why.entries" and error.field == "finish.arrows":
            return Message("bantu.edit.fault.arrows", {"rank": Track(data).ranks - 1})
        return None

    def called(self, data: Mapping[str, Any], field: str) -> tuple[Message, ...]:
        name, _, key = field.partition(".")
        if name == "start_lines" and key in KEYS[name]:
            return (_start(key),)
        if name == "finish":
            return (Message("bantu.edit.arrow"),)
        return super().called(data, field)


def _key(error: BadComponents) -> str:
    return error.said.key if error.said else ""


def _level(rank: int) -> Message:
    return Message("bantu.edit.level", {"rank": rank})


def _start(number: str) -> Message:
    return Message("bantu.edit.start", {"number": number})


def _brushes() -> tuple[Brush, ...]:
    kinds = (LINE, RUBBER, CIRCLES, *STARTS, ARROW)
    return tuple(
        Brush(
            kind,
            _start(kind[-1]) if kind in STARTS else Message(f"bantu.edit.{kind}"),
            str(key),
            Message("bantu.edit.start.hint") if kind in STARTS else Message(f"bantu.edit.{kind}.hint"),
            kind in (LINE, RUBBER),
        )
        for key, kind in enumerate(kinds, 1)
    )


def _painter(data: Mapping[str, Any]) -> Painter | None:
    """The board; None for a track of a size that cannot be."""
    try:
        track = Track(data)
        ground = track.ground()
    except UNREADABLE:
        return None
    places, gaps = [], []
    for rank in range(track.ranks):
        for lane in range(track.lanes):
            circle = rank, lane
            x, y = ground.circle(rank * track.lanes + lane)
            name = name_of(circle)
            places.append(
                Place(
                    name,
                    x,
                    y,
                    TOUCH,
                    TOUCH,
                    where(name),
                    track.shows(circle),
                    round=True,
                )
            )
            if circle not in track.circles:
                gaps.append((x, y))
    picture = board_svg.draw(ground, gaps)
    return Painter(ground.width, ground.height, picture, tuple(places))


EDITOR = _Editor()

__all__ = ["EDITOR", "Track"]
