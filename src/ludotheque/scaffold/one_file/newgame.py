"""TITLE_EN, a whole game in one file: take pebbles from the row, and be the one who takes the last.

First come the words, then the record of a game, the rules, what is on the table, and `GAME`, which puts it all together.
"""

from enum import IntEnum

from ludotheque.core.fields import FieldComponents
from ludotheque.core.game import Game, reasons_of
from ludotheque.core.memory import Struct
from ludotheque.core.message import Message
from ludotheque.core.notation import Kind, Notation
from ludotheque.core.rule import rule
from ludotheque.scene.asking import watcher
from ludotheque.scene.model import Piece, Scene
from ludotheque.scene.seats import called, standing
from ludotheque.scene.tabletop import Tabletop, grid

MIN_SEATS = 2
MAX_SEATS = 4
MAX_PEBBLES = 40
MAX_TAKEN = 5

# -- the words: the rulebook, a sentence for each rule, and what players read --

ROWS = {
    "NEWGAME-01": "All pebbles are laid in a row.",
    "NEWGAME-02": "On your turn, take one, two or three pebbles from the end of the row.",
    "NEWGAME-03": "Then it is the turn of your neighbour on the left.",
    "NEWGAME-04": "When the row is empty, the game is over. Whoever took the last pebble has won.",
}

WORDS = {
    "title": "TITLE_EN",
    "tagline": "Take pebbles from the row, and be the one who takes the last.",
    "board": "A row of pebbles",
    "place": "hollow {name}",
    "pebble": "pebble {n}",
    "taken": ["{n} pebble", "{n} pebbles"],  # for one, and for several
    "prompt.you": "Your turn: touch the first pebble that you take. You also take all the ones after it.",
    "prompt.here": "Your turn, {who}: touch the first pebble you take.",
    "prompt.other": "Waiting for {who}.",
    "prompt.over": "The last pebble wins: well done, {who}!",
    "choice.take": ["Take one pebble", "Take {n} pebbles"],
    "event.take": ["takes one pebble", "takes {n} pebbles"],
    "reason.not_your_turn": "It is not your turn yet.",
    "reason.too_many": "You cannot take that many at once.",
    "reason.not_there": "There are not that many left in the row.",
    "ending.row_empty": "The row is empty.",
}

# -- the record of a game: the box, which players may replace, and the state, which changes --

BOX = FieldComponents(pebbles=(15, 1, MAX_PEBBLES), most=(3, 1, MAX_TAKEN))  # printed, least, greatest

STATE = Struct(
    [
        ("newgame", "int32"),  # always 1: only its name, that of the game, matters
        ("seats", "int32"),
        ("first", "int32"),  # the seat that goes first
        ("to_play", "int32"),  # the seat whose turn it is; at the end, who took the last pebble
        ("left", "int32"),  # pebbles in the row
        ("taken", "int32", (MAX_SEATS,)),  # pebbles that each seat has taken
    ]
)
RANGES = {"to_play": (0, MAX_SEATS - 1), "left": (0, MAX_PEBBLES), "taken": (0, MAX_PEBBLES)}

ACTIONS = Notation(Kind("take", {"n": range(1, MAX_PEBBLES + 1)}))  # `take 1` is action 0

# -- the rules: `b` is the box, `s` the state --


class Why(IntEnum):
    """Why an action is refused: each has its words, such as `reason.too_many`."""

    LEGAL = 0
    NOT_YOUR_TURN = 1
    TOO_MANY = 2
    NOT_THERE = 3


REASONS = reasons_of(Why, NOT_YOUR_TURN="NEWGAME-03", TOO_MANY="NEWGAME-02", NOT_THERE="NEWGAME-02")


@rule("NEWGAME-01")
def setup(b, s):
    """All pebbles are in the row, and the seat `s.first` begins. All other fields are 0."""
    s.left = b.pebbles
    s.to_play = s.first


@rule("NEWGAME-03", "NEWGAME-04")
def actors(b, s):
    """The seats that may act, a bit for each; 0 at the end."""
    return 0 if s.left == 0 else 1 << s.to_play


@rule("NEWGAME-02", "NEWGAME-03")
def why_not(b, s, seat, action):
    """Why the seat may not do this; 0 if it may."""
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN
    if action >= b.most:
        return Why.TOO_MANY
    return Why.LEGAL if action < s.left else Why.NOT_THERE


@rule("NEWGAME-02")
def legal(b, s, seat, out):
    """Lists the actions that `why_not` allows, and returns how many there are."""
    n = 0
    for action in range(b.most):
        if why_not(b, s, seat, action) == Why.LEGAL:
            out[n] = action
            n += 1
    return n


@rule("NEWGAME-02", "NEWGAME-03")
def play(b, s, seat, action):
    """The pebbles leave the row; if any are left, it is the next seat's turn."""
    s.left -= action + 1
    s.taken[seat] += action + 1
    if s.left > 0:
        s.to_play = (seat + 1) % s.seats


@rule("NEWGAME-04")
def ending(b, s):
    """Why the game is over: a number of `terminations`, 0 until then."""
    return 1 if s.left == 0 else 0


@rule("NEWGAME-04")
def ranking(b, s, out):
    """Whoever took the last pebble is first; the others share the second rank."""
    for seat in range(s.seats):
        out[seat] = 0 if s.left > 0 else 1 if seat == s.to_play else 2


# -- the table: its places, what is on it, and what is clicked for an action --


def layout(b, s):
    """A place for each pebble, called `1`, `2` and so on, five to a line."""
    names = [str(n) for n in range(1, b.pebbles + 1)]
    return grid("newgame", [names[n : n + 5] for n in range(0, b.pebbles, 5)], "circle")


def scene(b, s, audience):
    """The pebbles that are left, how many each seat has taken, and whose turn it is."""
    prompt = "over" if s.left == 0 else watcher(audience, s.to_play)
    taken = [Message("newgame.taken", {"n": s.taken[seat]}) for seat in range(s.seats)]
    return Scene(
        game="newgame",
        layout=layout(b, s).id,
        prompt=Message(f"newgame.prompt.{prompt}", {"who": called(s.to_play)}),
        standings=tuple(standing(seat, taken[seat]) for seat in range(s.seats)),
        pieces=tuple(
            Piece(f"pebble.{n}", "stone", str(n), Message("newgame.pebble", {"n": n}))
            for n in range(1, s.left + 1)
        ),
    )


def clicks(b, s, seat, action):
    """What to click for an action, legal or not: the first pebble that it takes, if that is there."""
    return [f"pebble.{s.left - action}"] if action < s.left else []


GAME = Game(
    name="newgame",
    package="newgame",
    seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
    minutes=(2, 5),
    words=WORDS,
    rows=ROWS,
    components=BOX,
    state=STATE,
    ranges=RANGES,
    conserved=lambda b, s: {"pebbles": int(s["left"]) + sum(s["taken"])},
    reasons=REASONS,
    terminations=("", "row_empty"),
    max_legal=MAX_TAKEN,
    max_actions=MAX_PEBBLES,
    codec=ACTIONS,
    presenter=Tabletop("newgame", ACTIONS, layout, scene, clicks),
)
