"""The clicks of a seat: dice to roll again, an ostrich and where it runs, the sorcery die and its target."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.effects import effects_of
from ludotheque.games.banjooli_cross.labels import (
    JOKER,
    LION,
    bird_id,
    bird_short,
    bird_word,
    destination_id,
    die_id,
    die_listed,
    die_mark,
    jokers_word,
    lane,
    over,
    place_of,
    player,
    said,
)
from ludotheque.games.banjooli_cross.names import space_name
from ludotheque.games.banjooli_cross.paths import (
    Cost,
    Run,
    costs_of,
    jumped,
    points_of_action,
    run_of,
    target,
)
from ludotheque.games.banjooli_cross.rules.course import berry_on, ground
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    COLOURS,
    DESTINATIONS,
    DICE,
    MAX_SEATS,
    PODIUM,
    SORCERY,
    SPACES,
    WHITE,
    Ground,
    Phase,
)
from ludotheque.scene import columns
from ludotheque.scene.clicks import ClickPath, Hint, graph
from ludotheque.scene.columns import Columns
from ludotheque.scene.model import Button, Choices, Effect, Node

PASS, KEEP = "pass", "keep"
THROW_KEYS = tuple(
    f"banjooli-cross.choice.{word}" for word in ("pick", "throw_these", "keep", "picked", "unpicked")
)


def legal_codes(b: Any, s: Any, seat: int) -> list[int]:
    """The seat's legal actions."""
    out = room("int32", codes.MAX_LEGAL)
    return out[: verbs.legal(b, s, seat, out)].tolist()


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks; for chance, the faces that the next die may show."""
    if seat == CHANCE_SEAT:
        return _faces(b, s)
    if int(s["phase"]) == Phase.KEEP:
        return _throws(s, seat)
    legal = legal_codes(b, s, seat)
    costs = {bird: costs_of(b, s, bird) for bird in {target(code)[0] for code in legal if is_run(code)}}
    runs = {
        code: run_of(b, s, code, _cost(costs, code)) for code in legal if codes.MOVE <= code < codes.BEWITCH
    }
    paths = list(_click_paths(b, s, legal, costs, runs))
    signs = {tuple(path[0]): _sign(costs, path[1]) for path in paths if is_run(path[1])}
    ways = {
        tuple(path[0]): [space_name(space) for space in runs[path[1]].path[:-1]]
        for path in paths
        if path[1] in runs
    }
    return graph(
        seat,
        paths,
        (*_buttons(s, seat, legal), *_bounces(paths)),
        _hints(s, costs, legal) | _later_hints(b, s, legal),
        signs,
        ways=ways,
        effects=_effects(b, s, legal),
    )


def is_run(code: int) -> bool:
    """Whether it moves an ostrich with points of its dice, no frenzy."""
    return codes.MOVE <= code < codes.FRENZY


def _effects(b: Any, s: Any, legal: list[int]) -> dict[tuple[str, ...], tuple[Effect, ...]]:
    """What the course does to each ostrich that may run, once it is chosen; in a frenzy, once its jokers are."""
    points: dict[tuple[str, ...], tuple[int, set[int]]] = {}
    for code in legal:
        if not codes.MOVE <= code < codes.BEWITCH:
            continue
        bird = target(code)[0]
        clicks = (bird_id(bird),) if is_run(code) else (bird_id(bird), _jokers_id(code))
        points.setdefault(clicks, (bird, set()))[1].update(points_of_action(b, s, code))
    found = {clicks: effects_of(b, s, bird, most) for clicks, (bird, most) in points.items()}
    return {clicks: effects for clicks, effects in found.items() if effects}


def _jokers(code: int) -> int:
    """How many jokers a move in a frenzy takes."""
    return (code - codes.FRENZY) // DESTINATIONS % codes.JOKERS


def _jokers_id(code: int) -> str:
    """The button for the jokers of a move in a frenzy."""
    return f"jokers.{_jokers(code)}"


def _cost(costs: dict[int, dict[int, Cost]], code: int) -> Cost | None:
    """What a move costs; None in a frenzy, where its jokers are chosen."""
    bird, destination = target(code)
    return costs[bird][destination] if is_run(code) else None


def _sign(costs: dict[int, dict[int, Cost]], code: int) -> str:
    """The points of a move, with a star where jokers are among them."""
    bird, destination = target(code)
    cost = costs[bird][destination]
    return f"{cost.points}{JOKER if cost.jokers else ''}"


def _hints(s: Any, costs: dict[int, dict[int, Cost]], legal: list[int]) -> dict[str | tuple[str, ...], Hint]:
    """What to say when an ostrich, the sorcery die or the lion was touched."""
    hints: dict[str | tuple[str, ...], Hint] = {}
    for bird, ends in costs.items():
        points = sorted({cost.points for cost in ends.values()})
        many, most = len(points) > 1, max(ends.values(), key=lambda cost: (cost.points, cost.jokers))
        extra: dict[str, Any] = {"bird": bird_short(bird), "n": points[0]}
        if many:
            extra["most"] = most.points
        if many and most.jokers:
            extra["jokers"] = jokers_word(most.jokers, most.kind, told=True)
        word = "where" if not many else "where_jokers" if most.jokers else "where_five"
        hints[bird_id(bird)] = f"banjooli-cross.choice.{word}", extra
    hints[die_id(SORCERY)] = ("banjooli-cross.choice.whom", {})
    if any(codes.LION <= code < codes.SWAP for code in legal):
        hints[LION] = ("banjooli-cross.choice.prowl", {})
    return {click: hint for click, hint in hints.items() if click != die_id(SORCERY) or can_cast(legal)}


def _later_hints(b: Any, s: Any, legal: list[int]) -> dict[str | tuple[str, ...], Hint]:
    """What to say in a frenzy when an ostrich was touched, and when its jokers were chosen; and of one that leaps off a crocodile."""
    hints: dict[str | tuple[str, ...], Hint] = {}
    for code in legal:
        if codes.FRENZY <= code < codes.BEWITCH:
            bird = target(code)[0]
            named = {"bird": bird_short(bird)}
            hints[bird_id(bird)] = "banjooli-cross.choice.how_many", named
            points = points_of_action(b, s, code)[0]
            hints[bird_id(bird), _jokers_id(code)] = "banjooli-cross.choice.where", named | {"n": points}
        elif codes.LEAP <= code < codes.PLACE:
            bird = (code - codes.LEAP) // SPACES
            hints[die_id(SORCERY), bird_id(bird)] = "banjooli-cross.choice.leaps", {"bird": bird_short(bird)}
    return hints


def can_cast(legal: list[int]) -> bool:
    """Whether the sorcery die can do anything."""
    return codes.WAKE in legal or any(codes.BEWITCH <= code < codes.PLACE for code in legal)


def _faces(b: Any, s: Any) -> Choices:
    """One button for each face, where people throw dice of their own."""
    results, chances = room("int32", codes.MAX_RESULTS), room("float64", codes.MAX_RESULTS)
    paths: list[ClickPath] = []
    buttons = []
    for code in results[: verbs.chance_outcomes(b, s, results, chances)].tolist():
        colour = code - codes.DIE
        paths.append(((f"face.{colour}",), code, "banjooli-cross.choice.shows"))
        word = "joker" if colour == WHITE else COLOURS[colour]
        label = said(f"banjooli-cross.choice.face.{word}", sign=die_mark(s, colour))
        buttons.append(Button(f"face.{colour}", label))
    return graph(CHANCE_SEAT, paths, tuple(buttons))


# ------------------------------------------------------------------------------------------- throwing again


def _throws(s: Any, seat: int) -> Choices:
    """Dice are chosen one by one, and given up again by a second click; all that are chosen are thrown together, or all are kept."""
    nodes, roots = _sets_of_dice()
    keep = Button(KEEP, said("banjooli-cross.choice.keep"), main=True)
    listed = {die_id(die): die_listed(die, int(s["thrown"][die])) for die in range(DICE)}
    return columns.choices(seat, nodes, roots, THROW_KEYS, buttons=(keep,), listed=listed, again=True)


@functools.cache
def _sets_of_dice() -> tuple[Columns, tuple[int, ...]]:
    """All nodes, whose length is counted once, and the roots: a node is a die just clicked and the set chosen by then; from each the other dice may follow."""
    sets = 1 << DICE
    nodes: list[Node] = []
    keep_at = DICE * sets
    for die in range(DICE):
        for chosen in range(sets):
            after = tuple(other * sets + (chosen ^ 1 << other) for other in range(DICE))
            picked = tuple(die_id(other) for other in range(DICE) if chosen >> other & 1)
            nodes.append(
                Node(
                    die_id(die),
                    action=codes.KEEP + chosen if chosen else -1,
                    next=after if chosen else (*after, keep_at),
                    key=1 if chosen else 0,
                    extra={"n": len(picked)} if chosen else {},
                    chosen=picked,
                    hint=3 if picked else 4,
                )
            )
    nodes.append(Node(KEEP, codes.KEEP, key=2))
    return _reachable(nodes, (*(die * sets + (1 << die) for die in range(DICE)), keep_at))


def _reachable(nodes: list[Node], roots: Sequence[int]) -> tuple[Columns, tuple[int, ...]]:
    """Without the nodes that no click leads to (a die just clicked with a set that lacks it, and nothing else, …)."""
    order: dict[int, int] = {root: number for number, root in enumerate(roots)}
    waiting = list(roots)
    while waiting:
        for after in nodes[waiting.pop()].next:
            if after not in order:
                order[after] = len(order)
                waiting.append(after)
    kept = [nodes[old] for old in order]
    fields: dict[str, list[Any]] = {
        "click": [node.click for node in kept],
        "action": [node.action for node in kept],
        "next": [[order[after] for after in node.next] for node in kept],
        "key": [node.key for node in kept],
        "hint": [node.hint for node in kept],
    }
    some = {
        index: ({"extra": node.extra} if node.extra else {}) | {"chosen": node.chosen}
        for index, node in enumerate(kept)
        if node.chosen is not None
    }
    return Columns(fields, some), tuple(range(len(roots)))


# ------------------------------------------------------------------------------------------- all other actions


def _click_paths(
    b: Any, s: Any, legal: list[int], costs: dict[int, dict[int, Cost]], runs: dict[int, Run]
) -> Iterator[ClickPath]:
    for code in legal:
        if code == codes.PASS:
            yield (PASS,), code, "banjooli-cross.choice.pass"
        elif code < codes.BEWITCH:
            yield _run(b, s, code, costs, runs)
        elif code < codes.PLACE:
            yield _spell(code)
        else:
            yield _answer(s, code)


def _run(b: Any, s: Any, code: int, costs: dict[int, dict[int, Cost]], runs: dict[int, Run]) -> ClickPath:
    """The ostrich (in a frenzy, also how many jokers), then where to, or a button if it comes back to where it stands.

    The label says what it costs.
    """
    bird, destination = target(code)
    wild = not is_run(code)
    cost = Cost(points_of_action(b, s, code)[0], _jokers(code)) if wild else costs[bird][destination]
    first = (bird_id(bird), _jokers_id(code)) if wild else (bird_id(bird),)
    place = destination_id(s, bird, destination)
    extra: dict[str, Any] = {"bird": bird_short(bird), "n": cost.points}
    if cost.jokers:
        extra["jokers"] = jokers_word(cost.jokers, cost.kind)
    jokers = "_jokers" if cost.jokers else ""
    if place == place_of(s, bird):
        bounce = bounce_id(bird) + (f".{_jokers(code)}" if wild else "")
        return (*first, bounce), code, f"banjooli-cross.choice.bounce{jokers}", extra
    if destination in (PODIUM, BACK_IN_NEST):
        word = "podium" if destination == PODIUM else "nest"
        return (*first, place), code, f"banjooli-cross.choice.{word}{jokers}", extra
    extra["to"] = over(lane(place), jumped(b, s, bird, runs[code]))
    then = _stop(b, s, runs[code], destination)
    if then:
        extra["then"] = said(f"banjooli-cross.stop.{then}")
    word = "run_then" if then else "run"
    return (*first, place), code, f"banjooli-cross.choice.{word}{jokers}", extra


def _stop(b: Any, s: Any, run: Run, destination: int) -> str:
    """What stops the ostrich there, if anything but its last point does."""
    if run.bounces:
        return "lava"
    if int(berry_on(s, destination)) >= 0:
        return "berry"
    kind = Ground(int(ground(b, s, destination)))
    return {Ground.QUICKSAND: "quicksand", Ground.VORTEX: "vortex"}.get(kind, "")


def bounce_id(bird: int) -> str:
    """The button for a run that ends where it began."""
    return f"bounce.{COLOURS[bird]}"


def _spell(code: int) -> ClickPath:
    """The sorcery die, then the ostrich; off a crocodile, where it leaps to."""
    die = die_id(SORCERY)
    if code < codes.UNBEWITCH:
        bird = code - codes.BEWITCH
        return (die, bird_id(bird)), code, "banjooli-cross.choice.bewitch", {"bird": bird_word(bird)}
    if code < codes.LEAP:
        bird = code - codes.UNBEWITCH
        return (die, bird_id(bird)), code, "banjooli-cross.choice.unbewitch", {"bird": bird_word(bird)}
    bird, space = divmod(code - codes.LEAP, SPACES)
    extra = {"bird": said(f"banjooli-cross.bird.{COLOURS[bird]}")}
    return (die, bird_id(bird), space_name(space)), code, "banjooli-cross.choice.leap", extra


def _answer(s: Any, code: int) -> ClickPath:
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
        yield Button(PASS, said("banjooli-cross.choice.pass"), main=True)
    for other in range(MAX_SEATS):
        if codes.GIVE + other in legal:
            yield Button(f"give.{other}", said("banjooli-cross.choice.give_to", who=player(other)))
    jokers = {_jokers(code) for code in legal if codes.FRENZY <= code < codes.BEWITCH}
    for number in sorted(jokers):
        yield Button(
            f"jokers.{number}",
            said("banjooli-cross.choice.jokers" if number else "banjooli-cross.choice.no_joker", n=number),
        )


def _bounces(paths: list[ClickPath]) -> Iterator[Button]:
    """The runs that lead nowhere, as buttons: putting an ostrich down again plays nothing."""
    for clicks, _, key, *more in paths:
        if clicks[-1].startswith("bounce."):
            yield Button(clicks[-1], Message(key, dict(more[0])))
