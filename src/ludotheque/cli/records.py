"""`verify` and `replay`: check and show saved games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, need, read_text, record_of
from ludotheque.cli.options import Argument, AsJson, Option
from ludotheque.cli.words import Words
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data, visible

if TYPE_CHECKING:
    from ludotheque.core.record import Lines
    from ludotheque.table import Table

Record = Annotated[
    Path, Argument("RECORD", help="File of one or more saved games (JSON lines). - reads standard input.")
]


def verify(
    record: Annotated[Path | None, Argument("RECORD")] = None,
    data: Annotated[str | None, Option(metavar="DIR|URL")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved game: replay it by the rules, and recompute every draw from its seed.

    Options:
        record: File of one or more saved games (JSON lines). - reads standard input.
        data: Verify every table in a server's data folder, or in its PostgreSQL database, instead.
    """
    words = Words()
    if (record is None) == (data is None):
        raise Problem(Message("cli.verify.one"), Message("cli.verify.one.next"), ASKED_WRONGLY)
    if data is not None:
        _verify_tables(data, words, as_json)
    elif record is not None:
        _verify_file(record, words, as_json)


def _records(path: Path) -> list[Lines]:
    from ludotheque.core.record import loads, split

    text = read_text(path, "record")
    with record_of(path):
        return list(split(loads(text)))


def _verify_file(path: Path, words: Words, as_json: bool) -> None:
    records = _records(path)
    wrong = 0
    for number, lines in enumerate(records, 1):
        where = str(path) if len(records) == 1 else f"{path}, {words('cli.verify.number', n=number)}"
        wrong += not _holds(lines, where, words, as_json)
    if len(records) > 1 and not as_json:
        say(words("cli.verify.games", n=len(records) - wrong, wrong=wrong))
    if wrong:
        raise SystemExit(FAILED)


def _holds(lines: Lines, where: str, words: Words, as_json: bool) -> bool:
    """Verify one record and print what was found. Returns whether it is valid."""
    from ludotheque.core.errors import BadRecord
    from ludotheque.table import replay as replaying

    try:
        verdict = replaying.verify(lines)
    except BadRecord as error:
        if as_json:
            say_data({"holds": False, "field": error.field, "why": error.why})
        else:
            say(f"ludotheque: {words('cli.verify.wrong', path=where, why=words.refusal(error))}", err=True)
        return False
    game = lines[0]["game"]
    if as_json:
        found = {
            "holds": True,
            "game": game,
            "events": verdict.events,
            "draws": verdict.draws,
            "skipped": verdict.skipped,
            "over": verdict.over,
            "seed_known": verdict.seed_known,
        }
        say_data(found)
        return True
    then = "" if verdict.over else f" ({words('cli.verify.not_over')})"
    say(f"{words('cli.verify.events', game=game, n=verdict.events)}{then}.")
    say(words("cli.verify.draws", n=verdict.draws) if verdict.seed_known else words("cli.verify.no_seed"))
    return True


def replay(record: Record, as_json: AsJson = False) -> None:
    """Show a saved game move by move, and how it ended."""
    from ludotheque.table import views
    from ludotheque.table.replay import replay as replayed

    words = Words()
    records = _records(record)
    for number, lines in enumerate(records, 1):
        where = str(record) if len(records) == 1 else f"{record}, {words('cli.verify.number', n=number)}"
        with record_of(where):
            table = replayed(lines)
        told = views.event_views(
            table.journal, () if table.game.secrets and not table.is_over else range(table.seats)
        )
        if as_json:
            _replay_json(table, told, words)
        else:
            _tell(table, told, words)


def _tell(table: Table, told: list[Any], words: Words) -> None:
    names = f" · {visible(', '.join(table.journal.players))}" if table.journal.players else ""
    say(f"{words(f'{table.game.name}.title')} · {table.seats}{names} · {_options(table.options)}")
    for number, (event, event_view) in enumerate(zip(table.events, told, strict=True), 1):
        who = "—" if event.seat < 0 else str(event.seat)
        say(f"{number:4}  {who}  {visible(event.text):24}  {words.of(event_view.message)}")
    outcome = table.outcome
    if outcome is not None:
        say(f"{_ending(table, outcome.ending, words)} · {_ranks(outcome.ranking)}")


def _ending(table: Table, ending: str, words: Words) -> str:
    """How a game ended, in words. Resigning and calling a game off are in the record only; the rules do not know them."""
    from ludotheque.core.quits import CALLED_OFF, RESIGNED

    if ending == RESIGNED:
        return words("cli.replay.resigned")
    return words("cli.replay.called_off" if ending == CALLED_OFF else f"{table.game.name}.ending.{ending}")


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}={json.dumps(value) if not isinstance(value, str) else value}"
        for name, value in options.items()
    )


def _ranks(ranking: tuple[int, ...]) -> str:
    ordered = sorted(range(len(ranking)), key=lambda seat: (ranking[seat], seat))
    return ", ".join(f"{ranking[seat]}. {seat}" for seat in ordered)


def _replay_json(table: Table, told: list[Any], words: Words) -> None:
    for number, (event, event_view) in enumerate(zip(table.events, told, strict=True), 1):
        line = {"n": number, "seat": event.seat, "text": event.text, "words": words.of(event_view.message)}
        say_data(line)
    outcome = table.outcome
    if outcome is not None:
        say_data({"end": outcome.ending, "returns": outcome.returns, "ranking": outcome.ranking})


def _verify_tables(data: str, words: Words, as_json: bool) -> None:
    need("server")
    from ludotheque.core.errors import BadRecord
    from ludotheque.server.store import archive
    from ludotheque.server.store.log import StoreError

    where: Path | str = data if "://" in data else Path(data)
    if isinstance(where, Path) and not where.is_dir():
        raise Problem(
            Message("cli.verify.no_folder", {"path": data}),
            Message("cli.verify.no_folder.next"),
            ASKED_WRONGLY,
        )
    played = wrong = 0
    try:
        for table, rows in archive.tables(where):
            try:
                verdict = archive.verify(table, rows)
            except BadRecord as error:
                wrong += 1
                why = error.text if as_json else words.refusal(error)
                _say_table({"table": table, "holds": False, "why": why}, words, as_json)
            else:
                played += verdict is not None
                events = verdict.events if verdict else 0
                _say_table({"table": table, "holds": True, "events": events}, words, as_json)
    except StoreError as error:
        raise Problem(error.message) from error
    if not as_json:
        say(words("cli.verify.games", n=played, wrong=wrong))
    if wrong:
        raise SystemExit(FAILED)


def _say_table(found: dict[str, Any], words: Words, as_json: bool) -> None:
    if as_json:
        say_data(found)
    elif not found["holds"]:
        say(words("cli.verify.table", table=found["table"], why=found["why"]))
