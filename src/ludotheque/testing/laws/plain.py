"""Laws about what is said: words that a player can find on the table, and traces of what moved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludotheque.core.catalogue import LANGUAGES, say
from ludotheque.core.message import Message
from ludotheque.scene.listing import gathered
from ludotheque.table import views
from ludotheque.testing.law import Case, law
from ludotheque.testing.laws.scenes import audiences
from ludotheque.testing.words import words

_WORD = re.compile(r"[^\s,;:!?()«»“”\u00a0\u202f]+")
_DOTTED = re.compile(r"[A-Za-z]+\.[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
_COORDINATES = re.compile(r"[a-zA-Z]-?\d{1,2}[a-z]?|\d[a-z]\d")
_TEXT = re.compile(r'<text[^>]*\bx="(-?[\d.]+)"[^>]*\by="(-?[\d.]+)"[^>]*>(\d+)</text>')
"""A number on a board's picture, and where it is written."""
_LETTER = re.compile(r"[B-HJ-Z]")
"""A capital alone; A and I are words."""


@law(
    "plain",
    "What is said names no id, sign, code or number of a place that the board does not show.",
    about=("presenter.scene", "presenter.choices", "presenter.event"),
)
def plain(case: Case) -> None:
    everybody = tuple(range(case.variant.seats))
    for table in case.situations():
        layout = views.layout(table.journal)
        for audience in audiences(case.variant.seats)[:3]:
            shown = table.scene(audience)
            reader = _Reader(layout, shown, views.board_svg(table.journal))
            for message in (*_said(shown), *_offered(layout, shown)):
                wrong = reader.code_in(message)
                if wrong:
                    case.broken(wrong)
    table = case.walk.table
    picture = views.board_svg(table.journal)
    reader = _Reader(views.layout(table.journal), table.scene(everybody), picture)
    for number, event_view in enumerate(views.event_views(table.journal, everybody), 1):
        case.events = number
        moment = event_view.moment
        said = [event_view.message, *(event_view.brief or ()), event_view.cry]
        said += [moment.title, moment.text] if moment is not None else []
        for message in said:
            wrong = reader.code_in(message)
            if wrong:
                case.broken(wrong)


class _Reader:
    """Finds codes in what is said of a table."""

    def __init__(self, layout: Any, shown: Any, picture: str) -> None:
        places = (*layout.places, *shown.places, *(place for panel in shown.panels for place in panel.places))
        pieces = shown.pieces
        self.players = {standing.seat: "Mia" for standing in shown.standings}
        self.names = {place.name for place in places} | {piece.mark for piece in pieces}
        self.ids = {thing.id for thing in (*places, *pieces)} - self.names
        marks = {mark for standing in shown.standings for mark in standing.mark}
        self.written = {
            int(number)
            for x, y, number in _TEXT.findall(picture)
            if not any(
                abs(float(x) - place.x) < place.w / 2 and abs(float(y) - place.y) < place.h / 2
                for place in layout.places
            )
        }
        self.signs = {mark for mark in marks if not mark.isalnum()} - {piece.mark for piece in pieces}

    def code_in(self, message: Any) -> str:
        """What is wrong with a message; "" if a player can find all of it on the table."""
        if not isinstance(message, Message):
            return ""
        for name, number in _numbers(message):
            if number not in self.written:
                return f"the message {message.key} calls a place by its {name} {number}, which is written on no board"
        for language in LANGUAGES:
            text = say(message, language, words(language), self.players)
            for word in map(re.Match.group, _WORD.finditer(text)):
                if self._is_code(word.rstrip(".…’”»")):
                    return (
                        f"the message {message.key} names {word!r}, which is on no board ({language}): {text}"
                    )
        return ""

    def _is_code(self, word: str) -> bool:
        if word in self.names or not word:
            return False
        if any(sign in word for sign in self.signs) or _DOTTED.fullmatch(word) or _LETTER.fullmatch(word):
            return True
        has_number = any(letter.isdigit() for letter in word) and not word.isdigit()
        return (word in self.ids and has_number) or _COORDINATES.fullmatch(word) is not None


def _numbers(message: Message) -> Iterator[tuple[str, int]]:
    """The numbers by which words for a place (they tell it in `place`) call it. What they count, `n`, can be counted on the board."""
    is_place = isinstance(message.args.get("place"), str)
    for name, value in message.args.items():
        if isinstance(value, Message):
            yield from _numbers(value)
        elif is_place and name != "n" and isinstance(value, int):
            yield name, value


def _said(shown: Any) -> Iterator[Any]:
    """What a scene says outright."""
    yield shown.prompt
    yield shown.why
    for standing in shown.standings:
        yield from standing.lines
    for panel in shown.panels:
        yield panel.title
        yield from panel.lines
    for announcement in shown.announcements:
        yield from (announcement.title, announcement.why)
    for piece in shown.pieces:
        yield piece.label


def _offered(layout: Any, shown: Any) -> Iterator[Message]:
    """What the buttons say: those beside the board, and that of each action."""
    things = (*shown.pieces, *layout.places, *shown.places)
    things += tuple(place for panel in shown.panels for place in panel.places)
    for choice in shown.choices:
        labels = {thing.id: thing.label for thing in (*things, *choice.buttons)}
        yield from (button.label for button in choice.buttons)
        for node in choice.nodes[:60]:
            if node.action >= 0:
                ends = dict.fromkeys(("first", "before", "last"), labels[node.click])
                yield Message(choice.keys[node.key], {**ends, **gathered(choice, node.chosen), **node.extra})
        yield from (effect.label for effects in choice.effects for effect in effects)


@law(
    "traces",
    "What a seat brings to a place of the board leaves a trace there.",
    about=("presenter.event",),
)
def traces(case: Case) -> None:
    table = case.walk.table
    everybody = tuple(range(case.variant.seats))
    board = {place.id for place in views.layout(table.journal).places}
    for number, event_view in enumerate(views.event_views(table.journal, everybody), 1):
        case.events = number
        came = {
            motion.path[-1]
            for motion in event_view.motions
            if not motion.after and motion.kind in ("hop", "slide", "appear") and len(motion.path) > 1
        }
        if event_view.seat < 0:
            continue
        if came & board and not came & set(event_view.trace):
            case.broken(f"something came to {', '.join(sorted(came & board))} and left no trace")
