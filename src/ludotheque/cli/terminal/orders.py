"""The orders that can be typed besides actions: `undo`, `moves`, `rules`… in French and English, in either language."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

ORDERS: dict[str, tuple[str, ...]] = {
    "help": ("help", "aide", "h"),
    "possible": ("?", "possible", "possibles"),
    "board": ("board", "plateau", "b"),
    "pieces": ("pieces", "où", "where"),
    "moves": ("moves", "coups"),
    "undo": ("undo", "annuler", "reprendre"),
    "wait": ("wait", "attendre"),
    "rules": ("rules", "rule", "règles", "règle"),
    "position": ("position",),
    "save": ("save", "sauver", "garder", "enregistrer"),
    "quit": ("quit", "exit", "quitter", "q"),
}
"""The words for each order, the first in English. Accents may be left out."""

YES = ("y", "yes", "o", "oui")


@dataclass(frozen=True)
class Order:
    """An order, and the text that followed its word."""

    name: str
    rest: str = ""


def bare(text: str) -> str:
    """The text without accents and capitals."""
    spread = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


_NAMES = {bare(word): name for name, words in ORDERS.items() for word in words}


def read(line: str) -> Order | None:
    """The order in a line; None if there is none. `i3?` asks what is possible from `i3`."""
    word, _, rest = line.strip().partition(" ")
    name = _NAMES.get(bare(word))
    if name is not None:
        return Order(name, rest.strip())
    if line.strip().endswith("?"):
        return Order("possible", line.strip()[:-1].strip())
    return None


def beginning(typed: str) -> list[str]:
    """The words for orders that start with this text, for completion."""
    start = bare(typed)
    return sorted(
        {
            word
            for words in ORDERS.values()
            for word in words
            if len(word) > 1 and bare(word).startswith(start)
        }
    )
