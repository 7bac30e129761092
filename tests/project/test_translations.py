"""The catalogues as they are have no problem; a key that nothing uses is one, a key put together while running is none."""

from tools import translations


def test_the_catalogues_are_complete_and_nothing_in_them_is_idle():
    assert translations.problems() == []


def test_what_nothing_uses_is_found():
    built = ["bot.greedy.hint", "billabong.colour.red", "billabong.team.blue", "billabong.option.mode.hint",
             "ui.who.here", "tiny.reason.too_soon"]  # fmt: skip
    written = ["error.stale", "ui.shelf", "billabong.place.bath"]
    idle = ["ui.nobody", "error.same_screen", "billabong.team.one.two", "bot", "billabong.sheep.red"]
    used = {"tiny.reason.too_soon"}
    assert translations.idle([*built, *written, *idle], used) == set(idle)


def test_what_is_written_twice_is_found():
    one = 'msgid "a"\nmsgstr "x"\n\n'
    many = 'msgid "b"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'
    assert list(translations.twice(one + many)) == []
    assert list(translations.twice(one + many + one)) == ["a"]
    assert list(translations.twice(one + many + 'msgstr "z"\n')) == ["b"]
    assert list(translations.twice(one.replace("\n\n", '\nmsgstr "y"\n\n') + many)) == ["a"]
