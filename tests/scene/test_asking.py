"""What scenes ask their rules, and whom a prompt speaks to."""

from ludotheque import Table
from ludotheque.scene import asking, snapshot


def test_records_and_snapshots_agree_with_the_table():
    table = Table("tiny", 2, seed=3)
    while not table.is_over:
        box, state = table.journal.box[0], table.state[0]
        for b, s in ((box, state), (snapshot.of_box(box), snapshot.of(state))):
            for seat in table.actors:
                assert asking.legal(b, s, seat, table.game.max_legal) == list(table.legal_actions(seat))
            assert asking.ranks(b, s) == [0, 0]
        table.play(next(iter(table.legal_actions(table.actors[0]))), table.actors[0])
    assert asking.ranks(table.journal.box[0], table.state[0]) == list(table.outcome.ranking)


def test_a_prompt_speaks_to_one_to_several_or_of_another():
    assert [asking.watcher(audience, 1) for audience in (0b10, 0b11, 0b01, 0)] == [
        "you",
        "here",
        "other",
        "other",
    ]
