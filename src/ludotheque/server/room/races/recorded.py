"""The photo finishes of a game that is looked at again, from what its record says of its races."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from ludotheque.core.journal import Journal
from ludotheque.server.room.log_events import RacedClaim, Resolved
from ludotheque.server.room.races.photo import SHOWN, is_doubtful, photo
from ludotheque.server.room.wire import Photo

LONGEST_MS = 600_000
"""No hand takes longer."""


class Finished(msgspec.Struct, frozen=True):
    """The photo finish of a race, and when it was: after the first `begun` moves its cue had come, after `done` all hands were decided."""

    begun: int
    done: int
    photo: Photo


@dataclass
class _Race:
    """What is known of a race: its hands may have been decided a few at a time."""

    begun: int
    done: int = 0
    slow: bool = False
    doubtful: bool = False
    window_ms: float = 0.0
    claims: list[RacedClaim] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)


def photos(journal: Journal) -> list[Finished]:
    """The photo finishes of all races for things, in order. What a record says that no race can be is left out."""
    journal.spell()
    races: dict[str, _Race] = {}
    for before, noted in journal.races:
        found = _read(noted)
        if found is None or any(claim.seat >= journal.setup.seats for claim in found.claims):
            continue
        race = races.setdefault(found.cue, _Race(before))
        decided = [claim for claim in found.claims if claim.result in ("taken", "early")]
        played = journal.events[before : before + len(decided)]
        race.texts |= {event.code: event.text for event in played}
        race.claims += found.claims
        race.done = before + len(played)
        race.slow |= found.slow
        race.window_ms = max(race.window_ms, found.window_ms)
        pause = found.pause_ms if isinstance(found.pause_ms, float) else 0.0
        race.doubtful |= found.slow and is_doubtful(found.race, race.claims, pause)
    return [
        Finished(
            race.begun,
            race.done,
            Photo(
                "",
                cue,
                "grab",
                race.slow,
                race.doubtful,
                race.window_ms,
                photo([(claim, race.texts.get(claim.action, "")) for claim in race.claims]),
            ),
        )
        for cue, race in races.items()
        if race.claims
    ]


def _read(noted: dict[str, object]) -> Resolved | None:
    """What was measured of a race for things; None for another race, and for what cannot be read."""
    try:
        found = msgspec.convert({"kind": "resolved"} | noted, Resolved)
    except msgspec.ValidationError:
        return None
    measured = [getattr(claim, name) for claim in found.claims for name in SHOWN if name.endswith("_ms")]
    possible = all(abs(each) <= LONGEST_MS for each in measured)  # which no number that is none is, either
    return found if found.race == "grab" and possible else None
