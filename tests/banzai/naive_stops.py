"""What a Stop leads to, in the naive reading: two hundred thousandths in which a Banzaï beats it, what it shows, what its caller does."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot
from typing import TYPE_CHECKING

from tests.banzai import naive, naive_ends

if TYPE_CHECKING:
    from tests.banzai.naive import Game

MIN_APART = 0.08


def call(game: Game, seat: int, what: str, family: str) -> None:
    """Somebody cries Stop."""
    game.stop = {"what": what, "by": seat, "family": family, "at": game.now, "moves": 2, "gifts": {}}
    game.back = game.phase
    game.phase, game.due = "held", game.now + naive.HOLD + 1
    if game.options.get("unhurried"):
        begin(game)


def begin(game: Game) -> None:
    """No Banzaï came: the Stop stands, and shows what carries it."""
    stop = game.stop
    what, by, family = stop["what"], stop["by"], stop["family"]
    hand = game.hands[by]
    game.phase, game.due = "stop", stop["at"] + naive.STOP
    if game.options.get("unhurried"):
        game.due = None
    game.shown |= combination(game, by, what, family)
    if what != "marriage":
        game.used.add((by, what, family))
    if what in naive.YES_MASTER and what != "marriage":
        game.lords_used.add(family)
    if what == "magicians":
        game.magicians.add(by)
    elif what == "caprice":
        game.caprice = by
    elif what == "lords":
        stop["pool"], stop["dealt"] = set(), dict.fromkeys(game.seating, 2)
    stop["looked"] = set()
    assert hand


def combination(game: Game, seat: int, what: str, family: str) -> set[str]:
    """The cards that a call shows."""
    hand = sorted(game.hands[seat], key=naive.ALL_CARDS.index)
    if what == "stop1":
        return set(hand)
    if what == "stop2":
        of_it = [card for card in hand if naive.family_of(card) in game.one(family)]
        return set(of_it[: game.need(seat, 4)])
    if what in naive.THREE:
        return set([card for card in hand if naive.kind_of(card) == naive.THREE[what]][:3])
    if what == "hand":
        return game.motley(seat)
    beside = [
        card
        for card in hand
        if naive.kind_of(card) == naive.YES_MASTER[what] and naive.family_of(card) in game.one(family)
    ]
    own = f"{family}.{naive.YES_MASTER[what]}"
    return {f"{family}.lord", own if what == "marriage" and own in beside else beside[0]}


# -- what may be done ---------------------------------------------------------------------------------------------------


def may(game: Game, seat: int) -> set[str]:
    """The texts of what a seat may do in a Stop, but for touching and for the ways of moving pawns."""
    stop = game.stop
    what, by = stop["what"], stop["by"]
    others = [other for other in game.seating if other != seat]
    if what == "lords":
        return giving(game, seat)
    if stop.get("asked") == seat:
        return {"refuse"} | {f"consent {card}" for card in princesses(game, seat)}
    if seat != by or stop.get("asked") is not None:
        return set()
    texts = {"resume"}
    if stop["moves"] == 0:
        return texts
    if what == "stop1":
        texts.add("keep")
    elif what == "stop2":
        texts |= {f"swap {other}" for other in others}
    elif what == "warriors" and len(on_table(game)) > 1:
        texts |= {f"take pawn {pawn}" for pawn in on_table(game)}
    elif what == "kids":
        texts |= {f"take from {other}" for other in others if game.hands[other]}
    elif what == "marriage":
        texts |= {f"give to {other}" for other in others}
    elif what == "duel":
        texts |= {f"challenge {other}" for other in others}
    elif what in ("seer", "hand"):
        texts |= looking(game, others)
    return texts


def on_table(game: Game) -> list[int]:
    return [number for number, pawn in enumerate(game.pawns) if pawn.by is None]


def giving(game: Game, seat: int) -> set[str]:
    """Two cards of each, then the caller's dealing; only then the game goes on."""
    stop = game.stop
    if len(stop["gifts"]) < len(game.seating):
        if seat in stop["gifts"]:
            return set()
        hand = sorted(game.hands[seat], key=naive.ALL_CARDS.index)
        return {f"give {one} {two}" for one, two in combinations(hand, 2)}
    if seat != stop["by"]:
        return set()
    if not stop["pool"]:
        return {"resume"}
    owed = [other for other, left in stop["dealt"].items() if left]
    return {f"deal {other} {card}" for other in owed for card in stop["pool"]}


def princesses(game: Game, seat: int) -> set[str]:
    """The Princesses of other families than the one to be married."""
    family = game.stop["family"]
    return {
        card
        for card in game.hands[seat]
        if naive.kind_of(card) == "princess" and naive.family_of(card) not in game.one(family)
    }


def looking(game: Game, others: list[int]) -> set[str]:
    """Who may be looked at, or who of them changes with the caller."""
    stop = game.stop
    if not stop["looked"]:
        number = min(3 if stop["what"] == "seer" else 2, len(others))
        return {f"look {' '.join(map(str, seats))}" for seats in combinations(sorted(others), number)}
    if stop["what"] == "seer":
        return set()
    return {f"take with {other} {what}" for other in stop["looked"] for what in ("seat", "hand", "both")}


def may_move(game: Game, seat: int, pawn: int, x: float, y: float, more: bool) -> bool:
    """Whether the caller of a Stop may put this pawn there; `more` if another one follows."""
    stop = game.stop
    if game.phase != "stop" or stop["what"] != "stop1" or seat != stop["by"]:
        return False
    if not stop["moves"] or (more and stop["moves"] < 2) or pawn == stop.get("moved"):
        return False
    if more and len(on_table(game)) < 2:
        return False
    if pawn not in on_table(game) or hypot(x, y) > 1 + 1e-9:
        return False
    others = [p for p in on_table(game) if p != pawn]
    return all(dist((x, y), (game.pawns[p].x, game.pawns[p].y)) >= MIN_APART - 1e-9 for p in others)


# -- what is done -------------------------------------------------------------------------------------------------------


def do(game: Game, seat: int, word: str, rest: list[str]) -> None:
    """A legal action in a Stop."""
    stop = game.stop
    if word == "resume":
        resume(game)
    elif word == "keep":
        stop["moves"] = 0
    elif word == "move":
        pawn = game.pawns[int(rest[0])]
        pawn.x, pawn.y = float(rest[1]), float(rest[2])
        stop["moved"] = int(rest[0])
        stop["moves"] = 1 if rest[3:] == ["more"] else 0
    elif word == "swap":
        swap(game, stop["by"], int(rest[0]))
        stop["moves"] = 0
    elif word == "give" and rest[0] != "to":
        give(game, seat, set(rest))
    elif word == "give":
        stop["asked"] = int(rest[1])
    elif word == "deal":
        deal(game, int(rest[0]), rest[1])
    elif word in ("consent", "refuse"):
        answer(game, seat, rest[0] if rest else "")
    elif word == "take":
        take(game, rest)
    elif word == "challenge":
        challenge(game, stop["by"], int(rest[0]))
        stop["moves"] = 0
    elif word == "look":
        stop["looked"] = set(map(int, rest))
        for other in stop["looked"]:
            game.known[seat] |= game.hands[other]
        if stop["what"] == "seer":
            stop["moves"] = 0


def resume(game: Game) -> None:
    """Back to where the Stop came; what was laid down still lies there, and the time to choose stood still."""
    if game.choose_by is not None:
        game.choose_by += game.now - game.stop["at"]
    game.phase, game.due, game.stop = game.back, None, {}


def swap(game: Game, one: int, other: int) -> None:
    a, b = game.seating.index(one), game.seating.index(other)
    game.seating[a], game.seating[b] = other, one


def give(game: Game, seat: int, cards: set[str]) -> None:
    """Two cards for the Seigneurs, sealed; once all have given, the caller has them all."""
    stop = game.stop
    stop["gifts"][seat] = cards
    game.hands[seat] -= cards
    if game.chosen.get(seat) in cards:
        del game.chosen[seat]
    for card in cards:
        game.forgotten(card)
    if len(stop["gifts"]) < len(game.seating):
        return
    stop["pool"] = set().union(*stop["gifts"].values())


def deal(game: Game, to: int, card: str) -> None:
    stop = game.stop
    stop["pool"].discard(card)
    stop["dealt"][to] -= 1
    game.hands[to].add(card)
    game.moved(card, stop["by"], to)
    game.known[to].discard(card)


def answer(game: Game, asked: int, card: str) -> None:
    """A marriage is agreed to with a Princess, or refused."""
    stop = game.stop
    by, family = stop["by"], stop["family"]
    stop["asked"] = None
    if not card:
        return
    mine = married(game)
    for giver, getting, princess in ((by, asked, mine), (asked, by, card)):
        game.hands[giver].discard(princess)
        if game.chosen.get(giver) == princess:
            del game.chosen[giver]
        game.hands[getting].add(princess)
    game.moved(mine, by, asked)
    game.moved(card, asked, by)
    whole = set(game.one(family) | game.one(naive.family_of(card)))
    game.unions = [union for union in game.unions if not union & whole] + [whole]
    game.used.add((by, "marriage", family))
    game.lords_used.add(family)
    stop["moves"] = 0


def married(game: Game) -> str:
    """The Princess that the caller offers."""
    (princess,) = combination(game, game.stop["by"], "marriage", game.stop["family"]) - {
        f"{game.stop['family']}.lord"
    }
    return princess


def take(game: Game, rest: list[str]) -> None:
    stop = game.stop
    if rest[0] == "pawn":
        game.pawns[int(rest[1])].by = "off"
        stop["moves"] = 0
    elif rest[0] == "from":
        stop["from"] = int(rest[1])
        game.phase, game.due = "steal", None
    else:
        other, what = int(rest[1]), rest[2]
        if what in ("seat", "both"):
            swap(game, stop["by"], other)
        if what in ("hand", "both"):
            change_hands(game, stop["by"], other)
        stop["moves"] = 0


def change_hands(game: Game, one: int, other: int) -> None:
    """All cards of each go to the other."""
    a, b = set(game.hands[one]), set(game.hands[other])
    for card in a:
        game.moved(card, one, other)
    for card in b:
        game.moved(card, other, one)
    game.hands[one], game.hands[other] = b, a
    game.chosen.pop(one, None)
    game.chosen.pop(other, None)


def stolen(game: Game, card: str) -> None:
    """A card drawn from the hand of an opponent."""
    stop = game.stop
    by, other = stop["by"], stop["from"]
    game.hands[other].discard(card)
    game.hands[by].add(card)
    game.moved(card, other, by)
    if game.chosen.get(other) == card:
        del game.chosen[other]
    stop["moves"] = 0
    game.phase, game.due = "stop", stop["at"] + naive.STOP
    if game.options.get("unhurried"):
        game.due = None


def challenge(game: Game, one: int, other: int) -> None:
    """The challenger sits opposite the other, a pawn between them; the others have one each before them, as far as they go."""
    count = len(game.seating)
    theirs = game.seating.index(other)
    opposite = game.seating[(theirs + count // 2) % count]
    displaced = opposite if opposite != one else None
    if displaced is not None:
        swap(game, one, opposite)
    game.duel = (one, other, displaced)
    first = game.seating.index(one)
    order = [game.seating[(first + step) % count] for step in range(1, count)]
    spots = [between(game, one, other)]
    spots += [naive_ends.on_circle(game.seating.index(seat), count, 0.6) for seat in order if seat != other]
    for pawn, spot in zip([p for p in game.pawns if p.by is None], spots, strict=False):
        pawn.x, pawn.y = spot


def between(game: Game, one: int, other: int) -> tuple[float, float]:
    """The middle between two seats on the rim."""
    count = len(game.seating)
    a, b = (naive_ends.on_circle(game.seating.index(seat), count, 1.0) for seat in (one, other))
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def run_out(game: Game) -> None:
    """Thirty seconds have passed: what was begun is undone or done, and the game goes on."""
    stop = game.stop
    if stop["what"] == "lords" and game.options.get("time_up", "lot") == "lot":
        given = len(stop["gifts"]) == len(game.seating)
        game.lot = set() if given else {seat for seat in game.seating if seat not in stop["gifts"]}
        game.lot_for, game.drawn, game.due = "gift", "", None
        game.phase = "lot"
        if not game.lot:
            deal_the_rest(game)
        return
    if stop["what"] == "lords":
        for seat in game.seating:
            if len(stop["gifts"]) < len(game.seating) and seat not in stop["gifts"]:
                give(game, seat, two_least(game, seat))
        for to in game.seating:
            while stop["dealt"][to]:
                deal(game, to, min(stop["pool"], key=naive.ALL_CARDS.index))
    resume(game)


def drawn_for_the_absent(game: Game, card: str) -> None:
    """The lot gives a card for who is absent, two for each, or deals one back."""
    if game.lot_for == "pool":
        deal(game, min(game.lot), card)
        deal_the_rest(game)
    elif not game.drawn:
        game.drawn = card
    else:
        pair, seat = {game.drawn, card}, min(game.lot)
        game.drawn = ""
        game.lot.discard(seat)
        give(game, seat, pair)
        if not game.lot:
            deal_the_rest(game)


def deal_the_rest(game: Game) -> None:
    """By lot, to those who still get cards; then the game goes on."""
    game.lot = {seat for seat, left in game.stop["dealt"].items() if left}
    game.lot_for, game.phase = "pool", "lot"
    if not game.lot:
        game.lot_for = ""
        resume(game)


def two_least(game: Game, seat: int) -> set[str]:
    """One after the other, as cards are chosen for the absent."""
    one = game.least_wanted(seat)
    game.hands[seat].discard(one)
    two = game.least_wanted(seat)
    game.hands[seat].add(one)
    return {one, two}
