"""What surrounds the laws: ways of playing, parameters of pytest, the program, transcripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.core.components import printed
from ludotheque.core.errors import UnknownGame
from ludotheque.core.game import Option
from ludotheque.testing import LAWS, LawBroken, Variant, check, every_law, transcript, transcript_of, variants
from ludotheque.testing.__main__ import main
from ludotheque.testing.law import Law
from ludotheque.testing.transcripts import changed, write_golden
from ludotheque.testing.variants import _other_values
from ludotheque.testing.walks import walk
from tiny import GAME

FEW = [law for law in LAWS if law.name in ("ends", "named", "position")]
"""Laws that need nothing compiled but the verbs that a game plays with."""


def test_variants_cover_all_seat_counts_and_each_option_alone():
    assert [str(variant) for variant in variants("tiny")] == [
        "tiny-2",
        "tiny-2-calm=True",
        "tiny-3",
        "tiny-3-calm=True",
    ]
    assert "billabong-2-mode=duel" in map(str, variants("billabong"))
    assert "billabong-3-mode=duel" not in map(str, variants("billabong"))
    assert list(_other_values(Option("points", 15, minimum=1, maximum=99), 2)) == [1, 99]
    assert list(_other_values(Option("points", 1, minimum=1, maximum=1), 2)) == []
    with pytest.raises(UnknownGame):
        variants("chess")


def test_a_limit_samples_variants_but_keeps_every_seat_count():
    few = variants("billabong", limit=5)
    assert len(few) == 5
    assert few == variants("billabong", limit=5)
    assert {variant.seats for variant in few if not variant.options} == {2, 3, 4}
    assert len(variants("billabong", limit=1)) == 3
    assert [variant.seats for variant in variants("banzai", limit=4)] == [3, 5, 8, 10], (
        "of many numbers of players only some"
    )


def test_a_way_makes_tables_with_its_components():
    variant = Variant("tiny", 3, (("calm", True),), printed(GAME) | {"rounds": 1})
    table = variant.table(5)
    assert (table.seats, table.options, int(table.box[0].rounds)) == (3, {"calm": True}, 1)
    assert table.events == variant.table(5).events
    assert hash(variant) == hash(Variant("tiny", 3, (("calm", True),)))
    assert variant != Variant("tiny", 3, (("calm", True),))
    assert Variant("tiny", 2, {"calm": True}) == Variant("tiny", 2, (("calm", True),))


def test_every_law_is_a_parametrisation_of_laws_and_ways(tmp_path):
    mark = every_law("tiny", components=printed(GAME) | {"rounds": 1}, golden=tmp_path).mark
    assert mark.args[0] == ("law", "variant")
    cases = [case.values for case in mark.args[1]]
    assert {law for law, _ in cases} == set(LAWS)
    assert sum(law.name == "ends" for law, _ in cases) == 4
    assert sum(law.name == "reasons" for law, _ in cases) == 1
    assert all(variant.components["rounds"] == 1 and variant.golden == tmp_path for _, variant in cases)
    assert all(variant.tests == Path(__file__).resolve().parents[1] for _, variant in cases)


def test_components_of_several_games_go_by_their_names():
    mark = every_law("tiny", "billabong", components={"tiny": printed(GAME)}, laws=FEW).mark
    own = {variant.game: variant.components for _, variant in (case.values for case in mark.args[1])}
    assert own == {"tiny": printed(GAME), "billabong": None}


def test_a_game_is_checked_at_once():
    check("tiny", FEW)
    fails = Law("fails", "nothing does", lambda case: case.broken("so it is", seat=1))
    with pytest.raises(LawBroken) as broken:
        check(GAME, [fails], [Variant("tiny", 3)])
    error = broken.value
    assert (error.law, error.what, error.seed, error.events, error.seat) == ("fails", "so it is", 1, None, 1)
    assert "tiny-3 breaks the law 'fails': so it is" in str(error)
    assert "python -m ludotheque.testing tiny --law fails --variant tiny-3 --seed 1" in str(error)


def test_any_other_failure_breaks_the_law_too():
    def fail(case):
        list(case.situations())
        raise KeyError("lost")

    with pytest.raises(LawBroken, match="KeyError: 'lost'") as broken:
        Law("fails", "", fail).check(Variant("tiny", 2))
    assert broken.value.events == len(walk(Variant("tiny", 2), 1).table.events)


def test_the_program_says_each_law(capsys):
    arguments = ["tiny", "--quick", "--law", "ends", "--law", "named"]
    assert main(arguments) == 0
    assert [line[:8] for line in capsys.readouterr().out.splitlines()] == ["✓ ends: ", "✓ named:"]
    assert main([*arguments, "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"law": "ends", "kept": True, "broken": []},
        {"law": "named", "kept": True, "broken": []},
    ]


def test_the_program_reports_what_broke(capsys, monkeypatch):
    monkeypatch.setitem(GAME.__dict__, "max_actions", 5)
    walk.cache_clear()
    try:
        arguments = ["tiny", "--law", "ends", "--variant", "tiny-3", "--seed", "6"]
        assert main([*arguments, "--json"]) == 1
        found = json.loads(capsys.readouterr().out)
        assert found["broken"][0] == {
            "variant": "tiny-3",
            "what": "5 actions are done, the declared most, and nothing ends",
            "seed": 6,
            "events": found["broken"][0]["events"],
            "seat": None,
            "source": found["broken"][0]["source"],
        }
        play, ending = found["broken"][0]["source"].split(", ")
        assert play.startswith("tests/tiny/rules.py:")
        assert ending.endswith(" in ending")
        assert main(arguments) == 1
        assert "✗ ends: Every random game ends" in capsys.readouterr().out
        assert main(["tiny", "--law", "ends", "--law", "named", "--stop"]) == 1
        assert "named" not in capsys.readouterr().out
    finally:
        walk.cache_clear()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "no game “chess”"),
        (["tiny", "--law", "gravity"], "no law 'gravity'"),
        (["tiny", "--variant", "tiny-9"], "no variant 'tiny-9'"),
    ],
)
def test_the_program_was_asked_wrongly(arguments, said, capsys):
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_a_transcript_has_a_line_for_each_move():
    variant = Variant("tiny", 2)
    said = transcript(variant, 1).splitlines()
    table = walk(variant, 1).table
    assert said[0].startswith("tiny seats=2 calm=false first=")
    assert len(said) == len(table.events) + 3
    assert all(event.text in line for event, line in zip(table.events, said[2:], strict=False))
    assert said[-1].startswith("end   rounds_played  returns ")
    assert transcript_of(table.record()) == transcript(variant, 1)
    assert transcript(variant, 2) != transcript(variant, 1)


def test_golden_transcripts_name_the_first_line_that_changed(tmp_path):
    write_golden(tmp_path, "one", walk(Variant("tiny", 2), 1).table.record())
    assert changed(tmp_path, "tiny") == []
    assert changed(tmp_path, "billabong") == []
    kept = tmp_path / "one.txt"
    lines = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join([*lines[:3], "   2  chance  card 77", *lines[4:]]) + "\n", "utf-8")
    (difference,) = changed(tmp_path, "tiny")
    assert difference.startswith("one.txt, line 4: was '2  chance  card 77', now '2  chance  card ")
    kept.unlink()
    assert changed(tmp_path, "tiny") == ["one.jsonl has no one.txt beside it"]
