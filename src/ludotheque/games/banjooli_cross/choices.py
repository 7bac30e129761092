"""The clicks of a seat: dice to roll again, an ostrich and where it runs, the sorcery die and its target. `clicks.py` reads them back."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.actions import points_of_action
from ludotheque.games.banjooli_cross.codes import bird_of, destination_of, is_paid, is_run, is_wild, jokers_of
from ludotheque.games.banjooli_cross.labels import (
    FACE_WORDS,
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
    space_name,
)
from ludotheque.games.banjooli_cross.paths import Cost, Run, costs_of, effects_of, overleapt, run_of
from ludotheque.games.banjooli_cross.rules.course import berry_on, ground
from ludotheque.games.banjooli_cross.state import (
    BACK_IN_NEST,
    COLOURS,
    DICE,
    MAX_SEATS,
    PODIUM,
    SORCERY,
    SPACES,
    Ground,
    Phase,
)
from ludotheque.scene import asking, columns
from ludotheque.scene.clicks import ClickPath, Hint, graph
from ludotheque.scene.columns import Columns
from ludotheque.scene.model import Button, Choices, Effect

PASS, KEEP = "pass", "keep"
THROW_KEYS = tuple(
    f"banjooli-cross.choice.{word}" for word in ("pick", "throw_these", "keep", "picked", "unpicked")
)
PICK, THROW_THESE, KEEP_ALL, PICKED, UNPICKED = range(len(THROW_KEYS))

Costs = dict[int, dict[int, Cost]]
"""Of each ostrich that may run, what its destinations cost."""
Hints = dict[str | tuple[str, ...], Hint]


def choices(b: Any, s: Any, seat: int) -> Choices:
    """The seat's legal actions as clicks; for chance, the faces that the next die may show."""
    if seat == CHANCE_SEAT:
        return _faces(b, s)
    if int(s["phase"]) == Phase.KEEP:
        return _throws(s, seat)
    legal = asking.legal(b, s, seat, codes.MAX_LEGAL)
    costs = {bird: costs_of(b, s, bird) for bird in {bird_of(code) for code in legal if is_paid(code)}}
    runs = {code: run_of(b, s, code, _cost(costs, code)) for code in legal if is_run(code)}
    paths = list(_click_paths(b, s, legal, costs, runs))
    return graph(
        seat,
        paths,
        (*_buttons(legal), *_bounces(paths)),
        _hints(b, s, costs, legal),
        {tuple(path[0]): _sign(costs, path[1]) for path in paths if is_paid(path[1])},
        ways={
            tuple(path[0]): [space_name(space) for space in runs[path[1]].path[:-1]]
            for path in paths
            if path[1] in runs
        },
        effects=_effects(b, s, legal),
    )


def _effects(b: Any, s: Any, legal: list[int]) -> dict[tuple[str, ...], tuple[Effect, ...]]:
    """What the course does to each ostrich that may run, once it is chosen; in a frenzy, once its jokers are."""
    points: dict[tuple[str, ...], tuple[int, set[int]]] = {}
    for code in filter(is_run, legal):
        points.setdefault(_chosen(code), (bird_of(code), set()))[1].update(points_of_action(b, s, code))
    found = {clicks: effects_of(b, s, bird, most) for clicks, (bird, most) in points.items()}
    return {clicks: effects for clicks, effects in found.items() if effects}


def _chosen(code: int) -> tuple[str, ...]:
    """The clicks of a run before its destination: the ostrich; in a frenzy, also how many jokers."""
    bird = bird_id(bird_of(code))
    return (bird, f"jokers.{jokers_of(code)}") if is_wild(code) else (bird,)


def _cost(costs: Costs, code: int) -> Cost | None:
    """What a move costs; None in a frenzy, where its jokers are chosen."""
    return costs[bird_of(code)][destination_of(code)] if is_paid(code) else None


def _sign(costs: Costs, code: int) -> str:
    """The points of a move, with a star where jokers are among them."""
    cost = costs[bird_of(code)][destination_of(code)]
    return f"{cost.points}{JOKER if cost.jokers else ''}"


def _hints(b: Any, s: Any, costs: Costs, legal: list[int]) -> Hints:
    """What to say when an ostrich, the sorcery die or the lion was touched, and after more clicks."""
    hints: Hints = {bird_id(bird): _hint_of_costs(bird, list(ends.values())) for bird, ends in costs.items()}
    if can_cast(legal):
        hints[die_id(SORCERY)] = ("banjooli-cross.choice.whom", {})
    if any(codes.LION <= code < codes.SWAP for code in legal):
        hints[LION] = ("banjooli-cross.choice.prowl", {})
    for code in legal:
        bird = bird_of(code)
        named = {"bird": bird_short(bird)}
        if is_wild(code):
            hints[bird_id(bird)] = "banjooli-cross.choice.how_many", named
            points = points_of_action(b, s, code)[0]
            hints[_chosen(code)] = "banjooli-cross.choice.where", named | {"n": points}
        elif codes.LEAP <= code < codes.PLACE:
            hints[die_id(SORCERY), bird_id(bird)] = "banjooli-cross.choice.leaps", named
    return hints


def _hint_of_costs(bird: int, costs: list[Cost]) -> Hint:
    """How far a chosen ostrich may run, and with which jokers."""
    points = sorted({cost.points for cost in costs})
    extra: dict[str, Any] = {"bird": bird_short(bird), "n": points[0]}
    if len(points) == 1:
        return "banjooli-cross.choice.where", extra
    most = max(costs, key=lambda cost: (cost.points, cost.jokers))
    extra["most"] = most.points
    if not most.jokers:
        return "banjooli-cross.choice.where_five", extra
    extra["jokers"] = jokers_word(most.jokers, most.kind, told=True)
    return "banjooli-cross.choice.where_jokers", extra


def can_cast(legal: list[int]) -> bool:
    """Whether the sorcery die can do anything."""
    return any(codes.BEWITCH <= code < codes.PLACE or code == codes.WAKE for code in legal)


def _faces(b: Any, s: Any) -> Choices:
    """One button for each face, where people throw dice of their own."""
    results, chances = room("int32", codes.MAX_RESULTS), room("float64", codes.MAX_RESULTS)
    paths: list[ClickPath] = []
    buttons = []
    for code in results[: verbs.chance_outcomes(b, s, results, chances)].tolist():
        colour = code - codes.DIE
        paths.append(((f"face.{colour}",), code, "banjooli-cross.choice.shows"))
        label = said(f"banjooli-cross.choice.face.{FACE_WORDS[colour]}", sign=die_mark(s, colour))
        buttons.append(Button(f"face.{colour}", label))
    return graph(CHANCE_SEAT, paths, tuple(buttons))


# -- throwing again -----------------------------------------------------------------------------------------------------


def _throws(s: Any, seat: int) -> Choices:
    """Dice are chosen one by one, and released by a second click; the chosen ones are thrown together, or all are kept."""
    nodes, roots = _sets_of_dice()
    keep = Button(KEEP, said("banjooli-cross.choice.keep"), main=True)
    listed = {die_id(die): die_listed(die, int(s["thrown"][die])) for die in range(DICE)}
    return columns.choices(seat, nodes, roots, THROW_KEYS, buttons=(keep,), listed=listed, again=True)


@functools.cache
def _sets_of_dice() -> tuple[Columns, tuple[int, ...]]:
    """All nodes, whose length is counted once, and the roots.

    A node is a die just clicked and the set of dice chosen by then; from each, every die may follow. The last root keeps all dice.
    """
    keep = (DICE, 0)
    roots = [*((die, 1 << die) for die in range(DICE)), keep]
    order = {root: number for number, root in enumerate(roots)}
    following: dict[tuple[int, int], list[tuple[int, int]]] = {keep: []}
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node == keep:
            continue
        chosen = node[1]
        following[node] = [(die, chosen ^ 1 << die) for die in range(DICE)] + ([] if chosen else [keep])
        for after in following[node]:
            if after not in order:
                order[after] = len(order)
                waiting.append(after)
    picked = [[die_id(die) for die in range(DICE) if chosen >> die & 1] for _, chosen in order]
    fields: dict[str, list[Any]] = {
        "click": [KEEP if node == keep else die_id(node[0]) for node in order],
        "action": [codes.KEEP + node[1] if node == keep or node[1] else -1 for node in order],
        "next": [[order[after] for after in following[node]] for node in order],
        "key": [KEEP_ALL if node == keep else THROW_THESE if node[1] else PICK for node in order],
        "hint": [-1 if node == keep else PICKED if node[1] else UNPICKED for node in order],
    }
    some = {
        index: ({"extra": {"n": len(dice)}} if dice else {}) | {"chosen": tuple(dice)}
        for index, (node, dice) in enumerate(zip(order, picked, strict=True))
        if node != keep
    }
    return Columns(fields, some), tuple(range(len(roots)))


# -- all other actions --------------------------------------------------------------------------------------------------


def _click_paths(b: Any, s: Any, legal: list[int], costs: Costs, runs: dict[int, Run]) -> Iterator[ClickPath]:
    for code in legal:
        if code == codes.PASS:
            yield (PASS,), code, "banjooli-cross.choice.pass"
        elif is_run(code):
            cost = _cost(costs, code) or Cost(points_of_action(b, s, code)[0], jokers_of(code))
            yield _run(b, s, code, cost, runs[code])
        elif code < codes.PLACE:
            yield _spell(code)
        else:
            yield _answer(code)


def _run(b: Any, s: Any, code: int, cost: Cost, run: Run) -> ClickPath:
    """The ostrich (in a frenzy, also how many jokers), then where to, or a button if it comes back to where it stands.

    The label says what it costs.
    """
    bird, destination, first = bird_of(code), destination_of(code), _chosen(code)
    place = destination_id(s, bird, destination)
    extra: dict[str, Any] = {"bird": bird_short(bird), "n": cost.points}
    if cost.jokers:
        extra["jokers"] = jokers_word(cost.jokers, cost.kind)
    if place == place_of(s, bird):
        word, place = "bounce", bounce_id(bird) + (f".{jokers_of(code)}" if is_wild(code) else "")
    elif destination in (PODIUM, BACK_IN_NEST):
        word = "podium" if destination == PODIUM else "nest"
    else:
        then, word = _stop(b, s, run, destination), "run"
        extra["to"] = over(lane(place), len(overleapt(b, s, bird, run)))
        if then:
            word, extra["then"] = "run_then", said(f"banjooli-cross.stop.{then}")
    jokers = "_jokers" if cost.jokers else ""
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
    bird = bird_of(code)
    clicks, named = (die_id(SORCERY), bird_id(bird)), {"bird": bird_word(bird)}
    if code >= codes.LEAP:
        return (*clicks, space_name((code - codes.LEAP) % SPACES)), code, "banjooli-cross.choice.leap", named
    word = "bewitch" if code < codes.UNBEWITCH else "unbewitch"
    return clicks, code, f"banjooli-cross.choice.{word}", named


def _answer(code: int) -> ClickPath:
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


def _buttons(legal: list[int]) -> Iterator[Button]:
    if codes.PASS in legal:
        yield Button(PASS, said("banjooli-cross.choice.pass"), main=True)
    for other in range(MAX_SEATS):
        if codes.GIVE + other in legal:
            yield Button(f"give.{other}", said("banjooli-cross.choice.give_to", who=player(other)))
    for number in sorted({jokers_of(code) for code in legal if is_wild(code)}):
        word = "jokers" if number else "no_joker"
        yield Button(f"jokers.{number}", said(f"banjooli-cross.choice.{word}", n=number))


def _bounces(paths: list[ClickPath]) -> Iterator[Button]:
    """The runs that lead nowhere, as buttons: putting an ostrich down again plays nothing."""
    for clicks, _, key, *more in paths:
        if clicks[-1].startswith("bounce."):
            yield Button(clicks[-1], Message(key, dict(more[0])))
