"""`serve`: serves the games to browsers."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ludotheque.cli.errors import ASKED_WRONGLY, Problem, need, stop
from ludotheque.cli.helping import language
from ludotheque.cli.options import Option
from ludotheque.core.message import Message

if TYPE_CHECKING:
    from ludotheque.bots import Bot

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


def serve(
    host: Annotated[str, Option(env="LUDOTHEQUE_HOST")] = DEFAULT_HOST,
    port: Annotated[int, Option(min=0, max=65535, env=("LUDOTHEQUE_PORT", "PORT"))] = DEFAULT_PORT,
    data: Annotated[Path | None, Option(metavar="DIR", env="LUDOTHEQUE_DATA")] = None,
    database: Annotated[str, Option(metavar="URL", env="LUDOTHEQUE_DATABASE")] = "",
    workers: Annotated[int, Option(min=1, max=64, env="LUDOTHEQUE_WORKERS")] = 1,
    inner_address: Annotated[str, Option(metavar="HOST[:PORT]", env="LUDOTHEQUE_INNER_ADDRESS")] = "",
    open_browser: Annotated[bool, Option("--open/--no-open")] = False,
    bot_pause: Annotated[float, Option(min=0, max=60)] = 0.7,
    countdown: Annotated[float, Option(min=0, max=60)] = 3.0,
    resign_after: Annotated[float, Option(min=0, max=60)] = 10.0,
    origin: Annotated[tuple[str, ...], Option(metavar="URL", env="LUDOTHEQUE_ORIGIN")] = (),
    trust_proxy: Annotated[tuple[str, ...], Option(metavar="ADDRESS", env="LUDOTHEQUE_TRUST_PROXY")] = (),
    rtt_header: Annotated[str, Option(metavar="NAME")] = "",
    public_url: Annotated[str, Option(metavar="URL", env="LUDOTHEQUE_PUBLIC_URL")] = "",
    push: Annotated[bool, Option("--push/--no-push", env="LUDOTHEQUE_PUSH")] = True,
    mail_host: Annotated[str, Option(metavar="HOST", env="LUDOTHEQUE_MAIL_HOST")] = "",
    mail_port: Annotated[int, Option(min=0, max=65535, env="LUDOTHEQUE_MAIL_PORT")] = 0,
    mail_security: Annotated[
        str, Option(metavar="starttls|tls|none", env="LUDOTHEQUE_MAIL_SECURITY")
    ] = "starttls",
    mail_user: Annotated[str, Option(metavar="NAME", env="LUDOTHEQUE_MAIL_USER")] = "",
    mail_from: Annotated[str, Option(metavar="ADDRESS", env="LUDOTHEQUE_MAIL_FROM")] = "",
    metrics: Annotated[str, Option(metavar="[HOST:]PORT", env="LUDOTHEQUE_METRICS")] = "",
    log_format: Annotated[Literal["text", "json"], Option(env="LUDOTHEQUE_LOG_FORMAT")] = "text",
    forget_after: Annotated[str, Option(metavar="24h|7d", env="LUDOTHEQUE_FORGET_AFTER")] = "",
    host_page: Annotated[bool, Option("--host-page/--no-host-page")] = True,
    host_key: Annotated[Path | None, Option(metavar="FILE", env="LUDOTHEQUE_HOST_KEY_FILE")] = None,
    chat: Annotated[bool, Option("--chat/--no-chat", env="LUDOTHEQUE_CHAT")] = True,
    alone: Annotated[Path | None, Option(metavar="FOLDER", env="LUDOTHEQUE_ALONE")] = None,
    compiles: Annotated[bool, Option("--compile/--no-compile")] = False,
    bot: Annotated[tuple[str, ...], Option(metavar="NAME=MODULE:OBJECT")] = (),
) -> None:
    """Host games in the browser.

    Open the address that the command prints, make a table, and send its link to the others. Ctrl-C stops the server.

    Options:
        host: Address to listen on. With 0.0.0.0, other people on your network can join.
        port: Port to listen on. 0 picks a free one.
        data: Folder where tables are saved. Default: your user's data folder.
        database: PostgreSQL database for tables and guests, such as postgresql://games@db.example/ludotheque. Default: a file in the
            data folder.
        workers: Processes that share the work. More than one need --database.
        inner_address: Address at which servers on other hosts with the same --database reach this one. Default: this machine alone.
        open_browser: Open the page in your browser.
        bot_pause: Seconds a bot waits before it moves, so that people can follow.
        countdown: Seconds between a full table and the first cards, in games of speed.
        resign_after: Seconds in which somebody who resigns may change their mind.
        origin: Address under which browsers reach this server behind a proxy, such as https://games.example. Can be given several
            times.
        trust_proxy: Address of your own proxy, or its network, such as 10.0.0.2 or 172.30.53.0/24: the server believes what it says about
            who is asking. A proxy on this machine is always believed. Can be given several times.
        rtt_header: Header in which your own proxy gives the round-trip time to the browser, in microseconds (see docs/races.md).
        public_url: Address of this server for everybody, such as https://games.example: links lead there, and with https cookies are for
            https only.
        push: Let people be told on their devices that it is their turn (over https; see docs/hosting.md).
        mail_host: Mail server for e-mails in games that last several days. Its password comes from LUDOTHEQUE_MAIL_PASSWORD alone.
        mail_port: Port of the mail server. Default: 587, 465 with --mail-security tls, 25 with none.
        mail_security: How the connection to the mail server is encrypted.
        mail_user: User at the mail server.
        mail_from: Address from which e-mails are sent.
        metrics: Address at which Prometheus reads this server's metrics (see docs/hosting.md). With a port alone, only this machine
            can. Workers take that port and the next ones.
        log_format: Log lines on standard error: text for people, or one JSON object a line.
        forget_after: Erase people not seen and tables not touched for this long, such as 24h or 7d (see docs/people.md).
            Default: never.
        host_page: Serve a page at /host that shows what is going on here, and closes tables. It needs a key.
        host_key: File with the key of that page. LUDOTHEQUE_HOST_KEY may hold the key itself. Default: host.key in the data folder,
            made if it is missing.
        chat: Let people write to each other, unless their table says otherwise. --no-chat turns chat off everywhere.
        alone: Also serve the library without a server at /alone/, so that people can keep playing without a network. `ludotheque site FOLDER`
            writes it.
        compiles: Compile rules that are not compiled yet, while people play (needs the extra `compile`).
        bot: Offer a bot of your own at tables, under this name (see docs/bots.md). Can be given several times.
    """
    if sys.platform == "win32":
        raise Problem(Message("cli.serve.windows"))
    need("server")
    from ludotheque.server import launch
    from ludotheque.server.base.listening import CannotStart
    from ludotheque.server.people.notices.settings import notice_settings
    from ludotheque.server.settings import Settings

    password = os.environ.get("LUDOTHEQUE_MAIL_PASSWORD", "")
    known = next((each for each in origin if each.startswith("https:")), "")
    try:
        settings = Settings(
            host=host,
            port=port,
            data=data,
            open_browser=open_browser,
            bot_pause=bot_pause,
            countdown=countdown,
            resign_after=resign_after,
            origins=origin,
            trust_proxy=trust_proxy,
            rtt_header=rtt_header,
            notices=notice_settings(
                push, public_url or known, mail_host, mail_port, mail_security, mail_user, password, mail_from
            ),
            language=language(),
            database=database,
            workers=workers,
            inner_address=inner_address,
            metrics=metrics,
            log_format=log_format,
            forget_after=forget_after,
            host_page=host_page,
            host_key_file=host_key,
            host_key=os.environ.get("LUDOTHEQUE_HOST_KEY", ""),
            chat=chat,
            alone=alone,
            compiles=compiles,
            bots=_own_bots(bot),
        )
    except CannotStart as error:
        stop(error.said_in(language()))
    launch.serve(settings)


def _own_bots(typed: Sequence[str]) -> dict[str, Bot]:
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
