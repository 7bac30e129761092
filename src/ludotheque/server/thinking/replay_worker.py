"""What a replay asks of another process: reading a record strictly, all scenes of a game, a search at one moment, a picture, a position.

These functions run in the process of `Bots.study`. It has a low priority, so that games being played come first.
"""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from ludotheque import bots
from ludotheque.bots import review
from ludotheque.core import artefact, catalogue, chance, entry
from ludotheque.core.errors import BadRecord, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.journal import Journal, position_of
from ludotheque.core.message import Message
from ludotheque.core.outcome import Outcome
from ludotheque.core.record import loads, split
from ludotheque.scene.changes import changes
from ludotheque.scene.model import Layout, Scene
from ludotheque.scene.souvenir import Caption, souvenir
from ludotheque.server.base.cache import Cache
from ludotheque.server.room.chairs import Chair
from ludotheque.server.room.races.photo import Finished, photos
from ludotheque.server.room.views import chair_facts, move_of
from ludotheque.server.room.wire import Move, TableFacts
from ludotheque.server.thinking.running import Reached, position_key, positions_of
from ludotheque.table import views
from ludotheque.table.replay import replay

P = ParamSpec("P")
T = TypeVar("T")

MAX_EVENTS = 5_000
"""A record with more events is not read."""

KEPT = 4
"""How many games this process remembers, so that it does not read one again for each question."""


@dataclass(frozen=True)
class Source:
    """A game to look at: the text of a record, or a journal as `pickle.dumps(journal.saved())`. `key` tells it from all others."""

    key: str
    record: str = ""
    saved: bytes = b""


@dataclass(frozen=True)
class Unread:
    """A record cannot be read: why, in each language. `is_game`: whether it is a saved game at all, by its first line."""

    words: dict[str, str]
    is_game: bool = True


@dataclass(frozen=True)
class Branch:
    """What a table needs to begin at a moment of another one. `key` tells the position from others, see `running.position_key`."""

    game: str
    seats: int
    components: dict[str, Any] | None
    position: dict[str, Any]
    actor: int
    is_over: bool
    key: str


class Shown(msgspec.Struct, frozen=True):
    """A whole game as a browser shows it.

    Attributes:
        table: who sat there, and how it ended.
        layout: the board's size and places.
        board: the board as SVG.
        moves: the list of moves.
        scene: the scene at the start.
        changes: what each move changed in the scene, see `scene/changes.py`.
        photos: the photo finishes of its races.
        due: the seat that would act next where the moves end; -1 where the rules ended the game. Where seats gave up it could go on.
        no_chances: why nobody's chances can be computed; None if they can.
        no_what_if: why no table can begin at a moment of this game; None if one can.
    """

    table: msgspec.Raw | TableFacts
    layout: Layout
    board: str
    moves: list[Move]
    scene: Scene
    changes: list[dict[str, Any]]
    photos: list[Finished]
    due: int
    no_chances: Message | None
    no_what_if: Message | None


_games: Cache[str, Journal] = Cache(KEPT)


def _game_of(source: Source) -> Journal:
    """The journal of a game. Raises `BadRecord` for a record that cannot be read."""
    found = _games.get(source.key)
    if found is None:
        journal = Journal.loaded(pickle.loads(source.saved)) if source.saved else _read(source.record)  # noqa: S301  (the server's own)
        found = _games.put(source.key, journal, 1)
        artefact.look_again(journal.game.name)
    return found


def _read(text: str) -> Journal:
    lines = loads(text)
    if len(list(split(lines))) > 1:
        raise BadRecord("", Message("error.record.several", {"games": len(list(split(lines)))}))
    if len(lines) > MAX_EVENTS:
        raise BadRecord("", Message("error.record.too_many", {"n": len(lines), "limit": MAX_EVENTS}))
    return replay(lines).journal


def _unread(error: LudothequeError, source: Source) -> Unread:
    said = error.message or error.text
    return Unread(
        {
            language: catalogue.say(said, language) if isinstance(said, Message) else said
            for language in catalogue.LANGUAGES
        },
        bool(source.saved) or _begins_as_a_game(source.record),
    )


def _of_source(answer: Callable[Concatenate[Journal, P], T]) -> Callable[Concatenate[Source, P], T | Unread]:
    """A question about a game, to be asked of its source. For a record that cannot be read, the answer is why."""

    @wraps(answer)
    def asked(source: Source, /, *given: P.args, **named: P.kwargs) -> T | Unread:
        try:
            journal = _game_of(source)
        except LudothequeError as error:
            return _unread(error, source)
        return answer(journal, *given, **named)

    return asked


def _begins_as_a_game(text: str) -> bool:
    """Whether the first line of a text is a JSON object that names a game."""
    try:
        first = loads(text.lstrip().partition("\n")[0])[0]
    except BadRecord:
        return False
    return "game" in first


# -- showing ------------------------------------------------------------------------------------------------------


@_of_source
def show(journal: Journal, audience: tuple[int, ...] | None, facts: bytes, played: bool) -> bytes:
    """A whole game as JSON, see `Shown`.

    Args:
        journal: the game.
        audience: who looks; None for somebody who may see everything.
        facts: the table as JSON; empty for a record, which says itself who sat there.
        played: whether other people are still playing it.
    """
    seats = tuple(range(journal.setup.seats)) if audience is None else audience
    told = _table_of(journal) if not facts else msgspec.Raw(facts)
    over = journal.outcome
    scenes = [*views.scenes(journal, seats)]
    if over is not None:
        scenes[-1] = _ended(scenes[-1], journal, facts)
    return msgspec.json.encode(
        Shown(
            table=told,
            layout=views.layout(journal),
            board=views.board_svg(journal),
            moves=[move_of(n, scene.last) for n, scene in enumerate(scenes) if scene.last is not None],
            scene=scenes[0],
            changes=[changes(*pair) for pair in itertools.pairwise(scenes)],
            photos=photos(journal),
            due=review.due(journal),
            no_chances=no_chances(journal.game, over is not None, played),
            no_what_if=no_what_if(journal.game, over is not None, played),
        )
    )


def no_chances(game: Game, over: bool, played: bool) -> Message | None:
    """Why nobody's chances can be computed: nobody may have advice while the game goes on, and a clock cannot be searched.

    `over` is what the record says, `played` whether other people are still playing it.
    """
    if game.timed:
        return Message("error.replay.clock")
    if not over:
        return Message("error.replay.not_over")
    return Message("error.replay.others") if played else None


def no_what_if(game: Game, over: bool, played: bool) -> Message | None:
    """Why no table can begin at a moment of a game: hidden things stay hidden while it goes on, and nobody tries out against bots what
    others wait for."""
    if game.timed:
        return Message("error.replay.clock")
    if game.secrets and not over:
        return Message("error.replay.secrets")
    return Message("error.replay.others") if played else None


def _ended(scene: Scene, journal: Journal, facts: bytes) -> Scene:
    """The last scene of a game that is over: with the ranks, also where players gave up."""
    ranking = msgspec.json.decode(facts)["outcome"]["ranking"] if facts else _outcome(journal).ranking
    standings = tuple(replace(each, rank=ranking[each.seat]) for each in scene.standings)
    if scene.ending:
        return replace(scene, standings=standings)
    return replace(
        scene,
        standings=standings,
        actors=(),
        due_ms=-1,
        ending=_outcome(journal).ending,
        prompt=Message("ui.prompt.resigned"),
    )


def _outcome(journal: Journal) -> Outcome:
    outcome = journal.outcome
    assert outcome is not None
    return outcome


def _table_of(journal: Journal) -> TableFacts:
    """A table of which only a record is known. A record does not say when somebody gave up in a game that went on."""
    setup, outcome = journal.setup, journal.outcome
    chairs = []
    seats = range(setup.seats)
    noted = itertools.zip_longest(
        seats, journal.players[: len(seats)], journal.bots[: len(seats)], fillvalue=""
    )
    for seat, name, level in noted:
        who = Chair("person", name=str(name)[:40]) if level == "" else Chair("bot", level=str(level))
        chairs.append(chair_facts(int(seat), who, resigned=seat in journal.resigned))
    return TableFacts(
        id="", game=setup.game.name, seats=setup.seats, options=dict(setup.options), first=setup.first, company="friends",
        phase="playing" if outcome is None else "over", host=False, chairs=chairs, may_undo=[], may_ask=[], asking=None,
        reply=None, patience_ms=0, reminder_ms=0, resigning_ms=0, clock=None, chat=False, advice=False,
        rematch=None, outcome=outcome, commitment=chance.commitment(setup.source.seed), seed=None,
        nonces=[nonce.hex() for nonce in setup.source.nonces], bots="ready", quits=tuple(journal.quits[-1:]) if journal.stopped else (),
    )  # fmt: skip


# -- looking closer -----------------------------------------------------------------------------------------------


def weigh(source: Source, move: int, budget: bots.Budget) -> dict[str, Any]:
    """What a search finds at a moment of a game, as plain JSON."""
    found: dict[str, Any] = msgspec.to_builtins(review.weigh(_game_of(source), move, budget, seed=move))
    return found


def weigh_last(source: Source, budget: bots.Budget) -> dict[str, Any]:
    """What a search finds where a game stands now, as plain JSON."""
    journal = _game_of(source)
    found: dict[str, Any] = msgspec.to_builtins(review.weigh_last(journal, budget, seed=len(journal.events)))
    return found


def moments(source: Source, most: int) -> list[int]:
    """The moments at which a game's chances are computed, at most about this many."""
    return review.moments(_game_of(source), most)


@_of_source
def reach(journal: Journal) -> bytes:
    """The game and the positions of a record, a `Reached` as JSON. In a game with a clock positions are of no use."""
    over = journal.is_over
    positions = [] if journal.game.timed else positions_of(journal)
    return msgspec.json.encode(Reached(journal.game.name, journal.setup.seats, over, positions))


@_of_source
def picture(
    journal: Journal,
    audience: tuple[int, ...] | None,
    move: int,
    language: str,
    names: list[str],
    result: Message | None,
    moment: Message | None = None,
    site: str = "",
    day: str = "",
) -> str | None:
    """The board after the first `move` events as a souvenir in SVG; None if there are fewer events.

    Over it stand the game's title with `result` and why the game is over, or with `moment`, which says how far it is; beneath it what each has,
    the `day` on which it ended and where it is played (`site`).
    """
    if move > len(journal.events):
        return None
    seats = tuple(range(journal.setup.seats)) if audience is None else audience
    scene = views.scene_at(journal, seats, move)
    game = journal.game
    if move == len(journal.events) and journal.is_over:
        scene = _ended(scene, journal, b"")
    else:
        day = ""
    ending = f"{game.name}.ending.{scene.ending}"
    told = Message(ending) if ending in catalogue.export(language) else None
    why = (scene.why or told) if scene.ending else None
    title = Message(f"{game.name}.title")
    caption = Caption(title, result, moment, why, day, site)
    called = names or journal.called
    return souvenir(game, scene, views.layout(journal), views.board_svg(journal), language, called, caption)


@_of_source
def begin(journal: Journal, move: int, action: int | None = None) -> Branch | None:
    """The position after the first `move` events, and what else a table needs to begin there; None if there are fewer events.

    `action` is played there first, by the seat that decides; None where that seat cannot play it.
    """
    if move > len(journal.events):
        return None
    setup, state = journal.setup, journal.at(move)
    seat = journal.events[move].seat if move < len(journal.events) else review.due(journal)
    if action is not None:
        if seat < 0 or entry.why_not(setup.box, state, seat, action) != 0:
            return None
        entry.play(setup.box, state, seat, action)
    actor = next((event.seat for event in journal.events[move:] if event.seat >= 0), 0)
    there = Journal(setup, state.tobytes())
    return Branch(
        setup.game.name, setup.seats, dict(setup.components) if setup.components is not None else None,
        position_of(setup, state), actor, there.is_over, position_key(setup, state),
    )  # fmt: skip
