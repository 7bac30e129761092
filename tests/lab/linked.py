"""Walks through the page of a balance: every figure on it links to a game that is there."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from ludotheque import load

VOID = {"meta", "link", "br", "path", "circle", "rect", "polyline", "input"}


class Walk(HTMLParser):
    """Attributes:
    links: the addresses of the page.
    bare: figures that link to nothing.
    drawn: how many plots there are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.bare: list[str] = []
        self.drawn = 0
        self._open: list[tuple[str, dict[str, str]]] = []
        self._row = self._plot = 0  # the links of the row and of the plot that is open
        self._said = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attributes}
        if tag == "a":
            self.links.append(told["href"])
            self._row += 1
            self._plot += 1
        elif tag in ("tr", "li"):
            self._row, self._said = 0, ""
        elif tag == "svg" and told.get("class") == "plot":
            self.drawn += 1
            self._plot, self._said = 0, told["aria-label"]
        elif not self._within("a") and (
            told.get("class") == "column" or (tag == "polyline" and told["class"].startswith("line"))
        ):
            self.bare.append(f"a {tag} of {self._said}")
        if tag not in VOID:
            self._open.append((tag, told))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        found, told = self._open.pop()
        assert found == tag, f"{found} is closed by {tag}"
        if tag == "svg" and told.get("role") == "group" and not self._plot:
            self.bare.append(self._said)
        if tag == "tr" and self._said and not self._row:
            self.bare.append(f"the plot {self._said}")

    def handle_data(self, data: str) -> None:
        counted = self._within("table", "played")  # of games: no single game shows them
        if (
            re.search(r"\d", data)
            and self._within("td")
            and not (counted or self._within("span", "interval"))
        ) and not self._within("a"):
            self.bare.append(data)

    def _within(self, tag: str, of: str = "") -> bool:
        return any(found == tag and of in told.get("class", "") for found, told in self._open)


def walked(page: Path) -> Walk:
    """The page, walked through. It is an error if a link leads nowhere, or to a moment that its game does not have."""
    walk = Walk()
    walk.feed(page.read_text("utf-8"))
    walk.close()
    for address in set(walk.links):
        name, _, at = address.partition("#")
        assert (page.parent / name).is_file(), address
        if name.startswith("replays/"):
            record = load(page.parent / name.replace(".html", ".jsonl"))
            language, _, moment = at.partition("-")
            assert f".{language}." in page.name, address
            assert int(moment or 0) <= len(record.events), address
    return walk
