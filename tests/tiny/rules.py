"""The rules of the tiny game, as verbs."""

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from tiny.state import (
    ADDS,
    CHOOSE,
    DEAL,
    FIRST_CARD,
    FIRST_FACE,
    GRAB,
    GRAB_CODE,
    MAX_CARDS,
    NONE,
    OVER,
    SEALED,
    THROW,
    UNKNOWN,
)


@rule("TINY-1")
def setup(b, s):
    """Nothing thrown, nothing dealt, nobody has scored."""
    for seat in range(s.seats):
        s.score[seat] = 0
    s.rounds_played = 0
    s.now_ms = 0
    begin_round(b, s)


@compiled
def begin_round(b, s):
    s.phase = THROW
    s.die = NONE
    s.pawn_by = NONE
    s.gone_ms = -1
    for seat in range(len(s.card)):
        s.card[seat] = NONE
        s.add[seat] = NONE


@compiled
def actors(b, s):
    if s.phase == THROW or s.phase == DEAL:
        return CHANCE
    mask = 0
    for seat in range(s.seats):
        if s.phase == GRAB or (s.phase == CHOOSE and s.add[seat] == NONE):
            mask |= 1 << seat
    return mask


@rule("TINY-2")
def why_not(b, s, seat, action):
    """An add once, while all choose; a grab once the pawn lies there."""
    if action < 0 or action > GRAB_CODE or seat < 0:
        return 4
    if action < ADDS:
        if s.phase != CHOOSE:
            return 1
        return 2 if s.add[seat] != NONE else 0
    return 0 if s.phase == GRAB else 3


@compiled
def legal(b, s, seat, out):
    n = 0
    for action in range(GRAB_CODE + 1):
        if why_not(b, s, seat, action) == 0:
            out[n] = action
            n += 1
    return n


@compiled
def chance_outcomes(b, s, out, p):
    n = 0
    if s.phase == THROW:
        for face in range(b.faces):
            out[n] = FIRST_FACE + face
            n += 1
    else:
        for card in range(b.cards):
            if not is_dealt(b, s, card):
                out[n] = FIRST_CARD + card
                n += 1
    for index in range(n):
        p[index] = 1.0 / n
    return n


@compiled
def is_dealt(b, s, card):
    for seat in range(s.seats):
        if s.card[seat] == card:
            return True
    return False


@compiled
def play(b, s, seat, action):
    if seat == CHANCE_SEAT:
        play_chance(b, s, action)
    elif action == GRAB_CODE:
        s.pawn_by = seat
        s.score[seat] += b.pawn
        end_round(b, s)
    else:
        s.add[seat] = action
        for other in range(s.seats):
            if s.add[other] == NONE:
                return
        show(b, s)


@compiled
def play_chance(b, s, action):
    if s.phase == THROW:
        s.die = action - FIRST_FACE
        s.phase = DEAL
        return
    for seat in range(s.seats):
        if s.card[seat] == NONE:
            s.card[seat] = action - FIRST_CARD
            break
    if s.card[s.seats - 1] != NONE:
        s.phase = CHOOSE


@rule("TINY-3")
def show(b, s):
    """The highest sum, if alone, scores the die; then the pawn lies on the table."""
    best, holder = -1, NONE
    for seat in range(s.seats):
        total = s.card[seat] + s.add[seat]
        if total > best:
            best, holder = total, seat
        elif total == best:
            holder = NONE
    if holder != NONE:
        s.score[holder] += s.die + 1
    s.phase = GRAB
    s.gone_ms = s.now_ms + b.patience_ms


@compiled
def end_round(b, s):
    s.rounds_played += 1
    if s.rounds_played == b.rounds:
        s.phase = OVER
        s.gone_ms = -1
    else:
        begin_round(b, s)


@rule("TINY-4")
def due(b, s):
    """The pawn can be grabbed only for a while."""
    return s.gone_ms if s.phase == GRAB else -1


@compiled
def advance(b, s, now_ms):
    if s.phase == GRAB and now_ms >= s.gone_ms:
        s.now_ms = s.gone_ms
        end_round(b, s)
    if now_ms > s.now_ms:
        s.now_ms = now_ms


@compiled
def ending(b, s):
    return 1 if s.phase == OVER else 0


@compiled
def ranking(b, s, out):
    for seat in range(s.seats):
        out[seat] = 0
        if s.phase == OVER:
            out[seat] = 1
            for other in range(s.seats):
                if s.score[other] > s.score[seat]:
                    out[seat] += 1


@compiled
def returns(b, s, out):
    best, count = -1, 0
    for seat in range(s.seats):
        out[seat] = 0.0
        if s.score[seat] > best:
            best, count = s.score[seat], 0
        if s.score[seat] == best:
            count += 1
    for seat in range(s.seats):
        if s.phase == OVER and s.score[seat] == best:
            out[seat] = 1.0 / count


@compiled
def hide(b, s, audience):
    for seat in range(s.seats):
        if audience >> seat & 1 == 0 and (s.phase == DEAL or s.phase == CHOOSE):
            if s.card[seat] != NONE:
                s.card[seat] = UNKNOWN
            if s.add[seat] != NONE:
                s.add[seat] = SEALED


@compiled
def redeal(b, s, audience, rng):
    for seat in range(s.seats):
        if s.add[seat] == SEALED:
            s.add[seat] = rng.integers(0, ADDS)
        while s.card[seat] == UNKNOWN:
            card = rng.integers(0, b.cards)
            if not is_dealt(b, s, card):
                s.card[seat] = card


@compiled
def judge(b, s, out):
    for seat in range(s.seats):
        out[seat] = 0.5
        if s.add[seat] != NONE and s.add[seat] != SEALED:
            out[seat] += 0.01 * s.add[seat]
        out[seat] += 0.02 * s.score[seat] / (b.rounds * (b.faces + b.pawn))


def reveals(b, s, action):
    """The last sealed choice shows all cards."""
    return action < ADDS and sum(s.add[seat] == NONE for seat in range(s.seats)) == 1


@compiled
def reflex(b, s, seat, level, luck, out):
    """Chooses at once; at the pawn, the better the bot the quicker its hand."""
    out[0], out[1] = 0, -1
    if s.phase == CHOOSE and s.add[seat] == NONE:
        out[0], out[1] = luck % ADDS, 5
    elif s.phase == GRAB:
        out[0], out[1] = GRAB_CODE, 300 - 40 * level + luck % 20


def observation(b, s):
    """What `observe` writes."""
    return Observation(
        numbers=(
            Feature("phase", (OVER + 1,), "What is going on."),
            Feature("cards", (int(s["seats"]),), "For each seat: its card, 0 if it cannot be known."),
            Feature("scores", (int(s["seats"]),), "For each seat: its score."),
        )
    )


@compiled
def observe(b, s, seat, out):
    """Write the phase, and the cards and scores from the seat on."""
    for phase in range(OVER + 1):
        out[phase] = 1.0 if s.phase == phase else 0.0
    at = OVER + 1
    for place in range(s.seats):
        other = (seat + place) % s.seats
        out[at + place] = max(0, s.card[other]) / float(MAX_CARDS)
        out[at + s.seats + place] = s.score[other] / 200.0
    return at + 2 * s.seats
