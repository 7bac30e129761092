"""A house in which nothing is compiled, nor will be while a test lasts: its rules stay interpreted."""

from __future__ import annotations

from pathlib import Path

from browser.house import House
from ludotheque.cli.main import app
from ludotheque.core import artefact
from ludotheque.server import launch


class Cold(House):
    """A house where nothing is compiled yet."""

    program = ("-m", "browser.cold")
    cold = True

    def __init__(self, data: Path) -> None:
        super().__init__(data, "127.0.0.1", "--compile")


def main() -> None:
    """The server, on a kind of machine that nothing was compiled for; it compiles nothing during the first hour."""
    artefact.machine = lambda: "none"
    launch.COMPILE_AFTER_S = 3600.0
    app()


if __name__ == "__main__":
    main()
