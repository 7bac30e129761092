"""Laws about scenes, clicks and event views."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.scene.listing import gathered
from ludotheque.scene.model import SOUNDS, Button, Piece, Place, Scene
from ludotheque.table import Table, views
from ludotheque.testing.law import Case, law
from ludotheque.testing.words import unsaid


def audiences(seats: int) -> list[tuple[int, ...]]:
    """A spectator, each seat alone, two seats together if there are more, all seats."""
    two = [(0, seats - 1)] if seats > 2 else []
    return [(), *((seat,) for seat in range(seats)), *two, tuple(range(seats))]


@law(
    "scene",
    "A scene names everything once, each piece stands on a place, and all has words in both languages.",
    about=("presenter.scene",),
)
def scene(case: Case) -> None:
    for table in case.situations():
        places = list(views.layout(table.journal).places)
        for audience in audiences(case.variant.seats):
            shown = table.scene(audience)
            _of_its_kind(case, shown)
            board = [*places, *shown.places]
            there = board + [place for panel in shown.panels for place in panel.places]
            buttons = [list(choice.buttons) for choice in shown.choices]
            for own in buttons or [[]]:
                things: list[Piece | Place | Button] = [*shown.pieces, *there, *own]
                ids = [thing.id for thing in things]
                twice = (
                    sorted({one for one in ids if ids.count(one) > 1}) if len(set(ids)) != len(ids) else []
                )
                if twice:
                    case.broken(
                        f"to {audience or 'a spectator'} these ids are shown twice: {', '.join(twice)}"
                    )
            labelled: list[Piece | Place | Button] = [*shown.pieces, *there]
            labelled += [button for own in buttons for button in own]
            lost = {piece.id for piece in shown.pieces} - {
                piece.id for piece in shown.pieces if piece.place in {place.id for place in there}
            }
            if lost:
                case.broken(f"these pieces stand on no place: {', '.join(sorted(lost))}")
            _table(case, shown, {place.id for place in board})
            said = [shown.prompt, *(thing.label for thing in labelled)]
            said += [text for row in shown.aid for text in (row.title, row.what)]
            said += [
                text
                for announcement in shown.announcements
                for text in (announcement.title, announcement.why)
            ]
            said += [line for standing in shown.standings for line in standing.lines]
            said += [text for panel in shown.panels for text in (panel.title, *panel.lines)]
            wrong = next(filter(None, map(unsaid, said)), "")
            if wrong:
                case.broken(wrong)


def _of_its_kind(case: Case, shown: Scene) -> None:
    """Each field holds what `scene.model` says: the browser's types are made from it."""
    try:
        msgspec.convert(msgspec.to_builtins(shown), Scene)
    except msgspec.ValidationError as error:
        case.broken(f"the scene is not as `ludotheque.scene.model` describes it: {error}")


def _table(case: Case, shown: Any, board: set[str]) -> None:
    """Seats sit at places of the board, and no key stands for two things."""
    lost = {standing.place for standing in shown.standings} - board - {""}
    if lost:
        case.broken(f"seats sit at no place of the board: {', '.join(sorted(lost))}")
    for own in [list(choice.buttons) for choice in shown.choices] or [[]]:
        keys = [thing.hotkey for thing in (*shown.pieces, *own) if thing.hotkey]
        if len(set(keys)) != len(keys):
            case.broken(f"the same key stands for two things: {', '.join(keys)}")


@law(
    "choices",
    "The choices of a scene are the legal actions, each reached by clicks that mean it, with words for it.",
    about=("presenter.choices", "presenter.clicked"),
)
def choices(case: Case) -> None:
    for table in case.situations():
        for audience in audiences(case.variant.seats):
            shown = table.scene(audience)
            choosing = tuple(choice.seat for choice in shown.choices)
            if choosing != tuple(seat for seat in table.actors if seat in audience):
                case.broken(f"to {audience or 'a spectator'} choices are shown for {choosing}")
            if len(audience) == 1:
                for choice in shown.choices:
                    _graph(case, table, shown, choice)


def _graph(case: Case, table: Table, shown: Any, choice: Any) -> None:
    """The graph of clicks plays exactly the seat's legal actions, every end has a label, and clicks mean what they play."""
    places = (*views.layout(table.journal).places, *shown.places)
    labels = {thing.id: thing.label for thing in (*shown.pieces, *choice.buttons, *places)}
    labels |= {place.id: place.label for panel in shown.panels for place in panel.places}
    paths = _paths(choice)
    if paths.keys() != set(range(len(choice.nodes))):
        case.broken("a node of the graph of clicks can never be reached", choice.seat)
    ends = [index for index in paths if choice.nodes[index].action >= 0]
    offered, legal = {choice.nodes[index].action for index in ends}, set(table.legal_actions(choice.seat))
    if offered != legal:
        less, more = sorted(legal - offered)[:5], sorted(offered - legal)[:5]
        case.broken(f"legal but not offered: {less}; offered but not legal: {more}", choice.seat)
    unknown = {node.click for node in choice.nodes} - labels.keys()
    if unknown:
        case.broken(f"clicks on nothing that is shown: {', '.join(sorted(unknown)[:5])}", choice.seat)
    for index, path in paths.items():
        node, clicks = choice.nodes[index], [choice.nodes[step].click for step in path]
        first, last = labels[clicks[0]], labels[clicks[-1]]
        words = {"first": first, "before": labels[clicks[max(len(clicks) - 2, 0)]], "last": last}
        extra = {name: value for step in path for name, value in choice.nodes[step].extra.items()}
        said = [node.key] if node.action >= 0 else []
        for key in [*said, node.hint] if node.hint >= 0 else said:
            wrong = unsaid(Message(choice.keys[key], {**words, **gathered(choice, node.chosen), **extra}))
            if wrong:
                case.broken(f"{clicks}: {wrong}", choice.seat)
    _overlays(case, shown, choice, paths)
    _effects(case, shown, choice)
    for index in case.rng.permutation(ends)[: case.effort.actions // 10].tolist():
        clicks = [choice.nodes[step].click for step in paths[index]]
        code, _ = views.clicked(table.journal, choice.seat, clicks)
        if code != choice.nodes[index].action:
            case.broken(
                f"the clicks {clicks} lead to action {choice.nodes[index].action}, but mean {code}",
                choice.seat,
            )
        _played(case, table, shown, choice, code, clicks)


def _played(case: Case, table: Table, shown: Any, choice: Any, code: int, clicks: list[str]) -> None:
    """What the browser sends can be played: the action, with the places clicked as its path."""
    places = {place.id for place in (*views.layout(table.journal).places, *shown.places)}
    places |= {place.id for panel in shown.panels for place in panel.places}
    variant = tuple(click for click in clicks if click in places)
    try:
        table.game.codec.check_path(table.journal.b, table.journal.s, choice.seat, code, variant)
    except LudothequeError as error:
        case.broken(f"the clicks {clicks} are refused as the way of action {code}: {error.text}", choice.seat)


def _overlays(case: Case, shown: Any, choice: Any, paths: dict[int, list[int]]) -> None:
    """An overlay has an offset for each token of the piece clicked first; a preview has words and places."""
    patterns = {piece.id: piece.pattern for piece in shown.pieces}
    places = {place.id for place in (*views.layout(case.walk.table.journal).places, *shown.places)}
    for index, path in paths.items():
        node, first = choice.nodes[index], choice.nodes[path[0]].click
        if node.overlay >= 0 and len(choice.overlays[node.overlay].offsets) != len(patterns.get(first, ())):
            case.broken(
                f"the overlay of {first} has not an offset for each token of its pattern", choice.seat
            )
        if node.preview >= 0:
            preview = choice.previews[node.preview]
            wrong = unsaid(preview.label)
            if wrong or not set(preview.places) <= places:
                case.broken(
                    wrong or f"{first} shows beforehand places that are not on the board", choice.seat
                )


def _effects(case: Case, shown: Any, choice: Any) -> None:
    """What is drawn on places for a piece in hand is on the board, once a place, and in words."""
    places = {place.id for place in (*views.layout(case.walk.table.journal).places, *shown.places)}
    for node in choice.nodes:
        found = choice.effects[node.effects] if node.effects >= 0 else ()
        at = [effect.place for effect in found]
        if len(set(at)) < len(at) or not set(at) <= places:
            case.broken(
                f"{node.click} has effects twice on a place, or on none of the board: {at}", choice.seat
            )
        for wrong in filter(None, (unsaid(effect.label) for effect in found)):
            case.broken(wrong, choice.seat)


def _paths(choice: Any) -> dict[int, list[int]]:
    """A path from a root to each node that can be reached."""
    paths = {root: [root] for root in choice.roots}
    waiting = list(choice.roots)
    for index in waiting:
        for after in choice.nodes[index].next:
            if after not in paths:
                paths[after] = [*paths[index], after]
                waiting.append(after)
    return paths


@law(
    "told",
    "What happened is told to everybody in both languages, with a text for the list of moves.",
    about=("presenter.event",),
)
def told(case: Case) -> None:
    table = case.walk.table
    everybody = tuple(range(case.variant.seats))
    for audience in audiences(case.variant.seats) if table.game.secrets else [everybody]:
        for number, event_view in enumerate(views.event_views(table.journal, audience), 1):
            case.events = number
            wrong = unsaid(event_view.message) or (
                "" if event_view.text else "it has no text for the list of moves"
            )
            moment = event_view.moment
            more = [event_view.cry, *(event_view.brief or ())]
            more += [moment.title, moment.text] if moment is not None else []
            if not wrong:
                wrong = next(filter(None, (unsaid(each) for each in more if each is not None)), "")
            if not wrong and event_view.sound not in ("", *SOUNDS):
                wrong = f"no house knows the sound {event_view.sound!r}; there are {', '.join(SOUNDS)}"
            if wrong:
                case.broken(wrong)
