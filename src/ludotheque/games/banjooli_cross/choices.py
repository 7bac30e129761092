"""What a seat may click: dice to throw again, an ostrich and where it runs, the sorcery die and whom it strikes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludotheque.core import verbs
from ludotheque.core.game import How
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.looks import LION, bird_id, destination_id, die_id, die_mark, mask, said
from ludotheque.games.banjooli_cross.state import (
    COLOURS,
    DESTINATIONS,
    DICE,
    MAX_SEATS,
    PODIUM,
    SORCERY,
    SPACES,
    WHITE,
    Phase,
)
from ludotheque.games.banjooli_cross.things import space_name
from ludotheque.games.banjooli_cross.ways import points_of_action
from ludotheque.scene.clicks import Way, follow, graph
from ludotheque.scene.model import Button, Choices, Node

PASS, KEEP, THROW = "pass", "keep", "throw"
THROW_KEYS = tuple(f"banjooli-cross.choice.{word}" for word in ("pick", "throw", "keep"))


def legal_codes(b: Any, s: Any, seat: int) -> list[int]:
    """The seat's legal actions."""
    out = np.empty(codes.MOST_LEGAL, np.int32)
    return out[: verbs.legal(b, s, seat, out)].tolist()


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks; for chance, what the die that is awaited may show."""
    if seat == CHANCE_SEAT:
        return _faces(b, s)
    if int(s["phase"]) == Phase.KEEP:
        return _throws(seat)
    legal = legal_codes(b, s, seat)
    return graph(seat, _ways(b, s, legal), tuple(_buttons(s, seat, legal)))


def clicked(b: Any, s: Any, seat: int, clicks: Sequence[str]) -> tuple[int, How]:
    """The action of these clicks; `Unreadable` where they do nothing."""
    return follow(choices(b, s, seat), clicks), ()


def _faces(b: Any, s: Any) -> Choices:
    """One button for each face, where people throw dice of their own."""
    codes_of, chances = np.empty(codes.MOST_RESULTS, np.int32), np.empty(codes.MOST_RESULTS)
    results = codes_of[: verbs.chance_outcomes(b, s, codes_of, chances)].tolist()
    ways: list[Way] = []
    buttons = []
    for code in results:
        colour = code - codes.DIE
        ways.append(((f"face.{colour}",), code, "banjooli-cross.choice.shows"))
        word = "joker" if colour == WHITE else COLOURS[colour]
        label = said(f"banjooli-cross.choice.face.{word}", sign=die_mark(s, colour))
        buttons.append(Button(f"face.{colour}", label))
    return graph(CHANCE_SEAT, ways, tuple(buttons))


# ------------------------------------------------------------------------------------------- throwing again


def _throws(seat: int) -> Choices:
    """Dice are chosen one by one, and given up again by a second click, then thrown; or all are kept.

    A node is a die just clicked and the set chosen by then; from each the other dice may follow, and the throw.
    """
    sets = 1 << DICE
    nodes: list[Node] = []
    throw_at = DICE * sets
    for die in range(DICE):
        for chosen in range(sets):
            after = tuple(other * sets + (chosen ^ 1 << other) for other in range(DICE))
            end = (throw_at + chosen,) if chosen else (throw_at,)
            picked = tuple(die_id(other) for other in range(DICE) if chosen >> other & 1)
            nodes.append(Node(die_id(die), next=after + end, key=0, chosen=picked))
    nodes.append(Node(KEEP, codes.KEEP, key=2))
    nodes += [Node(THROW, codes.KEEP + chosen, key=1) for chosen in range(1, sets)]
    roots = (*(die * sets + (1 << die) for die in range(DICE)), throw_at)
    buttons = (
        Button(THROW, said("banjooli-cross.choice.throw")),
        Button(KEEP, said("banjooli-cross.choice.keep")),
    )
    return Choices(seat, *_reachable(nodes, roots), THROW_KEYS, buttons)


def _reachable(nodes: list[Node], roots: Sequence[int]) -> tuple[tuple[Node, ...], tuple[int, ...]]:
    """Without the nodes that no click leads to (a die just clicked with a set that lacks it, and nothing else, …)."""
    order: dict[int, int] = {root: number for number, root in enumerate(roots)}
    waiting = list(roots)
    while waiting:
        for after in nodes[waiting.pop()].next:
            if after not in order:
                order[after] = len(order)
                waiting.append(after)
    kept = [
        Node(
            node.click,
            node.action,
            tuple(order[after] for after in node.next),
            node.key,
            node.extra,
            chosen=node.chosen,
        )
        for node in (nodes[old] for old in order)
    ]
    return tuple(kept), tuple(range(len(roots)))


# ------------------------------------------------------------------------------------------- all other actions


def _ways(b: Any, s: Any, legal: list[int]) -> Iterator[Way]:
    for code in legal:
        if code == codes.PASS:
            yield (PASS,), code, "banjooli-cross.choice.pass"
        elif code < codes.BEWITCH:
            yield _run(b, s, code, legal)
        elif code < codes.PLACE:
            yield _spell(code)
        else:
            yield _answer(s, code)


def _run(b: Any, s: Any, code: int, legal: list[int]) -> Way:
    """The ostrich, in a frenzy with how many jokers, then where to."""
    wild = code >= codes.FRENZY
    rest = (code - codes.FRENZY) // DESTINATIONS if wild else (code - codes.MOVE) // DESTINATIONS
    bird = rest // codes.JOKERS if wild else rest
    destination = (code - (codes.FRENZY if wild else codes.MOVE)) % DESTINATIONS
    place = destination_id(s, bird, destination)
    points = points_of_action(b, s, code)
    extra: dict[str, Any] = (
        {"n": max(points)} if len(points) == 1 else {"n": min(points), "most": max(points)}
    )
    word = "podium" if destination == PODIUM else "run" if len(points) == 1 else "run_jokers"
    clicks = [bird_id(bird), place]
    if wild:
        clicks.insert(1, f"jokers.{rest % codes.JOKERS}")
        extra = {"n": points[0], "jokers": rest % codes.JOKERS}
        word = "frenzy"
    return clicks, code, f"banjooli-cross.choice.{word}", extra


def _spell(code: int) -> Way:
    """The sorcery die, then the ostrich; off a crocodile, where it leaps to."""
    die = die_id(SORCERY)
    if code < codes.UNBEWITCH:
        return (die, bird_id(code - codes.BEWITCH)), code, "banjooli-cross.choice.bewitch"
    if code < codes.LEAP:
        return (die, bird_id(code - codes.UNBEWITCH)), code, "banjooli-cross.choice.unbewitch"
    bird, space = divmod(code - codes.LEAP, SPACES)
    extra = {"bird": said(f"banjooli-cross.bird.{COLOURS[bird]}")}
    return (die, bird_id(bird), space_name(space)), code, "banjooli-cross.choice.leap", extra


def _answer(s: Any, code: int) -> Way:
    """Berries put out, the snake, the lion, the vortex, the lance."""
    if code < codes.JOKA:
        return (space_name(code - codes.PLACE),), code, "banjooli-cross.choice.berry"
    if code < codes.LION:
        return (space_name(code - codes.JOKA),), code, "banjooli-cross.choice.back"
    if code < codes.SWAP:
        return (LION, space_name(code - codes.LION)), code, "banjooli-cross.choice.lion"
    if code < codes.GIVE:
        return (bird_id(code - codes.SWAP),), code, "banjooli-cross.choice.swap"
    if code < codes.WAKE:
        return (f"give.{code - codes.GIVE}",), code, "banjooli-cross.choice.give"
    return (die_id(SORCERY), LION), code, "banjooli-cross.choice.wake"


def _buttons(s: Any, seat: int, legal: list[int]) -> Iterator[Button]:
    if codes.PASS in legal:
        yield Button(PASS, said("banjooli-cross.choice.pass"))
    for other in range(MAX_SEATS):
        if codes.GIVE + other in legal:
            yield Button(f"give.{other}", said("banjooli-cross.choice.give_to", mask=mask(other)))
    jokers = {
        (code - codes.FRENZY) // DESTINATIONS % codes.JOKERS
        for code in legal
        if codes.FRENZY <= code < codes.BEWITCH
    }
    for number in sorted(jokers):
        yield Button(f"jokers.{number}", said("banjooli-cross.choice.jokers", n=number))
