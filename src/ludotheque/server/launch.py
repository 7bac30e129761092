"""Starts and stops a server: the port, the data folder, the messages on the terminal."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from ludotheque.bots.own import Bot, may_be_named
from ludotheque.bots.process import let_ctrl_c_through
from ludotheque.core import catalogue, output
from ludotheque.core.data_folder import data_folder
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.access.addresses import Proxies
from ludotheque.server.access.connections import files, room
from ludotheque.server.access.limits import Limits
from ludotheque.server.access.origins import Origins, addresses
from ludotheque.server.base import logs
from ludotheque.server.base.listening import EVERYWHERE, CannotStart, listen
from ludotheque.server.base.log_lines import Format, listen_to_others, settle
from ludotheque.server.ops.garbage import Garbage
from ludotheque.server.ops.hosting.keys import HostKey
from ludotheque.server.ops.hosting.keys import host_key as key_of_host
from ludotheque.server.ops.side_server import uvicorn_settings
from ludotheque.server.people.forgetting import hours_of
from ludotheque.server.people.notices.settings import NoticeSettings
from ludotheque.server.room.permits import RESIGN_S
from ludotheque.server.services import INNER, Services, Settings, running
from ludotheque.server.store.log import StoreError
from ludotheque.server.web.pages import is_built
from ludotheque.server.workers import Workers

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import uvicorn


logger = logs.Logger(__name__)

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells give it."""
COMPILE_AFTER_S = 2.0
CLOSE_S = 5.0
"""The seconds that closing everything may take, once nobody is served, before the signal ends the program anyway."""
Made = TypeVar("Made")


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | str | None = None,
    open_browser: bool = False,
    bot_pause: float = 0.7,
    countdown: float = 0.0,
    resign_after: float = RESIGN_S,
    origins: Iterable[str] = (),
    trust_proxy: Iterable[str] = (),
    limits: Limits | None = None,
    rtt_header: str = "",
    notices: NoticeSettings | None = None,
    language: str | None = None,
    database: str = "",
    workers: int = 1,
    inner_address: str = "",
    bus: str = "",
    metrics: str = "",
    log_format: Format = "text",
    forget_after: str = "",
    host_page: bool = False,
    host_key_file: Path | None = None,
    host_key: str = "",
    chat: bool = True,
    bots: Mapping[str, Bot] | None = None,
    compiles: bool = False,
) -> None:
    """Serve until interrupted (Ctrl-C, SIGTERM). If the server cannot start, it prints why and exits with code 1.

    Args:
        host: the address to listen on.
        port: the port to listen on.
        data: the data folder; None for the user's.
        open_browser: whether to open the page in a browser.
        bot_pause: the seconds that bots seem to think.
        countdown: the seconds before a raced game begins.
        resign_after: the seconds in which a resignation may be taken back.
        origins: further origins that may use the server.
        trust_proxy: addresses and networks of proxies that are believed about who asks; this machine always is.
        limits: the rate limits.
        rtt_header: the header in which your own proxy gives the round trip to the browser, in microseconds.
        notices: how people are called back to their tables.
        database: the URL of a PostgreSQL database; "" for a file in the data folder.
        workers: how many processes share the work; more than one need a `database`.
        inner_address: where other processes with the same database reach these, as `host` or `host:port`; this machine alone by default.
        bus: the URL of a Redis or Valkey for processes with the same `database`; "" for none.
        metrics: where metrics are told, as `host:port` or a port of this machine; workers take that port and the next ones. "" for nowhere.
        log_format: lines for people (`text`), or a JSON object in each (`json`).
        forget_after: after how long guests who were not seen and tables that nobody touched are erased, such as `24h` or `7d`; "" for never.
        host_page: whether there is a page for the host of the server.
        host_key_file: the file with the key of that page.
        host_key: the key itself; without either it is made, and kept in the data folder.
        chat: whether people may write to each other.
        bots: bots of your own, by the names under which the page offers them. Each is a function or an object that can be called, see
            `ludotheque.bots.own`; they think in another process, so each must be one that `pickle` can send.
        compiles: whether rules that are not compiled yet are compiled, in a process of low priority.
        language: of what is printed here, `fr` or `en`; the environment's by default.
    """
    language = language or catalogue.environment()
    _log(log_format)
    try:
        folder = Path(data) if data is not None else _named_well(data_folder)
        found = key_of_host(folder, host_key_file, host_key) if host_page else None
        settings = Settings(
            data=folder,
            files=files(),
            bot_pause=bot_pause,
            countdown=countdown,
            resign_after=resign_after,
            origins=_named_well(
                lambda: Origins([*origins, *_public(notices)], [] if host in EVERYWHERE else [host])
            ),
            proxies=_named_well(lambda: Proxies(trust_proxy)),
            notices=notices or NoticeSettings(),
            limits=limits or Limits(),
            compiles=compiles,
            compile_after_s=COMPILE_AFTER_S,
            database=database,
            inner_address=_inner(inner_address, workers, bool(database)),
            bus=_bus(bus, bool(database)),
            metrics=_metrics(metrics, workers),
            forget_after_h=hours_of(forget_after),
            is_quiet=not chat,
            host_key=found.key if found is not None else "",
            bots=_named(bots or {}),
        )
        with closing(listen(host, port)) as listening:
            port = listening.getsockname()[1]

            def started() -> None:
                _say(settings, host, port, language, found)
                if open_browser:
                    _open(f"http://{_shown(host)}:{port}/")

            if workers > 1:
                given = (settings, rtt_header, language, log_format)
                code = Workers(workers, work, given, listening, started).run()
                if code:
                    raise SystemExit(code)
            else:
                _end_by(asyncio.run(_run(settings, listening, rtt_header, started)))
    except (CannotStart, StoreError) as error:
        output.say(f"ludotheque: {error.said_in(language)}", err=True)
        raise SystemExit(1) from error
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def work(
    number: int,
    listening: socket.socket,
    line: Connection,
    settings: Settings,
    rtt_header: str,
    language: str,
    log_format: Format,
) -> None:
    """Serve as one of several workers, see `workers.Workers`."""
    _log(log_format, number)
    inner, metrics = _own(settings.inner_address, number), _own(settings.metrics, number)
    settings = replace(settings, inner_address=inner, metrics=metrics, files=files())
    try:
        let_ctrl_c_through()
        _end_by(asyncio.run(_run(settings, listening, rtt_header, lambda: line.send(True), line.fileno())))
    except (CannotStart, StoreError) as error:
        output.say(f"ludotheque: {error.said_in(language)}", err=True)
        raise SystemExit(1) from error
    except KeyboardInterrupt:
        pass


def _log(shape: Format, worker: int | None = None) -> None:
    logs.before_the_first(lambda: settle(shape, worker))
    listen_to_others()


def _own(address: str, number: int) -> str:
    """A worker's own address: its port is so much higher."""
    if not address:
        return ""
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + number if int(port) else 0}"


def _named(bots: Mapping[str, Bot]) -> Mapping[str, Bot]:
    """Bots by name. Raises `CannotStart` for a name that cannot be taken, and for a bot that cannot be asked in another process."""
    for name, bot in bots.items():
        if not may_be_named(name):
            raise CannotStart(Message("cli.serve.bot_name", {"name": name}))
        why = "" if callable(bot) else type(bot).__name__
        try:
            pickle.dumps(bot)
        except Exception as error:  # whatever an object of somebody else's raises
            why = why or f"{type(error).__name__}: {error}"
        if why:
            raise CannotStart(Message("cli.serve.bot", {"name": name, "why": why}))
    return bots


def _metrics(address: str, workers: int) -> str:
    """Where metrics are told, as `host:port`. Raises `CannotStart` if it is no such address."""
    host, _, port = address.rpartition(":")
    if address and not (port.isascii() and port.isdigit() and int(port) + workers - 1 <= 65535):
        raise CannotStart(Message("cli.serve.metrics", {"address": address}))
    return f"{host or '127.0.0.1'}:{port}" if address else ""


def _bus(url: str, are_many: bool) -> str:
    """The bus. Raises `CannotStart` if there can be only one process."""
    if url and not are_many:
        raise CannotStart(Message("cli.serve.bus_alone"))
    return url


def _inner(address: str, workers: int, are_many: bool) -> str:
    """The inner address as `host:port`. Raises `CannotStart` if there can be only one process, or if it is none."""
    if not are_many and (address or workers > 1):
        raise CannotStart(Message("cli.serve.one_process"))
    if not address:
        return INNER
    host, _, port = address.rpartition(":") if ":" in address.rpartition("]")[2] else (address, "", "0")
    if not host or host in EVERYWHERE or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise CannotStart(Message("cli.serve.inner", {"address": address}))
    return f"{host}:{port}"


def _public(notices: NoticeSettings | None) -> list[str]:
    """The address for everybody, as an origin that may use the server."""
    return [notices.public_url] if notices is not None and notices.public_url else []


def _named_well(made: Callable[[], Made]) -> Made:
    """What is made of options. Raises `CannotStart` if they are no good."""
    try:
        return made()
    except BadInput as error:
        raise CannotStart(
            Message("error.bad_input", {"field": error.field, "why": error.said or error.why})
        ) from error


async def _run(
    settings: Settings,
    listening: socket.socket,
    rtt_header: str,
    started: Callable[[], None],
    line: int = -1,
) -> list[int]:
    """Serve until told to stop, or until the `line` to the parent is closed. `started` is called once browsers are served.

    Returns the signals that ended it. By then everything is closed, and the database is whole in its file.
    """
    import uvicorn

    from ludotheque.server.app import make_app

    async with running(settings) as services:
        config = uvicorn.Config(make_app(services), **uvicorn_settings(rtt_header, services))
        server = server_of(config, services)
        garbage = Garbage(lambda: not services.tables.has_races)
        services.preparation.on_change(
            lambda game: garbage.settle() if services.preparation.status(game) == "ready" else None
        )
        loop = asyncio.get_running_loop()
        tending = loop.create_task(garbage.tend())
        if line >= 0:
            loop.add_reader(line, _stop, server, line)
        loop.call_soon(started)
        services.compiling.add_done_callback(lambda _: _tell_room(services))
        try:
            with _signals_held() as held:
                await server.serve(sockets=[listening])
            loop.call_later(CLOSE_S, _end_at_once, held)
        finally:
            tending.cancel()
    return held


@contextmanager
def _signals_held() -> Iterator[list[int]]:
    """Within the block, Ctrl-C and SIGTERM are only noted: uvicorn stops and raises them again while everything is still open."""
    held: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # others receive none
        yield held
        return

    def note(number: int, _frame: FrameType | None) -> None:
        held.append(number)

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield held
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _end_at_once(held: Iterable[int]) -> None:
    """Let signals end the program although something hangs."""
    for each in held:
        signal.signal(each, signal.SIG_DFL)
    _end_by(held)


def _end_by(held: Iterable[int]) -> None:
    """Let signals do what they do to any program."""
    for each in held:
        signal.raise_signal(each)


def _tell_room(services: Services) -> None:
    """Tell how many connections there is room for, once that costs nobody's first moments."""
    space = services.room
    logger.info("room", files=space.files, sockets=space.sockets, requests=space.requests)


def _stop(server: uvicorn.Server, line: int) -> None:
    asyncio.get_running_loop().remove_reader(line)
    server.should_exit = True


def server_of(config: uvicorn.Config, services: Services) -> uvicorn.Server:
    """The server, which hands its tables over before it closes its sockets."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await services.hand_over()
            await super().shutdown(sockets)

    return Server(config)


def _shown(host: str) -> str:
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _say(settings: Settings, host: str, port: int, language: str, key: HostKey | None = None) -> None:
    def tell(key: str, **args: Any) -> None:
        output.say(catalogue.say(Message(key, args), language))

    tell("cli.serve.at", url=f"http://{_shown(host)}:{port}/")
    if not is_built(settings.static):
        tell("cli.serve.no_client")
    if key is not None:
        page = f"http://{_shown(host)}:{port}/host"
        if key.file is not None:
            tell("cli.serve.host_page", url=page, file=str(key.file))
        else:
            tell("cli.serve.host_page_given", url=page)
    space = room(settings.files or files(), settings.limits)
    if space.sockets < settings.limits.sockets:
        tell("cli.serve.few_files", n=space.sockets, files=space.files)
    if host not in EVERYWHERE:
        return
    others = [f"http://{address}:{port}/" for address in addresses()]
    if not others:
        tell("cli.serve.alone")
        return
    tell("cli.serve.others", urls="  ".join(others))
    if output.can_write("█▀▄"):
        import segno

        segno.make(others[0], micro=False).terminal(compact=True)
        sys.stdout.flush()


def _open(url: str) -> None:
    """Open the page in a moment, if there is a screen; a text browser would take over this terminal."""
    graphical = (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if graphical:
        opening = threading.Timer(0.3, webbrowser.open, (url,))
        opening.daemon = True
        opening.start()
