"""Finds the rows of a rulebook that answer a question: by stems, words that ask for the same thing, numbers, and one wrong letter.

The command line and the pages ask here, so there is one search. What people call things is in `rule_search.toml`.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise, product
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ludotheque.core.rulebook import Question, Row

LONGEST, _WORDS = 200, 8
"""Signs and words of a question that count."""
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"[.!?:;,]")
_FIELDS = (3.0, 1.5, 1.5, 1.0)
"""What a word is worth in the sentence, in the ruling, in the easy text and in the heading."""
_ENOUGH = 0.45
"""Rows that fit this much as well as the best one are shown, too."""
_ENDED, _SAME, _BEGUN, _MISTYPED = 0.95, 0.7, 0.7, 0.6
"""How well a word with another ending fits, one of the same group, one that begins like this, and one that differs by a letter."""
_COUNTED, _FIRST, _FOLLOWING, _WRITTEN = 1.5, 1.4, 1.4, 1.6
"""How much better a row fits that has a number before the word, if a number is asked for, one whose sentence begins with the word, one that has
two words one after the other, as in the question, and one that has the very word, with its ending."""
_SPECIAL = 0.7
"""How well a row about a mode, a variant or an option fits, beside one about every game."""
_NAMED, _SELDOM = 5.0, 0.08
"""How much better a row fits that has the rarest word of the question, a named thing (*rock* in *may I jump over a rock*), and the part of the rows
that have such a word at most. A word that asks for the same as others is no name."""
_OFTEN = 0.25
"""The part of the rows that have a word, from which on it says too little to make another question: *the pawn* in *may the pawn go back*."""
_COVERED, _COMMON = 0.5, 0.5
"""How much of a question the best row must be about, from 0 to 1: a word counts for more the fewer rows have it, and for so much less if one asks
with it in any game (*worth*, *begin*). Below, no rule answers it."""
_SURE, _AHEAD = 0.85, 1.25
"""How much of a question the best row must be about to answer it for sure, and how much better it must fit than the next one. Below, others may answer it."""
_MEAN_LENGTH, _LENGTH = 2.0, 0.6
"""How much a word must be worth to be half of what it can be in a row of usual length, and how much the length matters."""
_TYPED = 5
"""Shorter words are not taken for others with a wrong letter: *fire* is not *five*. Nor are words like them suggested."""
_BEGINNING, _NEAR = 2, 3
"""How many words begin a sentence, and how near before a word a number counts it."""
_REMEMBERED = 20_000
"""Words of which the stems are kept: those of all rulebooks, and not all that anybody asks."""
_ASKED = 1000
"""Words of questions of which is kept what they mean, for each rulebook: a word that is in none takes milliseconds."""
_ALIKE, _NEAREST, _RELATED = 0.4, 6, 2
"""Where nothing fits: how alike a word must be to be suggested, how many are, and how many rows."""


@dataclass(frozen=True)
class Found:
    """A row that fits: its id, and the words of its texts, as they are written there, that were found."""

    id: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a search found.

    Attributes:
        rows: the rows that fit, the best first.
        sure: whether the first of them answers the question; else one of them may.
        near: if none fits, the words of the rulebook that are most like those that it has not.
        related: if none fits, the rows that are about a part of the question, else those with the nearest of these words.
    """

    rows: tuple[Found, ...]
    sure: bool = False
    near: tuple[str, ...] = ()
    related: tuple[Found, ...] = ()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the name is Snowball's


def fold(text: str) -> str:
    """A text for comparison: without accents, capitals and ligatures."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(each for each in apart if not unicodedata.combining(each))


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


class _Language:
    """The words of a language (`fr`, `en`), as `rule_search.toml` explains them. Each set has its words with their accents and without any."""

    def __init__(self, name: str) -> None:
        # Each by its own module: the package imports thirty languages by name where nobody has left them out.
        from snowballstemmer.english_stemmer import EnglishStemmer
        from snowballstemmer.french_stemmer import FrenchStemmer

        told = tomllib.loads(files(__package__).joinpath("rule_search.toml").read_text("utf-8"))[name]
        self._stemmer: _Stemmer = FrenchStemmer() if name == "fr" else EnglishStemmer()
        self._kept: dict[str, frozenset[str]] = {}
        self.idle, self.weak, self.count, self.spare = (
            frozenset(_words(told[each])) | frozenset(map(fold, _words(told[each])))
            for each in ("idle", "weak", "count", "spare")
        )
        pairs = (each.partition(":") for each in told["numbers"].split())
        self.numbers = {fold(word): number for word, _, number in pairs}
        self.openings = tuple(tuple(map(fold, _words(each))) for each in told["openings"])
        self.often: dict[str, tuple[str, ...]] = {
            about: tuple(way for each in ways for way in self._counted(each))
            for about, ways in told["often"].items()
        }
        """What is asked of any game: the ways to ask it, by its name."""
        self.same: dict[str, frozenset[str]] = {}
        """By stem: the words that ask for the same thing."""
        for group in told["same"]:
            words = frozenset(_words(group))
            for key in {key for word in words for key in self.keys(word)}:
                self.same[key] = self.same.get(key, frozenset()) | words
        self.known = frozenset(each for words in self.same.values() for each in words)

    def keys(self, word: str) -> frozenset[str]:
        """What a word is kept under: its stems as it is written and without accents, since a question may have none; a number in words under its figures, too."""
        low = word.casefold()
        kept = self._kept.get(low)
        return self._keys(low) if kept is None else kept

    def little(self, word: str) -> bool:
        """Whether a word says nothing of what a question is about, beside others: *may*, *game*, *how many*, *two*."""
        low = word.casefold()
        return low in self.idle | self.weak | self.count or fold(low) in self.numbers or low.isdigit()

    def _counted(self, way: str) -> tuple[str, ...]:
        """A way to ask, with each number in place of its `#`."""
        return tuple(way.replace("#", number) for number in self.numbers.values()) if "#" in way else (way,)

    def said(self, question: str) -> str:
        """A question without its opening (*What happens if …*)."""
        words = _words(question[:LONGEST])
        folded = tuple(map(fold, words))
        for opening in self.openings:
            if len(opening) < len(words) and folded[: len(opening)] == opening:
                words, folded = words[len(opening) :], folded[len(opening) :]
        return " ".join(words)

    def _keys(self, low: str) -> frozenset[str]:
        plain = fold(low)
        stems = {fold(self._stemmer.stemWord(low)), self._stemmer.stemWord(plain)}
        if low not in self.idle and plain in self.idle:  # *dé* is not *de*
            stems = {low}
        elif plain in self.numbers:
            stems.add(self.numbers[plain])
        if len(self._kept) < _REMEMBERED:
            self._kept[low] = frozenset(stems)
        return frozenset(stems)


_language = cache(_Language)


class _Index:
    """The words of a rulebook in one language, by stem."""

    def __init__(self, texts: Sequence[tuple[str, ...]], special: frozenset[str], language: str) -> None:
        self.language = _language(language)
        self.special = special
        self.ids = [texts_of[0] for texts_of in texts]
        self.at: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        """By stem: what it is worth in each row that has it."""
        self.written: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        """By stem: how it is written in each row."""
        self.counted: dict[str, set[int]] = defaultdict(set)
        """By stem: the rows that have a number before it."""
        self.first: dict[str, set[int]] = defaultdict(set)
        """By stem: the rows whose sentence begins with it."""
        self.pairs: dict[tuple[str, str], set[int]] = defaultdict(set)
        """By two stems: the rows in which one word follows the other."""
        self.vocabulary: dict[str, str] = {}
        """The words of the rulebook, folded, each as it is first written."""
        self.meant = lru_cache(maxsize=_ASKED)(self._meant)
        """The stems that a word of a question may mean, each with how well it fits."""
        lengths = [sum(len(_words(field)) for field in fields) for _, *fields in texts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        self.half = [_MEAN_LENGTH * (1 - _LENGTH + _LENGTH * length / mean) for length in lengths]
        """What a word must be worth in each row to be half of what it can be."""
        for row, (_, *fields) in enumerate(texts):
            for worth, field in zip(_FIELDS, fields, strict=True):
                self._take(row, field, worth)
            for word in _words(fields[0])[:_BEGINNING]:
                for key in self.language.keys(word):
                    self.first[key].add(row)

    def _take(self, row: int, text: str, worth: float) -> None:
        there: set[str] = set()
        for sentence in _SENTENCE.split(text):
            words = _words(sentence)
            keys = [self.language.keys(word) for word in words]
            numbers = [n for n, each in enumerate(keys) if any(key.isdigit() for key in each)]
            before = said = frozenset[str]()
            for n, (word, here) in enumerate(zip(words, keys, strict=True)):
                for key in here:
                    self.written[key][row].add(word)
                    if any(0 < n - each < _NEAR for each in numbers):
                        self.counted[key].add(row)
                for pair in product(before | said, here):
                    self.pairs[pair].add(row)
                idle = word.casefold() in self.language.idle
                before, said = here, said if idle else here
                there |= here
                plain = fold(word)
                if len(plain) > 2 and not plain.isdigit() and not idle:
                    self.vocabulary.setdefault(plain, word.lower())
        for key in there:
            self.at[key][row] += worth

    def asked(self, question: str) -> tuple[list[str], bool]:
        """The words of a question that say something, and whether it asks for a number."""
        language = self.language
        words = [each for each in _words(question[:LONGEST]) if len(each) > 1 or each.isdigit()]
        counts = [word for word in words if word.casefold() in language.count]
        said = [word for word in words if word not in counts and word.casefold() not in language.idle]
        strong = [word for word in said if word.casefold() not in language.weak]
        return list(dict.fromkeys(strong or said or words))[:_WORDS], bool(counts)

    def asks(self, question: str, phrase: str) -> bool:
        """Whether a question is this one: it has each word of the phrase, and no other that makes it a question of its own."""
        language = self.language
        wanted = [language.keys(word) for word in _words(phrase)]
        there = [language.keys(word) for word in _words(question)]
        if not all(any(keys & each for each in there) for keys in wanted):
            return False
        if all(map(language.little, _words(phrase))):  # *how many be* is no question about pawns
            return all(map(language.little, _words(question)))
        more = self.asked(question)[0]
        common = _OFTEN * len(self.ids)
        return all(
            word.casefold() in language.weak | language.idle | language.spare
            or any(language.keys(word) & keys for keys in wanted)
            or any(len(self.at[key]) >= common for key in language.keys(word) if key in self.at)
            for word in more
        )

    def _meant(self, word: str) -> dict[str, float]:
        plain = fold(word)
        ended = [each for each in self.vocabulary if _differently_ended(plain, each)]
        exact = {key: 1.0 for key in self.language.keys(word) if key in self.at}
        found = self._alike(word) | self._all_of(ended, _ENDED) | exact
        if found:
            return found
        begun = [each for each in self.vocabulary if len(plain) > 2 and each.startswith(plain)]
        if begun:
            return self._all_of(begun, _BEGUN)
        if len(plain) < _TYPED or plain.isdigit():
            return {}
        near = [each for each in self.vocabulary if _mistyped(plain, each)]
        if near:
            return self._all_of(near, _MISTYPED)
        known = [each for each in self.language.known if _mistyped(plain, fold(each))]
        return {key: worth * _MISTYPED for each in known for key, worth in self._alike(each).items()}

    def _alike(self, word: str) -> dict[str, float]:
        others = {other for key in self.language.keys(word) for other in self.language.same.get(key, ())}
        return {key: _SAME for other in others for key in self.language.keys(other) if key in self.at}

    def _all_of(self, words: Iterable[str], worth: float) -> dict[str, float]:
        keys = (key for word in words for key in self.language.keys(self.vocabulary[word]))
        return {key: worth for key in keys if key in self.at}

    def rank(
        self, words: Sequence[str], counts: bool = False, question: str = ""
    ) -> tuple[list[Found], float, bool]:
        """The rows that fit, the best first, in the order of the book where they fit equally; how much of the question one of them is about, from 0
        to 1; and whether the first is sure to answer it."""
        points: dict[int, list[float]] = defaultdict(lambda: [0.0] * len(words))
        fitting: dict[int, list[float]] = defaultdict(lambda: [0.0] * len(words))
        marked: dict[int, set[str]] = defaultdict(set)
        rare = [1.0] * len(words)
        for n, word in enumerate(words):
            meant, plain = self.meant(word), fold(word)
            own = [self._rare(key) for key, fits in meant.items() if fits == 1]
            most = max(own, default=math.inf)  # another word of the group says no more than the one asked for
            rare[n] = max((min(most, self._rare(key)) for key in meant), default=self._rare(""))
            for key, fits in meant.items():
                for row, worth in self.at[key].items():
                    found = fits * min(most, self._rare(key)) * worth / (worth + self.half[row])
                    found *= _COUNTED if counts and row in self.counted[key] else 1.0
                    found *= _FIRST if row in self.first[key] else 1.0
                    found *= _WRITTEN if plain in map(fold, self.written[key][row]) else 1.0
                    points[row][n] = max(points[row][n], found)
                    fitting[row][n] = max(fitting[row][n], fits)
                    marked[row] |= self.written[key][row]
        if not points:
            return [], 0.0, False
        there = {
            row: sum(each for each, part in zip(rare, parts, strict=True) if part) / sum(rare)
            for row, parts in points.items()
        }
        fit = {
            row: sum(parts) * there[row] ** 2 * (_SPECIAL if self.ids[row] in self.special else 1.0)
            for row, parts in points.items()
        }
        # *Who begins* is asked for, though *who* says little.
        for first, second in {*list(pairwise(_words(question[:LONGEST])))[:1], *pairwise(words)}:
            both = product(self.language.keys(first) | self.meant(first).keys(), self.meant(second))
            for row in fit.keys() & set().union(*(self.pairs.get(pair, ()) for pair in both)):
                fit[row] *= _FOLLOWING
        for row in fit.keys() & self._named(words):
            fit[row] *= _NAMED
        best, whole = max(fit.values()), max(there.values())
        shown = [row for row in fit if there[row] == whole or fit[row] >= _ENOUGH * best]
        weighs = [
            each * (_COMMON if self.language.keys(word) & self.language.same.keys() else 1.0)
            for each, word in zip(rare, words, strict=True)
        ]
        covered = {
            row: sum(each * part for each, part in zip(weighs, parts, strict=True)) / sum(weighs)
            for row, parts in fitting.items()
        }
        ordered = sorted(shown, key=lambda row: (-fit[row], row))
        top = ordered[0]
        next_best = max((each for row, each in fit.items() if row != top), default=0.0)
        sure = covered[top] >= _SURE and fit[top] >= _AHEAD * next_best and self._together(words, top)
        rows = [Found(self.ids[row], tuple(sorted(marked[row]))) for row in ordered]
        return rows, max(covered.values()), sure

    def _together(self, words: Sequence[str], row: int) -> bool:
        """Whether a row says two words of a question together, as the question does: it may have them in sentences about other things."""
        return len(words) < 2 or any(
            row in self.pairs.get(pair, ())
            for one, other in pairwise(words)
            for here, there in ((one, other), (other, one))
            for pair in product(self.meant(here), self.meant(there))
        )

    def _named(self, words: Sequence[str]) -> set[int]:
        """The rows that have the rarest of these words, if it names a thing."""
        there = [
            {row for key in keys for row in self.at[key]}
            for keys in (self.language.keys(word) & self.at.keys() for word in words)
            if keys and not keys & self.language.same.keys()
        ]
        rarest = min(there, key=len, default=set())
        return rarest if len(words) > 1 and len(rarest) <= _SELDOM * len(self.ids) else set()

    def _rare(self, key: str) -> float:
        """How much a stem says: the fewer rows have it, the more."""
        return math.log(1 + len(self.ids) / max(1, len(self.at[key]) if key in self.at else 1))

    def nearest(self, words: Sequence[str]) -> list[str]:
        """The words of the rulebook that are written most like those of a question, as they are written there."""
        scores = {
            each: max(_likeness(fold(word), each) for word in words) for each in self.vocabulary if words
        }
        ordered = sorted((each for each in scores if scores[each] > _ALIKE), key=lambda each: -scores[each])
        seen: list[str] = []
        for each in ordered:
            keys = self.language.keys(self.vocabulary[each])
            if not any(
                _differently_ended(each, other) or keys & self.language.keys(self.vocabulary[other])
                for other in seen
            ):
                seen.append(each)
        return [self.vocabulary[each] for each in seen[:_NEAREST]]


def _mistyped(one: str, other: str) -> bool:
    """Whether a word may be another one with a wrong letter, which is hardly ever the first."""
    return one[:1] == other[:1] and _one_apart(one, other)


def _one_apart(one: str, other: str) -> bool:
    """Whether two words differ by a letter that is wrong, missing or too many, or by two neighbours that changed places."""
    if abs(len(one) - len(other)) > 1:
        return False
    if len(one) == len(other):
        wrong = [place for place in range(len(one)) if one[place] != other[place]]
        if len(wrong) == 2:
            first, second = wrong
            return second == first + 1 and one[first] == other[second] and one[second] == other[first]
        return len(wrong) < 2
    short, long = sorted((one, other), key=len)
    return any(short == long[:place] + long[place + 1 :] for place in range(len(long)))


def _differently_ended(one: str, other: str) -> bool:
    """Whether one of two words is the other and a letter or two: stems of words that are not French or English differ for the plural."""
    short, long = sorted((one, other), key=len)
    return len(short) > 4 and 0 < len(long) - len(short) < 3 and long.startswith(short)


def _likeness(one: str, other: str) -> float:
    """How alike two words are written, from 0 to 1, by the pairs of letters that they share."""
    pairs, others = ({word[n : n + 2] for n in range(len(word) - 1)} for word in (f"^{one}", f"^{other}"))
    return 2 * len(pairs & others) / (len(pairs) + len(others)) if pairs and others else 0.0


@lru_cache(maxsize=64)
def _index(texts: tuple[tuple[str, ...], ...], special: frozenset[str], language: str) -> _Index:
    return _Index(texts, special, language)


def find(rows: Sequence[Row], question: str, language: str, often: Sequence[Question] = ()) -> Answer:
    """The rows that answer a question, in one language (`fr`, `en`). A question of no words finds nothing.

    A row whose id is asked for is the first; so are the rows that answer what is asked often. If one of these has no rows, nothing answers it.
    """
    index = _index(
        tuple(
            (
                row.id,
                row.text[language],
                row.ruling.get(language, ""),
                row.easy.get(language, ""),
                row.heading[language],
            )
            for row in rows
        ),
        frozenset(row.id for row in rows if row.special),
        language,
    )
    wanted = question[:LONGEST].strip()
    named = [Found(row.id, ()) for row in rows if wanted and row.id.casefold() == wanted.casefold()]
    if named:
        return Answer(tuple(named), sure=True)
    question = index.language.said(question)
    words, counts = index.asked(question)
    if not words:
        return Answer(())
    # What is asked of this game alone says more than what is asked of any, and many words say more than few.
    asked = {n: _is(index, question, each, language) for n, each in enumerate(often)}
    best = max(asked, key=lambda n: (asked[n] and not often[n].about, asked[n]), default=None)
    known = often[best] if best is not None and asked[best] else None
    if known is not None and not known.rows:
        return Answer(())
    found, covered, sure = index.rank(words, counts, question)
    if known is not None:
        marked = {each.id: each for each in found}
        first = [marked.pop(row, Found(row, ())) for row in known.rows]
        said = {fold(word) for word in words if not index.language.little(word)}
        rest = [each for each in marked.values() if said & set(map(fold, each.words))]
        return Answer((*first, *rest), sure=True)
    if covered >= _COVERED:
        telling = any(not index.language.little(word) for word in words)
        return Answer(tuple(found), sure=telling and (sure or question in words))
    near = index.nearest([word for word in words if len(word) >= _TYPED and not index.meant(word)])
    related = found or (index.rank(near[:1])[0] if near else [])
    return Answer((), near=tuple(near), related=tuple(related[:_RELATED]))


def _is(index: _Index, question: str, often: Question, language: str) -> int:
    """How many words the longest way to ask this has that the question has, too; 0 if it is another question."""
    ways = (*index.language.often.get(often.about, ()), *often.phrases.get(language, ()))
    return max((len(_words(each)) for each in ways if index.asks(question, each)), default=0)
