"""`serve`: serves the games to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import need
from ludotheque.cli.options import Language

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host", help="Address to listen on. With 0.0.0.0, other people on your network can join."
        ),
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen on. 0 picks a free one.")
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Folder where tables are saved. Default: your user's data folder."
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in your browser.")
    ] = False,
    bot_pause: Annotated[
        float,
        typer.Option(
            "--bot-pause",
            min=0,
            max=60,
            help="Seconds a bot waits before it moves, so that people can follow.",
        ),
    ] = 0.7,
    countdown: Annotated[
        float,
        typer.Option(
            "--countdown",
            min=0,
            max=60,
            help="Seconds between a full table and the first cards, in games of speed.",
        ),
    ] = 3.0,
    resign_after: Annotated[
        float,
        typer.Option(
            "--resign-after",
            min=0,
            max=60,
            help="Seconds in which somebody who gives up may think again.",
        ),
    ] = 10.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Address under which browsers reach this server behind a proxy, such as https://games.example. Can be given several times.",
        ),
    ] = None,
    rtt_header: Annotated[
        str,
        typer.Option(
            "--rtt-header",
            metavar="NAME",
            help="Header in which your own proxy gives the round-trip time to the browser, in microseconds (see docs/races.md).",
        ),
    ] = "",
    lang: Language = None,
) -> None:
    """Host games in the browser.

    Open the address that the command prints, make a table, and send its link to the others. Ctrl-C stops the server.
    """
    need("server")
    from ludotheque.server.launch import serve as serve_until_stopped

    serve_until_stopped(
        host=host,
        port=port,
        data=data,
        open_browser=open_browser,
        bot_pause=bot_pause,
        countdown=countdown,
        resign_after=resign_after,
        origins=tuple(origin or ()),
        rtt_header=rtt_header,
        language=str(lang),
    )
