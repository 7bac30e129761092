"""The law about observations for programs that learn."""

from __future__ import annotations

import numpy as np

from ludotheque.core import entry
from ludotheque.table import views
from ludotheque.testing.law import Case, law

BEYOND = 8
"""Numbers that are watched beyond the end of an observation."""


@law(
    "observed",
    "An observation has as many numbers as the game describes, each within its bounds, and observing changes nothing.",
    about=("observe", "observation"),
)
def observed(case: Case) -> None:
    game = case.walk.table.game
    if game.observation is None:
        return
    table = case.walk.table
    described = game.observation(table.journal.b, table.journal.start()[0])
    least, most = (np.array(bound, np.float32) for bound in described.bounds())
    for here in case.situations():
        for seat in range(case.variant.seats):
            view = views.view(here.journal, {seat})
            before = view.tobytes()
            out = np.full(described.size + BEYOND, np.nan, np.float32)
            written = int(entry.observe(here.box, view, seat, out))
            if written != described.size:
                case.broken(f"{written} numbers are observed, but {described.size} are described", seat)
            if not np.isnan(out[described.size :]).all():
                case.broken("numbers are written beyond the end of the observation", seat)
            seen = out[: described.size]
            wrong = np.flatnonzero(~((seen >= least) & (seen <= most)))
            if len(wrong):
                first = int(wrong[0])
                case.broken(
                    f"number {first} of the observation is {seen[first]}, not from {least[first]:g} to {most[first]:g}",
                    seat,
                )
            if view.tobytes() != before:
                case.broken("observing changes the view", seat)
