"""What a position and an action are worth: the expected score of each prediction, the actions to prefer, the sentence that speaks for an action,
and what a game may turn on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.message import Message
from ludotheque.core.numerics import exp
from ludotheque.core.things import TABLE, Things, Used
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.codes import bird_of, destination_of
from ludotheque.games.banjooli_cross.labels import berry_word, bird_short, faces, said, tile_name
from ludotheque.games.banjooli_cross.rules.arriving import arrived
from ludotheque.games.banjooli_cross.rules.course import distance_left, ground, steps_from_nest
from ludotheque.games.banjooli_cross.rules.scoring import returns
from ludotheque.games.banjooli_cross.rules.secrets import likelihood
from ludotheque.games.banjooli_cross.rules.setup import is_held, next_without_card
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    BIRDS,
    FINISHERS,
    LAST,
    MAX_SEATS,
    NOBODY,
    PODIUM,
    POINTS_OF_DOUBT,
    SECRET,
    SPACES,
    STEPS_OF_DOUBT,
    STEPS_OF_FEAR,
    WHITE,
    Ending,
    Ground,
    Phase,
    wide,
)


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Each seat's chance of the best score, from 0 to 1; at the end, the result."""
    if s.ended != Ending.NONE.value:
        returns(b, s, out)
        return
    chance = np.empty((BIRDS, BIRDS))
    foresee(b, s, chance)
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(expected_score(b, s, seat, chance) / b.weights[POINTS_OF_DOUBT])
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def foresee(b: Any, s: Any, chance: Any) -> None:
    """`chance[bird, place]`: how likely a bird comes in there (0 first), birds being overtaken one by one and alone."""
    handicaps, before = np.empty(BIRDS), np.empty((BIRDS, BIRDS))
    find_handicaps(b, s, handicaps)
    for one in range(BIRDS):
        for other in range(BIRDS):
            before[one, other] = chance_before(b, handicaps[one], handicaps[other])
    find_chances(s.place, before, chance)


@compiled
def find_handicaps(b: Any, s: Any, handicaps: Any) -> None:
    """The steps that each bird has still to run, more for a scared one."""
    for bird in range(BIRDS):
        handicaps[bird] = distance_left(b, s, bird) + b.weights[STEPS_OF_FEAR] * s.scared[bird]


@compiled
def chance_before(b: Any, handicap: float, other: float) -> float:
    """How likely a bird comes in before another, by the handicaps of both."""
    return 1.0 / (1.0 + exp((handicap - other) / b.weights[STEPS_OF_DOUBT]))


@compiled
def find_chances(places: Any, before: Any, chance: Any) -> None:
    """Write `chance` as `foresee` does, from the places of the birds that have come in (`places`, 0 for others) and the chances `before`."""
    for bird in range(BIRDS):
        for place in range(BIRDS):
            chance[bird, place] = 0.0
        if places[bird] > 0:
            chance[bird, places[bird] - 1] = 1.0
            continue
        chance[bird, 0] = 1.0
        for other in range(BIRDS):
            if other == bird:
                continue
            ahead = 1.0 if places[other] > 0 else before[other, bird]
            for place in range(BIRDS - 1, 0, -1):
                chance[bird, place] = chance[bird, place] * (1.0 - ahead) + chance[bird, place - 1] * ahead
            chance[bird, 0] *= 1.0 - ahead


@compiled
def expected_score(b: Any, s: Any, seat: int, chance: Any) -> float:
    """The points that a seat's card may expect, and the jade."""
    if s.prediction[seat] < 0:
        return jade(b, s, seat)
    return expected_points(b, wide(s.prediction[seat]), chance) + jade(b, s, seat)


@compiled
def jade(b: Any, s: Any, seat: int) -> float:
    """The points of the jade for the seat, if it has it."""
    return b.oor * 1.0 if s.oor == seat else 0.0


@compiled
def expected_points(b: Any, number: int, chance: Any) -> float:
    """The points that a card may expect; the doubling counts as far as its last bird is likely to be last."""
    card, total = b.card[number], 0.0
    for foretold in range(FINISHERS):
        for place in range(FINISHERS):
            worth = b.points[foretold] if place == foretold else b.misplaced
            total += worth * chance[card[foretold], place]
    return total * (1.0 + (b.last_factor - 1) * chance[card[LAST], BIRDS - 1])


# -- the best-looking actions, without playing them ---------------------------------------------------------------------

EQUAL = 1e-9
"""Positions whose worth lies nearer than this are equally good."""


@compiled
def prefer(b: Any, s: Any, seat: int, actions: Any, count: int) -> int:
    """Compare moves and spells by what they change: the way of one bird only. Rolling dice again does not count, since the evaluation ignores the dice.

    Return 0 for berries, the vortex, a frenzy, the lion and a third bird over the line: these actions have to be tried.
    """
    if s.phase == Phase.KEEP.value:
        return count
    if s.phase != Phase.CHOOSE.value and s.phase != Phase.CONTINUE.value:
        return 0
    for number in range(count):
        if not is_told(s, wide(actions[number])):
            return 0
    worths = np.empty(count)
    weigh(b, s, seat, actions, worths)
    best, n = worths.max() - EQUAL, 0
    for number in range(count):
        if worths[number] > best:
            actions[n], actions[number] = actions[number], actions[n]
            n += 1
    return n


@compiled
def is_told(s: Any, action: int) -> bool:
    """Whether nothing but the way of one bird changes by an action, and the race goes on."""
    if codes.MOVE <= action < codes.FRENZY:
        return destination_of(action) != PODIUM or arrived(s) + 1 < FINISHERS
    return action == codes.PASS or codes.BEWITCH <= action < codes.PLACE or action == codes.WAKE


@compiled
def weigh(b: Any, s: Any, seat: int, actions: Any, worths: Any) -> None:
    """Write for each action the seat's chance to have the best score after it, 0 to 1.

    Nobody guesses the rivals' cards: all cards that each rival may hold count, weighted by how likely they are.
    """
    held = np.zeros((MAX_SEATS, len(b.card)))
    weigh_cards(b, s, held)
    handicaps, before = np.empty(BIRDS), np.empty((BIRDS, BIRDS))
    find_handicaps(b, s, handicaps)
    places, chance = np.empty(BIRDS, np.int64), np.empty((BIRDS, BIRDS))
    for bird in range(BIRDS):
        places[bird] = s.place[bird]
        compare(b, handicaps, bird, handicaps[bird], before)
    for number in range(len(worths)):
        action = wide(actions[number])
        bird = bird_of(action)
        if bird >= 0:
            compare(b, handicaps, bird, handicap_then(b, s, bird, action), before)
            places[bird] = arrived(s) + 1 if is_arrival(action) else 0
        find_chances(places, before, chance)
        worths[number] = share(b, s, seat, held, chance)
        if bird >= 0:
            compare(b, handicaps, bird, handicaps[bird], before)
            places[bird] = 0


@compiled
def compare(b: Any, handicaps: Any, bird: int, handicap: float, before: Any) -> None:
    """Write how likely a bird with this handicap comes in before each other one, and each of them before it."""
    for other in range(BIRDS):
        before[bird, other] = chance_before(b, handicap, handicaps[other])
        before[other, bird] = 1.0 - before[bird, other]


@compiled
def is_arrival(action: int) -> bool:
    """Whether a bird crosses the line."""
    return codes.MOVE <= action < codes.FRENZY and destination_of(action) == PODIUM


@compiled
def handicap_then(b: Any, s: Any, bird: int, action: int) -> float:
    """The bird's handicap after the action, see `find_handicaps`; quicksand scares a bird that stops in it."""
    scared = wide(s.scared[bird])
    if codes.MOVE <= action < codes.FRENZY:
        to = destination_of(action)
        if to == PODIUM:
            return 0.0
        if to == BACK_IN_NEST:
            return steps_from_nest(b, s) + b.weights[STEPS_OF_FEAR] * scared
        if ground(b, s, to) == Ground.QUICKSAND.value:
            scared = wide(1)
        return s.steps_left[to] + b.weights[STEPS_OF_FEAR] * scared
    if action >= codes.LEAP:
        return s.steps_left[(action - codes.LEAP) % SPACES] + b.weights[STEPS_OF_FEAR] * scared
    way = s.steps_left[s.at[bird]]
    return way + b.weights[STEPS_OF_FEAR] if action < codes.UNBEWITCH else way * 1.0


@compiled
def weigh_cards(b: Any, s: Any, held: Any) -> None:
    """`held[seat, card]`: how likely each seat holds each card, as far as those know whose view this is."""
    for seat in range(s.seats):
        if s.prediction[seat] != SECRET:
            held[seat, s.prediction[seat]] = 1.0
            continue
        total = 0.0
        for card in range(b.cards):
            if not is_held(s, card):
                held[seat, card] = likelihood(b, s, wide(seat), wide(card))
                total += held[seat, card]
        for card in range(b.cards):
            held[seat, card] /= total


@compiled
def share(b: Any, s: Any, seat: int, held: Any, chance: Any) -> float:
    """The seat's chance, as `judge` reckons it, each rival's taken as the mean over the cards that it may hold."""
    own, total = 0.0, 0.0
    for card in range(b.cards):
        weight = exp(expected_points(b, wide(card), chance) / b.weights[POINTS_OF_DOUBT])
        for other in range(s.seats):
            part = held[other, card] * weight
            if part > 0.0:
                if s.oor == other:
                    part *= exp(jade(b, s, other) / b.weights[POINTS_OF_DOUBT])
                total += part
                if other == seat:
                    own += part
    return own / total


# -- what speaks for an action ------------------------------------------------------------------------------------------


def merit(b: Any, s: Any, seat: int, action: int) -> Message | None:
    """What the seat's own prediction says of the ostrich that a legal action moves or scares; None where it says nothing for it."""
    number = int(s["prediction"][seat])
    if number < 0:
        return None
    *finishers, last = map(int, b["card"][number])
    if codes.KEEP <= action < codes.MOVE:
        return _merit_of_dice(s, finishers, action - codes.KEEP)
    bird = int(bird_of(action))
    if bird < 0:
        return None
    if codes.is_run(action) or codes.UNBEWITCH <= action < codes.LEAP:
        places = dict(zip(finishers, ("first", "second", "third"), strict=True))
        return Message(f"banjooli-cross.merit.{places[bird]}") if bird in places else None
    if bird in finishers:
        return None
    return Message(f"banjooli-cross.merit.{'last' if bird == last else 'none'}")


def _merit_of_dice(s: Any, finishers: list[int], rolled: int) -> Message | None:
    """Whether the coloured dice that are kept all belong to ostriches foretold among the first, or those rolled again (a set of bits) to others.

    Nothing speaks for giving up a joker, or a die of one of the first.
    """
    dice = list(enumerate(faces(s)))
    kept = {face for die, face in dice if not rolled >> die & 1} - {WHITE}
    again = {face for die, face in dice if rolled >> die & 1}
    if again & {*finishers, WHITE}:
        return None
    if kept and kept <= set(finishers):
        return Message("banjooli-cross.merit.dice")
    return Message("banjooli-cross.merit.useless") if again else None


# -- what a game may turn on --------------------------------------------------------------------------------------------

SPELLS = (
    (codes.SWAP, codes.GIVE, "swap"),
    (codes.LION, codes.SWAP, "lion"),
    (codes.LEAP, codes.PLACE, "bewitch"),
    (codes.UNBEWITCH, codes.LEAP, "unbewitch"),
    (codes.BEWITCH, codes.UNBEWITCH, "bewitch"),
)


def used(b: Any, before: Any, after: Any, seat: int, code: int) -> Iterator[Used]:
    """A tile of the course, a prediction that is dealt, a berry that is found, an ostrich that is moved, sorcery."""
    if seat == CHANCE_SEAT:
        yield from _drawn(b, before, code)
    elif seat >= 0 and codes.is_run(code):
        yield seat, f"bird.{bird_of(code)}"
    elif seat >= 0:
        yield from ((seat, f"spell.{name}") for first, end, name in SPELLS if first <= code < end)


def _drawn(b: Any, before: Any, code: int) -> Iterator[Used]:
    if codes.TILE <= code < codes.CARD:
        face = (code - codes.TILE) // 3
        yield TABLE, f"tile.{tile_name(b, face // 2)}:{'AB'[face % 2]}"
    elif codes.CARD <= code < codes.DIE:
        yield int(next_without_card(before)), f"prediction.{code - codes.CARD}"
    elif code >= codes.BERRY and int(before["found"]) != NOBODY:
        yield int(before["to_play"]), f"berry.{code - codes.BERRY}"


def label(b: Any, name: str) -> Message | str:
    """What it is called; a prediction names its four ostriches."""
    group, _, rest = name.partition(".")
    if group == "berry":
        return berry_word(int(rest))
    if group == "bird":
        return bird_short(int(rest))
    if group == "prediction":
        birds = b["card"][int(rest)].tolist()
        named = {place: bird_short(bird) for place, bird in zip("abcd", birds, strict=True)}
        return said("banjooli-cross.thing.foretold", **named)
    return rest.replace(":", " ") if group == "tile" else Message(f"banjooli-cross.thing.{group}.{rest}")


THINGS = Things(used, label, ("tile", "prediction", "berry", "bird", "spell"))
