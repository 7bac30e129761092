"""The verbs that a game may leave out, and what happens then.

| a game without | leaves out | what happens instead |
|---|---|---|
| `secrets` | `hide` and `redeal` | everybody sees everything, and nothing has to be guessed |
| `timed` | `due` and `advance` | nothing happens by itself |
| chance (`max_chance` of 1) | `chance_outcomes` | no result is left to chance |

A game needs only one of `returns` and `ranking`: the seats ranked first share the win, or the seats are ranked by their share. Without
`judge` every position is equally good until the game is over. Without `promising` all legal actions count as promising. Without `prefer`
the level `greedy` tries one action after another. Without `observe` environments tell the fields of the state. In a timed game without `reflex`, bots choose actions as at any other table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ludotheque.core import verbs
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np

_ending, _legal, _returns, _ranking = verbs.ending, verbs.legal, verbs.returns, verbs.ranking


@compiled
def hide(b: Any, s: Any, audience: int) -> None:
    """Hide nothing: everybody sees everything."""


@compiled
def redeal(b: Any, s: Any, audience: int, rng: Any) -> None:
    """Do nothing: nothing has to be guessed."""


@compiled
def due(b: Any, s: Any) -> int:
    """Return -1: nothing happens by itself."""
    return -1


@compiled
def advance(b: Any, s: Any, now_ms: int) -> None:
    """Do nothing: time has no effect."""


@compiled
def chance_outcomes(b: Any, s: Any, out: Any, p: Any) -> int:
    """Write nothing: there is no chance."""
    return 0


@compiled
def returns(b: Any, s: Any, out: Any) -> None:
    """Share the win among all seats ranked first; 0 before the end."""
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
    """Rank the seats by their share of the win; 0 before the end."""
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
    """Give every seat the same evaluation until the game is over; then the result."""
    if _ending(b, s) != 0:
        _returns(b, s, out)
        return
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


@compiled
def promising(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write all legal actions."""
    return _legal(b, s, seat, out)


@compiled
def prefer(b: Any, s: Any, seat: int, actions: Any, count: int) -> int:
    """Return 0: each action has to be tried."""
    return 0


@compiled
def reflex(b: Any, s: Any, seat: int, level: int, luck: int, out: Any) -> None:
    """Do nothing."""
    out[0] = 0
    out[1] = -1


@compiled
def reach(b: Any, s: Any, seat: int, action: int) -> float:
    """Return 0: hands do not have to move."""
    return 0.0


@compiled
def revision(b: Any, s: Any) -> int:
    """Return -1: bots are asked every time."""
    return -1


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write nothing: the observation is made from the fields of the state, see `ludotheque.envs`."""
    return 0


Rules = Mapping[str, Callable[..., Any]]

_BY_FACT: Mapping[str, Rules] = {
    "secrets": {"hide": hide, "redeal": redeal},
    "timed": {"due": due, "advance": advance},
    "max_chance": {"chance_outcomes": chance_outcomes},
}
"""For each fact that a game may declare, the verbs that it then has to define, and what they do without it."""

_SAID = {"secrets": "secrets=True", "timed": "timed=True", "max_chance": "max_chance above 1"}


def filled(game: str, rules: Rules, *, secrets: bool, timed: bool, max_chance: int) -> dict[str, Any]:
    """All verbs of a game: its own, and these for the ones that it may leave out.

    Raises `TypeError` if verbs and facts disagree: a fact without its verbs, or verbs without their fact.
    """
    facts = {"secrets": secrets, "timed": timed, "max_chance": max_chance > 1}
    wrong = list(_disagreements(rules, facts))
    if wrong:
        raise TypeError(f"{game}: {'; '.join(wrong)}")
    verbs_of = {name: rules[name] for name in verbs.VERBS if name in rules}
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
        "observe": observe,
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
