"""Every command that README, docs, CONTRIBUTING or `--help` name is run, at the smallest size, or has a test of its own."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.cli.main import app
from ludotheque.scene import model
from tests.project.documented import Told, command_line
from tests.project.test_examples import installed
from tests.project.test_programs import PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

BEGINS = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:(?:(?:\.venv/bin/)?ludotheque|python3?|pip|printf '.*' \|) |make(?: |$))"
)
"""What a command begins with; a name with a dot after it is a module, and no command."""
REMARK = re.compile(r"  +\S.*$|\s+# .*$")
"""A remark beside a command in a block of code."""

L = "ludotheque"
SHORT = ROOT / "tests" / "conformance" / "boxes" / "billabong.toml"
BOX = f"--components {SHORT}"
RUN: dict[str, tuple[str, str]] = {
    f".venv/bin/{L} play billabong": (f"{L} play billabong --lang en", "quit\n"),
    f"{L} play billabong": (f"{L} play billabong --lang fr", "k3\nquitter\n"),
    f"{L} play billabong --seats human:Léa,greedy,human:Tom": ("", "quit\n"),
    f"{L} play billabong --seats greedy,random --pause 0.3": (f"{L} play tiny --seats greedy,random --pause 0", ""),
    f"{L} play --resume last": ("", "quit\n"),
    f"{L} play --resume FILE": (f"{L} play --resume game.jsonl --save other.jsonl", "quit\n"),
    rf"printf 'k3\nj3\n?\n' | {L} play billabong --option mode=duel --lang en": (f"{L} play billabong --option mode=duel --lang en", "k3\nj3\n?\n"),
    f"{L} simulate billabong --games 500 --bots greedy,random": (f"{L} simulate billabong --games 1 --bots greedy,random {BOX}", ""),
    f"{L} simulate billabong -o mode=duel --bots greedy --games 500": (f"{L} simulate billabong -o mode=duel --bots greedy --games 1 {BOX}", ""),
    f"{L} compare billabong --b-option touch_move=true --games 500": (f"{L} compare billabong --b-option touch_move=true --games 1 --bots random {BOX}", ""),
    f"{L} compare": (f"{L} compare tiny --b-option calm=true --games 1 --bots random", ""),
    f"{L} simulate": (f"{L} simulate tiny --games 1", ""),
    f"{L} tournament bantu --bots greedy,easy,random": (f"{L} tournament bantu --bots greedy,random --deals 1", ""),
    f"{L} tournament GAME --bots A,B,C": (f"{L} tournament tiny --bots easy,random --deals 1", ""),
    f"{L} balance": (f"{L} balance tiny --games 1 --out runs/any", ""),
    f"{L} balance GAME --out FOLDER": (f"{L} balance tiny --games 1 --out runs/any", ""),
    f"{L} bench races": (f"{L} bench races --races 3", ""),
    f"{L} bench races --races 10000": (f"{L} bench races --races 3", ""),
    f"{L} bench races --lang en": (f"{L} bench races --lang en --races 3", ""),
    f"{L} rules billabong": ("", ""),
    f"{L} rules GAME": (f"{L} rules tiny", ""),
    f"{L} rules billabong who begins": (f"{L} rules billabong who begins --lang en", ""),
    f"{L} rules billabong arrivee --lang fr": ("", ""),
    f"{L} simulate --help": ("", ""),
    f"{L} rules billabong --coverage": (f"{L} rules billabong --coverage --tests {ROOT / 'tests' / 'billabong'}", ""),
    f"{L} components billabong": ("", ""),
    f"{L} components GAME": (f"{L} components tiny", ""),
    f"{L} components": (f"{L} components billabong --check {SHORT}", ""),
    f"{L} print billabong --out billabong.pdf": (f"{L} print tiny --out board.pdf", ""),
    f"{L} print billabong --out billabong.pdf --paper a4 --lang fr": (f"{L} print tiny --out tiny.pdf --paper a4 --lang fr", ""),
    f"{L} print GAME --out FILE": (f"{L} print tiny --out other.pdf", ""),
    f"{L} perft billabong --depth 2": (f"{L} perft billabong --depth 1", ""),
    f"{L} perft billabong --depth 2 --option mode=duel --components FILE": (f"{L} perft billabong --depth 1 --option mode=duel {BOX}", ""),
    f"{L} perft GAME --depth D": (f"{L} perft tiny --depth 1", ""),
    f"{L} perft --position FILE": (f"{L} perft billabong --depth 1 --position position.json", ""),
    f"{L} perft billabong --position FILE": (f"{L} perft billabong --depth 1 --position position.json", ""),
    f"{L} verify game.jsonl": ("", ""),
    f"{L} verify FILE": (f"{L} verify game.jsonl", ""),
    f"{L} verify --data DIR": (f"{L} verify --data data", ""),
    f"{L} replay game.jsonl": ("", ""),
    f"{L} replay FILE": (f"{L} replay game.jsonl", ""),
    f"{L} analyse": (f"{L} analyse position.json --simulations 2", ""),
    f"{L} analyse FILE": (f"{L} analyse position.json --simulations 2 --json", ""),
    f"{L} analyse position.json --simulations 100000 --lines 3": (f"{L} analyse position.json --simulations 4 --lines 3", ""),
    f"{L} analyse game.jsonl": (f"{L} analyse ended.jsonl --simulations 2", ""),
    f"{L} analyse game.jsonl.analysis.json": (f"{L} analyse ended.jsonl.analysis.json", ""),
    f"{L} analyse game.jsonl --simulations 2000": (f"{L} analyse ended.jsonl --simulations 2", ""),
    f"{L} compile": (f"{L} compile tiny", ""),
    f"{L} compile pebbles": (f"{L} compile tiny", ""),
    f"{L} compile bantu --everywhere": (f"{L} compile --help", ""),
    f".venv/bin/{L} compile --everywhere": (f"{L} compile --help", ""),
    f"{L} compile pebbles --everywhere": (f"{L} compile --help", ""),
    f"{L} new-game": (f"{L} new-game marbles", ""),
    f"{L} new-game NAME": (f"{L} new-game stones", ""),
    f"{L} new-game pebbles": ("", ""),
    f"{L} new-game pebbles --one-file": (f"{L} new-game cobbles --one-file", ""),
    "python -m tests.billabong.regenerate golden": ("", ""),
    "… told": ("python -m tests.billabong.regenerate told", ""),
    "… perft": ("python -m tests.billabong.regenerate perft", ""),
    "python -m tests.mutating.trying bantu": ("python -m tests.mutating.trying --help", ""),
    'python -m tests.mutating.trying bantu "rules/finish.py:has_won:negate#1"': ("python -m tests.mutating.trying --help", ""),
    "python -m tests.mutating.trying bantu partners_sit_side_by_side": ("python -m tests.mutating.trying --help", ""),
}  # fmt: skip
"""What is run for a command (the same where that is left empty), and what is typed."""

LAWS = "python -m ludotheque.testing pebbles"
OF_PEBBLES: dict[str, str] = {
    f"{L} simulate pebbles --games 200 --bots greedy,random": f"{L} simulate pebbles --games 2 --bots greedy,random",
    f"{L} bench pebbles": f"{L} bench pebbles --seconds 0.001 --cap 5 --no-interpreted",
    f"{L} rules pebbles": f"{L} rules pebbles",
    f"{L} rules pebbles --coverage": f"{L} rules pebbles --coverage --tests pebbles/tests",
    LAWS: f"{LAWS} --law legal --limit 1",
    "python -m ludotheque.testing GAME": f"{LAWS} --law legal --limit 1",
    f"{LAWS} --law legal": f"{LAWS} --law legal --limit 1",
    f"{LAWS} --stop": f"{LAWS} --law legal --limit 1 --stop",
    f"{LAWS} --quick --stop": f"{LAWS} --quick --stop --law legal",
    f"{LAWS} --json": f"{LAWS} --json --law legal --limit 1",
    f"LUDOTHEQUE_RULES=interpreted {LAWS}": f"{LAWS} --law scene --limit 1",
    f"LUDOTHEQUE_RULES=interpreted {LAWS} --stop": f"{LAWS} --law record --limit 1 --stop",
}
"""Commands about the game that `new-game` writes, run after it was written."""
FIRST = f'{L} new-game pebbles --title-fr "Les cailloux" --title-en "Pebbles" --seats 2-4'

ELSEWHERE = {
    f"{L} serve --alone build/ludotheque": "tests/browser/test_site.py::test_a_servers_game_continues_in_the_browser_when_it_is_gone",
    "python -m http.server": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    "python3 -m http.server --directory games": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    "python3 -m http.server --directory build/ludotheque": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    f"{L} site": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    f"{L} site games --with their-game": "tests/cli/test_sites.py::test_a_game_that_a_page_cannot_have_is_refused",
    f"{L} site FOLDER": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    f"{L} site games": "tests/browser/test_site.py::test_a_family_plays_without_a_server_then_without_a_network",
    'pip install "ludotheque[site]"': "tests/cli/test_sites.py::test_a_package_brings_the_parts",
    f"{L} simulate billabong --games 500 --bots greedy,random --seed 1 --workers 4": "tests/cli/test_simulating.py::test_figures_do_not_depend_on_the_number_of_workers",
    f"{L} simulate billabong --games 100000 --bots greedy,random --out runs/first --workers 4": "tests/cli/test_kept_games.py::test_the_rows_are_the_same_with_any_number_of_processes",
    f"{L} simulate banzai": "tests/cli/test_simulating.py::test_a_game_against_the_clock",
    f"{L} bench": "tests/cli/test_measuring.py::test_every_game_is_measured_where_none_is_named",
    f"{L} balance bantu --variant short=true --games 2000 --out runs/bantu": "tests/cli/test_balancing.py::test_the_figures_match_the_games",
    f"{L} analyse game.jsonl --time 0.5": "tests/cli/test_analysing.py::test_a_game_may_be_limited_in_time",
    f"{L} simulate bantu --bots careful:careful,greedy --games 20": "tests/bots/test_own.py::test_the_command_of_the_example_runs",
    f"{L} simulate billabong --games 100000 --bots strong,greedy --out runs/second --cluster": "tests/lab/test_cluster.py::test_killed_workers_change_no_rows_and_progress_is_shown",
    f"{L} tournament billabong --bots steady,greedy,easy,random,mine:hasty --kind swiss --deals 20 --out runs/cup": "tests/cli/test_tournaments.py::test_a_stopped_run_can_be_resumed",
    'pip install "ludotheque[lab]"': "tests/project/test_wheel.py::test_with_the_laboratory_games_are_saved",
    'pip install "ludotheque[cluster]"': "tests/lab/test_cluster.py::test_without_an_address_a_ray_is_started_here",
    f"{L} compare bantu --bots strong --b-bots weights:runs/bantu-weights/tuned.json": "tests/core/test_weights.py::test_a_bot_plays_with_the_weights_of_a_file",
    f"{L} tune": "tests/cli/test_tuning.py::test_it_reports_its_findings",
    f"{L} tune GAME --out FOLDER": "tests/cli/test_tuning.py::test_it_reports_its_findings",
    f"{L} tune bantu --out runs/bantu-weights": "tests/cli/test_tuning.py::test_ended_in_the_middle_it_continues",
    f"{L} tune bantu --seed 12 --simulations 30 --generations 30 --games 30 --match 1000": "tests/cli/test_tuning.py::test_it_reports_its_findings",
    f"{L} tune banjooli-cross --seed 3 --simulations 30 --generations 16 --games 12 --match 300": "tests/cli/test_tuning.py::test_it_reports_its_findings",
    f"{L} tune boussanga -o mode=cooperative --out runs/together": "tests/lab/test_tuning.py::test_only_the_weights_that_count_are_tuned",
    f"{L} tournament bantu --bots strong,weights:runs/bantu-weights/tuned.json": "tests/core/test_weights.py::test_a_bot_plays_with_the_weights_of_a_file",
    'pip install "ludotheque[tune]"': "tests/project/test_house.py::test_only_the_command_line_and_the_server_need_extras",
    "python tools/balance.py": "tests/project/test_balance_pages.py::test_a_page_is_played_and_published",
    "python -m tools.puzzles GAME --again": "tests/bots/test_puzzles.py::test_positions_with_two_good_actions_are_dropped",
    f"{L} train": "tests/train/test_training.py::test_killed_it_continues",
    f"{L} train bantu --out runs/bantu --hours 2": "tests/train/test_training.py::test_killed_it_continues",
    f"{L} train billabong -o mode=duel --out runs/billabong --hours 8": "tests/train/test_training.py::test_killed_it_continues",
    f"{L} play bantu --seats human,careful:careful": "tests/cli/test_playing.py::test_a_custom_bot_plays_a_seat_under_its_own_name",
    "python -m tests.upgrade.make 1.2.3": "tests/upgrade/test_upgrade.py::test_a_release_writes_its_own",
    "python -m tests.upgrade.make 0009 --little": "tests/upgrade/test_upgrade.py::test_a_release_writes_its_own",
    "python averaging.py": "tests/server/test_named_bots.py::test_the_example_serves_its_bot",
    f"{L} serve --bot careful=careful:careful": "tests/server/test_named_bots.py::test_the_command_names_bots",
    f"{L} serve --bot averaging=averaging:FIVE_TIMES": "tests/server/test_named_bots.py::test_the_command_names_bots",
    f"{L} play bantu --seats human,learnt": "tests/cli/test_playing.py::test_the_terminal_seats_it_where_it_can_play",
    f"{L} play bantu --seats human,learnt:runs/bantu/network.npz": "tests/cli/test_playing.py::test_the_terminal_seats_it_where_it_can_play",
    f"{L} simulate bantu --bots learnt,strong --games 20": "tests/bots/test_learnt.py::test_it_plays_by_name_and_alike_with_the_same_seed",
    f"{L} simulate bantu --bots learnt:runs/bantu/network.npz,strong --games 20": "tests/bots/test_learnt.py::test_it_plays_by_name_and_alike_with_the_same_seed",
    'pip install "ludotheque[train]"': "tests/project/test_house.py::test_only_the_command_line_and_the_server_need_extras",
    f"{L} serve": "tests/cli/test_serving.py::test_it_answers_and_stops_in_order",
    f"{L} serve --help": "tests/cli/test_help.py::test_nothing_of_help_is_cut_in_a_terminal_of_80_columns",
    f"{L} --install-completion": "tests/cli/test_help.py::test_commands_and_options_are_completed",
    f"{L} serve --no-open --public-url https://games.example --host 0.0.0.0 --trust-proxy 10.0.0.2": "tests/cli/test_serving.py::test_every_option_reaches_the_server",
    f"{L} backup": "tests/cli/test_backups.py::test_a_backup_during_play_holds_every_acknowledged_move",
    'pip install --upgrade "ludotheque[server]"': "tests/project/test_wheel.py::test_with_the_server_people_play",
    f"{L} serve --open": "tests/cli/test_serving.py::test_the_last_of_open_and_no_open_counts",
    f"{L} compile --checked": "tests/conformance/test_modes.py::test_every_game_keeps_the_laws_in_other_modes",
    f"{L} compile pebbles --checked": "tests/conformance/test_modes.py::test_every_game_keeps_the_laws_in_other_modes",
    f"{L} serve --compile": "tests/cli/test_serving.py::test_every_option_reaches_the_server",
    'pip install "ludotheque[compile]"': "tests/project/test_house.py::test_only_the_command_line_and_the_server_need_extras",
    "python -m ziglang cc play.c ./bantu-linux-x86_64.so -o play && ./play": "tests/compiler/test_page.py::test_the_programs_in_c_and_javascript_play_the_same_game",
    f"LUDOTHEQUE_RULES=checked {LAWS}": "tests/conformance/test_modes.py::test_every_game_keeps_the_laws_in_other_modes",
    "python tools/references.py": "tests/project/test_house.py::test_generated_pages_are_up_to_date",
    'pip install "ludotheque[envs]"': "tests/project/test_wheel.py::test_with_the_environments_programs_learn",
    f"{L} bench vector": "tests/cli/test_measuring.py::test_the_environments_are_measured_for_every_game",
    "pip install torch": "tests/envs/test_learning.py::test_ppo_wins_more_games_in_the_end",
    "python examples/learning/ppo.py bantu": "tests/envs/test_learning.py::test_ppo_wins_more_games_in_the_end",
    "python examples/learning/q_learning.py boussanga --games 50": "tests/envs/test_learning.py::test_openspiels_q_learner_learns_at_a_pettingzoo_table",
    "pip install ludotheque": "tests/project/test_wheel.py::test_the_base_has_rules_tables_bots_and_scenes",
    'pip install "ludotheque[numpy]"': "tests/project/test_wheel.py::test_with_numpy_rules_run_interpreted",
    'pip install "ludotheque[terminal]"': "tests/project/test_wheel.py::test_with_the_terminal_the_commands_work",
    'pip install "ludotheque[server]"': "tests/project/test_wheel.py::test_with_the_server_people_play",
    'pip install "ludotheque[postgres]"': "tests/project/test_wheel.py::test_with_postgres_tables_are_in_a_database",
    f"{L} serve --database postgresql://games@db.example/ludotheque": "tests/cli/test_serving.py::test_it_answers_and_stops_in_order",
    f"{L} serve --database postgresql://games@db.example/ludotheque --workers 4": "tests/server/test_workers.py::test_two_workers_play_one_game_and_continue_when_one_is_killed",
    f"{L} serve --host 0.0.0.0 --database postgresql://games@db.example/ludotheque --workers 4 --inner-address 10.0.0.5": "tests/server/test_workers.py::test_two_workers_play_one_game_and_continue_when_one_is_killed",
    f"{L} verify --data URL": "tests/cli/test_data_folders.py::test_a_true_log_holds_in_a_database",
    "python -m pytest -s -m deep tests/server/test_killed.py": "tests/server/test_killed.py::test_killed_at_any_point_every_command_is_done_once",
    f"{L} serve --host-key /etc/ludotheque.key": "tests/server/test_host_page.py::test_serve_takes_a_key_and_has_no_chat",
    f"{L} serve --no-chat": "tests/server/test_host_page.py::test_serve_takes_a_key_and_has_no_chat",
    "python -m pytest -s -m deep tests/server/test_killed.py -k sqlite": "tests/server/test_killed.py::test_killed_at_any_point_every_command_is_done_once",
    "python -m pytest -s -m deep tests/server/test_killed.py -k postgres": "tests/server/test_killed.py::test_killed_at_any_point_every_command_is_done_once",
    "python -m pytest -s -m deep tests/core/test_fuzzed.py": "tests/core/test_fuzzed.py::test_a_deep_run_is_long_enough",
    "python -m pytest -m deep tests/server/test_any_order.py": "tests/server/test_any_order.py::test_in_any_order_every_command_is_done_once",
    "python -m pytest -q -n 0 tests/server/test_surviving.py": "tests/server/test_surviving.py::test_killed_in_mid_game_nothing_acknowledged_is_lost",
    f"{L} serve --metrics 9100": "tests/server/test_workers.py::test_workers_share_news_report_metrics_and_stop_with_parent",
    f"{L} backup kept/monday --data DIR": "tests/cli/test_backups.py::test_a_backup_during_play_holds_every_acknowledged_move",
    f"{L} verify --data kept/monday": "tests/cli/test_backups.py::test_a_backup_during_play_holds_every_acknowledged_move",
    f"{L} restore kept/monday --data NEW": "tests/cli/test_backups.py::test_a_backup_during_play_holds_every_acknowledged_move",
    'pip install "ludotheque[notify]"': "tests/project/test_wheel.py::test_with_notify_browsers_can_be_called",
    f"{L} serve --no-open --public-url https://games.example": "tests/cli/test_serving.py::test_notice_settings_reach_the_server",
    f"{L} serve --public-url https://games.example --mail-host smtp.example.org --mail-user games --mail-from games@example.org": "tests/cli/test_serving.py::test_notice_settings_reach_the_server",
    f"{L} serve --host 0.0.0.0 --forget-after 24h": "tests/cli/test_serving.py::test_the_option_to_forget_reaches_the_server",
    'pip install "$(ls dist/*.whl)[server]"': "tests/project/test_wheel.py::test_with_the_server_people_play",
    "pip install -e .": "tests/scaffold/test_new_game.py::test_a_game_of_one_file_keeps_the_laws",
    f"{L} play pebbles": "tests/scaffold/test_new_game.py::test_a_game_of_one_file_is_played_in_the_terminal",
    'pip install -e ".[test]"': "tests/scaffold/test_new_game.py::test_it_keeps_the_laws_and_passes_its_own_tests",
}
"""Commands that another test runs."""


def commands_of(page: str) -> set[str]:
    """Every command that a page names, in blocks of code and within sentences."""
    fence = re.compile(r"^ *```([^\n`]*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
    found = {
        REMARK.sub("", line.strip()) for lang, block in fence.findall(page) if lang in ("", "sh") for line in block.splitlines()
    }  # fmt: skip
    found |= {" ".join(said.split()) for said in re.findall(r"`([^`]+)`", fence.sub("", page))}
    return {command for command in found if BEGINS.match(command) or command.startswith("… ")}


def helps() -> str:
    """All that `--help` says of the commands and their options."""
    commands = app.commands.values()
    return "\n".join(
        text or "" for each in commands for text in (each.help, each.epilog, *(p.help for p in each.params if hasattr(p, "help")))
    )  # fmt: skip


DOCUMENTED = set().union(*(commands_of(page.read_text(encoding="utf-8")) for page in PAGES), commands_of(helps()))  # fmt: skip
MADE = {command for command in DOCUMENTED if re.match(r"(?:[A-Z_]+=\S+ )*make\b", command)}
BENCHES = {command for command in DOCUMENTED if command.startswith("python bench/")}


def test_every_command_is_run() -> None:
    run = {*RUN, *OF_PEBBLES, FIRST, *ELSEWHERE}
    assert run >= DOCUMENTED - MADE - BENCHES, "say in this file how these are run at the smallest size"
    assert run <= DOCUMENTED, "these are documented no more"
    assert len(DOCUMENTED) > 60


def test_every_bench_named_is_run() -> None:
    assert {shlex.split(command)[1] for command in BENCHES} <= {f"bench/{name}" for name in PROGRAMS}


@cache
def functions(path: str) -> dict[str, list[str]]:
    """The functions of a file, each with its decorators."""
    return {
        node.name: [ast.unparse(mark) for mark in node.decorator_list]
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


@pytest.mark.parametrize(("command", "test"), ELSEWHERE.items())
def test_tests_that_run_a_command_exist_and_always_run(command: str, test: str) -> None:
    """What takes an environment of its own or is a tool runs with the release and when its folder changed."""
    path, _, name = test.partition("::")
    assert name in functions(path)
    if command.startswith(f"{L} "):
        assert "pytest.mark.deep" not in functions(path)[name], "give it a case that is not deep"


def words(command: str) -> list[str]:
    """The words of a command, without what Python is called by."""
    found = shlex.split(command)
    return found[2:] if found[:2] == ["python", "-m"] else found


def run_all(asked: list[tuple[list[str], str]], folder: Path, *paths: Path) -> list[Told]:
    """What became of these commands, run in a folder by an interpreter of their own."""
    seen = [ROOT, ROOT / "src", ROOT / "tests", *paths]
    done = subprocess.run(
        [sys.executable, "-m", "tests.project.documented"],
        cwd=folder,
        env={**os.environ, "LUDOTHEQUE_RULES": "interpreted", "LUDOTHEQUE_DATA": str(folder / "kept"), "LC_ALL": "C.UTF-8", "COLUMNS": "120",
             "PYTHONPATH": os.pathsep.join([*map(str, seen), *filter(None, sys.path)])},
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    told: list[Told] = [(code, out, err) for code, out, err in json.loads(done.stdout)]
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What became of every documented command."""
    folder = tmp_path_factory.mktemp("commands")
    asked = [(words(command or documented), said) for documented, (command, said) in RUN.items()]
    found: dict[str, Any] = dict(zip(RUN, run_all([(["prepare"], ""), *asked], folder), strict=True))
    later = tmp_path_factory.mktemp("pebbles")
    with contextlib.chdir(later):
        found[FIRST] = command_line(words(FIRST)[1:], "")
    package = later / "pebbles"
    of_pebbles = [(words(command), "") for command in OF_PEBBLES.values()]
    found |= zip(OF_PEBBLES, run_all(of_pebbles, later, package / "src", installed(package, later)), strict=True)  # fmt: skip
    return found


@pytest.mark.parametrize("command", [*RUN, FIRST, *OF_PEBBLES])
def test_a_command_does_its_job(told: dict[str, Any], command: str) -> None:
    code, out, err = told[command]
    assert code == 0, f"{out[-1500:]}\n{err[-3000:]}"
    assert (out + err).strip()
    assert "Traceback" not in err


@pytest.mark.parametrize("command", sorted(MADE))
def test_every_make_target_named_exists(command: str) -> None:
    make = shutil.which("make")
    assert make is not None
    asked = [word for word in shlex.split(command) if not word.startswith("LUDOTHEQUE_")][1:]
    done = subprocess.run(
        [make, "-n", "--no-print-directory", f"PYTHON={sys.executable}", *asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for word in asked:
        name, given, value = word.partition("=")
        assert not given or value.split("/")[-1] in done.stdout, f"{name} changes nothing"


def test_wire_md_names_every_surprising_default_of_scenes() -> None:
    text = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", text.partition("What is missing is 0")[2].partition("`client/src")[0]))
    structs = [
        each for each in vars(model).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)
    ]
    fields = [field for struct in structs for field in msgspec.structs.fields(struct)]
    usual = (0, "", False, None, (), msgspec.NODEFAULT)
    odd = {field.name for field in fields if field.default not in usual}
    assert odd <= told
    assert {"lit", "room", "due_ms"} <= odd
