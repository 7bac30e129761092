"""Clicks read back as an action: a legal one, or the illegal one that they mean, so that the rules can say why it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.game import ActionPath
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.actions import points_of_action
from ludotheque.games.banjooli_cross.choices import can_cast, choices
from ludotheque.games.banjooli_cross.codes import REASONS, Why, is_paid
from ludotheque.games.banjooli_cross.labels import LION, bird_brief, bird_id, die_id, place_of, space_of
from ludotheque.games.banjooli_cross.paths import effects_of
from ludotheque.games.banjooli_cross.rules.course import bird_on
from ludotheque.games.banjooli_cross.rules.sorcery import is_on_track
from ludotheque.games.banjooli_cross.state import BIRDS, MOVEMENT_DICE, PODIUM, SORCERY, WHITE, Phase
from ludotheque.scene import asking
from ludotheque.scene.clicks import follow

_BIRDS = {bird_id(bird): bird for bird in range(BIRDS)}
_DICE = {name: die for die in range(MOVEMENT_DICE) for name in (die_id(die), f"tray.{die}")}
_SORCERY = (die_id(SORCERY), f"tray.{SORCERY}")
IN_THE_RACE = (Why.LEGAL, Why.WRONG_COUNT, Why.TOO_FAR, Why.NO_WAY)
"""What an ostrich that may run is refused for, where no space was clicked."""


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, ActionPath]:
    """The action, legal or not, for these clicks. Raises `Unreadable` if there is none, and `Illegal` for an ostrich without a die (see `_instead`)."""
    try:
        return follow(choices(b, s, seat), clicks), ()
    except Unreadable:
        instead = _instead(b, s, seat, clicks)
        code = instead if instead >= 0 else meant(s, clicks)
    if len(clicks) == 1 and is_paid(code) and verbs.why_not(b, s, seat, code) in IN_THE_RACE:
        raise _unclear(Phase(int(s["phase"])).name.lower())  # it may run: which space, is not said yet
    return code, ()


def _instead(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> int:
    """Choosing something else while an ostrich is chosen, as an illegal action; -1 if these clicks do not mean that.

    Raises `Illegal` for an ostrich whose colour no die shows, which is named, and `Unreadable` for a sorcery die that can do nothing.
    """
    if int(s["phase"]) != Phase.CHOOSE or len(clicks) < 2 or clicks[0] not in _BIRDS:
        return -1
    if clicks[-1] in _SORCERY and not can_cast(asking.legal(b, s, seat, codes.MAX_LEGAL)):
        raise _unclear("no_target")
    other = _other_ostrich(b, s, _BIRDS[clicks[0]], clicks[-1])
    if other < 0:
        return -1
    code = int(codes.move_code(other, PODIUM))
    why = verbs.why_not(b, s, seat, code)
    if why == Why.NOT_THROWN:
        message = Message("banjooli-cross.click.no_die", {"bird": bird_brief(other)})
        raise Illegal("no die shows the colour of that ostrich", message, REASONS[why].rules)
    return -1 if why in IN_THE_RACE else code


def _other_ostrich(b: Any, s: Any, chosen: int, click: str) -> int:
    """The ostrich that was touched while another one is chosen, if it is not in the way of that one; else -1."""
    if click.startswith("podium.") or click in _DICE:
        return -1
    space = space_of(click)
    other = int(bird_on(s, space)) if space >= 0 else _bird_of(s, click)
    return -1 if other == chosen or (other >= 0 and _meets(b, s, chosen, other)) else other


def _meets(b: Any, s: Any, bird: int, other: int) -> bool:
    """Whether a bird comes to another one on any of its ways."""
    points = points_of_action(b, s, codes.move_code(bird, PODIUM))
    return any(effect.place == place_of(s, other) for effect in effects_of(b, s, bird, points))


def meant(s: Any, clicks: Sequence[str]) -> int:
    """The illegal action that these clicks mean. Raises `Unreadable`, with what to click, if there is none."""
    phase = Phase(int(s["phase"]))
    space = space_of(clicks[-1]) if clicks else -1
    if phase == Phase.BERRIES and space >= 0:
        return codes.PLACE + space
    if phase == Phase.JOKA and space >= 0:
        return codes.JOKA + space
    if phase not in (Phase.CHOOSE, Phase.CONTINUE, Phase.FRENZY, Phase.VORTEX):
        raise _unclear(phase.name.lower())
    if clicks and clicks[0] in _SORCERY and phase == Phase.CHOOSE:
        return _meant_spell(s, clicks, space)
    if clicks and clicks[0] == LION:
        return codes.LION + max(space, 0)
    birds = [bird for bird in (_bird_of(s, click) for click in clicks) if bird >= 0]
    if not birds:
        raise _unclear(phase.name.lower())
    if phase == Phase.VORTEX:
        return codes.SWAP + birds[-1]
    if len(clicks) > 1 and clicks[0] in _BIRDS:
        return _meant_run(s, birds[0], clicks[-1], space)
    return int(codes.move_code(birds[-1], space if space >= 0 else PODIUM))


def _unclear(why: str) -> Unreadable:
    return Unreadable("these clicks mean no action", Message(f"banjooli-cross.click.{why}"))


def _meant_run(s: Any, bird: int, click: str, space: int) -> int:
    """Where an ostrich that was chosen is sent: to a space, to that of another ostrich, or over the line."""
    other = _BIRDS.get(click, bird)
    if space < 0 and other != bird and is_on_track(s, other):
        space = int(s["at"][other])
    if space < 0 and not click.startswith("podium."):
        raise _unclear("space")
    return int(codes.move_code(bird, space if space >= 0 else PODIUM))


def _meant_spell(s: Any, clicks: Sequence[str], space: int) -> int:
    """A spell on the bird that was clicked, on the one on the space that was clicked, or a leap of the first to the second."""
    if len(clicks) == 1:
        raise _unclear("no_target")
    bird = _bird_of(s, clicks[1])
    if len(clicks) > 2 and bird >= 0 and space >= 0:
        return int(codes.leap_code(bird, space))
    if bird < 0 and space >= 0:
        bird = int(bird_on(s, space))
        if bird < 0:
            raise _unclear("nobody")
    if bird < 0 or clicks[1] in _DICE:
        raise _unclear("whom")
    return (codes.UNBEWITCH if s["scared"][bird] else codes.BEWITCH) + bird


def _bird_of(s: Any, click: str) -> int:
    if click in _BIRDS:
        return _BIRDS[click]
    if click in _DICE:
        colour = int(s["thrown"][_DICE[click]])
        return colour if 0 <= colour < WHITE else -1
    kind, _, number = click.partition(".")
    if kind == "nest" and number.isdigit() and int(number) < BIRDS:
        return int(number)
    places = s["place"].tolist()
    if kind == "podium" and number.isdigit() and int(number) in places:
        return places.index(int(number))
    return -1
