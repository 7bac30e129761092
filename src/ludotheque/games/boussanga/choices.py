"""The clicks of a seat at Boussanga: a card, one of its positions, and where it goes; or a discard; or a cell to put a token back on."""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.entry_point import Box, Int32s, Int64s, State, UInt64s, entry_point
from ludotheque.core.errors import Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.games.boussanga import codes
from ludotheque.games.boussanga.actions import lowest_turn, lowest_turns, refusal
from ludotheque.games.boussanga.board_svg import CELL
from ludotheque.games.boussanga.cards import Token, pattern, turned
from ludotheque.games.boussanga.codes import DISCARD, MAX_LEGAL, Why
from ludotheque.games.boussanga.labels import (
    HEAPS,
    card_id,
    card_in,
    card_of_id,
    cell_name,
    cell_named,
    cell_names,
    cell_names_of,
    element,
    frame_of,
    members,
    symbol,
)
from ludotheque.games.boussanga.rules.aligning import would_align
from ludotheque.games.boussanga.rules.cooperating import colour_due
from ludotheque.games.boussanga.rules.setup import hand_of, is_cooperative
from ludotheque.games.boussanga.state import LETTERS, MAX_CELLS, NONE, STRIDE, TURNS, Phase
from ludotheque.scene import columns, snapshot
from ludotheque.scene.columns import Columns
from ludotheque.scene.model import Button, Choices, Node, Overlay, Preview

WORDS = ("lay", "lay_turned", "score", "score_turned", "find", "find_turned", "discard", "pass", "back")
KEYS = tuple(f"boussanga.choice.{name}" for name in WORDS)
"""The words of the choices, in the order that `Node.key` counts in."""

_KEY = {name: number for number, name in enumerate(WORDS)}
_LAID = {
    word: tuple(_KEY[f"{word}_turned" if turn else word] for turn in range(TURNS))
    for word in ("lay", "score", "find")
}
"""The words of a laying by how far the card is turned: those of one that is turned also say it."""


def _legal(b: Any, s: Any, seat: int) -> Any:
    """The seat's legal actions, as the rules write them."""
    out = room("int32", MAX_LEGAL)
    return out[: verbs.legal(snapshot.record(b), snapshot.record(s), seat, out)]


def pivot_of(tokens: Sequence[Token]) -> int:
    """The token round which a card is turned: the one nearest to its middle."""
    middle_x = sum(x for x, _, _ in tokens) / len(tokens)
    middle_y = sum(y for _, y, _ in tokens) / len(tokens)
    return min(
        range(len(tokens)),
        key=lambda number: (tokens[number][0] - middle_x) ** 2 + (tokens[number][1] - middle_y) ** 2,
    )


_TURN_BUTTONS = tuple(f"turn.{turn}" for turn in range(TURNS))
"""`turn.3` is for a card turned by three eighths."""


def discard_button(colour: int) -> str:
    """`throw`, or `throw.T` to put the collected earth back."""
    return "throw" if colour < 0 else f"throw.{LETTERS[colour]}"


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks."""
    b, s = snapshot.of_box(b), snapshot.of(s)
    legal = _legal(b, s, seat)
    if int(s["phase"]) == Phase.PUT_BACK:
        nodes = tuple(_back(b, code) for code in legal.tolist())
        return Choices(seat, nodes, tuple(range(len(nodes))), KEYS)
    return _Graph(b, s, seat, legal).choices()


def _back(b: Any, code: int) -> Node:
    """A cell for the token that is put back."""
    what = element(int(codes.put_back_colour(code)))
    return Node(cell_name(b, codes.put_back_cell(code)), code, key=_KEY["back"], extra={"what": what})


class _Graph:
    """Puts the clicks of a turn together, field by field: a card, then a position and a place, or a discard."""

    def __init__(self, b: Any, s: Any, seat: int, found: Any) -> None:
        legal = found.tolist()
        self.b, self.seat = b, seat
        self.clicks: list[str] = []
        self.actions: list[int] = []
        self.keys: list[int] = []
        self.some: dict[int, dict[str, Any]] = {}
        """What single nodes have besides, by their indices."""
        self.overlays: list[Overlay] = []
        self.previews: list[Preview] = []
        self.turns: set[int] = set()
        self.cards = s["hand"][int(hand_of(s.record, seat))][: int(b["places"])].tolist()
        side = int(s["side"])
        self.frames = [frame_of(b, side, card) if card != NONE else "" for card in self.cards]
        self.names = cell_names(b)
        self.common = bool(is_cooperative(s.record))
        placements = legal[: bisect.bisect_left(legal, DISCARD)]
        self.discards = [
            (code, int(codes.discarded_place(code)), int(codes.discarded_colour(code)))
            for code in legal[len(placements) :]
        ]
        """Discards: action, place of the hand and colour."""
        self.lays = _by_spot(placements, len(self.frames))
        self.earns: dict[int, list[tuple[int, int, int]]] = {}
        """By place of the hand and turn, the layings that align something: the action, the cells aligned and the points."""
        if not self.common:
            lines, points = room("uint64", len(placements)), room("int64", len(placements))
            foresee(b.record, s.record, seat, found[: len(placements)], lines, points)
            every = zip(placements, lines.tolist(), points.tolist(), strict=True)
            for code, line, earned in itertools.compress(every, points):
                self.earns.setdefault(code // MAX_CELLS, []).append((code, line, earned))

    def choices(self) -> Choices:
        roots = [self._card(place) for place, card in enumerate(self.cards) if card != NONE]
        colours = {colour for _, _, colour in self.discards}
        buttons = [_turning(turn) for turn in sorted(self.turns)]
        buttons += [
            Button(
                discard_button(colour),
                self._discard_label(colour),
                symbol=symbol(colour) if colour >= 0 else None,
            )
            for colour in sorted(colours)
        ]
        return columns.choices(
            self.seat,
            Columns({"click": self.clicks, "action": self.actions, "key": self.keys}, self.some),
            roots,
            KEYS,
            buttons=tuple(buttons),
            overlays=tuple(self.overlays),
            previews=tuple(self.previews),
            quiet=self.common,
        )

    def _discard_label(self, colour: int) -> Message:
        if not self.common:
            return Message("boussanga.button.discard")
        if colour < 0:
            return Message("boussanga.button.pass")
        return Message("boussanga.button.pass_colour", {"colour": element(colour)})

    def _add(self, click: str, action: int, key: int, more: dict[str, Any]) -> int:
        index = len(self.clicks)
        self.clicks.append(click)
        self.actions.append(action)
        self.keys.append(key)
        if more:
            self.some[index] = more
        return index

    def _card(self, place: int) -> int:
        key = _KEY["pass" if self.common else "discard"]
        discards = [
            self._add(discard_button(colour), code, key, {})
            for code, at, colour in self.discards
            if at == place
        ]
        turns = self._turns(place, discards) if any(self.lays) else []
        following = (*turns, *discards)
        more: dict[str, Any] = {"next": following} if following else {}
        return self._add(card_id(self.cards[place]), -1, 0, more | {"extra": {"card": place + 1}})

    def _turns(self, place: int, discards: Sequence[int]) -> list[int]:
        """The positions of a card, see `positions`, and every place where each may be laid, called by its pivot's cell."""
        clicks, actions, keys, names = self.clicks, self.actions, self.keys, self.names
        words, found = _LAID["find" if self.common else "lay"], []
        for turn, shown, overlay, pivot in positions(self.frames[place]):
            spot = place * TURNS + turn
            lays, first, to_pivot = self.lays[spot], len(clicks), pivot - spot * MAX_CELLS
            clicks += [names[code + to_pivot] for code in lays]
            actions += lays
            keys += [words[shown]] * len(lays)
            for code, line, points in self.earns.get(spot, ()):
                self._score(first + bisect.bisect_left(lays, code), line, points, shown)
            index = len(clicks)
            clicks.append(_TURN_BUTTONS[shown])
            actions.append(-1)
            keys.append(0)
            following, over = (*range(first, index), *discards), len(self.overlays)
            self.some[index] = {"next": following, "overlay": over} if following else {"overlay": over}
            self.overlays.append(overlay)
            self.turns.add(shown)
            found.append(index)
        return found

    def _score(self, index: int, line: int, points: int, shown: int) -> None:
        """The laying at this index aligns these cells, for this many points."""
        self.keys[index] = _LAID["score"][shown]
        self.some[index] = {"extra": {"n": points}, "preview": len(self.previews)}
        self.previews.append(_preview(self.b["height"], line, points))


@functools.lru_cache(2000)
def _preview(height: int, line: int, points: int) -> Preview:
    names = cell_names_of(height)
    cells = tuple(names[cell] for cell in members(line))
    return Preview(cells, Message("boussanga.preview", {"n": points}))


@functools.cache
def _turning(turn: int) -> Button:
    return Button(_TURN_BUTTONS[turn], Message(f"boussanga.turn.{turn}"))


def _by_spot(placements: list[int], places: int) -> list[list[int]]:
    """The layings, which are in the order of their codes, of each place of the hand in each turn, one list after the other."""
    ends = [bisect.bisect_left(placements, MAX_CELLS * spot) for spot in range(places * TURNS + 1)]
    return [placements[start:end] for start, end in itertools.pairwise(ends)]


@functools.lru_cache(1000)
def positions(frame: str) -> tuple[tuple[int, int, Overlay, int], ...]:
    """The positions of a card of this frame that show different tokens: for each the lowest turn and the one that a player sees, the overlay of
    the board, and how far its pivot is from its corner, in cells."""
    found, lowest = [], lowest_turns(frame)
    for turn in range(TURNS):
        if lowest[turn] == turn:
            shown = shortest_turn(frame, turn)
            found.append((turn, shown, *position(frame, shown)))
    return tuple(found)


def shortest_turn(frame: str, turn: int) -> int:
    """Of the turns of a card that show the same tokens, the one with the fewest eighths, to the right or to the left."""
    lowest = lowest_turns(frame)
    alike = (other for other in range(TURNS) if lowest[other] == lowest[turn])
    return min(alike, key=lambda other: min(other, TURNS - other))


def position(frame: str, turn: int) -> tuple[Overlay, int]:
    """A card of this frame in a position: the overlay of the board, and how far its pivot is from its corner, in cells."""
    tokens = pattern(frame)
    laid = turned(tokens, turn)
    x, y, _ = laid[pivot_of(tokens)]
    offsets = tuple(
        (float((other_x - x) * CELL), float((other_y - y) * CELL)) for other_x, other_y, _ in laid
    )
    return Overlay(offsets), y * STRIDE + x


@entry_point()
def foresee(b: Box, s: State, seat: int, placements: Int32s, lines: UInt64s, points: Int64s) -> None:
    """For each laying of a card: the cells of the alignments it makes, and their points."""
    for number in range(len(placements)):
        code = placements[number]
        card = s.hand[hand_of(s, seat), codes.laid_place(code)]
        line, earned = would_align(b, s, card, codes.laid_turn(code), codes.laid_corner(code))
        lines[number], points[number] = line, earned


# -- clicks read back -------------------------------------------------------------------------------------------------


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, that these clicks mean. Raises `Unreadable` if there is none, and `Illegal` if it has no code."""
    if not clicks:
        raise _unclear("nothing was clicked", "nothing")
    last = _cell(b, clicks[-1])
    if int(s["phase"]) == Phase.PUT_BACK:
        if last < 0:
            raise _unclear("a token goes to a cell of the board", "cell")
        return int(codes.put_back_code(int(colour_due(s)), last)), ()
    colour = _heap_clicked(clicks[-1])
    if colour >= 0:
        words = {"what": element(colour), "n": int(b["value"][colour])}
        raise _unclear("tokens in a heap are not taken by themselves", "worth", **words)
    place = _place_clicked(b, s, seat, clicks[0])
    if clicks[-1].partition(".")[0] == "throw":
        letter = clicks[-1].partition(".")[2]
        if letter and letter not in LETTERS:
            raise _unclear(f"{clicks[-1]} is not a way to discard", "nothing")
        return int(codes.discard_code(place, LETTERS.index(letter) if letter else -1)), ()
    if len(clicks) == 1 or last < 0:
        raise _unclear("a card needs a place on the board", "where")
    turn = clicks[1].removeprefix("turn.") if len(clicks) > 2 else "0"
    if turn not in [str(number) for number in range(TURNS)]:
        raise _unclear(f"{clicks[1]} is not a position of a card", "nothing")
    return _placement(b, s, seat, place, int(turn), last), ()


def _unclear(text: str, why: str, **args: Any) -> Unreadable:
    return Unreadable(f"these clicks are not an action: {text}", Message(f"boussanga.click.{why}", args))


def _heap_clicked(click: str) -> int:
    """The element of a heap beside the board, from its id or that of its place; -1 for anything else."""
    heap, _, rest = click.partition(".")
    letter = rest.partition(".")[0]
    return LETTERS.index(letter) if heap in HEAPS and len(letter) == 1 and letter in LETTERS else -1


def _cell(b: Any, click: str) -> int:
    """The cell of a click on it or on the token that lies there, -1 for anything else."""
    return cell_named(b, click.rpartition(".")[2] if click[:1] in LETTERS else click)


def _place_clicked(b: Any, s: Any, seat: int, click: str) -> int:
    """The place in the seat's hand of a click on a card, or on the place where it lies."""
    head, _, rest = click.partition(".")
    if head == "hand" and rest.replace(".", "", 1).isdigit() and rest.count(".") == 1:
        hand, place = (int(part) for part in rest.split("."))
        if hand != int(hand_of(s, seat)):
            raise refusal(Why.NOT_YOUR_CARD, click)
        return place
    card = card_of_id(click)
    if card < 0:
        raise _unclear("choose a card first", "choose")
    places = [place for place in range(int(b["places"])) if card_in(b, s, seat, place) == card]
    if not places:
        raise refusal(Why.NOT_YOUR_CARD, click)
    return places[0]


def _placement(b: Any, s: Any, seat: int, place: int, turn: int, pivot: int) -> int:
    card = card_in(b, s, seat, place)
    if card == NONE:
        raise refusal(Why.NO_SUCH_CARD, str(place + 1))
    tokens = pattern(frame_of(b, int(s["side"]), card))
    laid = turned(tokens, turn)
    x, y, _ = laid[pivot_of(tokens)]
    column, row = pivot % STRIDE - x, pivot // STRIDE - y
    if column < 0 or row < 0:
        raise refusal(Why.OFF_BOARD, cell_name(b, pivot))
    return int(codes.lay_code(place, lowest_turn(b, s, card, turn), row * STRIDE + column))
