"""The main verbs: who acts, what is legal and why not, and what an action does. Each passes on to the current phase of the game."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.codes import Why, bird_of, destination_of, jokers_of, move_code
from ludotheque.games.banjooli_cross.rules import arriving, berries, dice, frenzy, lion, secrets, sorcery
from ludotheque.games.banjooli_cross.rules.moving import add_ends, can_move, ends_of, why_not_there
from ludotheque.games.banjooli_cross.rules.setup import deal, lay, list_cards, list_tiles
from ludotheque.games.banjooli_cross.state import BIRDS, SPACES, Phase, wide


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
        out[0] = codes.PASS
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
        return arriving.list_swaps(s, out)
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
        if dice.may_run(s, bird):
            reached = ends_of(b, s, wide(bird), points, dice.points_for(b, s, bird, points))
            n = add_ends(reached, move_code(wide(bird), wide(0)), out, n)
    return n


@rule("BJC-29", "BJC-62", "BJC-67")
def list_rest(b: Any, s: Any, out: Any) -> int:
    """After a berry that does not stop it, the bird uses all its points left."""
    points = np.zeros(8, np.int64)
    points[0] = s.points_left
    reached = ends_of(b, s, wide(s.moving), points, wide(1))
    return add_ends(reached, move_code(wide(s.moving), wide(0)), out, wide(0))


# -- refusing: the same checks, one by one ------------------------------------------------------------------------------


@rule("BJC-19", "BJC-20", "BJC-21", "BJC-46")
def why_not(b: Any, s: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else the first reason against it."""
    action = wide(action)
    if s.phase == Phase.OVER.value:
        return Why.GAME_OVER.value
    if action < 0 or action >= codes.COUNT or action >= codes.TILE:
        return Why.NO_SUCH_ACTION.value
    if seat != s.to_play:
        return Why.NOT_YOUR_TURN.value
    if waits_for_chance(s):
        return Why.THROW_FIRST.value
    if action == codes.PASS:
        return why_not_pass(b, s)
    if s.phase != phase_for(s, action):
        return Why.NOT_NOW.value
    if action < codes.MOVE:
        return Why.LEGAL.value
    if action < codes.FRENZY:
        return why_not_move(b, s, action)
    if action < codes.BEWITCH:
        return why_not_frenzy(b, s, action)
    if action < codes.PLACE:
        return sorcery.why_not_spell(b, s, action)
    return why_not_answer(b, s, action)


@compiled
def phase_for(s: Any, action: int) -> int:
    """The phase in which an action of its kind is done."""
    if action < codes.MOVE:
        return Phase.KEEP.value
    if action < codes.FRENZY:
        return Phase.CONTINUE.value if s.phase == Phase.CONTINUE.value else Phase.CHOOSE.value
    if action < codes.BEWITCH:
        return Phase.FRENZY.value
    if action < codes.PLACE or codes.LION <= action < codes.SWAP or action == codes.WAKE:
        return Phase.CHOOSE.value
    if action < codes.JOKA:
        return Phase.BERRIES.value
    if action < codes.LION:
        return Phase.JOKA.value
    return Phase.VORTEX.value if action < codes.GIVE else Phase.GIVE.value


@rule("BJC-20", "BJC-77")
def why_not_pass(b: Any, s: Any) -> int:
    """Only a player who can do nothing may pass."""
    out = np.empty(codes.MAX_LEGAL, np.int32)
    return Why.MUST_ACT.value if list_phase(b, s, out) > 0 else Why.LEGAL.value


@rule("BJC-22", "BJC-24", "BJC-30", "BJC-40", "BJC-45", "BJC-59")
def why_not_move(b: Any, s: Any, action: int) -> int:
    """The bird, then the dice, then the destination."""
    bird = bird_of(action)
    if s.phase != Phase.CONTINUE.value:
        if not dice.may_run(s, bird):
            return Why.IS_SCARED.value if s.scared[bird] else Why.HAS_ARRIVED.value
    elif bird != s.moving:
        return Why.OTHER_BIRD.value
    return why_not_so_far(b, s, action)


@rule("BJC-22", "BJC-24", "BJC-30", "BJC-40", "BJC-45", "BJC-71")
def why_not_frenzy(b: Any, s: Any, action: int) -> int:
    """The colour must lie there and run, and the jokers be shared out."""
    bird, jokers = bird_of(action), jokers_of(action)
    if not dice.may_run(s, bird):
        return Why.IS_SCARED.value if s.scared[bird] else Why.HAS_ARRIVED.value
    if dice.thrown(s, bird) == 0:
        return Why.NOT_THROWN.value
    if not can_move(b, s, bird):
        return Why.CANNOT_MOVE.value
    if jokers > frenzy.wild_jokers(s):
        return Why.TOO_MANY_JOKERS.value
    if jokers < frenzy.wild_jokers(s) and frenzy.must_take_all(b, s, bird):
        return Why.TAKE_ALL_JOKERS.value
    return why_not_so_far(b, s, action)


@rule("BJC-22", "BJC-24")
def why_not_so_far(b: Any, s: Any, action: int) -> int:
    """Some number of points must take the bird there."""
    points = np.zeros(8, np.int64)
    n = dice.points_of_run(b, s, action, points)
    if n == 0:
        return Why.NOT_THROWN.value
    bird = bird_of(action)
    return why_not_there(b, s, bird, destination_of(action), ends_of(b, s, bird, points, n), points.max())


@rule("BJC-45", "BJC-59", "BJC-69", "BJC-73")
def why_not_answer(b: Any, s: Any, action: int) -> int:
    """Berries put out, the snake, the lion, the vortex, the lance."""
    if action < codes.JOKA:
        return berries.why_not_placing(b, s, action - codes.PLACE)
    if action < codes.LION:
        for across in range(-1, 2):
            if berries.two_back(b, s, across) == action - codes.JOKA:
                return Why.LEGAL.value
        return Why.NOT_BACK_THERE.value
    if action < codes.SWAP or action == codes.WAKE:
        return why_not_lion(b, s, action)
    if action < codes.GIVE:
        if arriving.may_swap(s, action - codes.SWAP):
            return Why.LEGAL.value
        return Why.OTHER_BIRD.value if action - codes.SWAP == s.moving else Why.HAS_ARRIVED.value
    if action - codes.GIVE >= s.seats:
        return Why.NO_SUCH_ACTION.value
    return Why.NOT_YOURSELF.value if action - codes.GIVE == s.to_play else Why.LEGAL.value


@rule("BJC-74")
def why_not_lion(b: Any, s: Any, action: int) -> int:
    """It must play, be awake to be moved with white dice, and asleep to be woken with a white sorcery die."""
    if not s.lion:
        return Why.NO_LION.value
    if action == codes.WAKE:
        if s.lion_awake:
            return Why.LION_AWAKE.value
        return Why.LEGAL.value if lion.may_wake(s) else Why.NO_WHITE.value
    if not s.lion_awake:
        return Why.LION_SLEEPS.value
    reached = np.zeros(SPACES, np.uint8)
    if not lion.mark_prowls(b, s, reached):
        return Why.NO_WHITE.value
    return Why.LEGAL.value if reached[action - codes.LION] else Why.LION_ELSEWHERE.value


# -- carrying out -------------------------------------------------------------------------------------------------------


@rule("BJC-20", "BJC-77")
def play(b: Any, s: Any, seat: int, action: int) -> None:
    """Play a result of chance or a seat's action. Most actions end the turn."""
    action = wide(action)
    if seat == CHANCE_SEAT:
        play_chance(b, s, action)
    elif codes.MOVE <= action < codes.PLACE:
        distances = np.empty(BIRDS, np.int64)
        secrets.note_distances(b, s, distances)
        play_turn(b, s, action)
        secrets.note_help(b, s, seat, distances)
    elif action == codes.PASS:
        if s.phase == Phase.BERRIES.value:
            berries.next_to_place(b, s)
        else:
            arriving.end_turn(b, s)
    elif action < codes.MOVE:
        dice.keep(b, s, action)
    else:
        play_answer(b, s, action)


@compiled
def play_chance(b: Any, s: Any, action: int) -> None:
    """Tiles, cards, faces of dice, berries."""
    if action < codes.CARD:
        lay(b, s, action - codes.TILE)
    elif action < codes.DIE:
        deal(b, s, action - codes.CARD)
    elif action >= codes.BERRY:
        berries.turn_over(b, s, action - codes.BERRY)
    elif s.phase == Phase.SPIN.value:
        arriving.spin(b, s, action - codes.DIE)
    elif s.phase == Phase.ROLL.value:
        dice.throw(b, s, action - codes.DIE)
    elif frenzy.throw_wild(b, s, action - codes.DIE):
        if frenzy.any_frenzy_move(b, s):
            s.phase = Phase.FRENZY.value
        else:
            arriving.end_turn(b, s)


@compiled
def play_turn(b: Any, s: Any, action: int) -> None:
    """A bird runs, or a spell is cast."""
    if action < codes.BEWITCH:
        play_run(b, s, action)
    else:
        play_spell(b, s, action)


@rule("BJC-22", "BJC-29", "BJC-71")
def play_run(b: Any, s: Any, action: int) -> None:
    """The ostrich runs: by its dice, by what is left of an interrupted move, or in a frenzy with the jokers it is given."""
    bird, destination = bird_of(action), destination_of(action)
    points = np.zeros(8, np.int64)
    n = dice.points_of_run(b, s, action, points)
    arrival = ends_of(b, s, bird, points, n)[destination]
    if action >= codes.FRENZY:
        frenzy.use_wild_dice(s, bird, jokers_of(action))
    arriving.carry(b, s, bird, destination, arrival)


@rule("BJC-39", "BJC-43", "BJC-55")
def play_spell(b: Any, s: Any, action: int) -> None:
    """Scare, calm, or scare off a crocodile; the turn is over."""
    if action < codes.UNBEWITCH:
        sorcery.turn_face(s, bird_of(action), 1)
    elif action < codes.LEAP:
        sorcery.turn_face(s, bird_of(action), 0)
    else:
        sorcery.leap(s, bird_of(action), (action - codes.LEAP) % SPACES)
    arriving.end_turn(b, s)


@compiled
def play_answer(b: Any, s: Any, action: int) -> None:
    """Decisions on the way: berries put out, the snake, the vortex, the lance; and the lion's."""
    if action < codes.JOKA:
        berries.place(b, s, action - codes.PLACE)
    elif action < codes.LION:
        berries.flee(b, s, action - codes.JOKA)
    elif action < codes.SWAP:
        lion.prowl(b, s, action - codes.LION)
        arriving.end_turn(b, s)
    elif action < codes.GIVE:
        arriving.swap(b, s, action - codes.SWAP)
    elif action < codes.WAKE:
        berries.give(b, s, action - codes.GIVE)
    else:
        s.lion_awake = 1
        arriving.end_turn(b, s)


@rule("BJC-03", "BJC-08", "BJC-10", "BJC-12", "BJC-58")
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """One tile, one card, one die or one berry at a time."""
    if s.phase == Phase.COURSE.value:
        return list_tiles(b, s, out, p)
    if s.phase == Phase.DEAL.value:
        return list_cards(b, s, out, p)
    if s.phase == Phase.ROLL.value or s.phase == Phase.WILD.value:
        return dice.list_faces(b, s, dice.next_die(s), out, p)
    if s.phase == Phase.SPIN.value:
        return dice.list_faces(b, s, wide(0), out, p)
    if s.phase == Phase.FIND.value and s.berry_kind[s.found] >= 0:
        out[0], p[0] = codes.BERRY + wide(s.berry_kind[s.found]), 1.0
        return wide(1)
    return berries.list_kinds(b, s, out, p)
