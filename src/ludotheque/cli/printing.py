"""`print`: a game's box as a PDF, to print and to play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from ludotheque.cli.errors import ASKED_WRONGLY, Problem
from ludotheque.cli.helping import language
from ludotheque.cli.options import AsJson, ComponentFile, GameName, Option, own_components, report
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message


def print_and_play(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE")],
    paper: Literal["a4", "letter"] = "a4",
    component_file: ComponentFile = None,
    large: bool = False,
    contrast: bool = False,
    figures: bool = False,
    only: Literal["all", "rules", "sticker"] = "all",
    easy: bool = False,
    sheets: Annotated[str, Option(metavar="NUMBERS")] = "",
    url: Annotated[str, Option(metavar="URL")] = "",
    as_json: AsJson = False,
) -> None:
    """Write a game's box as a PDF to print: board, cards, tokens and rules, at their true size.

    For example: `ludotheque print billabong --out billabong.pdf --paper a4 --lang fr`. Print it at 100%, on both sides, flipped on the long edge.

    Options:
        out: PDF file to write; an older one is overwritten.
        paper: Paper size.
        large: Print board and pieces 1.4 times as large, and the rules in letters of 16 points.
        contrast: Print in high contrast: black lines on white, large marks beside the colours.
        figures: Print pawns as figures that stand, to fold.
        only: Print only the rules, or only the sticker for the lid.
        easy: Print the rulebook in sentences that are easy to read.
        sheets: Print only these sheets, for example 3,5-6. They keep their numbers.
        url: Address of your server, for a sticker on the lid that leads to the game. Without it the sticker has a line on which you write one.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.press.printing import Choice, print_box
    from ludotheque.press.sticker import unfit

    found, words = registry.get(game), Words()
    own = own_components(component_file)
    link = f"{url.rstrip('/')}/box/{game}" if url else ""
    fault = unfit(url) or unfit(link) if url else None
    if fault:
        raise Problem(fault, Message("cli.print.url.next"), ASKED_WRONGLY)
    spoken: Literal["fr", "en"] = "fr" if language() == "fr" else "en"
    wanted = _numbers(sheets) if sheets else ()
    try:
        done = print_box(
            found, Choice(paper, spoken, large, contrast, link, figures, only, easy, wanted), own
        )
    except BadInput as error:
        if not wanted or error.field != "sheets" or error.said is None:
            raise
        raise Problem(error.said, Message("cli.print.sheets.next"), ASKED_WRONGLY) from error
    out.write_bytes(done.pdf)
    facts = {
        "file": str(out),
        "bytes": len(done.pdf),
        "board_mm": done.board_mm,
        "sticker": done.sticker,
        "minutes": done.minutes,
        "sheets": [
            {
                "sheet": each.number,
                "pages": each.pages,
                "what": each.what,
                "two_sided": each.two_sided,
                "heavy": each.heavy,
            }
            for each in done.sheets
        ],
    }
    lines = [words("cli.print.done", path=str(out), n=len(done.sheets))]
    lines += [f"{each.number:4}  {each.what}" for each in done.sheets]
    if only == "all":
        lines.append(words("cli.print.how"))
    if not done.sticker and only != "rules" and done.sheets[0].number == 1:
        lines.append(words("cli.print.no_sticker"))
    report(facts, lines, as_json)


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of sheets, such as 3, 5 and 6 of `3,5-6`. Raises `Problem` for anything else."""
    numbers = set[int]()
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:[-–]\s*([0-9]{1,3})\s*)?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first:
            raise Problem(
                Message("cli.print.sheets", {"value": part.strip()[:60]}),
                Message("cli.print.sheets.next"),
                ASKED_WRONGLY,
            )
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))
