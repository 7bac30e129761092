"""`serve`: serves the games to browsers."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, need, stop
from ludotheque.cli.options import Language
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.bots import Bot

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


class LogFormat(StrEnum):
    """How log lines look."""

    TEXT = "text"
    JSON = "json"


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            envvar="LUDOTHEQUE_HOST",
            help="Address to listen on. With 0.0.0.0, other people on your network can join.",
        ),
    ] = DEFAULT_HOST,
    port: Annotated[
        int,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            envvar=["LUDOTHEQUE_PORT", "PORT"],
            help="Port to listen on. 0 picks a free one.",
        ),
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            envvar="LUDOTHEQUE_DATA",
            help="Folder where tables are saved. Default: your user's data folder.",
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="LUDOTHEQUE_DATABASE",
            help="PostgreSQL database for tables and guests, such as postgresql://games@db.example/ludotheque. Default: a file in the data folder.",
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            min=1,
            max=64,
            envvar="LUDOTHEQUE_WORKERS",
            help="Processes that share the work. More than one need --database.",
        ),
    ] = 1,
    inner_address: Annotated[
        str,
        typer.Option(
            "--inner-address",
            metavar="HOST[:PORT]",
            envvar="LUDOTHEQUE_INNER_ADDRESS",
            help="Address at which servers on other hosts with the same --database reach this one. Default: this machine alone.",
        ),
    ] = "",
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
            help="Seconds in which somebody who resigns may change their mind.",
        ),
    ] = 10.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            envvar="LUDOTHEQUE_ORIGIN",
            help="Address under which browsers reach this server behind a proxy, such as https://games.example. Can be given several times.",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="ADDRESS",
            envvar="LUDOTHEQUE_TRUST_PROXY",
            help="Address of your own proxy, or its network, such as 10.0.0.2 or 172.30.53.0/24: it is believed about who asks. A proxy on this machine always is. Can be given several times.",
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
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            metavar="URL",
            envvar="LUDOTHEQUE_PUBLIC_URL",
            help="Address of this server for everybody, such as https://games.example: links lead there, and with https cookies are for https alone.",
        ),
    ] = "",
    push: Annotated[
        bool,
        typer.Option(
            "--push/--no-push",
            envvar="LUDOTHEQUE_PUSH",
            help="Let people be told on their devices that it is their turn (over https; see docs/hosting.md).",
        ),
    ] = True,
    mail_host: Annotated[
        str,
        typer.Option(
            "--mail-host",
            metavar="HOST",
            envvar="LUDOTHEQUE_MAIL_HOST",
            help="Mail server for e-mails in games over days. Its password comes from LUDOTHEQUE_MAIL_PASSWORD alone.",
        ),
    ] = "",
    mail_port: Annotated[
        int,
        typer.Option(
            "--mail-port",
            min=0,
            max=65535,
            envvar="LUDOTHEQUE_MAIL_PORT",
            help="Port of the mail server. Default: 587, 465 with --mail-security tls, 25 with none.",
            show_default=False,
        ),
    ] = 0,
    mail_security: Annotated[
        str,
        typer.Option(
            "--mail-security",
            metavar="starttls|tls|none",
            envvar="LUDOTHEQUE_MAIL_SECURITY",
            help="How the connection to the mail server is encrypted.",
        ),
    ] = "starttls",
    mail_user: Annotated[
        str,
        typer.Option(
            "--mail-user", metavar="NAME", envvar="LUDOTHEQUE_MAIL_USER", help="User at the mail server."
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            "--mail-from",
            metavar="ADDRESS",
            envvar="LUDOTHEQUE_MAIL_FROM",
            help="Address from which e-mails are sent.",
        ),
    ] = "",
    metrics: Annotated[
        str,
        typer.Option(
            "--metrics",
            metavar="[HOST:]PORT",
            envvar="LUDOTHEQUE_METRICS",
            help="Address at which Prometheus reads this server's metrics (see docs/hosting.md). With a port alone, only this machine can. Workers take that port and the next ones.",
        ),
    ] = "",
    log_format: Annotated[
        LogFormat,
        typer.Option(
            "--log-format",
            envvar="LUDOTHEQUE_LOG_FORMAT",
            help="Log lines on standard error: text for people, or one JSON object a line.",
        ),
    ] = LogFormat.TEXT,
    forget_after: Annotated[
        str,
        typer.Option(
            "--forget-after",
            metavar="24h|7d",
            envvar="LUDOTHEQUE_FORGET_AFTER",
            help="Erase people who were not seen and tables that nobody touched for so long, such as 24h or 7d (see docs/people.md). Default: never.",
        ),
    ] = "",
    host_page: Annotated[
        bool,
        typer.Option(
            "--host-page/--no-host-page",
            help="Serve a page at /host that shows what goes on here, and closes tables. It needs a key.",
        ),
    ] = True,
    host_key: Annotated[
        Path | None,
        typer.Option(
            "--host-key",
            metavar="FILE",
            envvar="LUDOTHEQUE_HOST_KEY_FILE",
            help="File with the key of that page. LUDOTHEQUE_HOST_KEY may hold the key itself. Default: host.key in the data folder, made if it is missing.",
        ),
    ] = None,
    chat: Annotated[
        bool,
        typer.Option(
            "--chat/--no-chat",
            envvar="LUDOTHEQUE_CHAT",
            help="Let people write to each other, unless their table says otherwise. --no-chat: nowhere.",
        ),
    ] = True,
    alone: Annotated[
        Path | None,
        typer.Option(
            "--alone",
            metavar="FOLDER",
            envvar="LUDOTHEQUE_ALONE",
            help="Also serve the library without a server at /alone/, so that people play on without a network. `ludotheque site FOLDER` writes it.",
        ),
    ] = None,
    compiles: Annotated[
        bool,
        typer.Option(
            "--compile/--no-compile",
            help="Compile rules that are not compiled yet, while people play (needs the extra `compile`).",
        ),
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=MODULE:OBJECT",
            help="Offer a bot of your own at tables, under this name (see docs/bots.md). Can be given several times.",
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Host games in the browser.

    Open the address that the command prints, make a table, and send its link to the others. Ctrl-C stops the server.
    """
    if sys.platform == "win32":
        raise Problem(Message("cli.serve.windows"))
    need("server")
    from ludotheque.server import launch
    from ludotheque.server.base.listening import CannotStart
    from ludotheque.server.people.notices.settings import notice_settings
    from ludotheque.server.settings import Settings

    password = os.environ.get("LUDOTHEQUE_MAIL_PASSWORD", "")
    known = next((each for each in origin or () if each.startswith("https:")), "")
    try:
        settings = Settings(
            host=host,
            port=port,
            data=data,
            open_browser=open_browser,
            bot_pause=bot_pause,
            countdown=countdown,
            resign_after=resign_after,
            origins=tuple(origin or ()),
            trust_proxy=tuple(trust_proxy or ()),
            rtt_header=rtt_header,
            notices=notice_settings(
                push, public_url or known, mail_host, mail_port, mail_security, mail_user, password, mail_from
            ),
            language=str(lang),
            database=database,
            workers=workers,
            inner_address=inner_address,
            metrics=metrics,
            log_format=log_format.value,
            forget_after=forget_after,
            host_page=host_page,
            host_key_file=host_key,
            host_key=os.environ.get("LUDOTHEQUE_HOST_KEY", ""),
            chat=chat,
            alone=alone,
            compiles=compiles,
            bots=_own_bots(bot or []),
        )
    except CannotStart as error:
        stop(error.said_in(str(lang)))
    launch.serve(settings)


def _own_bots(typed: list[str]) -> dict[str, Bot]:
    """The bots of --bot, by name. Raises `Problem` if one is not there."""
    from ludotheque.bots import own
    from ludotheque.cli import matching

    found: dict[str, Bot] = {}
    for word in typed:
        name, sign, place = word.partition("=")
        if not (sign and name and ":" in place):
            raise Problem(Message("cli.serve.bot_unread", {"word": word}), code=ASKED_WRONGLY)
        if not own.may_be_named(name):
            raise Problem(Message("cli.serve.bot_name", {"name": name}), code=ASKED_WRONGLY)
        matching.must_be_known(place)
        found[name] = own.find(place)
    return found
