"""A house where people wait a few seconds for each other instead of a minute, for what comes of waiting; its tables may begin in a situation."""

from __future__ import annotations

from browser import situated
from browser.situated import Situated
from ludotheque.server.room import absence


class Impatient(Situated):
    """A house with short waits."""

    program = ("-m", "browser.impatient")


def main() -> None:
    """The server, with short waits."""
    absence.NOTED_S = 0.5
    absence.AWAY_S = absence.AWAY_WITHOUT_HURRY_S = 2.0
    absence.NUDGE_AGAIN_S = 4.0
    situated.main()


if __name__ == "__main__":
    main()
