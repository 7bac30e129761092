"""The main verbs: who acts, what is legal, and what an action does. Each passes on to the current phase of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.banjooli_cross.codes import (
    BERRY,
    BEWITCH,
    CARD,
    DIE,
    FRENZY,
    GIVE,
    JOKA,
    LEAP,
    LION,
    MOVE,
    PASS,
    PLACE,
    SWAP,
    TILE,
    UNBEWITCH,
    WAKE,
    move_code,
)
from ludotheque.games.banjooli_cross.rules import berries, dice, frenzy, lion, setup, sorcery, vortex
from ludotheque.games.banjooli_cross.rules.arriving import carry, end_turn, ends_of
from ludotheque.games.banjooli_cross.rules.favours import note_distances, note_help
from ludotheque.games.banjooli_cross.rules.lava import UNREACHED
from ludotheque.games.banjooli_cross.rules.points import may_run, points_for, thrown
from ludotheque.games.banjooli_cross.state import BIRDS, DESTINATIONS, SPACES, Phase, wide


@rule("BJC-12", "BJC-20", "BJC-21")
def actors(b: Any, s: Any) -> int:
    """Chance if tiles, cards, dice or berries are due; else the seat on turn; nobody at the end."""
    if s.phase == Phase.OVER.value:
        return 0
    return CHANCE if waits_for_chance(s) else 1 << wide(s.to_play)


@entry_point()
def waits_for_chance(s: State) -> bool:
    """Whether a result of chance is due."""
    return (
        s.phase == Phase.COURSE.value
        or s.phase == Phase.DEAL.value
        or s.phase == Phase.ROLL.value
        or s.phase == Phase.FIND.value
        or s.phase == Phase.LOOK.value
        or s.phase == Phase.SPIN.value
        or s.phase == Phase.WILD.value
    )


@rule("BJC-20", "BJC-77")
def legal(b: Any, s: Any, seat: int, out: Any) -> int:
    """What the phase allows the seat on turn. A pass is legal only if neither a move nor sorcery is possible."""
    if seat != s.to_play or s.phase == Phase.OVER.value or waits_for_chance(s):
        return 0
    n = list_phase(b, s, out)
    if n == 0:
        out[0] = PASS
        n = wide(1)
    return n


@compiled
def list_phase(b: Any, s: Any, out: Any) -> int:
    """The actions of each phase."""
    if s.phase == Phase.KEEP.value:
        return dice.list_keeps(b, s, out)
    if s.phase == Phase.CHOOSE.value:
        return list_turn(b, s, out)
    if s.phase == Phase.CONTINUE.value:
        return list_rest(b, s, out)
    if s.phase == Phase.FRENZY.value:
        return frenzy.list_frenzy(b, s, out)
    if s.phase == Phase.BERRIES.value:
        return berries.list_placings(b, s, out)
    if s.phase == Phase.VORTEX.value:
        return vortex.list_swaps(s, out)
    if s.phase == Phase.JOKA.value:
        return berries.list_flights(b, s, out)
    return berries.list_gifts(s, out)


@rule("BJC-20")
def list_turn(b: Any, s: Any, out: Any) -> int:
    """Move an ostrich, or use sorcery (or the lion, where it plays)."""
    n = list_moves(b, s, out)
    n = sorcery.list_spells(b, s, out, n)
    return lion.list_prowls(b, s, out, n)


@rule("BJC-22", "BJC-27", "BJC-30")
def list_moves(b: Any, s: Any, out: Any) -> int:
    """Every destination of every ostrich that the dice may move, whatever way and whichever jokers lead there."""
    n, points = wide(0), np.zeros(8, np.int64)
    for bird in range(BIRDS):
        if may_run(s, bird):
            reached = ends_of(b, s, wide(bird), points, points_for(b, s, bird, points))
            n = add_ends(bird, reached, out, n)
    return n


@compiled
def add_ends(bird: int, reached: Any, out: Any, n: int) -> int:
    """An action for each destination reached."""
    for destination in range(DESTINATIONS):
        if reached[destination] != UNREACHED:
            out[n] = move_code(wide(bird), wide(destination))
            n += 1
    return n


@rule("BJC-29", "BJC-62", "BJC-67")
def list_rest(b: Any, s: Any, out: Any) -> int:
    """After a berry that does not stop it, the bird uses all its points left."""
    points = np.zeros(8, np.int64)
    points[0] = s.points_left
    return add_ends(s.moving, ends_of(b, s, wide(s.moving), points, wide(1)), out, wide(0))


# ------------------------------------------------------------------------------------------- carrying out


@rule("BJC-20", "BJC-77")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Play a result of chance or a seat's action. Most actions end the turn."""
    action = wide(action)
    if seat == CHANCE_SEAT:
        play_chance(b, s, action)
    elif MOVE <= action < PLACE:
        distances = np.empty(BIRDS, np.int64)
        note_distances(b, s, distances)
        play_turn(b, s, action)
        note_help(b, s, seat, distances)
    elif action == PASS:
        if s.phase == Phase.BERRIES.value:
            berries.next_to_place(b, s)
        else:
            end_turn(b, s)
    elif action < MOVE:
        dice.keep(b, s, action)
    else:
        play_answer(b, s, action)


@compiled
def play_turn(b: Any, s: Any, action: int) -> None:
    """A bird runs, or a spell is cast."""
    if action < FRENZY:
        play_move(b, s, action)
    elif action < BEWITCH:
        play_frenzy(b, s, action)
    else:
        play_spell(b, s, action)


@compiled
def play_chance(b: Any, s: Any, action: int) -> None:
    """Tiles, cards, faces of dice, berries."""
    if action < CARD:
        setup.lay(b, s, action - TILE)
    elif action < DIE:
        setup.deal(b, s, action - CARD)
    elif action >= BERRY:
        berries.turn_over(b, s, action - BERRY)
    elif s.phase == Phase.SPIN.value:
        vortex.spin(b, s, action - DIE)
    elif s.phase == Phase.ROLL.value:
        dice.throw(b, s, action - DIE)
    elif dice.throw_wild(b, s, action - DIE):
        if frenzy.any_frenzy_move(b, s):
            s.phase = Phase.FRENZY.value
        else:
            end_turn(b, s)


@rule("BJC-22", "BJC-29")
def play_move(b: Any, s: Any, action: int) -> None:
    """The ostrich runs, by its dice or by what is left of an interrupted move."""
    bird, destination = (action - MOVE) // DESTINATIONS, (action - MOVE) % DESTINATIONS
    points, n = np.zeros(8, np.int64), wide(1)
    if s.phase == Phase.CONTINUE.value:
        points[0] = s.points_left
    else:
        n = points_for(b, s, bird, points)
    carry(b, s, bird, destination, ends_of(b, s, bird, points, n)[destination])


@rule("BJC-71")
def play_frenzy(b: Any, s: Any, action: int) -> None:
    """One colour of a frenzy runs, with the jokers it is given."""
    bird, jokers = frenzy.wild_bird(action), frenzy.wild_joker_count(action)
    destination = (action - FRENZY) % DESTINATIONS
    points = np.zeros(8, np.int64)
    points[0] = thrown(s, bird) + jokers
    arrival = ends_of(b, s, bird, points, wide(1))[destination]
    frenzy.use_wild_dice(s, bird, jokers)
    carry(b, s, bird, destination, arrival)


@rule("BJC-39", "BJC-43", "BJC-55")
def play_spell(b: Any, s: Any, action: int) -> None:
    """Scare, calm, or scare off a crocodile; the turn is over."""
    if action < UNBEWITCH:
        sorcery.turn_face(s, action - BEWITCH, 1)
    elif action < LEAP:
        sorcery.turn_face(s, action - UNBEWITCH, 0)
    else:
        sorcery.leap(s, (action - LEAP) // SPACES, (action - LEAP) % SPACES)
    end_turn(b, s)


@compiled
def play_answer(b: Any, s: Any, action: int) -> None:
    """Decisions on the way: berries put out, the snake, the vortex, the lance; and the lion's."""
    if action < JOKA:
        berries.place(b, s, action - PLACE)
    elif action < LION:
        berries.flee(b, s, action - JOKA)
    elif action < SWAP:
        lion.prowl(b, s, action - LION)
        end_turn(b, s)
    elif action < GIVE:
        vortex.swap(b, s, action - SWAP)
    elif action < WAKE:
        berries.give(b, s, action - GIVE)
    else:
        s.lion_awake = 1
        end_turn(b, s)


@rule("BJC-03", "BJC-08", "BJC-10", "BJC-12", "BJC-58")
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """One tile, one card, one die or one berry at a time."""
    if s.phase == Phase.COURSE.value:
        return setup.list_tiles(b, s, out, p)
    if s.phase == Phase.DEAL.value:
        return setup.list_cards(b, s, out, p)
    if s.phase == Phase.ROLL.value or s.phase == Phase.WILD.value:
        return dice.list_faces(b, s, dice.next_die(s), out, p)
    if s.phase == Phase.SPIN.value:
        return dice.list_faces(b, s, wide(0), out, p)
    if s.phase == Phase.FIND.value and s.berry_kind[s.found] >= 0:
        out[0], p[0] = BERRY + wide(s.berry_kind[s.found]), 1.0
        return wide(1)
    return berries.list_kinds(b, s, out, p)
