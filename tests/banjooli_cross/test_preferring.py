"""What looks best without being tried is what looks best when it is."""

import numpy as np

from ludotheque import Table, bots
from ludotheque.bots.judging import look_ahead
from ludotheque.core import entry
from ludotheque.games.banjooli_cross.codes import MOVE
from ludotheque.games.banjooli_cross.state import DESTINATIONS, PODIUM, Phase

GUESSES = 12


def positions(seed, phase, seats=3):
    """Tables along a random game, where somebody decides in this phase."""
    table, rng = (
        Table("banjooli-cross", seats, {"berries": False}, seed=seed, first=0),
        np.random.default_rng(seed),
    )
    while not table.is_over and len(table.events) < 700:
        seat = table.actors[0]
        actions = np.array(table.legal_actions(seat), np.int32)
        if int(table.state["phase"][0]) == phase and len(actions) > 1:
            yield table, seat, actions
        table.play(int(rng.choice(actions)), seat)


def tried(table, seat, actions):
    """The mean worth of each action over guesses, carried out and judged."""
    worths, view, rng = np.zeros(len(actions)), table.view({seat}), np.random.default_rng(1)
    chances = (np.empty(table.game.max_chance, np.int32), np.empty(table.game.max_chance))
    guess, working = view.copy(), view.copy()
    for _ in range(GUESSES):
        guess[:] = view
        entry.redeal(table.box, guess, 1 << seat, rng)
        look_ahead(table.box, guess, seat, actions, len(actions), worths, working, np.empty(3), chances, rng)
    return dict(zip(actions.tolist(), (worths / GUESSES).tolist(), strict=True))


def test_what_is_preferred_is_as_good_as_what_is_found_by_trying():
    looked_at = 0
    for number, (table, seat, actions) in enumerate(positions(4, Phase.CHOOSE)):
        if number % 4:
            continue
        worths = tried(table, seat, actions)
        count = entry.prefer(table.box, table.view({seat}), seat, actions, len(actions))
        for action in actions[:count].tolist():
            assert worths[action] > max(worths.values()) - 0.05
        looked_at += count > 0
    assert looked_at > 4


def test_dice_are_thrown_again_at_random_and_the_end_is_tried_out():
    for table, seat, actions in positions(5, Phase.KEEP):
        assert entry.prefer(table.box, table.view({seat}), seat, actions, len(actions)) == len(actions)
        break
    ends = 0
    for seed in range(6, 12):
        for table, seat, actions in positions(seed, Phase.CHOOSE):
            to_line = [
                (a - MOVE) % DESTINATIONS == PODIUM for a in actions.tolist() if a < MOVE + 5 * DESTINATIONS
            ]
            if any(to_line) and (np.asarray(table.state["place"][0]) > 0).sum() == 2:
                ends += 1
                assert entry.prefer(table.box, table.view({seat}), seat, actions, len(actions)) == 0
                assert (
                    bots.choose("banjooli-cross", None, table.view({seat}).tobytes(), seat, "greedy", 1)
                    in actions
                )
    assert ends > 0
