"""A house where people wait a few seconds for each other instead of a minute, for what comes of waiting."""

from __future__ import annotations

from browser.house import House
from ludotheque.cli.main import app
from ludotheque.server.room import absence


class Impatient(House):
    """A house with short waits."""

    program = ("-m", "browser.impatient")


def main() -> None:
    """The server, with short waits."""
    absence.NOTED_S = 0.5
    absence.AWAY_S = absence.AWAY_WITHOUT_HURRY_S = 2.0
    absence.NUDGE_AGAIN_S = 4.0
    app()


if __name__ == "__main__":
    main()
