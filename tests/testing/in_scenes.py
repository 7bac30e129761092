"""What breaks the laws of what is seen, clicked and told."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.core.message import Message
from ludotheque.scene.model import Fold, Link, Motion, Part
from ludotheque.scene.seats import MARKS
from tests.testing.table import seen
from tiny.state import ADDS, GRAB_CODE


# -- what is seen --------------------------------------------------------------------------------------------
@seen("scene", "a piece is there twice", "shown twice: card.0")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, pieces=shown.pieces + shown.pieces[:1])


@seen("scene", "a piece lies nowhere", "stand on no place: thrown")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    pieces = tuple(replace(piece, place="gone") if piece.id == "thrown" else piece for piece in shown.pieces)
    return replace(shown, pieces=pieces)


@seen("scene", "a label has no words", "lacks words")
def scene(good, b, s, audience):
    return replace(good.scene(b, s, audience), prompt=Message("tiny.prompt.unheard_of"))


@seen("scene", "a hole is not filled", "hole that nothing fills")
def scene(good, b, s, audience):
    return replace(good.scene(b, s, audience), prompt=Message("tiny.piece.card"))


@seen("scene", "a field holds something else than it should", "describes it: Expected `str`")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, pieces=tuple(replace(piece, sign=7) for piece in shown.pieces))


@seen("choices", "a legal action cannot be clicked", "legal but not offered: [2]")
def choices(good, b, s, seat):
    offered = good.choices(b, s, seat)
    return replace(offered, nodes=offered.nodes[:2], roots=offered.roots[:2])


@seen("choices", "an action that is not legal is offered", "offered but not legal: [3]")
def choices(good, b, s, seat):
    offered = good.choices(b, s, seat)
    if len(offered.nodes) != ADDS:
        return offered
    node = replace(offered.nodes[0], action=GRAB_CODE)
    return replace(offered, nodes=(*offered.nodes, node), roots=(*offered.roots, ADDS))


@seen("choices", "a click is on nothing", "clicks on nothing that is shown: moon")
def choices(good, b, s, seat):
    offered = good.choices(b, s, seat)
    return replace(offered, nodes=tuple(replace(node, click="moon") for node in offered.nodes))


@seen("choices", "a node leads nowhere", "never be reached")
def choices(good, b, s, seat):
    offered = good.choices(b, s, seat)
    return replace(offered, roots=offered.roots[:-1])


@seen("choices", "a choice has no words", "lacks words")
def choices(good, b, s, seat):
    return replace(good.choices(b, s, seat), keys=("tiny.choice.hum", "tiny.choice.hum"))


@seen("choices", "clicks mean another action", "lead to action")
def clicked(good, b, s, seat, clicks):
    code, variant = good.clicked(b, s, seat, clicks)
    return (code + 1) % ADDS if code < ADDS else code, variant


@seen("told", "what happened has no words", "lacks words")
def event(good, b, before, after, seat, code, path):
    return replace(good.event(b, before, after, seat, code, path), message=Message("tiny.event.hum"))


@seen("told", "what happened has no text", "no text for the list of moves")
def event(good, b, before, after, seat, code, path):
    return replace(good.event(b, before, after, seat, code, path), text="")


@seen("told", "a line about a turn has no words", "lacks words")
def event(good, b, before, after, seat, code, path):
    return replace(good.event(b, before, after, seat, code, path), brief=(Message("tiny.event.hum"),))


@seen("told", "what is named in what happened has no words", "lacks words for tiny.card.")
def event(good, b, before, after, seat, code, path):
    named = Message("tiny.event.add", {"n": Message("tiny.card.")})
    return replace(good.event(b, before, after, seat, code, path), message=named)


@seen("told", "what is named and not said has no words", "lacks words for tiny.card.hum")
def event(good, b, before, after, seat, code, path):
    named = Message(
        "tiny.event.add", {"n": 1, "of": Message("tiny.event.add", {"n": Message("tiny.card.hum")})}
    )
    return replace(good.event(b, before, after, seat, code, path), message=named)


@seen("plain", "a text names the id of a place", "names 'hand.0', which is on no board")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, prompt=Message("tiny.piece.card", {"n": "hand.0"}))


@seen("plain", "a player is called by a sign", "which is on no board")
def event(good, b, before, after, seat, code, path):
    return replace(
        good.event(b, before, after, seat, code, path), brief=(Message("tiny.piece.card", {"n": MARKS[0]}),)
    )


@seen(
    "plain", "a place is called by a number that nothing shows", "by its row 3, which is written on no board"
)
def event(good, b, before, after, seat, code, path):
    place = Message("tiny.piece.card", {"n": 1, "row": 3, "place": "middle"})
    return replace(
        good.event(b, before, after, seat, code, path), brief=(Message("tiny.event.add", {"n": place}),)
    )


@seen("traces", "a card is put down without a trace", "something came to middle and left no trace")
def event(good, b, before, after, seat, code, path):
    told = good.event(b, before, after, seat, code, path)
    return replace(told, motions=(Motion("card.0", ("hand.0", "middle"), "slide"),))


@seen("budget", "a scene is too large", "bytes, more than")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, prompt=Message("tiny.prompt.choose", {"n": "x" * 70_000}))


@seen("budget", "a scene leaves little room for choices", "without choices, the scene for")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, prompt=Message("tiny.prompt.choose", {"n": "x" * 50_000}))


@seen("drawn", "the board is no XML", "no well-formed XML")
def board(good, b, s):
    return good.board(b, s).replace("</svg>", "")


@seen("drawn", "a fold leaves a place out", "in 0 parts of fold 0")
def layout(good, b, s):
    laid = good.layout(b, s)
    part = Part(-9, -9, 1, 1, 0, 0, 0, 0)
    return replace(laid, folds=(Fold(1, 1, (part,), ()),))


@seen("drawn", "a link leads nowhere", "from part 0 to part 1 of 1")
def layout(good, b, s):
    laid = good.layout(b, s)
    part = Part(0, 0, laid.width, laid.height, 0, 0, 0, 0)
    link = Link(0, 1, ((0, 0), (1, 1)))
    return replace(laid, folds=(Fold(laid.width, laid.height, (part,), (link,)),))


@seen("drawn", "a piece has no sprite", "is the sprite 'unicorn'")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, pieces=tuple(replace(piece, sprite="unicorn") for piece in shown.pieces))


@seen("drawn", "a pen fails", "TypeError")
def scene(good, b, s, audience):
    shown = good.scene(b, s, audience)
    return replace(shown, standings=(replace(shown.standings[0], lines=None), *shown.standings[1:]))
