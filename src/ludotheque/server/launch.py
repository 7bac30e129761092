"""Starts and stops a server: the port, the data folder, the messages on the terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from ludotheque.bots.process import let_ctrl_c_through
from ludotheque.core import catalogue, output
from ludotheque.core.message import Message
from ludotheque.server.access.connections import files, space
from ludotheque.server.access.origins import addresses
from ludotheque.server.base import logs
from ludotheque.server.base.listening import EVERYWHERE, CannotStart, listen
from ludotheque.server.base.log_lines import listen_to_others, settle
from ludotheque.server.ops.garbage import Garbage
from ludotheque.server.ops.hosting.keys import HostKey, Sessions, host_key
from ludotheque.server.ops.side_server import uvicorn_settings
from ludotheque.server.services import Services, running
from ludotheque.server.settings import Settings
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


def serve(settings: Settings | None = None) -> None:
    """Serve until interrupted (Ctrl-C, SIGTERM). If the server cannot start, it prints why and exits with code 1.

    `Settings` that no server can run with raise `CannotStart` when they are put together.
    """
    language = settings.language if settings is not None else catalogue.environment()
    try:
        settings = settings or Settings()
        _log(settings)
        key = (
            host_key(settings.folder, settings.host_key_file, settings.host_key)
            if settings.host_page
            else None
        )
        settings = replace(
            settings,
            files=files(),
            compile_after_s=COMPILE_AFTER_S,
            host_key=key.key if key is not None else "",
        )
        with closing(listen(settings.host, settings.port)) as listening:
            port = listening.getsockname()[1]

            def started() -> None:
                _say(settings, port, key)
                if settings.open_browser:
                    _open(f"http://{_shown(settings.host)}:{port}/{_entry(settings, key)}")

            if settings.workers > 1:
                code = Workers(settings.workers, work, (settings,), listening, started).run()
                if code:
                    raise SystemExit(code)
            else:
                _end_by(asyncio.run(_run(settings, listening, started)))
    except (CannotStart, StoreError) as error:
        output.say(f"ludotheque: {error.said_in(language)}", err=True)
        raise SystemExit(1) from error
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def work(number: int, listening: socket.socket, line: Connection, settings: Settings) -> None:
    """Serve as one of several workers, see `workers.Workers`."""
    settings = replace(settings, worker=number, files=files())
    _log(settings)
    try:
        let_ctrl_c_through()
        _end_by(asyncio.run(_run(settings, listening, lambda: line.send(True), line.fileno())))
    except (CannotStart, StoreError) as error:
        output.say(f"ludotheque: {error.said_in(settings.language)}", err=True)
        raise SystemExit(1) from error
    except KeyboardInterrupt:
        pass


def _log(settings: Settings) -> None:
    logs.before_the_first(lambda: settle(settings.log_format, settings.worker))
    listen_to_others()


async def _run(
    settings: Settings,
    listening: socket.socket,
    started: Callable[[], None],
    line: int = -1,
) -> list[int]:
    """Serve until told to stop, or until the `line` to the parent is closed. `started` is called once browsers are served.

    Returns the signals that ended it. By then everything is closed, and the database is whole in its file.
    """
    import uvicorn

    from ludotheque.server.app import make_app

    async with running(settings) as services:
        app = make_app(services)
        services.house.lend(app, listening.getsockname()[1])
        config = uvicorn.Config(app, **uvicorn_settings(services))
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
        services.compiling.add_done_callback(lambda _: _tell_space(services))
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


def _tell_space(services: Services) -> None:
    """Tell how many connections there is room for, once that costs nobody's first moments."""
    space = services.space
    logger.info("space", files=space.files, sockets=space.sockets, requests=space.requests)


def _stop(server: uvicorn.Server, line: int) -> None:
    asyncio.get_running_loop().remove_reader(line)
    server.should_exit = True


def server_of(config: uvicorn.Config, services: Services) -> uvicorn.Server:
    """The server, which hands its tables over before it closes its sockets."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await services.hand_over()
            await asyncio.gather(super().shutdown(sockets), services.house.close("stopping"))

    return Server(config)


def _shown(host: str) -> str:
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _say(settings: Settings, port: int, key: HostKey | None = None) -> None:
    host, language = settings.host, settings.language

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
    found = space(settings.files or files(), settings.limits)
    if found.sockets < settings.limits.sockets:
        tell("cli.serve.few_files", n=found.sockets, files=found.files)
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


def _entry(settings: Settings, key: HostKey | None) -> str:
    """What makes the browser that this program opens the host's own, as part of an address: browsers send it to no server by themselves."""
    return f"#host={Sessions(key.key).ticket()}" if key is not None and settings.workers == 1 else ""


def _open(url: str) -> None:
    """Open the page in a moment, if there is a screen; a text browser would take over this terminal."""
    graphical = (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if graphical:
        opening = threading.Timer(0.3, webbrowser.open, (url,))
        opening.daemon = True
        opening.start()
