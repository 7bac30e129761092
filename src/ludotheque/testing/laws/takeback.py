"""Laws about taking back."""

from __future__ import annotations

from ludotheque.testing.law import Case, law


@law("undo", "Taking an action back leads to where one was.")
def undo(case: Case) -> None:
    for table in case.situations():
        if not table.actors:
            continue
        before, events = table.state.tobytes(), list(table.events)
        seat = int(case.rng.choice(table.actors))
        code = int(case.rng.choice(list(table.legal_actions(seat))))
        table.play(code, seat)
        undone = table.undo(seat)
        if undone.code != code or table.events != events:
            case.broken(f"action {code} was done, {undone!r} was taken back", seat)
        if table.state.tobytes() != before:
            case.broken(f"action {code}, taken back, leaves another state", seat)
