"""`python -m ludotheque.testing GAME`: check which laws a game keeps. Exit codes: 0 all, 1 one is broken, 2 wrong usage."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque.core import components, output, registry
from ludotheque.core.errors import BrokenGame, LudothequeError, UnknownGame
from ludotheque.testing.coverage import folder_of_tests
from ludotheque.testing.law import FULL, QUICK, Law, LawBroken, usual
from ludotheque.testing.laws import LAWS
from ludotheque.testing.suite import pairs
from ludotheque.testing.variants import Variant, variants

ASKED_WRONGLY = 2


def main(arguments: list[str] | None = None) -> int:
    """Check the laws asked for and report each. Returns the exit code."""
    output.prepare()
    asked = _parser().parse_args(arguments)
    try:
        laws, chosen = _laws(asked.law), _variants(asked)
    except (UnknownGame, _WrongQuestion) as error:
        output.say(f"ludotheque.testing: {error}", err=True)
        return 1 if isinstance(error, BrokenGame) else ASKED_WRONGLY
    except (LudothequeError, OSError) as error:
        output.say(f"ludotheque.testing: {error}", err=True)
        return 1
    broken = 0
    for law in laws:
        found = _look(law, chosen, asked)
        broken += bool(found)
        _say(law, found, as_json=asked.json)
        if found and asked.stop:
            break
    return 1 if broken else 0


class _WrongQuestion(ValueError):
    """The user asked for something that does not exist."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ludotheque.testing",
        description="Check a game against the laws that every game must keep.",
    )
    parser.add_argument("game", metavar="GAME", help="name of a game")
    parser.add_argument(
        "--law", metavar="NAME", action="append", help="check only this law (can be given several times)"
    )
    parser.add_argument(
        "--variant", metavar="VARIANT", help="check only this variant, as the report of a broken law names it"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="check only the random game with this number")
    parser.add_argument("--quick", action="store_true", help="check fewer games and situations")
    parser.add_argument(
        "--full", action="store_true", help="check as many games even when the rules are interpreted"
    )
    parser.add_argument("--limit", metavar="N", type=int, help="check at most N variants, chosen at random")
    parser.add_argument("--stop", action="store_true", help="stop at the first broken law")
    parser.add_argument("--components", metavar="FILE", type=Path, help="use this component file (TOML)")
    parser.add_argument(
        "--tests", metavar="DIR", type=Path, help="folder of the game's tests, if not next to the game"
    )
    parser.add_argument("--golden", metavar="DIR", type=Path, help="folder of the game's golden transcripts")
    parser.add_argument("--json", action="store_true", help="print one JSON object per law")
    return parser


def _laws(names: list[str] | None) -> list[Law]:
    if not names:
        return list(LAWS)
    known = {law.name: law for law in LAWS}
    for name in names:
        if name not in known:
            raise _WrongQuestion(f"there is no law {name!r}; the laws are {', '.join(known)}")
    return [known[name] for name in names]


def _variants(asked: argparse.Namespace) -> list[Variant]:
    tests = asked.tests or folder_of_tests(registry.get(asked.game))
    own = components.read_toml(asked.components.read_bytes()) if asked.components else None
    found = variants(asked.game, own, limit=asked.limit, tests=tests, golden=asked.golden)
    if asked.variant is None:
        return found
    chosen = [variant for variant in found if str(variant) == asked.variant]
    if not chosen:
        raise _WrongQuestion(
            f"there is no variant {asked.variant!r}; the variants are {', '.join(map(str, found))}"
        )
    return chosen


def _look(law: Law, chosen: list[Variant], asked: argparse.Namespace) -> list[LawBroken]:
    """Where the law is broken, at most once for each variant."""
    effort = QUICK if asked.quick else FULL if asked.full else usual(chosen[0].game)
    seeds = None if asked.seed is None else (asked.seed,)
    found = []
    for _, variant in pairs([law], chosen):
        try:
            law.check(variant, seeds=seeds, effort=effort)
        except LawBroken as broken:
            found.append(broken)
            if asked.stop:
                break
    return found


def _say(law: Law, found: list[LawBroken], *, as_json: bool) -> None:
    if as_json:
        said: dict[str, Any] = {
            "law": law.name,
            "kept": not found,
            "broken": [_plain(each) for each in found],
        }
        output.say_data(said)
    elif found:
        output.say(f"✗ {law.name}: {law.says}")
        for each in found:
            output.say("  " + str(each).replace("\n", "\n  "))
    else:
        output.say(f"✓ {law.name}: {law.says}")


def _plain(broken: LawBroken) -> dict[str, Any]:
    return {
        "variant": str(broken.variant),
        "what": broken.what,
        "seed": broken.seed,
        "events": broken.events,
        "seat": broken.seat,
        "source": broken.source,
    }


if __name__ == "__main__":
    raise SystemExit(main())
