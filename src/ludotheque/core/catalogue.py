"""The French and English catalogues of the library and of every game, and how a message is put into words.

The browser's `i18n.ts` follows the same rules; test vectors shared by both keep them equal.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core import packaged, po, registry
from ludotheque.core.game import Game
from ludotheque.core.message import Message

LANGUAGES = ("fr", "en")
FRENCH, ENGLISH = LANGUAGES

Entry = po.Entry

_FOR_PROGRAMS = re.compile(
    r"(?:error\.record|error\.position|[^.]+\.position|[^.]+\.thing|sheet|[^.]+\.print)\."
)
"""Keys of sentences that a browser is never sent: faults in records and positions, what a balance counts, what is printed on paper."""
_HOLE = re.compile(r"\{([a-z_][a-z0-9_]*)(:th)?\}")
"""A hole. `{n:th}` takes a number as an ordinal: `2nd` in English."""

_END = re.compile(r"(?<!\.)\.$|\s*!$")
"""How a sentence ends: with a stop or an exclamation mark. An ellipsis means that more follows."""

PLACED = str.maketrans("", "", "⟦⟧")
"""Between these a sentence names places, which a child's board does not: there the page leaves it out (`lib/i18n.ts`)."""


def environment() -> str:
    """The language of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`): `fr` if it is French, else `en`."""
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return FRENCH if asked.lower().startswith(FRENCH) else ENGLISH


def holes(text: str) -> set[str]:
    """The names of the `{holes}` in a text."""
    return {name for name, _ in _HOLE.findall(text)}


@functools.cache
def of_package(package: str, language: str) -> dict[str, Entry]:
    """The entries of one package, from its `i18n/<language>.po`; empty if it has no such file."""
    path = packaged.file_of(package, "i18n", f"{language}.po")
    if path is None:
        return {}
    try:
        return po.read(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def of_game(game: Game, language: str) -> dict[str, Entry]:
    """The entries of one game: those of its package, and the words of its declaration where a language has no others."""
    said = {f"{game.name}.{key}": text for key, text in game.words.items()}
    return said | of_package(game.package, language)


def export(language: str, terminal: bool = True) -> dict[str, Entry]:
    """Every key of the library and of the installed games, with its text, or `[one, other]` for a plural.

    Args:
        language: `fr` or `en`.
        terminal: whether to include the entries that no browser needs: those of the command line, and what may be wrong with
            records and positions.
    """
    entries = dict(of_package("ludotheque", language))
    if terminal:
        entries.update(of_package("ludotheque.cli", language))
    for game in registry.installed_games().values():
        entries.update(of_game(game, language))
    return (
        entries if terminal else {key: text for key, text in entries.items() if not _FOR_PROGRAMS.match(key)}
    )


LATER = (
    "ui.replay.",
    "ui.box.",
    "error.box.",
    "ui.aid",
    "ui.bet",
    "ui.chances",
    "ui.chat.",
    "ui.champion",
    "ui.compose",
    "ui.what_if",
    "ui.share.",
    "ui.history",
    "ui.household.",
    "error.household.",
    "ui.day.",
    "ui.edition",
    "error.advice_wait",
    "error.already_",
    "error.allowed",
    "error.ambiguous",
    "error.asked_again",
    "error.awaited",
    "error.no_chance",
    "error.not_asked",
    "error.paused",
    "error.replay.",
    "error.revealed",
    "ui.house.",
    "ui.keys.",
    "ui.new.",
    "ui.edition",
    "ui.over.",
    "ui.own.",
    "ui.ready.",
    "ui.emote.",
    "ui.block.",
    "error.invite.",
    "ui.rules.",
    "ui.first_game.",
    "error.house.",
    "ui.photo.",
    "ui.overlay.",
    "ui.past.",
    "ui.board.",
    "ui.zone.",
    "ui.prompt.",
    "ui.cheer",
    "ui.countdown",
    "ui.heard",
    "ui.lobby.",
    "ui.lines.",
    "ui.link.",
    "ui.live.",
    "ui.practice.",
    "ui.resign",
    "ui.secret",
    "ui.rematch",
    "ui.undo",
    "ui.watching.",
    "ui.mail.page.",
    "ui.me.",
    "ui.evening",
    "ui.ranking",
    "ui.rated.",
    "ui.unrated.",
    "ui.host.",
    "error.components.",
    "ui.edit",
    "ui.trial",
    "ui.moves",
    "ui.door.",
    "ui.nudge",
    "ui.remove",
    "ui.await",
    "ui.reply",
    "ui.calls",
    "ui.rule.",
    "ui.rules.decided",
    "ui.rules.reconstructed",
    "ui.site.",
    "ui.printing",
    "error.print",
    "error.trial",
    "ui.alone.",
    "ui.over.account",
    "ui.over.left",
    "ui.over.ranking",
    "ui.over.rest",
    "ui.over.with",
    "ui.over.you",
    "ui.handicap",
    "ui.choices",
    "ui.advice",
    "ui.shared.",
    "ui.end.",
    "ui.away.",
    "ui.view.",
    "ui.loupe",
    "ui.why.undo",
    "ui.why.past.",
    "ui.why.nudge",
    "error.alone",
    "error.chat",
    "error.counting",
    "error.evening.",
    "error.host.",
    "error.log.",
    "error.no_advice",
    "error.no_room",
    "error.no_takebacks",
    "error.not_away",
    "error.not_over",
    "error.not_raced",
    "error.not_ready",
    "error.not_resigning",
    "error.not_seated",
    "error.not_waited",
    "error.not_your_",
    "error.nothing_to_undo",
    "error.nudged",
    "error.push.",
    "error.race_over",
    "error.resign",
    "error.undo_",
    "error.why.",
    "error.kept.",
    "error.bad_line",
    "error.unknown_move",
    "error.time_backwards",
    "ui.acting",
    "ui.bar.",
    "ui.device.join",
    "ui.device.lost",
    "ui.device.nameless",
    "ui.device.who",
    "ui.drawer.",
    "ui.hand.",
    "ui.invite.hint",
    "ui.invite.link",
    "ui.invite.qr",
    "ui.invite.send",
    "ui.invite.text",
    "ui.late",
    "ui.news",
    "ui.panels",
    "ui.record",
    "ui.setup.",
    "ui.things",
    "ui.why.bet",
    "ui.why.chance",
    "ui.why.first_step",
    "ui.why.lay",
    "ui.why.newest",
    "ui.why.oldest",
    "ui.why.resigning",
    "ui.why.setup",
    "ui.why.shown",
    "ui.why.thinking",
    "mail.",
)
"""Prefixes of messages that a first page does not need: those of tables, and of what comes after a game. Links to pages end in `.open`."""


def of_front_page(language: str) -> dict[str, Entry]:
    """The entries that the front page needs: without those of games, except their titles and taglines, and of what comes later."""
    later = (*LATER, *(f"{name}." for name in registry.installed_games()))
    needed = (".title", ".tagline", ".open", ".offer", ".offer.for", "rules.of", ".called_off", ".watcher")
    entries = export(language, terminal=False)
    return {key: text for key, text in entries.items() if not key.startswith(later) or key.endswith(needed)}


def say(
    message: Message | Mapping[str, Any] | str,
    language: str,
    entries: Mapping[str, Entry] | None = None,
    names: Mapping[int, str] | None = None,
) -> str:
    """Put a message into words. A missing key gives `[key]`, which is easy to spot and fails the checks.

    With `names`, seats are called by them: wherever a key ends in `.player` and has the argument `seat`.
    """
    if isinstance(message, Message):
        key, args = message.key, message.args
    elif isinstance(message, str):
        key, args = message, {}
    else:
        key, args = message["key"], message.get("args", {})
    entries = export(language) if entries is None else entries
    if names and key.endswith(".player") and args.get("seat") in names:
        return names[args["seat"]]
    entry = entries.get(key)
    if entry is None:
        return f"[{key}]"
    if isinstance(entry, list):
        entry = entry[0] if _is_one(args.get("n", 1), language) else entry[1]
    entry = entry.translate(PLACED)

    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in args:
            return match.group(0)
        value = args[name]
        if isinstance(value, Message) or (isinstance(value, Mapping) and "key" in value):
            inner = say(value, language, entries, names)
            return unended(inner) if _goes_on(entry[match.end() :]) and not _is_name(value) else inner
        return ordinal(int(value), language) if match.group(2) else str(value)

    return _HOLE.sub(fill, entry)


def unended(said: str) -> str:
    """A sentence that others follow in the same line, without the mark that ends it."""
    return _END.sub("", said)


def _goes_on(rest: str) -> bool:
    """Whether a sentence put into another is not its end: a mark, a bracket or a word that begins small follows."""
    after = rest.lstrip()[:1]
    return after in tuple(",;:.!?…()[]»”–—·") or after.islower()


def _is_name(value: Message | Mapping[str, Any]) -> bool:
    """Whether a message is the name of a game, which may end in a mark of its own."""
    return str(value.key if isinstance(value, Message) else value["key"]).endswith(".title")


def ordinal(number: int, language: str) -> str:
    """A number as an ordinal: `1st`, `2nd`, `11th`; in French `1ᵉʳ`, `2ᵉ`."""
    if language == FRENCH:
        return f"{number}ᵉʳ" if number == 1 else f"{number}ᵉ"
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _is_one(n: Any, language: str) -> bool:
    return n in (0, 1) if language == "fr" else n == 1
