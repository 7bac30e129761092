"""Texts for the terminal: what happened, what is possible, and why an action is refused."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludotheque.core import rulebook
from ludotheque.core.errors import Ambiguous, LudothequeError
from ludotheque.core.verbs import CHANCE_SEAT, TIME_SEAT
from ludotheque.table import views

from .orders import bare
from .possible import shortened

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.scene.model import EventView, Scene
    from ludotheque.table import Table

    from .possible import Possible

MOVES_SHOWN = 20
"""How many moves `moves` shows by default."""

ALL = ("all", "tout", "tous", "toutes")
"""What asks `moves` for every move."""

MANY = 5
"""This many results of chance in a row become one line."""

A_FEW = 8
"""Up to this many actions are listed in words; more are only named."""


def happened(
    table: Table, audience: Sequence[int], since: int, names: Sequence[str], words: Words
) -> list[tuple[str, EventView]]:
    """What the events from number `since` on looked like to this audience: a line each, and what is to be shown."""
    told = []
    for index in range(since, len(table.events)):
        event_view = views.event_view(table.journal, audience, index)
        seat = table.events[index].seat
        who = names[seat] if seat >= 0 else words("cli.play.chance") if seat == CHANCE_SEAT else ""
        text = "" if event_view.text in ("", "…") or seat == TIME_SEAT else f"  ({event_view.text})"
        said = words.of(event_view.message)
        told.append((f"{words('cli.play.did', who=who, what=said) if who else said}{text}", event_view))
    return told


def folded(told: Sequence[tuple[str, EventView]], words: Words) -> list[tuple[str, EventView]]:
    """The same lines, with long runs of chance (cards being dealt) in one, if the game has a message for it: the key `.many`."""
    lines: list[tuple[str, EventView]] = []
    for by_chance, together in itertools.groupby(told, key=lambda each: each[1].seat == CHANCE_SEAT):
        run = list(together)
        key = f"{run[0][1].message.key}.many"
        if by_chance and len(run) >= MANY and words.has(key):
            what = words(key, n=len(run))
            run = [(words("cli.play.did", who=words("cli.play.chance"), what=what), run[-1][1])]
        lines += run
    return lines


def refusal(game: Game, error: LudothequeError, words: Words) -> Iterator[str]:
    """Why an action is refused: the reason, then the rules behind it."""
    why = words.of(error.message) if error.message is not None else error.text
    if isinstance(error, Ambiguous):
        yield why
        return
    yield words("cli.play.no", why=why)
    yield from rows(game, getattr(error, "rules", ()), words)


def rows(game: Game, ids: Sequence[str], words: Words) -> Iterator[str]:
    """Rows of the rulebook in our words, with their rulings."""
    for row in rulebook.rows(game):
        if row.id in ids:
            yield f"  {row.id}  {row.text[words.language]}"
            if ruling := row.ruling.get(words.language):
                told = words("cli.rules.reconstructed", ruling=ruling) if row.reconstructed else ruling
                yield f"  {' ' * len(row.id)}  → {told}"


def rules(game: Game, asked: str, words: Words) -> Iterator[str]:
    """The whole rulebook, the row with a number, or the rows that contain a word."""
    every = rulebook.rows(game)
    wanted = asked.lower()
    found = [row for row in every if row.id.lower() == wanted or row.id.lower().endswith(f"-{wanted:0>2}")]
    if not found:
        found = [
            row
            for row in every
            if wanted in f"{row.text[words.language]} {row.heading[words.language]}".lower()
        ]
    if not found:
        yield words("cli.play.rules.none", text=asked, first=every[0].id, last=every[-1].id)
    heading = ""
    for row in found:
        if row.heading[words.language] != heading:
            heading = row.heading[words.language]
            yield heading
        yield from rows(game, (row.id,), words)


def pieces(scene: Scene, words: Words) -> Iterator[str]:
    """Every piece in words; pieces with the same words once, with their number."""
    said: dict[str, int] = {}
    for piece in scene.pieces:
        text = words.of(piece.label)
        said[text] = said.get(text, 0) + 1
    for text, count in said.items():
        yield f"  {text}" if count == 1 else f"  {count} × {text}"


def possible(found: Possible, typed: str, width: int, words: Words) -> Iterator[str]:
    """The actions that start with what was typed: each in words if there are few, else their next words with counts."""
    actions = found.starting(typed)
    if not actions:
        yield words("cli.play.possible.none", text=typed) if typed else words("cli.play.possible.nothing")
        return
    if len(actions) <= A_FEW:
        longest = max(map(len, actions))
        for text, code in actions.items():
            label = found.label(code)
            yield f"  {text:{longest}}  {words.of(label) if label is not None else ''}".rstrip()
        return
    yield words("cli.play.possible.count", n=len(actions))
    groups: dict[str, list[str]] = {}
    for text in actions:
        start = next((word for word in found.next_words(typed) if text.startswith(word)), text)
        groups.setdefault(start, []).append(text)
    if 1 < len(groups) < len(actions):
        yield from _groups(groups)
    else:
        yield from _columns(shortened(actions), width)


def _groups(groups: dict[str, list[str]]) -> Iterator[str]:
    longest = max(map(len, groups))
    for start, texts in groups.items():
        rest = [text[len(start) :] for text in texts]
        if any(not text for text in rest) or len(texts) == 1:
            yield f"  {texts[0]}"
            continue
        shown = shortened(rest)
        few = ", ".join(shown[:12])
        more = " …" if len(shown) > 12 else ""
        yield f"  {start:{longest}} {len(texts):4}   {few}{more}"


def _columns(texts: list[str], width: int) -> Iterator[str]:
    size = max(map(len, texts)) + 2
    across = max(1, (width - 2) // size)
    for start in range(0, len(texts), across):
        yield "  " + "".join(f"{text:{size}}" for text in texts[start : start + across]).rstrip()


def ranking(table: Table, names: Sequence[str], words: Words) -> Iterator[str]:
    """How the game ended, and the ranking."""
    outcome = table.outcome
    if outcome is None:
        return
    yield words(f"{table.game.name}.ending.{outcome.ending}")
    for seat in sorted(range(table.seats), key=lambda seat: (outcome.ranking[seat], seat)):
        place = words("ui.rank", n=outcome.ranking[seat])
        share = outcome.returns[seat]
        shared = words("cli.play.share", share=words.number(100 * share, 0)) if 0 < share < 1 else ""
        yield f"  {place:>4}  {names[seat]}{shared}"


def help_lines(words: Words) -> Iterator[str]:
    """Everything that can be typed."""
    for name in ("possible", "board", "pieces", "moves", "undo", "wait", "rules", "position", "save", "quit"):
        yield words(f"cli.play.help.{name}")


def position(table: Table, audience: Sequence[int]) -> str:
    """The position as JSON, as the audience may know it."""
    return json.dumps(table.position(audience), ensure_ascii=False)


def moves(
    table: Table, audience: Sequence[int], asked: str, names: Sequence[str], words: Words
) -> Iterator[str]:
    """The last moves, each turn with its number: as many as asked for, or all of them."""
    if asked and not (asked.isdecimal() and int(asked)) and bare(asked) not in ALL:
        yield words("cli.play.moves.which")
        return
    total = len(table.events)
    count = int(asked) if asked.isdecimal() else total if asked else MOVES_SHOWN
    told = happened(table, audience, max(0, total - count), names, words)
    turn = 0
    for line, event_view in told:
        number = event_view.turn if event_view.turn != turn else ""
        turn = event_view.turn
        yield f"{number or '':>4}  {line}"
    if not told:
        yield words("ui.moves.none")
