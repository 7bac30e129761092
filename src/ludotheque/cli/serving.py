"""`serve`: serves the games to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import need

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; 0.0.0.0 lets the others in the house join.")
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Where tables are kept; by default your user's data folder."
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser, where there is one.")
    ] = False,
    bot_pause: Annotated[
        float,
        typer.Option(
            "--bot-pause",
            min=0,
            max=60,
            help="Seconds a bot waits before it moves, so that it can be followed.",
        ),
    ] = 0.7,
    countdown: Annotated[
        float,
        typer.Option(
            "--countdown",
            min=0,
            max=60,
            help="Seconds from a full table to the first cards, where people race.",
        ),
    ] = 3.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="An address under which browsers reach this server (behind a proxy); repeatable.",
        ),
    ] = None,
    rtt_header: Annotated[
        str,
        typer.Option(
            "--rtt-header",
            metavar="NAME",
            help="The header in which your own proxy says the round trip to the browser, in microseconds (see docs/races.md).",
        ),
    ] = "",
) -> None:
    """Serve the games: open the printed address in a browser, make a table, send its link."""
    need("server")
    from ludotheque.server.launch import serve as serve_until_stopped

    serve_until_stopped(
        host=host,
        port=port,
        data=data,
        open_browser=open_browser,
        bot_pause=bot_pause,
        countdown=countdown,
        origins=tuple(origin or ()),
        rtt_header=rtt_header,
    )
