"""A key that nothing uses is a problem of the catalogues, one put together while running is none. `make check` asks of those that are there."""

from tools import translations


def test_unused_keys_are_found():
    built = ["bot.greedy.hint", "billabong.colour.red", "billabong.team.blue", "billabong.option.mode.hint",
             "ui.who.here", "tiny.reason.too_soon"]  # fmt: skip
    written = ["error.stale", "ui.shelf", "billabong.place.bath"]
    idle = ["ui.nobody", "error.same_screen", "billabong.team.one.two", "bot", "billabong.sheep.red"]
    used = {"tiny.reason.too_soon"}
    assert translations.idle([*built, *written, *idle], used) == set(idle)


def test_duplicate_entries_are_found():
    one = 'msgid "a"\nmsgstr "x"\n\n'
    many = 'msgid "b"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'
    assert list(translations.twice(one + many)) == []
    assert list(translations.twice(one + many + one)) == ["a"]
    assert list(translations.twice(one + many + 'msgstr "z"\n')) == ["b"]
    assert list(translations.twice(one.replace("\n\n", '\nmsgstr "y"\n\n') + many)) == ["a"]


def test_french_that_may_break_before_a_sign_is_found():
    good = {"a": "Prêt\u202f? «\u00a0Jeu\u202f!\u00a0» dit-il\u00a0: à vous\u202f; allez.", "b": "Tapez i3, ? pour tout voir.",
            "c": ["un pion\u00a0: {who}", "{n} pions\u00a0: {who}"], "d": "https://jeux.example, HÔTE:PORT"}  # fmt: skip
    assert list(translations.badly_spaced(good)) == []
    bad = {"a": "Prêt ?", "b": "Ça va\u00a0!", "c": ["un pion\u00a0: {who}", "{n} pions : {who}"], "d": "«Jeu\u00a0»",
           "e": "«\u00a0Jeu »", "f": "{who}\u202f: 2"}  # fmt: skip
    assert {key for key, _ in translations.badly_spaced(bad)} == set(bad)
    assert ("a", "Prêt ?") in translations.badly_spaced(bad)


def test_english_with_a_space_before_a_percent_sign_is_found():
    good = {"a": "about {n}%", "b": ["one", "{value}% ({low}–{high})"]}
    assert list(translations.apart(good)) == []
    bad = {"a": "95 %", "b": ["one", "{value}\u00a0%"], "c": "{n}\u202f%"}
    assert set(translations.apart(bad)) == set(bad)
