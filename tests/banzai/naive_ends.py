"""Races, touches, ends of rounds and the final, in the naive reading."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING

from tests.banzai import naive, naive_stops

if TYPE_CHECKING:
    from tests.banzai.naive import Game

NEARLY = 0.002
"""Distances that differ by less are equal: pawns lie where whole thousandths put them."""


def on_circle(place: int, count: int, radius: float) -> tuple[float, float]:
    """A place on a circle, the first at the top, the others clockwise."""
    angle = pi / 2 - 2 * pi * place / count
    return (radius * cos(angle), radius * sin(angle))


def reach(game: Game, seat: int, number: int) -> float:
    """How far a pawn lies from a seat; on its circle it is as far from everybody."""
    pawn = game.pawns[number]
    if abs(hypot(pawn.x, pawn.y) - 0.35) < NEARLY:
        return 1 - 0.35
    return dist(on_circle(game.seating.index(seat), len(game.seating), 1.0), (pawn.x, pawn.y))


def free(game: Game) -> list[int]:
    return [number for number, pawn in enumerate(game.pawns) if pawn.by is None]


def holds(game: Game, seat: int) -> bool:
    return any(pawn.by == seat for pawn in game.pawns)


def grabbers(game: Game) -> list[int]:
    """Who may still take a pawn: who is in, holds none and did not start too early."""
    return [seat for seat in game.still_in() if not holds(game, seat) and seat not in game.early]


def grabs(game: Game, seat: int) -> set[str]:
    """The pawns a seat may take now, rightly or wrongly."""
    if game.phase == "grab":
        may = seat in grabbers(game) and seat not in game.aims
    elif game.is_void():
        may = False
    else:
        may = seat in game.still_in() and seat not in game.touched and not game.options.get("unhurried")
    return {f"grab {number}" for number in free(game)} if may else set()


# -- a Banzaï -----------------------------------------------------------------------------------------------------------


def banzai(game: Game, seat: int) -> None:
    """Somebody cries Banzaï, rightly or not; a Stop that is held is void."""
    if game.phase != "held":
        game.back = game.phase
    game.stop = {}
    game.caller, game.call_ms, game.early = seat, game.now, set()
    game.phase, game.due = "grab", game.now + naive.RACE
    if game.options.get("unhurried"):
        game.due, game.aims, game.reacting = None, {}, {}


def grab(game: Game, seat: int, number: int) -> None:
    if game.options.get("unhurried"):
        game.aims[seat] = number
        if game.aims.keys() >= set(game.still_in()):
            game.phase = "react"
        return
    if game.phase != "grab":
        touch(game, seat)
        return
    alone = not set(game.still_in()) - game.early - {seat}
    if game.now - game.call_ms < naive.EARLY and seat != game.caller and not alone:
        game.early.add(seat)
        if provoked(game, seat):
            game.provoked.add(seat)
    else:
        game.pawns[number].by = seat
    if not free(game) or not grabbers(game):
        end_of_race(game)


def reacted(game: Game, step: int) -> None:
    """A reaction is drawn for the next one; once all are, the hands go out, each when it would."""
    waiting = [seat for seat in game.still_in() if seat not in game.reacting]
    game.reacting[waiting[0]] = game.reactions[step]
    if len(waiting) > 1:
        return
    arriving = {
        seat: game.reacting[seat] + naive.HAND * reach(game, seat, game.aims[seat])
        for seat in game.still_in()
    }
    while arriving and free(game):
        seat = min(
            arriving,
            key=lambda seat: (
                arriving[seat],
                round(reach(game, seat, game.aims[seat]), 3),
                clockwise(game, seat),
            ),
        )
        if game.aims[seat] in free(game):
            game.pawns[game.aims[seat]].by = seat
            del arriving[seat]
        else:
            arriving[seat] += naive.MISS
            game.aims[seat] = min(free(game), key=lambda pawn: (round(reach(game, seat, pawn), 3), pawn))
    end_of_race(game)


def time_is_up(game: Game) -> None:
    """The pawns left go to who took none, the nearest first; a lot decides where two are equally near."""
    while free(game) and grabbers(game):
        least = min(reach(game, seat, pawn) for seat in grabbers(game) for pawn in free(game))
        near = {
            seat
            for seat in grabbers(game)
            if any(abs(reach(game, seat, pawn) - least) < NEARLY for pawn in free(game))
        }
        if len(near) > 1 and len(grabbers(game)) > len(free(game)):
            game.phase, game.due, game.lot, game.lot_for = "lot", None, near, "reach"
            return
        take_nearest(game, min(near))
    end_of_race(game)


def take_nearest(game: Game, seat: int) -> None:
    nearest = min(free(game), key=lambda pawn: (round(reach(game, seat, pawn), 3), pawn))
    game.pawns[nearest].by = seat


def drawn(game: Game, seat: int) -> None:
    """A lot fell on a seat."""
    if game.lot_for == "third":
        begin_final(game, seat)
        return
    take_nearest(game, seat)
    time_is_up(game)


def end_of_race(game: Game) -> None:
    """The family is checked."""
    assert game.caller is not None
    if game.caller != game.third or game.complete(game.caller):
        game.shown |= game.hands[game.caller]
    if game.complete(game.caller):
        slow = [seat for seat in game.still_in() if not holds(game, seat)]
        spared = {seat for seat in slow if seat not in game.early or seat in game.provoked}
        game.pardons = {seat for seat in spared if has_three_princesses(game, seat)}
        eliminate(game, [seat for seat in slow if seat not in game.pardons])
    elif game.caller == game.third:
        nothing_happened(game)
        return
    else:
        eliminate(game, [game.caller])
    end(game)


def nothing_happened(game: Game) -> None:
    """The third was wrong: pawns go back, and the game goes on where it was."""
    for pawn in game.pawns:
        pawn.by = None
    game.caller, game.voided = None, game.call_ms + naive.RACE
    game.phase, game.due = game.back, None
    if game.choose_by is not None:
        game.choose_by += game.now - game.call_ms


def has_three_princesses(game: Game, seat: int) -> bool:
    """Whether Princesses save this seat: three of them, awake, where the rule is played."""
    return game.rule("princesses") and not game.asleep and game.how_many(seat, "princess") >= 3


def provoked(game: Game, seat: int) -> bool:
    """Whether somebody else feinted just before."""
    return any(other != seat and game.now - at <= naive.PROVOKED for other, at in game.feints.items())


def clockwise(game: Game, seat: int) -> int:
    """How many seats after the caller."""
    assert game.caller is not None
    return (seat - game.caller) % game.seats


# -- touches ------------------------------------------------------------------------------------------------------------


def touch(game: Game, seat: int) -> None:
    """A pawn is taken outside a Banzaï."""
    game.touched.append(seat)
    if game.phase != "touched":
        game.phase, game.due = "touched", game.now + naive.TOUCH + 1
        game.stop = {}
    if not game.pardons and provoked(game, seat) and has_three_princesses(game, seat):
        game.pardons.add(seat)
    if set(game.touched) >= set(game.still_in()):
        end_of_touching(game)


def end_of_touching(game: Game) -> None:
    """Those who touched are out in order of time, until one is left."""
    for seat in game.touched:
        if seat not in game.pardons and len(game.still_in()) > 1:
            eliminate(game, [seat])
    end(game)


# -- ends of rounds -----------------------------------------------------------------------------------------------------


def eliminate(game: Game, seats: list[int]) -> None:
    """These are out, all at the same moment."""
    number = max(game.out.values(), default=0) + 1
    for seat in seats:
        game.out[seat] = number
        game.round_out.add(seat)


def end(game: Game) -> None:
    """The round is over; the Princesses sleep after a pardon and wake at an elimination."""
    game.phase, game.due, game.ready = "end", game.now + naive.REST, set()
    if len(game.still_in()) == 1:
        game.phase, game.due = "over", None
    if game.options.get("unhurried"):
        game.due = None
    game.asleep = (game.asleep or bool(game.pardons)) and not game.round_out
    game.stop = {}


def is_ready(game: Game, seat: int) -> None:
    game.ready.add(seat)
    if game.ready >= set(game.still_in()):
        next_round(game)


def next_round(game: Game) -> None:
    """Those still in play on; two of them play the final, with the last one out."""
    left = game.still_in()
    duel_is_over(game)
    if len(left) == 2 and not game.final:
        last = {seat for seat, number in game.out.items() if number == max(game.out.values())}
        if len(last) == 1:
            begin_final(game, last.pop())
        else:
            game.phase, game.due, game.lot, game.lot_for = "lot", None, last, "third"
    else:
        if not game.final:
            game.seating = [seat for seat in game.seating if seat in left]
        another_round(game)


def begin_final(game: Game, third: int) -> None:
    """Two play, a third assists."""
    game.final, game.third = True, third
    game.seating = [seat for seat in game.seating if seat not in game.out or seat == third]
    another_round(game)


def another_round(game: Game) -> None:
    game.rounds += 1
    game.new_round()


def duel_is_over(game: Game) -> None:
    """Who changed seats for a duel goes back."""
    if game.duel is not None and game.duel[2] is not None:
        naive_stops.swap(game, game.duel[0], game.duel[2])
    game.duel = None


def deal_again(game: Game) -> None:
    """Too many exchanges: nobody is out, the cards are dealt again."""
    duel_is_over(game)
    another_round(game)


def ranking(game: Game) -> list[int]:
    """The rank of each seat, 1 for who is in, then the later out the better."""
    late = [game.out.get(seat, 1 << 20) for seat in range(game.seats)]
    return [1 + sum(other > mine for other in late) for mine in late]
