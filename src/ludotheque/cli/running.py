"""Shared by `simulate`, `tournament` and `balance`: where games are played, and the folder they are kept in."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from ludotheque.cli import matching
from ludotheque.cli.errors import FULL, Problem
from ludotheque.cli.helping import Command
from ludotheque.cli.options import Option
from ludotheque.core.message import Message
from ludotheque.core.output import say

if TYPE_CHECKING:
    from ludotheque.cli.words import Words
    from ludotheque.lab import Match, Result
    from ludotheque.lab.store import Store

Out = Annotated[
    Path | None,
    Option(
        "--out",
        metavar="FOLDER",
        help="Save a row for each game in a folder, in Parquet. The same command continues in that folder.",
    ),
]
Workers = Annotated[
    int | None,
    Option(
        "--workers -j",
        min=1,
        help="Number of processes to use. Default: 1, or with --cluster as many as it has processors.",
    ),
]
OnCluster = Annotated[
    str | None,
    Option(
        "--cluster",
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: HOST:PORT, or auto for the Ray that runs on this machine. Without an address: "
        "that of RAY_ADDRESS, or else Ray is started on this machine.",
    ),
]


class MayNameACluster(Command):
    """A command whose option --cluster has an address or none."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = [
            "--cluster=" if word == "--cluster" and not _is_address(after, args) else word
            for word, after in pairwise([*args, ""])
        ]
        return super().parse_args(ctx, given)


def _is_address(word: str, words: Sequence[str]) -> bool:
    """Whether the word after --cluster belongs to it. One without a colon does where a game is named elsewhere: it is refused later, by name."""
    if word == "auto" or not word or word.startswith("-"):
        return word == "auto"
    if ":" in word:
        return True
    from ludotheque.core import registry

    known = set(registry.names())
    return word not in known and bool(known & set(words))


@dataclass(frozen=True)
class Means:
    """What plays the games.

    Attributes:
        workers: the number of processes; None for the usual number.
        cluster: the address of a cluster, empty for the one that is found or started; None for this machine alone.
    """

    workers: int | None
    cluster: str | None


def find(means: Means) -> None:
    """Raise `ClusterError` for the address of a cluster at which none answers: at once, and not after all the rest."""
    if means.cluster:
        from ludotheque.lab import cluster

        cluster.find(means.cluster)


class MatchPlayer(Protocol):
    """What plays matches, as `lab.play_many` does."""

    def __call__(
        self, matches: Iterable[Match], keep_records: bool = False, measured: bool = False
    ) -> Generator[Result, None, None]: ...


@contextmanager
def player(means: Means, words: Words) -> Iterator[tuple[MatchPlayer, str]]:
    """A function that plays matches, and what the progress bar says. Raises `ClusterError` if the cluster cannot be used."""
    from ludotheque.lab import play_many

    if means.cluster is None:

        def here(
            matches: Iterable[Match], keep_records: bool = False, measured: bool = False
        ) -> Generator[Result, None, None]:
            yield from play_many(matches, means.workers or 1, keep_records, measured)

        yield here, words("cli.simulate.playing")
        return
    from ludotheque.lab import cluster

    say(words("cli.cluster.joining"), err=True)
    with cluster.joined(means.cluster or None, means.workers) as found:

        def there(
            matches: Iterable[Match], keep_records: bool = False, measured: bool = False
        ) -> Generator[Result, None, None]:
            yield from found.play_many(matches, keep_records, measured)

        yield there, words("cli.cluster.playing", n=found.processors)


def seed_of(seed: int | None, out: Path | None) -> int:
    """The seed typed, or that of the folder, or a random one."""
    if seed is None and out is not None:
        from ludotheque.lab.store import seed_of as kept_seed

        seed = kept_seed(out)
    return matching.seed_of(seed)


@contextmanager
def kept(
    out: Path | None, first: Match, kind: str, settings: dict[str, Any], more: Iterable[str] = ()
) -> Iterator[Store | None]:
    """The folder of games, if one was asked for. Raises `Problem` if there is no room for more games; nothing is lost then."""
    if out is None:
        yield None
        return
    from ludotheque.lab.store import Store, settings_of

    with with_room(out), Store(out, settings_of(first, kind, **settings), list(more)) as store:
        yield store


@contextmanager
def with_room(folder: Path) -> Iterator[None]:
    """Raise `Problem`, with what to do, if there is no room for files in a folder."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise Problem(
            Message("cli.store.full", {"folder": str(folder)}), Message("cli.store.full.next")
        ) from error


def ending(
    facts: dict[str, Any], games: int, before: int, seconds: float, kept: Iterable[str], words: Words
) -> Iterator[str]:
    """How long it took, how many games there were before, what was kept, and how to go on after a stop."""
    if before:
        yield words("cli.run.before", n=before)
    if games > before:
        rate = words.number((games - before) / max(seconds, 1e-9), 1)
        yield words("cli.simulate.took", seconds=words.number(seconds, 1), rate=rate)
    if "out" in facts:
        yield words("cli.simulate.kept", path=facts["out"])
    yield from kept
    if games < facts["asked"]:
        yield words("cli.simulate.stopped", n=games, of=facts["asked"])
        if "out" in facts:
            yield words("cli.run.goes_on")
