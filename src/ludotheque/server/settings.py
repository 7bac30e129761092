"""How a server runs: what its host asks for, checked as a whole when it is put together."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from ludotheque.bots.own import Bot, may_be_named
from ludotheque.core import catalogue
from ludotheque.core.data_folder import data_folder
from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message
from ludotheque.server.access.addresses import Proxies
from ludotheque.server.access.limits import Limits
from ludotheque.server.access.origins import Origins
from ludotheque.server.base.listening import EVERYWHERE, CannotStart
from ludotheque.server.base.log_lines import Format
from ludotheque.server.people.forgetting import hours_of
from ludotheque.server.people.notices.settings import NoticeSettings
from ludotheque.server.room.permits import RESIGN_S
from ludotheque.server.web.pages import is_alone

INNER = "127.0.0.1:0"
STATIC = Path(__file__).with_name("static")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Settings:
    """How a server runs. Raises `CannotStart` with the reason if no server can run so.

    Attributes:
        data: the data folder; None for the user's.
        host: the address to listen on.
        port: the port to listen on; 0 picks a free one.
        database: the URL of a PostgreSQL database; "" for a file in the data folder.
        workers: how many processes share the work; more than one need a `database`.
        inner_address: where other processes with the same database reach these, as `host` or `host:port`; this machine alone by default.
        bot_pause: the seconds that bots seem to think.
        countdown: the seconds before a raced game begins.
        resign_after: the seconds in which a resignation may be taken back.
        origins: further origins that may use the server.
        trust_proxy: addresses and networks of proxies that are believed about who asks; this machine always is.
        rtt_header: the header in which your own proxy gives the round trip to the browser, in microseconds.
        limits: the rate limits.
        notices: how people are called back to their tables.
        chat: whether people may write to each other.
        bots: bots of your own, by the names under which the page offers them. Each is a function or an object that can be called, see
            `ludotheque.bots.own`; they think in another process, so each must be one that `pickle` can send.
        forget_after: after how long guests who were not seen and tables that nobody touched are erased, such as `24h` or `7d`; "" for never.
        host_page: whether there is a page for the host of the server.
        host_key_file: the file with the key of that page.
        host_key: the key itself; without either it is made, and kept in the data folder.
        metrics: where metrics are told, as `host:port` or a port of this machine; workers take that port and the next ones. "" for nowhere.
        log_format: lines for people (`text`), or a JSON object in each (`json`).
        language: of what is printed in the terminal, `fr` or `en`; the environment's by default.
        open_browser: whether the page is opened in a browser.
        compiles: whether rules that are not compiled yet are compiled, in a process of low priority.
        compile_after_s: the seconds in which nothing is compiled, so that people who return to their tables are served first; `serve` sets them.
        files: how many files a process may open; 0 for as many as the system allows. `serve` sets it.
        in_page: whether this server is in a page, and everything comes from that page.
        static: the folder of the built client.
        alone: a folder that `ludotheque site` has written, to be served at `/alone/`; None for none.
        worker: the number of this process among the workers; None for the one that starts them, and if there are none.
    """

    data: Path | str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default="", repr=False)
    workers: int = 1
    inner_address: str = ""
    bot_pause: float = 0.7
    countdown: float = 0.0
    resign_after: float = RESIGN_S
    origins: Sequence[str] = ()
    trust_proxy: Sequence[str] = ()
    rtt_header: str = ""
    limits: Limits = field(default_factory=Limits)
    notices: NoticeSettings = field(default_factory=NoticeSettings, repr=False)
    chat: bool = True
    bots: Mapping[str, Bot] = field(default_factory=dict)
    forget_after: str = ""
    host_page: bool = False
    host_key_file: Path | None = None
    host_key: str = field(default="", repr=False)
    metrics: str = ""
    log_format: Format = "text"
    language: str = field(default_factory=catalogue.environment)
    open_browser: bool = False
    compiles: bool = False
    compile_after_s: float = 0.0
    files: int = 0
    in_page: bool = False
    static: Path = STATIC
    alone: Path | None = None
    worker: int | None = None

    def __post_init__(self) -> None:
        for name in ("origins", "trust_proxy"):  # an iterator could be read once
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not self.database and (self.inner_address or self.workers > 1):
            raise CannotStart(Message("cli.serve.one_process"))
        if self.alone is not None and not is_alone(self.alone):
            raise CannotStart(Message("cli.serve.not_alone", {"folder": str(self.alone)}))
        for name, bot in self.bots.items():
            _check_bot(name, bot)
        # The rest is checked now, so that mistakes are refused before anything begins.
        _ = (self.folder, self.allowed, self.proxies, self.forget_after_h, self.inner, self.metrics_at)

    @cached_property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data) if self.data is not None else _named_well(data_folder)

    @cached_property
    def allowed(self) -> Origins:
        """The host names and origins that are allowed."""
        public = [self.notices.public_url] if self.notices.public_url else []
        hosts = [] if self.host in EVERYWHERE else [self.host]
        return _named_well(lambda: Origins([*self.origins, *public], hosts))

    @cached_property
    def proxies(self) -> Proxies:
        """The proxies that are believed about who asks."""
        return _named_well(lambda: Proxies(self.trust_proxy))

    @cached_property
    def forget_after_h(self) -> int:
        """After how many hours unseen guests and untouched tables are erased; 0 for never."""
        return hours_of(self.forget_after)

    @cached_property
    def inner(self) -> str:
        """Where other processes with the same database reach this one, as `host:port`; port 0 picks a free one."""
        given = self.inner_address
        if not given:
            return INNER
        host, _, port = given.rpartition(":") if ":" in given.rpartition("]")[2] else (given, "", "0")
        last = int(port) + self.workers - 1 if port.isascii() and port.isdigit() else -1
        if not host or host in EVERYWHERE or not 0 <= last <= 65535:
            raise CannotStart(Message("cli.serve.inner", {"address": given}))
        return f"{host}:{self._own(port)}"

    @cached_property
    def metrics_at(self) -> str:
        """Where this process tells its metrics, as `host:port`; port 0 picks a free one; "" for nowhere."""
        if not self.metrics:
            return ""
        host, _, port = self.metrics.rpartition(":")
        if not (port.isascii() and port.isdigit() and int(port) + self.workers - 1 <= 65535):
            raise CannotStart(Message("cli.serve.metrics", {"address": self.metrics}))
        return f"{host or '127.0.0.1'}:{self._own(port)}"

    def _own(self, port: str) -> int:
        """The port of this process: workers take this one and the next ones; each a free one if it is 0."""
        return int(port) + (self.worker or 0) if int(port) else 0


def _check_bot(name: str, bot: Bot) -> None:
    """Raises `CannotStart` for a name that cannot be taken, and for a bot that cannot be asked in another process."""
    if not may_be_named(name):
        raise CannotStart(Message("cli.serve.bot_name", {"name": name}))
    why = "" if callable(bot) else type(bot).__name__
    try:
        pickle.dumps(bot)
    except Exception as error:  # whatever an object of somebody else's raises
        why = why or f"{type(error).__name__}: {error}"
    if why:
        raise CannotStart(Message("cli.serve.bot", {"name": name, "why": why}))


def _named_well(made: Callable[[], Made]) -> Made:
    """Something made of a setting. Raises `CannotStart` if the setting is not valid."""
    try:
        return made()
    except BadInput as error:
        raise CannotStart(
            Message("error.bad_input", {"field": error.field, "why": error.said or error.why})
        ) from error
