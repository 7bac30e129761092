"""What an action looked like: the sentence for the list of moves, the path to show, the trace it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ludotheque.core.game import HIDDEN, ActionPath
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.actions import CODEC
from ludotheque.games.banjooli_cross.codes import bird_of, destination_of, is_run, is_wild
from ludotheque.games.banjooli_cross.labels import (
    LION,
    TINTS,
    berry_brief,
    berry_word,
    bird_brief,
    bird_id,
    bird_short,
    bird_word,
    destination_id,
    dice_brief,
    dice_listed,
    dice_used,
    die_id,
    face_word,
    great_word,
    jokers_word,
    lane,
    over,
    place_of,
    player,
    said,
    sorcery_brief,
    space_name,
    spot,
)
from ludotheque.games.banjooli_cross.paths import Cost, costs_of, overleapt, run_of
from ludotheque.games.banjooli_cross.rules.dice import next_die, thrown
from ludotheque.games.banjooli_cross.rules.setup import next_without_card
from ludotheque.games.banjooli_cross.state import (
    BENDS,
    BIRDS,
    DICE,
    PODIUM,
    SORCERY,
    SPACES,
    WHITE,
    Phase,
)
from ludotheque.scene.listing import listing
from ludotheque.scene.model import EventView, Moment, Motion

View = Callable[..., EventView]
"""Makes an event view for a seat and a text from the rest."""


def event(b: Any, before: Any, after: Any, seat: int, code: int, path: ActionPath) -> EventView:
    """What an action did, from the states before and after it. The code may be `HIDDEN`."""
    if code == HIDDEN:
        return _hidden(before)
    view = partial(EventView, seat, CODEC.text(b, before, seat, code, ()))
    if seat == CHANCE_SEAT:
        return _result(view, before, after, code)
    if is_run(code):
        return _run(view, b, before, after, code)
    if codes.BEWITCH <= code < codes.PLACE:
        return _spell(view, before, after, code)
    return _other(view, b, before, after, code)


def _brief(word: str, **args: Any) -> Message:
    return said(f"banjooli-cross.brief.{word}", **args)


def _moved(before: Any, after: Any, kind: str) -> list[Motion]:
    """A motion for every bird that stands elsewhere now, and a turn for every face that changed."""
    motions = []
    for bird in range(BIRDS):
        here, there = place_of(before, bird), place_of(after, bird)
        if here != there:
            motions.append(Motion(bird_id(bird), (here, there), kind))
        if int(before["scared"][bird]) != int(after["scared"][bird]):
            motions.append(Motion(bird_id(bird), (there,), "flip"))
    return motions


# -- chance -------------------------------------------------------------------------------------------------------------


def _dealt(s: Any) -> Message:
    return said("banjooli-cross.event.dealt", who=player(int(next_without_card(s))))


def _hidden(before: Any) -> EventView:
    """A card that is dealt to others, or a berry that others look at."""
    if int(before["phase"]) == Phase.DEAL:
        return EventView(CHANCE_SEAT, "card", _dealt(before))
    looks = said("banjooli-cross.event.looks", who=player(int(before["to_play"])))
    return EventView(CHANCE_SEAT, "is", looks, brief=(_brief("looks"),))


def _result(view: View, before: Any, after: Any, code: int) -> EventView:
    if code < codes.CARD:
        way = said(f"banjooli-cross.way.{BENDS[(code - codes.TILE) % 3] or 'straight'}")
        return view(said("banjooli-cross.event.tile", way=way))
    if code < codes.DIE:
        return view(_dealt(before))
    if code >= codes.BERRY:
        return _berry(view, before, after, code - codes.BERRY)
    colour = code - codes.DIE
    if int(before["phase"]) == Phase.SPIN:
        return view(
            said("banjooli-cross.event.spin", face=face_word(colour)),
            tuple(_moved(before, after, "slide")),
            brief=(_spun_brief(before, after, colour),),
            moment=_spun(before, after, colour),
        )
    die = int(next_die(before))
    word = "sorcery_die" if die == SORCERY else "die"
    return view(
        said(f"banjooli-cross.event.{word}", n=die + 1, face=face_word(colour)),
        (Motion(die_id(die), (f"tray.{die}",), "appear"),),
        brief=_settled(before, after),
        prepares=True,
    )


def _settled(before: Any, after: Any) -> tuple[Message, ...]:
    """What all dice show at last, those kept and those re-rolled; nothing before."""
    if int(before["phase"]) != Phase.ROLL or int(after["phase"]) != Phase.CHOOSE:
        return ()
    return _brief("gets", dice=dice_brief(after)), sorcery_brief(after)


def _spun(before: Any, after: Any, colour: int) -> Moment:
    """What the die of a vortex shows, and what comes of it."""
    moving, face = int(before["moving"]), face_word(colour)
    if colour == moving:
        text = said("banjooli-cross.moment.shaken", bird=bird_short(moving))
    elif colour == WHITE:
        text = said("banjooli-cross.moment.swap_any")
    else:
        text = said("banjooli-cross.event.swaps", bird=bird_short(moving), other=face)
    places = tuple(dict.fromkeys((place_of(before, moving), place_of(after, moving))))
    sprite = "die-white" if colour == WHITE else "die"
    return Moment(said("banjooli-cross.event.spin", face=face), text, sprite, TINTS[colour], places)


def _spun_brief(before: Any, after: Any, colour: int) -> Message:
    """What a vortex does to the ostriches, or that somebody chooses."""
    moving = int(before["moving"])
    if colour == moving:
        return _brief("shaken", bird=bird_brief(moving))
    others = [bird for bird in range(BIRDS) if bird != moving and after["at"][bird] != before["at"][bird]]
    if others:
        return _brief("swapped", bird=bird_brief(moving), other=bird_brief(others[0]))
    return _brief("spin", face=face_word(colour))


def _berry(view: View, before: Any, after: Any, kind: int) -> EventView:
    if int(before["phase"]) == Phase.LOOK:
        return view(said("banjooli-cross.event.seen", berry=berry_word(kind)), brief=(_brief("looks"),))
    token = int(before["found"])
    place = space_name(int(before["berry_space"][token]))
    return view(
        said("banjooli-cross.event.found", berry=berry_word(kind)),
        (Motion(f"berry.{token}", (place, place), "vanish"), *_moved(before, after, "slide")),
        (place,),
        brief=(berry_brief(kind),),
        moment=Moment(berry_word(kind), None, "berry-shown", places=(place,)),
    )


# -- ostriches that run -------------------------------------------------------------------------------------------------


def _run(view: View, b: Any, before: Any, after: Any, code: int) -> EventView:
    bird, destination = bird_of(code), destination_of(code)
    cost = None if is_wild(code) else costs_of(b, before, bird).get(destination)
    run = run_of(b, before, code, cost)
    path = [space_name(step) if step < SPACES else destination_id(before, bird, step) for step in run.path]
    trail = (place_of(before, bird), *path)
    motions = [Motion(bird_id(bird), trail, "hop")]
    turned = int(after["scared"][bird]) != int(before["scared"][bird])
    if turned:
        motions.append(Motion(bird_id(bird), (trail[-1],), "flip"))
    place = int(after["place"][bird])
    word = "arrives" if destination == PODIUM else "sinks" if turned else "runs"
    if run.bounces:
        stays, nested = trail[-1] == trail[0], destination >= SPACES
        word = "bounces_home" if stays else "bounces_nest" if nested else "bounces"
    leapt = overleapt(b, before, bird, run)
    args = {
        "bird": bird_short(bird),
        "to": over(lane(trail[-1]), len(leapt)),
        "n": place or len(path) - run.bounces,
    }
    return view(
        said(f"banjooli-cross.event.{word}", **args),
        tuple(motions),
        trail,
        brief=(*_ran_brief(bird, word.partition("_")[0], args, leapt), _why(before, bird, cost)),
        moment=_run_moment(before, word, bird, args, trail, _is_great(before, bird, cost)),
    )


def _ran_brief(bird: int, word: str, args: dict[str, Any], leapt: list[int]) -> tuple[Message, ...]:
    """How an ostrich ran and over which ones, within a line about a turn. A jump is one space by the rules, and no space to the eye: it is not counted."""
    others = listing(bird_brief(other) for other in leapt)
    if word == "runs" and leapt and args["n"] == 1:
        return (_brief("jumps", bird=bird_brief(bird), others=others),)
    ran = _brief(word, **{**args, "bird": bird_brief(bird)})
    return (ran, _brief("over", others=others)) if leapt else (ran,)


def _is_great(s: Any, bird: int, cost: Cost | None) -> bool:
    """Whether an ostrich runs although its own dice and jokers do not take it so far: any may after a great result."""
    return cost is not None and not cost.jokers and _is_choice(s) and cost.points != int(thrown(s, bird))


def _is_choice(s: Any) -> bool:
    return int(s["phase"]) == Phase.CHOOSE


def _why(s: Any, bird: int, cost: Cost | None) -> Message:
    """What an ostrich runs with, in half a line: dice, a great result, what a berry left, or a frenzy."""
    if int(s["phase"]) == Phase.FRENZY:
        return _brief("frenzy")
    if cost is None or not _is_choice(s):
        return _brief("goes_on")
    if _is_great(s, bird, cost):
        return great_word(s, "brief")
    # Those of an ostrich that is home are said to be jokers: nobody would look for them among another one's.
    return dice_used(s, bird, cost.jokers) if cost.kind == WHITE else jokers_word(cost.jokers, cost.kind)


def _run_moment(
    before: Any, word: str, bird: int, args: dict[str, Any], trail: tuple[str, ...], great: bool
) -> Moment | None:
    """An arrival, a bird that sinks in or that the lava drives back, one that runs on the dice of others; a plain run is none."""
    if word == "runs" and not great:
        return None
    message, face = said(f"banjooli-cross.event.{word}", **args), "running"
    title, why = message, great_word(before, "moment") if great else None
    if word == "sinks":
        title, why, face = said("banjooli-cross.moment.sinks", **args), _SCARED, "scared"
    elif word not in ("arrives", "runs"):
        title, why = said("banjooli-cross.moment.lava"), message
    places = trail[-1:] if word in ("arrives", "runs") else trail[-2:]
    return Moment(title, why, f"ostrich-{face}", TINTS[bird], places)


_SCARED = said("banjooli-cross.moment.scared")


# -- everything else that seats do --------------------------------------------------------------------------------------


def _spell(view: View, before: Any, after: Any, code: int) -> EventView:
    bird, colour = bird_of(code), int(before["thrown"][SORCERY])
    word = "bewitched" if code < codes.UNBEWITCH else "unbewitched" if code < codes.LEAP else "leapt"
    sprite, why = ("scared", _SCARED) if word == "bewitched" else ("running", None)
    at = place_of(after, bird)
    message = said(f"banjooli-cross.event.{word}", bird=bird_short(bird), to=lane(at))
    # The sorcery die is a joker where it does not show the ostrich that it changes.
    joker = () if colour == bird else (jokers_word(1, colour),)
    return view(
        message,
        tuple(_moved(before, after, "hop")),
        (at,),
        brief=(_brief(word, bird=bird_brief(bird)), *joker),
        moment=Moment(message, why, f"ostrich-{sprite}", TINTS[bird], (at,)),
    )


def _other(view: View, b: Any, before: Any, after: Any, code: int) -> EventView:
    """Passing, dice, the lion, and decisions on the way."""
    if code == codes.PASS:
        return _plain(view, before, "passes", {})
    if code < codes.MOVE:
        return _rolled(view, before, after, code)
    moving = int(before["moving"])
    if code < codes.JOKA:
        place = space_name(code - codes.PLACE)
        motion = Motion(f"berry.{int(before['to_play'])}", (place,), "appear")
        return _plain(view, before, "puts_berry", {"to": spot(b, before, place)}, [motion], (place,))
    if code < codes.LION:
        start, place = place_of(before, moving), space_name(code - codes.JOKA)
        args = {"bird": bird_short(moving), "to": spot(b, before, place)}
        return _plain(view, before, "flees", args, _moved(before, after, "hop"), (start, place))
    if code < codes.SWAP:
        return _prowl(view, b, before, after, code)
    if code < codes.GIVE:
        motions = _moved(before, after, "slide")
        trace = tuple(motion.path[-1] for motion in motions if motion.kind == "slide")
        args = {"bird": bird_short(moving), "other": bird_word(code - codes.SWAP)}
        return _plain(view, before, "swaps", args, motions, trace)
    if code < codes.WAKE:
        who = {"who": player(code - codes.GIVE)}
        return _plain(view, before, "gives", who, moment=Moment(said("banjooli-cross.event.gives", **who)))
    moment = Moment(said("banjooli-cross.event.wakes"), None, "lion-awake")
    return _plain(view, before, "wakes", {}, moment=moment)


def _plain(
    view: View,
    before: Any,
    word: str,
    args: dict[str, Any],
    motions: Sequence[Motion] = (),
    trace: tuple[str, ...] = (),
    moment: Moment | None = None,
) -> EventView:
    """An event with the same words in the list of moves and in the line about the turn."""
    moving = int(before["moving"])
    whom = {"bird": bird_brief(moving)} if moving >= 0 else {}
    message = said(f"banjooli-cross.event.{word}", **args)
    return view(message, tuple(motions), trace, brief=(_brief(word, **{**args, **whom}),), moment=moment)


def _rolled(view: View, before: Any, after: Any, code: int) -> EventView:
    """Dice that are rolled again, or all kept."""
    again = [die for die in range(DICE) if (code - codes.KEEP) >> die & 1]
    word, args = ("throws", {"n": len(again)}) if again else ("keeps", {})
    dice = dice_listed(before, again) if again else dice_brief(after)
    return view(
        said(f"banjooli-cross.event.{word}", **args, dice=dice),
        tuple(Motion(die_id(die), (f"tray.{die}", f"tray.{die}"), "vanish") for die in again),
        brief=(_brief(word, **args, dice=dice), *([] if again else [sorcery_brief(after)])),
        prepares=True,
    )


def _prowl(view: View, b: Any, before: Any, after: Any, code: int) -> EventView:
    """The lion, and the ostrich that it drives away, if any: it runs, or, bewitched, is back in its nest."""
    place = space_name(code - codes.LION)
    scares = _moved(before, after, "hop")
    trace = (place, *(motion.path[-1] for motion in scares if len(motion.path) > 1))
    to = spot(b, before, place)
    message, why = said("banjooli-cross.event.prowls", to=to), None
    brief = [_brief("prowls", to=to), jokers_word(int(thrown(before, WHITE)), WHITE)]
    for bird in range(BIRDS):
        if place_of(before, bird) != place_of(after, bird):
            word = "nested" if place_of(after, bird).startswith("nest") else "frightened"
            brief.append(_brief(word, bird=bird_brief(bird)))
            why = said(f"banjooli-cross.moment.{word}", bird=bird_short(bird))
    return view(
        message,
        (Motion(LION, (space_name(int(before["lion_at"])), place), "slide"), *scares),
        trace,
        brief=tuple(brief),
        moment=Moment(message, why, "lion-awake", places=trace),
    )
