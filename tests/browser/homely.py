"""The program for a house whose network is an address of this machine alone, so that nothing listens to any network."""

from __future__ import annotations

from ludotheque.__main__ import main
from ludotheque.server.ops import house

HOME = "127.0.0.2"


def at_home() -> None:
    """Let `HOME` be the only address of the house, and let everybody on this machine be in it."""
    house.own_near = lambda: (HOME,)
    house.is_near = lambda _: True
    house.in_container = lambda: False


if __name__ == "__main__":  # processes for bots read this file, too
    at_home()
    main()
