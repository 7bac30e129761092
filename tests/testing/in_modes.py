"""What breaks the law that rules say the same in both modes: in the other process a game has another face."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest import mock

from ludotheque.testing import mirror
from tests.testing import two_faced
from tests.testing.table import BREAKAGES, Breakage, verb
from tiny import rules

_folder = tempfile.TemporaryDirectory()
FACE = Path(_folder.name) / "face"


@contextlib.contextmanager
def with_face(face: str) -> Iterator[None]:
    """The other process interprets, as this one does, so that nothing compiles; and it has this face, until it is given the next one."""
    FACE.write_text(face)
    variables = {
        **mirror.environment(),
        "LUDOTHEQUE_RULES": "interpreted",
        "LUDOTHEQUE_TESTS_FACE": str(FACE),
    }
    with mock.patch.object(mirror, "environment", return_value=variables):
        yield


@contextlib.contextmanager
def without_the_package() -> Iterator[None]:
    """The other process cannot import what this one can."""
    with with_face(""):
        variables = mirror.environment()
        variables["PYTHONPATH"] = os.pathsep.join(
            folder for folder in variables["PYTHONPATH"].split(os.pathsep) if folder.endswith("src")
        )
        mirror.end()
        try:
            yield
        finally:
            mirror.end()


for face, what, says in (
    ("play", "an action does something else", "state: "),
    ("overflow", "a number runs over", "RuntimeWarning: overflow"),
    ("legal", "legal actions come in another order", "legal actions of seat 0"),
    ("why_not", "another reason is given", "reasons for seat 0"),
    ("judge", "a position looks better", "judge: "),
    ("ranking", "another wins", "ranking: "),
    ("chance", "chance has other odds", "results of chance"),
    ("hide", "nothing is hidden", "view of seat 0"),
):
    BREAKAGES.append(Breakage("compiled", what, says, lambda: two_faced.GAME, partial(with_face, face)))
BREAKAGES.append(
    Breakage(
        "compiled", "the game is not found", "No module named", lambda: two_faced.GAME, without_the_package
    )
)


calls = itertools.count()


@verb("changeover", "a rule remembers something beside the state", "the state becomes another one")
def play(b, s, seat, action):
    rules.play(b, s, seat, action)
    s.rounds_played += next(calls) % 5 == 4
