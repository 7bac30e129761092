"""`balance`: is a game fair, how long is it, what matters in it? Of the standard game, and of others beside it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from ludotheque.cli import matching, running
from ludotheque.cli.compiling import say_if_interpreted
from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem
from ludotheque.cli.options import (
    AsJson,
    ComponentFile,
    GameName,
    GameOptions,
    Option,
    options_of,
    own_components,
)
from ludotheque.cli.stopping import noting_stops
from ludotheque.core.message import Message
from ludotheque.core.output import say, say_data

if TYPE_CHECKING:
    from ludotheque.cli.stopping import Stopped
    from ludotheque.cli.words import Words
    from ludotheque.core.game import Game
    from ludotheque.lab import Match
    from ludotheque.lab.balance import BalanceVariant, PlayedGame, VariantGames

SEATS = "seats"
"""In a variant, what sets the number of players instead of an option."""


def balance(
    game: GameName,
    out: Annotated[Path, Option(metavar="FOLDER")],
    games: Annotated[int, Option("-n", min=1)] = 1000,
    bot_levels: matching.Bots = matching.DEFAULT_LEVEL,
    against: Annotated[str, Option(metavar="LEVEL")] = "random",
    variant: Annotated[tuple[str, ...], Option(metavar="NAME=VALUE|FILE[,…]")] = (),
    seats: matching.Seats = None,
    seed: Annotated[int | None, Option(min=0)] = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    opening: Annotated[int | None, Option("--opening-random", metavar="N", min=0)] = None,
    near: Annotated[float | None, Option("--greedy-near", metavar="SHARE", min=0.0, max=1.0)] = None,
    workers: running.Workers = None,
    cluster: running.OnCluster = None,
    as_json: AsJson = False,
) -> None:
    """Find out whether a game is fair, how long it is, and what matters in it; write a page in French and in English.

    For example: `ludotheque balance bantu --variant short=true --games 2000 --out runs/bantu`.

    Every variant plays the same seeds twice: between equal bots, and with the first bot alone among weak ones. The page shows the
    advantage of each seat and of going first, length, choices, changes of lead, comebacks, luck and skill, and what each tile, card or
    call is worth. Intervals are corrected for many comparisons. Every figure links to a game that opens in the browser.

    Ctrl-C or SIGTERM stops early and writes the pages of the games so far; the same command continues. The exit code is then 130 or 143.

    Options:
        out: Folder for the games, the figures and the pages. The same command continues in that folder.
        games: Number of games of each variant, and of each kind of bots.
        against: The weak bot that the first of --bots plays against, to tell luck from skill.
        variant: Another way to play, to compare with the standard game: options, a component file, seats=N, or several of them with
            commas. Can be given several times.
        seed: Seed of the first game; the next games use the numbers that follow. Default: that of the folder, or 1.
        opening: Choose the first N actions of each game at random, from its seed. Default: 0; in a game without chance, twice the
            number of players.
        near: Let greedy choose at random among actions at most this share of a win worse than the best. Default: 0; in a game without
            chance, 0.01.
    """
    from ludotheque.cli.words import Words
    from ludotheque.core import registry
    from ludotheque.lab import balance_files
    from ludotheque.lab.balance import STANDARD
    from ludotheque.lab.folders import must_be_free
    from ludotheque.lab.store import WORDS, StoreError, seed_of

    found = registry.get(game)
    words = Words()
    if not (out / "games").is_dir():
        must_be_free(out, StoreError, WORDS)
    matching.must_be_known(against)
    levels = matching.levels_of(bot_levels)
    count = matching.seats_for(found, [levels], seats)
    if seed is None:  # the pages say which, and nobody needs another
        kept = seed_of(out / "games" / STANDARD)
        seed = 1 if kept is None else kept
    typed = _Typed(found, levels, count, seed, option, component_file, opening, near)
    variants = [typed.variant(each) for each in ("", *variant)]
    _must_differ(variants, against)
    began = perf_counter()
    with noting_stops() as stopped:
        means = running.Means(workers, cluster)
        played = _Playing(games, out / "games", means, words, stopped).all(variants, against)
    if not played:
        raise Problem(Message("cli.simulate.none"), code=stopped.code or FAILED)
    again = typed.command(against, len(played[0].games), variant)
    data = balance_files.data_of(played, against, again)
    with running.with_room(out), matching.bar(len(data["chosen"]), words("cli.balance.writing")) as step:
        for _ in balance_files.write(out, data, balance_files.records_of(data, played), step):
            pass
    if as_json:
        say_data((out / "data" / "figures.json").read_text("utf-8"), nl=False)
    else:
        total = sum(len(each.games) + len(each.skilled) for each in played)
        say(words("cli.balance.done", games=total, seconds=words.number(perf_counter() - began, 1)))
        say(words("cli.balance.open", path=out / f"index.{words.language}.html"))
    if stopped.code:
        say(words("cli.run.goes_on"), err=True)
        raise SystemExit(stopped.code)


@dataclass(frozen=True)
class _Typed:
    """What was typed for all variants."""

    game: Game
    levels: tuple[str, ...]
    seats: int
    seed: int
    options: Sequence[str]
    box: Path | None
    opening: int | None
    near: float | None

    def variant(self, typed: str) -> BalanceVariant:
        """A variant as it was typed. Raises `Problem` if it names no file and no option."""
        from ludotheque.lab import Match
        from ludotheque.lab.balance import STANDARD, BalanceVariant, slug

        game, seats, box, chosen, called = self.game, self.seats, self.box, list(self.options), []
        for part in filter(None, (each.strip() for each in typed.split(","))):
            name, given, value = part.partition("=")
            called.append(part if given else Path(part).stem)
            if not given:
                box = Path(part)
            elif name != SEATS:
                chosen = [each for each in chosen if each.partition("=")[0] != name] + [part]
            elif value.isdecimal():
                seats = int(value)
            else:
                raise _wrong(Message("cli.balance.seats", {"typed": part}))
        even = game.max_chance == 1
        match = Match(
            game.name,
            seats,
            matching.for_seats(self.levels, seats),
            self.seed,
            options_of(game, chosen),
            own_components(box),
            opening=self.opening if self.opening is not None else 2 * seats if even else 0,
            near=self.near if self.near is not None else matching.NEAR if even else 0.0,
        )
        return BalanceVariant(slug(",".join(called)) if typed else STANDARD, ", ".join(called), match)

    def command(self, against: str, games: int, variants: Sequence[str]) -> str:
        """The command that makes the same pages anywhere: all but the folder and the processes."""
        typed = ["ludotheque", "balance", self.game.name]
        for each in self.options:
            typed += ["--option", each]
        if self.box is not None:
            typed += ["--components", str(self.box)]
        for each in variants:
            typed += ["--variant", each]
        bots = self.levels[0] if len(set(self.levels)) == 1 else ",".join(self.levels)
        typed += ["--seats", str(self.seats), "--bots", bots]
        typed += ["--against", against, "--games", str(games), "--seed", str(self.seed)]
        for name, value in (("--opening-random", self.opening), ("--greedy-near", self.near)):
            typed += [] if value is None else [name, str(value)]
        return shlex.join(typed)


def _wrong(what: Message) -> Problem:
    return Problem(what, Message("cli.balance.variant.next"), ASKED_WRONGLY)


def _must_differ(variants: Sequence[BalanceVariant], against: str) -> None:
    """Check every variant, and raise `Problem` where two are the same."""
    from ludotheque.lab import matches

    seen: dict[Any, str] = {}
    names: set[str] = set()
    for each in variants:
        table = matches.check(each.match)
        matches.check(each.against(against))
        what = each.match.seats, tuple(sorted(table.options.items(), key=str)), table.journal.setup.digest
        if what in seen or each.name in names:
            said = {"typed": each.typed, "other": seen.get(what) or "standard"}
            raise _wrong(Message("cli.balance.same", said))
        seen[what] = each.typed
        names.add(each.name)


class _Playing:
    """Plays what is still missing of a balance. What was kept before a stop is there, too."""

    def __init__(
        self, games: int, folder: Path, means: running.Means, words: Words, stopped: Stopped
    ) -> None:
        self.games, self.folder, self.means = games, folder, means
        self.words, self.stopped = words, stopped

    def all(self, variants: Sequence[BalanceVariant], against: str) -> list[VariantGames]:
        """The games of the variants, up to the first that has none."""
        from ludotheque.core import registry
        from ludotheque.lab.balance import VariantGames
        from ludotheque.lab.matches import is_cooperative

        played = []
        with ExitStack() as stack:

            @cache
            def player() -> running.MatchPlayer:
                """What plays, made when the first game is missing: joining a cluster takes a while."""
                return stack.enter_context(running.player(self.means, self.words))[0]

            for number, each in enumerate(variants):
                said = {"n": 2 * number + 1, "of": 2 * len(variants)}
                games = self.of(each.name, each.match, player, said)
                skilled: list[PlayedGame] = []
                if each.match.seats > 1:  # otherwise there are no weak ones
                    said["n"] += 1
                    skilled = self.of(f"{each.name}-skill", each.against(against), player, said)
                if not games:
                    break
                together, first = is_cooperative(each.match), registry.get(each.match.game).first
                played.append(VariantGames(each, games, skilled, together, first))
        return played

    def of(
        self, name: str, first: Match, player: Callable[[], running.MatchPlayer], said: dict[str, int]
    ) -> list[PlayedGame]:
        """The games of a folder, played as far as they are missing."""
        from ludotheque.lab import MatchFailed, balance, series
        from ludotheque.lab.store import code_of

        settings = {"bots": matching.names_of(first), "rotate": True, "code": code_of(first.levels)}
        with running.kept(self.folder / name, first, "balance", settings, balance.COLUMNS) as store:
            assert store is not None
            done = len(store.results)
            if done < self.games and not self.stopped:
                running.find(self.means)
                say_if_interpreted(first.game, self.words)
                rest, play = islice(series(first, self.games), done, None), player()
                doing = self.words("cli.balance.playing", **said)
                with (
                    matching.bar(self.games, doing, done) as step,
                    closing(play(rest, measured=True)) as results,
                ):
                    try:
                        for result in results:
                            store.add(replace(result, measures=None), balance.cells_of(result.measures))
                            step()
                            if self.stopped:
                                break
                    except MatchFailed as error:
                        raise Problem(str(error)) from error
            return [
                balance.game_of(number, result, cells)
                for number, (result, cells) in enumerate(
                    zip(store.results[: self.games], store.more[: self.games], strict=True)
                )
            ]
