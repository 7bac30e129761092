"""What is wrong with a game's words is found, in a package anywhere."""

from types import SimpleNamespace

import pytest

from ludotheque.core.game import Option, Reason
from ludotheque.testing import catalogues

RIGHT = {
    "title": "Heaps",
    "tagline": "Take {n}",
    "option.calm": "Calm",
    "option.calm.hint": "No hurry",
    "ending.empty": "Empty",
    "reason.legal": "Yes",
    "reason.not_there": "No",
    "heap.red": "red",
    "take": ["one", "{n}"],
}
SOURCE = 'Message("heaps.take"), Message("error.server"), Message(f"heaps.heap.{colour}")'


def problems(folder, monkeypatch, french, english, source=SOURCE):
    """What is wrong with a game that has these words and this source."""
    package = f"heaps_{folder.name}"
    home = folder / package
    (home / "i18n").mkdir(parents=True)
    (home / "__init__.py").write_text("")
    (home / "scene.py").write_text(source)
    for language, words in (("fr", french), ("en", english)):
        (home / "i18n" / f"{language}.po").write_text(
            "\n".join(entry(key, text) for key, text in words.items())
        )
    monkeypatch.syspath_prepend(folder)
    game = SimpleNamespace(
        name="heaps",
        package=package,
        options=(Option("calm", False),),
        terminations=("", "empty"),
        things=None,
        reasons=(Reason("legal"), Reason("not_there")),
        words={},
        presenter=None,
        components=None,
    )
    return catalogues.problems(game)


def entry(key, text):
    key = key if key.startswith("other.") else f"heaps.{key}"
    if isinstance(text, str):
        return f'msgid "{key}"\nmsgstr "{text}"\n'
    return f'msgid "{key}"\nmsgid_plural "{key}"\nmsgstr[0] "{text[0]}"\nmsgstr[1] "{text[1]}"\n'


def without(key):
    return {name: text for name, text in RIGHT.items() if name != key}


def test_complete_words_have_no_problem(tmp_path, monkeypatch):
    assert problems(tmp_path, monkeypatch, RIGHT, RIGHT) == []


def test_a_game_may_override_words_of_the_library(tmp_path, monkeypatch):
    names = ("bot.greedy.hint", "bot.greedy.like", "own", "own.hint", "own.good", "event.dealt.many")
    words = RIGHT | dict.fromkeys(names, "s")
    assert problems(tmp_path, monkeypatch, words, words) == []


def test_only_keys_in_use_have_variants_for_phones_and_owners(tmp_path, monkeypatch):
    words = RIGHT | {"title.short": "s", "heap.red.yours": "s", "sheep.short": "s"}
    assert problems(tmp_path, monkeypatch, words, words) == ["heaps.sheep.short: nothing uses it"]


@pytest.mark.parametrize(
    ("french", "english", "says"),
    [
        (without("take"), RIGHT, ["heaps.take: no French", "heaps.take: no words, and"]),
        (RIGHT, without("heap.red"), ["heaps.heap.red: no English"]),
        (RIGHT, RIGHT | {"tagline": "Take {m}"}, ["heaps.tagline: {m}, {n} in one language only"]),
        (RIGHT, RIGHT | {"take": "{n}"}, ["heaps.take: a plural in one language only"]),
        (RIGHT | {"title": " "}, RIGHT, ["heaps.title: empty in French"]),
        (
            without("ending.empty"),
            without("ending.empty"),
            ["heaps.ending.empty: no words, and the declaration"],
        ),
        (RIGHT | {"sheep": "s"}, RIGHT | {"sheep": "s"}, ["heaps.sheep: nothing uses it"]),
        (
            RIGHT | {"other.x": "s"},
            RIGHT | {"other.x": "s"},
            ["other.x: does not begin", "other.x: nothing uses it"],
        ),
    ],
)
def test_each_problem_is_reported(tmp_path, monkeypatch, french, english, says):
    found = problems(tmp_path, monkeypatch, french, english)
    assert len(found) == len(says), found
    for one, beginning in zip(found, says, strict=True):
        assert one.startswith(beginning)
