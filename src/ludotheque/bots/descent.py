"""The inner loop of a search: descend the tree, play on a few actions, and feed the result back.

Each simulation plays on a new guess of what the seat cannot see (`redeal`), as in information set Monte Carlo tree search (P. Cowling,
E. Powley, D. Whitehouse, 2012).

The functions here are inlined into one, which is compiled for each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludotheque.bots.judging import evaluate, look_ahead, random_seat, resolve_chance, wide
from ludotheque.bots.tree import Policy, Tree, add_best, back_propagate, best_edge, enter, follow, keep_new
from ludotheque.core import verbs
from ludotheque.core.entry_point import Boxes, Chances, Float64s, Int32s, OneState, entry_point
from ludotheque.core.jit import inlined
from ludotheque.core.luck import Luck

_legal, _promising = verbs.legal, verbs.promising
_play, _redeal = verbs.play, verbs.redeal


class SearchWorkspace(NamedTuple):
    """Arrays that a search writes to."""

    guess: OneState
    tried: OneState
    actions: Int32s  # legal actions; `worths` has how good each looks
    worths: Float64s
    values: Float64s  # a value for each seat
    shares: Float64s
    chances: Chances


@inlined
def choose_edge(
    boxes: Any, tree: Tree, node: int, seat: int, workspace: SearchWorkspace, policy: Policy, rng: Any
) -> int:
    """The edge that this simulation takes at a node; 0 if there is none (no action, or the pools are full).

    At the root all legal actions are candidates, below it only the promising ones.
    """
    if node == 0:
        count = wide(_legal(boxes[0], workspace.guess[0], seat, workspace.actions))
    else:
        count = wide(_promising(boxes[0], workspace.guess[0], seat, workspace.actions))
    wanted = enter(tree, node, seat, workspace.actions, count, policy)
    if wanted > 0:
        count = keep_new(tree, workspace.actions, count)
        workspace.worths[:count] = 0.0
        look_ahead(
            boxes,
            workspace.guess,
            seat,
            workspace.actions,
            count,
            workspace.worths,
            workspace.tried,
            workspace.shares,
            workspace.chances,
            rng,
        )
        add_best(tree, node, seat, workspace.actions, workspace.worths, count, wanted)
    return best_edge(tree, node, seat, policy)


@inlined
def choose_quickly(boxes: Any, seat: int, workspace: SearchWorkspace, policy: Policy, rng: Any) -> int:
    """The best of a few random promising actions; -1 if there is none."""
    actions = workspace.actions
    count = _promising(boxes[0], workspace.guess[0], seat, actions)
    tries = min(policy.candidates, count)
    for index in range(tries):
        other = index + int(rng.random() * (count - index))
        actions[index], actions[other] = actions[other], actions[index]
    best = 0
    if tries > 1:
        workspace.worths[:tries] = 0.0
        look_ahead(
            boxes,
            workspace.guess,
            seat,
            actions,
            tries,
            workspace.worths,
            workspace.tried,
            workspace.shares,
            workspace.chances,
            rng,
        )
        for index in range(1, tries):
            if workspace.worths[index] > workspace.worths[best]:
                best = index
    return wide(actions[best]) if count > 0 else wide(-1)  # type: ignore[no-any-return]  # compiled code is not typed


@inlined
def simulate(boxes: Any, seat: int, tree: Tree, workspace: SearchWorkspace, policy: Policy, rng: Any) -> None:
    """One simulation: from the guess down the tree to a new edge, on through a short playout, and back up with the result.

    Seats that act at the same moment do not know what the others decide. Their edges belong to `moment`, the node where that
    moment began, while what follows hangs below the sequence of all their decisions. They decide in random order, except that the
    searching seat goes first.
    """
    node, moment, together = wide(0), wide(0), wide(0)
    length, ahead, inside = wide(0), wide(0), True
    mask = resolve_chance(boxes, workspace.guess, workspace.chances, rng)
    while mask != 0 and (inside or ahead < policy.depth):
        actor = seat if length == 0 else random_seat(mask, rng)
        edge = wide(0)
        if inside:
            moment = moment if mask == together else node
            edge = choose_edge(boxes, tree, moment, actor, workspace, policy, rng)
        if edge != 0:
            tree.path[length] = edge
            length += 1
            action = tree.edges[edge].action
            together = mask & ~(1 << actor)
            node = follow(tree, node, moment, edge)
            inside = node != 0 and length < len(tree.path)
        else:
            inside = False
            ahead += 1
            action = choose_quickly(boxes, actor, workspace, policy, rng)
            if action < 0:
                break
        _play(boxes[0], workspace.guess[0], actor, action)
        mask = resolve_chance(boxes, workspace.guess, workspace.chances, rng)
    evaluate(boxes, workspace.guess, mask == 0, workspace.values)
    back_propagate(tree, length, workspace.values)


@entry_point(free=True)
def run_simulations(
    boxes: Boxes,
    states: OneState,
    seat: int,
    simulations: int,
    tree: Tree,
    workspace: SearchWorkspace,
    policy: Policy,
    rng: Luck,
) -> None:
    """Run `simulations` simulations of what may follow when `seat`, whose view is `states`, acts now. Each starts from its own guess."""
    for _ in range(simulations):
        workspace.guess[0] = states[0]
        _redeal(boxes[0], workspace.guess[0], 1 << seat, rng)
        simulate(boxes, seat, tree, workspace, policy, rng)
