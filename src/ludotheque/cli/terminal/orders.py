"""The words that are no actions: `undo`, `moves`, `rules`… in French and English, whichever language is spoken."""

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
"""Each order with the words for it, the first in English; accents may be left out."""

YES = ("y", "yes", "o", "oui")


@dataclass(frozen=True)
class Order:
    """An order that was typed, and what came after its word."""

    name: str
    rest: str = ""


def bare(text: str) -> str:
    """Without accents and capitals."""
    spread = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


_NAMES = {bare(word): name for name, words in ORDERS.items() for word in words}


def read(line: str) -> Order | None:
    """The order that a line gives, None if it gives none. `i3?` asks what is possible from `i3`."""
    word, _, rest = line.strip().partition(" ")
    name = _NAMES.get(bare(word))
    if name is not None:
        return Order(name, rest.strip())
    if line.strip().endswith("?"):
        return Order("possible", line.strip()[:-1].strip())
    return None


def beginning(typed: str) -> list[str]:
    """The words of orders that begin so, for completing."""
    start = bare(typed)
    return sorted(
        {
            word
            for words in ORDERS.values()
            for word in words
            if len(word) > 1 and bare(word).startswith(start)
        }
    )
