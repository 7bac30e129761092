"""A house that does not begin to compile anything while a test lasts: its rules stay interpreted."""

from __future__ import annotations

from browser.house import House
from ludotheque.cli.main import app
from ludotheque.server import launch


class Cold(House):
    """A house where nothing is compiled yet."""

    program = ("-m", "browser.cold")


def main() -> None:
    """The server, which compiles nothing during the first hour."""
    launch.COMPILE_AFTER_S = 3600.0
    app()


if __name__ == "__main__":
    main()
