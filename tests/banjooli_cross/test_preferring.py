"""What looks best without being tried is what looks best when it is."""

import numpy as np

from ludotheque import Table
from ludotheque.bots.judging import look_ahead
from ludotheque.core import entry
from ludotheque.core.luck import Luck
from ludotheque.games.banjooli_cross import judgement
from ludotheque.games.banjooli_cross.codes import MOVE
from ludotheque.games.banjooli_cross.state import DESTINATIONS, PODIUM, Phase

GUESSES = 100


def positions(seed, phase, seats=3):
    """Tables along a random game, where somebody decides in this phase."""
    table, rng = (
        Table("banjooli-cross", seats, {"berries": False}, seed=seed, first=0),
        Luck.of(seed),
    )
    while not table.is_over and len(table.events) < 700:
        seat = table.actors[0]
        actions = np.array(table.legal_actions(seat), np.int32)
        if int(table.state["phase"][0]) == phase and len(actions) > 1:
            yield table, seat, actions
        table.play(int(rng.choice(actions)), seat)


def tried(table, seat, actions):
    """The mean worth of each action over guesses, carried out and judged."""
    worths, view, rng = np.zeros(len(actions)), table.view({seat}), Luck.of(1)
    chances = (np.empty(table.game.max_chance, np.int32), np.empty(table.game.max_chance))
    guess, working = view.copy(), view.copy()
    for _ in range(GUESSES):
        guess[:] = view
        entry.redeal(table.box, guess, 1 << seat, rng)
        look_ahead(table.box, guess, seat, actions, len(actions), worths, working, np.empty(3), chances, rng)
    return dict(zip(actions.tolist(), (worths / GUESSES).tolist(), strict=True))


def test_preferences_match_exhaustive_search():
    looked_at = 0
    for number, (table, seat, actions) in enumerate(positions(4, Phase.CHOOSE)):
        if number % 6 != 2:
            continue
        worths = tried(table, seat, actions)
        count = entry.prefer(table.box, table.view({seat}), seat, actions, len(actions))
        for action in actions[:count].tolist():
            assert worths[action] > max(worths.values()) - 0.05
        looked_at += count > 0
        if looked_at == 4:
            break
    assert looked_at == 4


def test_dice_are_thrown_again_at_random():
    table, seat, actions = next(positions(5, Phase.KEEP))
    assert entry.prefer(table.box, table.view({seat}), seat, actions, len(actions)) == len(actions)


def test_a_bird_that_ends_the_race_is_tried_out():
    table, seat, _ = next(positions(5, Phase.CHOOSE))
    view, over_the_line = table.view({seat}), MOVE + 4 * DESTINATIONS + PODIUM
    assert judgement.is_told(view[0], over_the_line)
    view["place"][0][:2] = 1, 2
    assert not judgement.is_told(view[0], over_the_line)
    assert judgement.is_told(view[0], over_the_line - 2), "while it only comes nearer"
    only = np.array([over_the_line], np.int32)
    assert entry.prefer(table.box, view, seat, only, 1) == 0
