"""Labels, events, reasons: the browser says every message of every game in the words that Python says it in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from ludotheque import Table, installed_games
from ludotheque.core.catalogue import LANGUAGES, export, holes, say
from ludotheque.core.message import Message
from ludotheque.table import views
from tools import node

CLIENT = Path(__file__).resolve().parents[2] / "client"


def messages_in(thing: Any) -> Iterator[Message]:
    """Every message anywhere in a scene, a layout, choices or a happening."""
    if isinstance(thing, Message):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from messages_in(getattr(thing, name))
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from messages_in(value)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from messages_in(value)


def of_a_game(name: str, seats: int) -> Iterator[Message]:
    """What is said in the first part of a random game: all that is to be seen, done, refused, and what happened."""
    table, rng = Table(name, seats, seed=seats), np.random.default_rng(seats)
    yield from messages_in(views.layout(table.journal))
    for _ in range(30):
        if table.is_over:
            break
        seat = int(rng.choice(table.actors))
        scene = table.scene({seat})
        yield from messages_in(scene)
        for choice in scene.choices:
            names = {
                thing.id: thing.label
                for thing in (*scene.pieces, *views.layout(table.journal).places, *choice.buttons)
            }
            for end in choice.nodes:
                if end.action >= 0 and end.click in names:
                    words = {"first": names[end.click], "last": names[end.click], **end.extra}
                    yield Message(choice.keys[end.key], words)
        at_ms = int(table.state[0]["now_ms"]) + 400 if table.game.timed else None
        for code in rng.integers(0, table.game.num_actions(table.box[0]), 20).tolist():
            refusal = table.why_not(code, seat)
            if refusal is not None:
                yield refusal.message
        if at_ms is not None:
            table.advance(at_ms)
            if seat not in table.actors:
                continue
        table.play(int(rng.choice(list(table.legal_actions(seat)))), seat, at_ms=at_ms)
        yield from messages_in(views.event_view(table.journal, {seat}, len(table.events) - 1))


def of_the_catalogues() -> Iterator[Message]:
    """Every key, with numbers, texts and messages in its holes; `n` is none, one and many."""
    entries = export("fr")
    for key, entry in entries.items():
        names = set.union(*(holes(text) for text in (entry if isinstance(entry, list) else [entry])))
        for n in (0, 1, 2):
            filled: list[Any] = [n, "k3", Message("ui.play"), 2.5, Message(key)]
            args = {name: filled[(n + place) % 4] for place, name in enumerate(sorted(names))}
            yield Message(key, args | ({"n": n} if "n" in names or isinstance(entry, list) else {}))


def as_json(value: Any) -> Any:
    if isinstance(value, Message):
        return {"key": value.key, "args": {name: as_json(given) for name, given in value.args.items()}}
    return value


def test_browser_and_python_use_the_same_words(tmp_path: Path) -> None:
    if not (CLIENT / "node_modules").is_dir():
        pytest.skip("the client's packages are not installed: make test-client installs them")
    found = node.find(Path(sys.executable))
    words = {language: export(language) for language in LANGUAGES}
    sources = (
        of_the_catalogues(),
        *(
            of_a_game(game.name, seats)
            for game in installed_games().values()
            for seats in (min(game.seats), max(game.seats))
        ),
    )
    messages = {json.dumps(as_json(one), sort_keys=True): one for source in sources for one in source}
    assert len(messages) > 5000
    said = [
        {"lang": language, "message": as_json(message), "expected": say(message, language, words[language])}
        for language in LANGUAGES
        for message in messages.values()
    ]
    path = tmp_path / "words.json"
    path.write_text(json.dumps({"words": words, "said": said}), encoding="utf-8")
    done = subprocess.run(
        [*found.npm, "test", "--", "src/lib/said.test.ts"],
        cwd=CLIENT,
        env={
            **os.environ,
            "VITE_WORDS": str(path),
            "PATH": f"{found.folder}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "2 passed" in done.stdout, done.stdout
