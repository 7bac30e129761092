"""What breaks the laws of how a game goes: who may act, what is legal, what it is worth, numbers and chance."""

from __future__ import annotations

from ludotheque.core.errors import Unreadable
from ludotheque.core.game import Game, Reason
from ludotheque.core.message import Message
from tests.testing.altered import altered
from tests.testing.table import breaks, coded, fact, replace_facts, verb
from tiny import GAME, rules
from tiny.state import ADDS, CHOOSE, GRAB, NONE, OVER


# -- how a game goes -----------------------------------------------------------------------------------------
@verb("ends", "it begins again and again", "64 actions")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    s.rounds_played = 0


@verb("ends", "a die is thrown for ever", "all chance or time")
def play(b, s, seat, action):
    if seat >= 0:
        rules.play(b, s, seat, action)


fact("ends", "fewer actions are declared than there are", "3 actions are done", max_actions=3)
fact("ends", "the ending is not declared", "IndexError", terminations=("",))


@verb("actors", "a seat that is not at the table may act", "more than the seats")
def actors(b, s):
    return rules.actors(b, s) | 1 << 7 if s.phase == GRAB else rules.actors(b, s)


@verb("actors", "the ending comes before the end", "while the ending is 1")
def ending(b, s):
    return int(s.rounds_played > 0)


@verb("actors", "whoever has chosen may still act, and cannot", "has no legal action")
def actors(b, s):
    return (1 << s.seats) - 1 if s.phase == CHOOSE else rules.actors(b, s)


@verb("actors", "something is due before the beginning of time", "due at -5 ms")
def due(b, s):
    return -5


fact("actors", "it is not said to be simultaneous", "not declared simultaneous", simultaneous=False)


@verb("legal", "an action that nothing forbids is not listed", "nothing forbids action 2")
def legal(b, s, seat, out):
    count = rules.legal(b, s, seat, out)
    return count - 1 if count == ADDS else count


@verb("legal", "a listed action is refused", "action 1 is listed as legal but refused: already_chosen")
def why_not(b, s, seat, action):
    return 2 if action == 1 and s.phase == CHOOSE and s.die == 2 else rules.why_not(b, s, seat, action)


@verb("legal", "an action is listed twice", "4 legal actions, 3 different")
def legal(b, s, seat, out):
    count = rules.legal(b, s, seat, out)
    if count == ADDS:
        out[count] = out[0]
        return count + 1
    return count


@verb("legal", "what is promising is not legal", "is promising but not legal")
def promising(b, s, seat, out):
    count = rules.legal(b, s, seat, out)
    out[0] = 1000
    return count


@verb("legal", "what is preferred is not legal", "not a list of the legal actions any more")
def prefer(b, s, seat, actions, count):
    if count > 0:
        actions[0] = 1000
    return count


@verb("legal", "asking changes something", "changes the state")
def why_not(b, s, seat, action):
    s.pawn_by = NONE if s.phase == CHOOSE else s.pawn_by
    s.now_ms += 1
    return rules.why_not(b, s, seat, action)


@verb("legal", "a reason is not declared", "reason 77")
def why_not(b, s, seat, action):
    return 77 if action == 20 else rules.why_not(b, s, seat, action)


fact("legal", "more is written than there is room for", "IndexError", max_legal=2)
fact(
    "reasons",
    "a reason names no row",
    "TINY-77",
    reasons=(*GAME.reasons[:-1], Reason("no_such_action", ("TINY-77",))),
)
fact("reasons", "a reason has no words", "tiny.reason.no_idea", reasons=(*GAME.reasons, Reason("no_idea")))
fact("reasons", "two reasons have one key", "same key", reasons=(*GAME.reasons, GAME.reasons[-1]))

_times = iter(range(1 << 30))


@verb("play", "an action comes out differently each time", "two different states")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    s.gone_ms += next(_times) if s.phase == GRAB else 0


@verb("play", "an action does nothing", "changes nothing")
def play(b, s, seat, action):
    if action != 1:
        rules.play(b, s, seat, action)


@verb("play", "playing wears the box out", "changes the box")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    b.patience_ms += 1


@coded("nonsense", "any text is an action", "passes for an action")
def parse(good, b, s, seat, text):
    return good.parse(b, s, seat, text if text[:1].isalpha() else "add 0")


@coded("nonsense", "an error has no words", "lacks words")
def parse(good, b, s, seat, text):
    raise Unreadable("what?", Message("tiny.no.such.words"))


# -- what it is worth ----------------------------------------------------------------------------------------
@verb("returns", "the win is given twice", "sum to 2")
def returns(b, s, out):
    rules.returns(b, s, out)
    out[: s.seats] *= 2


@verb("returns", "a share is negative", "the shares are")
def returns(b, s, out):
    out[: s.seats] = 0
    out[0], out[1] = 2, -1


@verb("returns", "the loser wins", "the seats of rank 1 are")
def ranking(b, s, out):
    rules.ranking(b, s, out)
    out[: s.seats] = out[: s.seats].max() + 1 - out[: s.seats] if s.phase == OVER else 0


@verb("returns", "ranks begin with 2", "not those of a competition")
def ranking(b, s, out):
    rules.ranking(b, s, out)
    out[: s.seats] += s.phase == OVER


fact("returns", "played together, one alone wins", "all play together", cooperative=lambda b, s: True)


@verb("judge", "a position looks better than best", "judge gives")
def judge(b, s, out):
    out[: s.seats] = 1.5


@verb("judge", "a position looks like nothing", "judge gives")
def judge(b, s, out):
    out[0] = 0.5


@verb("judge", "looking changes the position", "judging changes")
def judge(b, s, out):
    rules.judge(b, s, out)
    s.now_ms += 1


# -- numbers -------------------------------------------------------------------------------------------------
fact("ranges", "a field has no range", "'phase' has no range", ranges={})


@breaks("ranges", "a field that does not exist has a range", "'wealth', which is no field")
def _() -> Game:
    game = altered()
    return replace_facts(game, ranges={**game.ranges, "wealth": (0, 1)})


@breaks("ranges", "a number leaves its range", "score is")
def _() -> Game:
    game = altered()
    return replace_facts(game, ranges={**game.ranges, "score": (0, 1)})


fact("conserved", "nothing is said to be conserved", "nothing is declared", conserved=None)


@verb("conserved", "a card is dealt to two", "cards")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    if s.phase == CHOOSE:
        s.card[1] = s.card[0]


@verb("chance", "probabilities lack a little", "sum to 0.9")
def chance_outcomes(b, s, out, p):
    count = rules.chance_outcomes(b, s, out, p)
    p[:count] *= 0.9
    return count


@verb("chance", "a result is listed twice", "the results of chance are")
def chance_outcomes(b, s, out, p):
    count = rules.chance_outcomes(b, s, out, p)
    out[1] = out[0]
    return count


@verb("chance", "a result cannot happen", "the probabilities")
def chance_outcomes(b, s, out, p):
    count = rules.chance_outcomes(b, s, out, p)
    p[0], p[1] = 0, 2 * p[1]
    return count
