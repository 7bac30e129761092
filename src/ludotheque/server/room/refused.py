"""The reasons for the server's refusals: every `error.*` key that it sends, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core import catalogue
from ludotheque.core.errors import BrokenGame, LudothequeError, UnknownGame
from ludotheque.core.message import Message
from ludotheque.server.room.wire import Rejected, plain

MAX_WHY = 200
"""The most letters of a decoder's message that an answer quotes."""

KEYS: Mapping[str, str] = {
    "error.allowed": "this can be done",
    "error.advice_wait": "there is nothing for you to do just now",
    "error.already_asking": "somebody is already waiting for an answer",
    "error.asked_again": "that was asked a moment ago; ask again in {n} s",
    "error.already_claimed": "this seat's hand is on its way already",
    "error.already_started": "the game has already begun",
    "error.already_ready": "you have said that you are ready",
    "error.counting": "the game begins by itself in a moment",
    "error.bad_input": "{field}: {why}",
    "error.bad_name": "a name has 1 to 40 letters",
    "error.name_signs": "a name has no characters that cannot be shown",
    "error.bad_line": "a line has 1 to 200 letters",
    "error.busy": "the server has no room for more just now",
    "error.stopping": "the server is stopping",
    "error.chat_fast": "you write faster than anybody can read; wait {n} s",
    "error.chat_full": "a table keeps {n} lines; there is no room for more",
    "error.chat_watching_full": "a table keeps {n} lines of people who watch; there is no room for more",
    "error.chat_yours_full": "a table keeps {n} lines of each person; there is no room for more of yours",
    "error.chat_off": "there is no chat at this table",
    "error.evening.clock": "a game of an evening has a time for each move or for the whole game, and none against the clock has another",
    "error.evening.closed": "this evening is over",
    "error.evening.few": "a round needs {n} people; {here} are there",
    "error.evening.full": "an evening has room for {n} people",
    "error.evening.name": "the name of an evening has 1 to {most} letters",
    "error.evening.no_player": "this evening has no such player",
    "error.evening.not_organiser": "only the organiser of the evening may do that",
    "error.evening.ranks": "each place needs a rank: 1 for the first, and equal ones share it",
    "error.evening.round_begun": "round {n} has begun already",
    "error.evening.rounds_over": "all {n} rounds have been played",
    "error.evening.sizes": "{game} is for {numbers} players; choose how many sit at a table accordingly",
    "error.evening.table_over": "this table has a result already; correct it instead",
    "error.evening.together": "where all win or lose together, there is nothing to compare",
    "error.evening.unfinished": "table {tables} still plays; wait for it, or end it",
    "error.evening.unknown": "there is no such evening; ask the organiser for the link",
    "error.game_missing": "the game {game} is not installed here any more; install it again and restart the server",
    "error.forbidden_host": "this server does not answer to the name {host}; start it with --origin to allow it",
    "error.forbidden_origin": "pages of {origin} may not talk to this server; start it with --origin to allow them",
    "error.game_over": "the game is over",
    "error.kept.nameless": "give yourself a name first, then keep it",
    "error.kept.taken": "somebody else keeps the name {name} here; add something to yours, then keep it",
    "error.kept.too_often": "that was tried often; try again in {n} s",
    "error.kept.wrong": "that name and that phrase do not belong together here; look at both again",
    "error.table_abandoned": "nobody came for {n} days, so this table is closed; make a new one",
    "error.log.begins": "the first event is not the making of the table",
    "error.log.failed": "it cannot be opened: {why}",
    "error.log.fault": "event {seq} ({kind}) cannot be carried out: {why}",
    "error.log.first": "seat {first} goes first, not seat {said}",
    "error.log.gap": "event {seq} follows event {before}",
    "error.log.handicaps": "there are not as many handicaps as seats",
    "error.log.kind": "event {seq} is of the unknown kind {kind}",
    "error.log.no_question": "an answer to no question",
    "error.log.no_clock": "a time is up where there is no clock",
    "error.log.not_begun": "something was played before the game began",
    "error.log.not_paused": "a game goes on that did not stand still",
    "error.log.refused": "event {seq} ({kind}) is against the rules installed here",
    "error.log.unread": "event {seq} cannot be read: {why}",
    "error.log.not_closed": "a table is opened again that was not closed",
    "error.log_failed": "the server could not write this down ({why}), so it did not happen; try again",
    "error.blocks_full": "you block {n} people already; unblock somebody first",
    "error.host.key": "this is not the key",
    "error.host.sign_in": "sign in with the key first",
    "error.host.text": "write a sentence of 1 to {limit} characters",
    "error.host.unreached": "the process of this table does not answer; try again",
    "error.household.twice": "{name} is already here; choose another name",
    "error.house.address": "this computer cannot listen at {address}: {why}",
    "error.house.container": "this server runs in a container, whose addresses no phone reaches; publish its port instead",
    "error.house.here": "phones are let in at the computer that runs the server alone, at the address that it opens there",
    "error.house.listens": "this server does not listen to its own computer alone; send people the address at which it listens",
    "error.house.no_network": "this computer is in no home network now; join the Wi-Fi, then try again",
    "error.house.port": "another program uses port {port} at {address}; stop it, or start the games with --port {other}",
    "error.house.processes": "several processes can share the work of this server; start it with --host 0.0.0.0 to let phones in",
    "error.house.public": "this server has a public address or a proxy; send people that address",
    "error.invite.missing": "people sit down here with a link of the host; you may watch, and ask the host for it",
    "error.invite.nobody": "the host lets nobody else sit down now; you may watch, and ask the host",
    "error.invite.old": "this link lets nobody sit down any more; you may watch, and ask the host for a new one",
    "error.invite.same": "it is so already",
    "error.no_seat_for_you": "this table has no seat for you",
    "error.nobody_there": "they are not here any more; look again",
    "error.not_yourself": "this is you",
    "error.quiet_name": "nobody writes to anybody at this table, so names stay as they are now",
    "error.table_closed": "the host of this server has closed this table; nothing that was played is lost",
    "error.mail.address": "this is no e-mail address",
    "error.mail.link": "this link was used already, or is too old",
    "error.mail.off": "this server sends no e-mails",
    "error.mail.too_many": "too many e-mails were asked for; try again in {n} s",
    "error.mail.unsent": "the e-mail could not be sent; try again later",
    "error.malformed": "this message cannot be understood: {why}",
    "error.moved": "this table lives in another process of the server now; connect again",
    "error.no_guest": "open the page again: this server does not know you, or no longer does",
    "error.not_asked": "nobody asks this seat for a takeback now",
    "error.not_found": "there is nothing at this address",
    "error.not_away": "{name} is at the table, or was a moment ago",
    "error.not_host": "only the host of the table may do that",
    "error.not_over": "the game is not over yet",
    "error.not_playing": "the game has not begun",
    "error.awaited": "{name} has not come to this game yet",
    "error.not_ready": "{name} is not ready yet",
    "error.paused": "the game is paused; it goes on in a moment",
    "error.not_raced": "this is not raced for now",
    "error.not_resigning": "this seat is not resigning",
    "error.not_seated": "only somebody who sits at the table may do that",
    "error.not_waited": "the others have not waited for them long enough",
    "error.not_your_seat": "this seat is not yours",
    "error.not_your_turn": "it is not this seat's turn",
    "error.nudged": "they were just reminded; remind them again in {n} s",
    "error.nothing_to_undo": "there is nothing to take back",
    "error.push.endpoint": "this is not the subscription of a browser that can be called",
    "error.push.gone": "the browser's push service does not know this browser any more; switch it off and on again",
    "error.push.keys": "the server cannot read its keys; its host finds out more in the data folder",
    "error.push.missing": "this server cannot call browsers: the extra notify is not installed",
    "error.push.off": "the host of this server has switched this off",
    "error.push.refused": "the browser's push service refused the message ({status})",
    "error.push.unreachable": "the server cannot reach the browser's push service: it needs the internet",
    "error.revealed": "something was shown or drawn since: it cannot be taken back",
    "error.race_over": "that race is over",
    "error.replay.clock": "this game is played against the clock: no search knows who would have been quicker",
    "error.replay.compiling": "the rules of this game are still being compiled; try again in a moment",
    "error.replay.failed": "this game could not be studied: {why}",
    "error.replay.no_decision": "nobody had to decide anything at this moment",
    "error.replay.not_compiled": "the rules of this game are not compiled here, so nothing is searched",
    "error.replay.not_over": "nobody gets advice while the game goes on; come back when it is over",
    "error.replay.over": "the game was over at this moment: go back to an earlier one",
    "error.replay.secrets": "this game still has secrets; try again when it is over",
    "error.replay.others": "other people are still playing this game; try again when it is over",
    "error.replay.too_long": "this takes longer than this computer has time for",
    "error.replay.not_a_game": "this is not a saved game",
    "error.replay.unread": "this saved game cannot be replayed here",
    "error.resigned_again": "you took that back a moment ago; resign again in {n} s",
    "error.resigned": "this seat has resigned",
    "error.resigning": "this seat is resigning already",
    "error.rules_changed": "this table was played with version {old} of the rules; version {new} is installed: install the old one to open it",
    "error.seat_open": "some seats are still open",
    "error.seat_taken": "this seat is taken",
    "error.server": "the server failed ({why}); its log says more",
    "error.no_room": "this device has no room to keep it, so it did not happen; make room and try again",
    "error.stale": "the table has changed meanwhile; look again",
    "error.table_unreadable": "the log of this table is damaged: {why}",
    "error.too_big": "this message is larger than {limit} bytes",
    "error.too_fast": "too many messages; wait {n} s",
    "error.unknown_bot": "there is no bot of the level {level}",
    "error.bot_has_no_hands": "the bot {level} cannot play a game against the clock: only the levels can",
    "error.unknown_game": "there is no game {game} here",
    "error.unknown_move": "there is no move {move}",
    "error.unknown_seat": "there is no seat {seat} at this table",
    "error.unknown_table": "there is no such table",
    "error.unreadable": "{text} names no action",
    "error.wrong_type": "send JSON, with the header Content-Type: application/json",
}
"""Every key with its English text, for logs and for programs that read no catalogue."""


class Refused(Exception):
    """A command or request is refused.

    `message` says why, `rules` are the rulebook rows behind it, and `headers` go with an answer over HTTP.
    """

    def __init__(self, key: str, rules: Sequence[str] = (), status: int = 400, /, **args: Any) -> None:
        super().__init__(key)
        self.message = Message(key, args)
        self.rules = tuple(rules)
        self.status = status
        self.headers: dict[str, str] = {}

    @classmethod
    def by(cls, message: Message, rules: Sequence[str] = ()) -> Refused:
        """A refusal with a message from elsewhere, such as a game's rules."""
        refused = cls(message.key, rules)
        refused.message = message
        return refused

    @classmethod
    def bad_input(cls, field: str, why: str, **args: Any) -> Refused:
        """A field has an impossible value: `why` is the key of a message."""
        return cls("error.bad_input", field=field, why=Message(why, args))

    @classmethod
    def unwritten(cls, error: Exception) -> Refused:
        """Something that could not be written down and so did not happen."""
        return cls(getattr(error, "refusal", "error.log_failed"), (), 503, why=first_line(error))

    @classmethod
    def of(cls, error: LudothequeError) -> Refused:
        """A refusal with the message of an error of the core."""
        if error.message is not None:
            return cls.by(error.message, getattr(error, "rules", ()))
        return cls("error.bad_input", field="", why=error.text)

    @classmethod
    def no_game(cls, name: str, error: UnknownGame) -> Refused:
        """A game that is not installed, or (500) cannot be loaded, with the reason."""
        if isinstance(error, BrokenGame) and error.message is not None:
            refused = cls.by(error.message)
            refused.status = 500
            return refused
        return cls("error.unknown_game", (), 404, game=name[:64])

    def answer(self, command_id: str, seq: int, scene: Any = None) -> Rejected:
        """The answer to a command that is refused."""
        return Rejected(command_id, self.message, list(self.rules), seq, scene)

    def as_json(self) -> dict[str, Any]:
        """The body of an HTTP response: the message and its English text."""
        return {
            "error": {"key": self.message.key, "args": plain(dict(self.message.args))},
            "text": english(self.message),
        }


def first_line(error: Exception) -> str:
    """The first line of a log error. The lines below may quote the events, which are private."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def why_unread(error: Exception) -> str:
    """Why a decoder cannot read something, cut short: it may quote a value of any length."""
    text = str(error)
    return text if len(text) <= MAX_WHY else f"{text[:MAX_WHY]}…"


def english(message: Message) -> str:
    """The English text of one of this module's messages; from the catalogue if a file or game made it."""
    words = KEYS.get(message.key) or catalogue.say(message, "en")
    for name, value in message.args.items():
        said = catalogue.say(value, "en") if isinstance(value, Message) else str(value)
        words = words.replace("{" + name + "}", said)
    return words
