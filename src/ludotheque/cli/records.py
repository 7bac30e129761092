"""`verify` and `replay`: saved games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, read_text
from ludotheque.cli.options import AsJson, Lang, environment_language

Record = Annotated[
    Path, typer.Argument(metavar="RECORD", help="A saved game (JSON lines); - reads standard input.")
]


def verify(
    record: Annotated[
        Path | None,
        typer.Argument(metavar="[RECORD]", help="A saved game (JSON lines); - reads standard input."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Verify every table of a server's data folder instead."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a record against the rules and recompute every result of chance from its seed."""
    if (record is None) == (data is None):
        raise Problem(
            "verify needs one thing to verify",
            "Name a record (ludotheque verify game.jsonl) or a data folder (--data DIR), not both.",
            ASKED_WRONGLY,
        )
    if data is not None:
        _verify_folder(data, as_json)
    elif record is not None:
        _verify_record(record, as_json)


def _verify_record(path: Path, as_json: bool) -> None:
    from ludotheque.core import record
    from ludotheque.core.errors import BadRecord

    lines = record.loads(read_text(path, "record"))
    try:
        verdict = record.verify(lines)
    except BadRecord as error:
        if as_json:
            typer.echo(json.dumps({"holds": False, "field": error.field, "why": error.why}))
            raise typer.Exit(FAILED) from None
        raise Problem(f"{path} does not hold: {error.text}") from error
    if as_json:
        found = {
            "holds": True,
            "game": lines[0]["game"],
            "events": verdict.events,
            "draws": verdict.draws,
            "over": verdict.over,
            "seed_known": verdict.seed_known,
        }
        typer.echo(json.dumps(found))
        return
    typer.echo(
        f"{lines[0]['game']}: {verdict.events} events follow the rules{'' if verdict.over else ' (not over yet)'}."
    )
    if verdict.seed_known:
        typer.echo(f"{verdict.draws} result(s) of chance come from the seed that was committed to.")
    else:
        typer.echo("The seed is not published yet, so results of chance could not be recomputed.")


def replay(
    record: Record,
    lang: Annotated[
        Lang | None, typer.Option("--lang", help="Language; by default your environment's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a saved game move by move, and how it ended."""
    from ludotheque.core.record import loads
    from ludotheque.core.record import replay as replayed

    table = replayed(loads(read_text(record, "record")))
    language = str(lang or environment_language())
    told = table.happenings(() if table.game.secrets and not table.is_over else range(table.seats))
    if as_json:
        _replay_json(table, told, language)
        return
    from ludotheque.scene.catalogue import say

    typer.echo(f"{say(f'{table.game.name}.title', language)} · {table.seats} · {_options(table.options)}")
    for number, (event, happening) in enumerate(zip(table.events, told, strict=True), 1):
        who = "—" if event.seat < 0 else str(event.seat)
        typer.echo(f"{number:4}  {who}  {event.text:24}  {say(happening.message, language)}")
    outcome = table.outcome
    if outcome is not None:
        typer.echo(
            f"{say(f'{table.game.name}.ending.{outcome.ending}', language)} · {_ranks(outcome.ranking)}"
        )


def _options(options: dict[str, Any]) -> str:
    return ", ".join(
        f"{name}={json.dumps(value) if not isinstance(value, str) else value}"
        for name, value in options.items()
    )


def _ranks(ranking: tuple[int, ...]) -> str:
    ordered = sorted(range(len(ranking)), key=lambda seat: (ranking[seat], seat))
    return ", ".join(f"{ranking[seat]}. {seat}" for seat in ordered)


def _replay_json(table: Any, told: list[Any], language: str) -> None:
    from ludotheque.scene.catalogue import say

    for number, (event, happening) in enumerate(zip(table.events, told, strict=True), 1):
        words = say(happening.message, language)
        typer.echo(
            json.dumps(
                {"n": number, "seat": event.seat, "text": event.text, "words": words}, ensure_ascii=False
            )
        )
    if table.outcome is not None:
        outcome = table.outcome
        typer.echo(
            json.dumps({"end": outcome.ending, "returns": outcome.returns, "ranking": outcome.ranking})
        )


def _verify_folder(folder: Path, as_json: bool) -> None:
    from ludotheque.core.errors import BadRecord
    from ludotheque.server import archive
    from ludotheque.server.log import StoreError

    if not folder.is_dir():
        raise Problem(
            f"{folder}: there is no such folder", "Name the folder given to serve --data.", ASKED_WRONGLY
        )
    played = wrong = 0
    try:
        for table, rows in archive.tables(folder):
            try:
                verdict = archive.verify(table, rows)
            except BadRecord as error:
                wrong += 1
                _say_table({"table": table, "holds": False, "why": error.text}, as_json)
            else:
                played += verdict is not None
                _say_table(
                    {"table": table, "holds": True, "events": verdict.events if verdict else 0}, as_json
                )
    except StoreError as error:
        raise Problem(str(error)) from error
    if not as_json:
        typer.echo(f"{played} game(s) hold, {wrong} do not.")
    if wrong:
        raise typer.Exit(FAILED)


def _say_table(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(found))
    elif not found["holds"]:
        typer.echo(f"table {found['table']}: {found['why']}")
