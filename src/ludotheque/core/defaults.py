"""The verbs that a game need not write, because its declaration says all there is to them.

| a game without | gives neither | what is done instead |
|---|---|---|
| `secrets` | `hide` nor `redeal` | everybody sees everything, and there is nothing to guess |
| `timed` | `due` nor `advance` | nothing happens by itself |
| chance (`max_chance` of 1) | `chance_outcomes` | nothing is left to chance |

Of `returns` and `ranking` one is enough: the win is shared by who is ranked first, or who has more of it is ranked before. A
game without `judge` finds every position equally good until it is over; to one without `promising` every legal action is worth a
thought, and without `prefer` the level `greedy` tries one after the other. A bot of a game without `reflex` is asked to choose, and takes its time as at any other table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ludotheque.core import verbs
from ludotheque.core.jit import compiled

_ending, _legal, _returns, _ranking = verbs.ending, verbs.legal, verbs.returns, verbs.ranking


@compiled
def hide(b: Any, s: Any, audience: int) -> None:
    """Everybody sees everything."""


@compiled
def redeal(b: Any, s: Any, audience: int, rng: Any) -> None:
    """There is nothing to guess."""


@compiled
def due(b: Any, s: Any) -> int:
    """Nothing happens by itself."""
    return -1


@compiled
def advance(b: Any, s: Any, now_ms: int) -> None:
    """Time changes nothing."""


@compiled
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """Nothing is left to chance."""
    return 0


@compiled
def returns(b: Any, s: Any, out: Any) -> None:
    """The win, shared among all who are ranked first; nothing before the end."""
    ranks = np.zeros(s.seats, np.int32)
    _ranking(b, s, ranks)
    first = 0
    for seat in range(s.seats):
        if ranks[seat] == 1:
            first += 1
    over = _ending(b, s) != 0
    for seat in range(s.seats):
        out[seat] = 1.0 / first if over and ranks[seat] == 1 else 0.0


@compiled
def ranking(b: Any, s: Any, out: Any) -> None:
    """Who has more of the win before who has less; nobody before the end."""
    shares = np.zeros(s.seats)
    _returns(b, s, shares)
    over = _ending(b, s) != 0
    for seat in range(s.seats):
        out[seat] = 1 if over else 0
        for other in range(s.seats):
            if over and shares[other] > shares[seat]:
                out[seat] += 1


@compiled
def judge(b: Any, s: Any, out: Any) -> None:
    """Every seat's chance is the same until the game is over; then the result."""
    if _ending(b, s) != 0:
        _returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


@compiled
def promising(b: Any, s: Any, seat: int, out: Any) -> int:
    """All legal actions."""
    return _legal(b, s, seat, out)  # type: ignore[no-any-return]  # compiled code is not typed


@compiled
def prefer(b: Any, s: Any, seat: int, actions: Any, count: int) -> int:
    """Nothing: each action has to be tried."""
    return 0


@compiled
def reflex(b: Any, s: Any, seat: int, level: int, luck: int, out: Any) -> None:
    """Nothing."""
    out[0] = 0
    out[1] = -1


@compiled
def reach(b: Any, s: Any, seat: int, action: int) -> float:
    """Hands have no way to go."""
    return 0.0


@compiled
def revision(b: Any, s: Any) -> int:
    """Whatever happens, bots are asked again."""
    return -1


Rules = Mapping[str, Callable[..., Any]]

_BY_FACT: Mapping[str, Rules] = {
    "secrets": {"hide": hide, "redeal": redeal},
    "timed": {"due": due, "advance": advance},
    "max_chance": {"chance_outcomes": chance_outcomes},
}
"""The declared fact that makes a game write these verbs, and what they are without it."""

_SAID = {"secrets": "secrets=True", "timed": "timed=True", "max_chance": "max_chance above 1"}


def filled(game: str, rules: Rules, *, secrets: bool, timed: bool, max_chance: int) -> dict[str, Any]:
    """All verbs of a game: its own, and these where it gives none and its declared facts allow that.

    `TypeError` names what does not agree: a fact without its verbs, or verbs without their fact.
    """
    facts = {"secrets": secrets, "timed": timed, "max_chance": max_chance > 1}
    wrong = list(_disagreements(rules, facts))
    if wrong:
        raise TypeError(f"{game}: {'; '.join(wrong)}")
    verbs_of = {name: rules[name] for name in verbs.ARGUMENTS if name in rules}
    for fact, spare in _BY_FACT.items():
        if not facts[fact]:
            verbs_of |= spare
    if "ranking" in rules or "returns" in rules:
        verbs_of = {"returns": returns, "ranking": ranking} | verbs_of
    return {
        "judge": judge,
        "promising": promising,
        "prefer": prefer,
        "reflex": reflex,
        "reach": reach,
        "revision": revision,
    } | verbs_of


def _disagreements(rules: Rules, facts: Mapping[str, bool]) -> Iterator[str]:
    for fact, spare in _BY_FACT.items():
        given = [name for name in spare if name in rules]
        lacking = [name for name in spare if name not in rules]
        if facts[fact] and lacking:
            yield f"{_SAID[fact]} needs the verb(s) {', '.join(lacking)}, which the rules lack"
        elif given and not facts[fact]:
            yield f"the rules define {', '.join(given)}, which is only for {_SAID[fact]}: declare that, or remove them"
    if "reflex" in rules and not facts["timed"]:
        yield "the rules define reflex, which is only for timed=True: declare that, or remove it"
    if "ranking" not in rules and "returns" not in rules:
        yield "the rules lack both returns and ranking; define one of them"
