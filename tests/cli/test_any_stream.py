"""Every command with files that begin with a mark, output that lacks characters, closed streams, and names that command terminals."""

from __future__ import annotations

import ast
import io
import json
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from ludotheque import Table
from ludotheque.__main__ import main
from ludotheque.cli.main import app
from ludotheque.core import output, record, registry
from ludotheque.server.launch import _say
from ludotheque.server.settings import Settings
from ludotheque.server.store.log import FILE
from tests.cli.conftest import Play, Run, whole_game
from tests.cli.running import ROOT, until, variables
from tests.core.test_output import ENCODINGS, HOSTILE, SHOWN
from tools.ports import free_port

LITTLE = ["--seed", "1", "--bots", "random"]
COMMANDS: dict[str, list[list[str]]] = {
    "serve": [["--host", "nowhere.example."]],
    "play": [["tiny", "--seats", "human:Zoë,random", "--seed", "1"], ["--resume", "running.jsonl", "--save", "again.jsonl"]],
    "simulate": [["tiny", "--games", "2", *LITTLE], ["tiny", "--games", "2", *LITTLE, "--json"]],
    "compare": [["tiny", "--games", "2", *LITTLE, "--b-option", "calm=yes"]],
    "tournament": [["tiny", "--bots", "random,greedy", "--deals", "1", "--seed", "1"]],
    "balance": [["tiny", "--games", "2", *LITTLE, "--out", "balance"]],
    "analyse": [["bantu.json", "--simulations", "2"], ["ended.jsonl", "--simulations", "2", "--save", "found.json"]],
    "train": [["tiny", "--out", "train", "--hours", "0.00001"]],
    "tune": [["tiny", "--out", "tune"]],
    "compile": [["tiny"], ["chess"]],
    "site": [["."]],
    "backup": [["kept", "--data", "no data"]],
    "restore": [["no backup", "--data", "restored"]],
    "verify": [["game.jsonl"], ["game.jsonl", "--json"], ["position.json"], ["--data", "no data"]],
    "replay": [["game.jsonl"], ["game.jsonl", "--json"], ["no file"]],
    "rules": [["bantu"], ["tiny", "--json"], ["chess"]],
    "components": [["billabong"], ["banjooli-cross", "--json"], ["tiny", "--check", "components.toml"], ["tiny", "--check", "game.jsonl"]],
    "print": [["tiny", "--out", "tiny.pdf"], ["tiny", "--out", "again.pdf", "--json"], ["chess", "--out", "chess.pdf"]],
    "perft": [["tiny", "--position", "position.json", "--depth", "1"], ["tiny", "--position", "game.jsonl"]],
    "bench": [["races", "--races", "2"], ["tiny", "--seconds", "0.001", "--cap", "2", "--no-interpreted"]],
    "new-game": [["jeu-é"], ["paths"]],
}  # fmt: skip
"""Each command in French, as little as it can do and as much as it can say."""

READ: dict[tuple[str, str], list[str]] = {
    ("record", "verify"): [],
    ("record", "replay"): [],
    ("record", "play"): ["--save", "other.jsonl", "--resume"],
    ("record", "analyse"): ["--simulations", "2", "--save", "found.json"],
    ("position", "perft"): ["tiny", "--depth", "1", "--position"],
    ("position", "analyse"): ["--simulations", "2"],
    ("components", "components"): ["tiny", "--check"],
    ("components", "play"): ["tiny", "--save", "own.jsonl", "--components"],
    ("components", "simulate"): ["tiny", "--games", "1", *LITTLE, "--components"],
    ("components", "compare"): ["tiny", "--games", "1", *LITTLE, "--b-option", "calm=yes", "--b-components"],
    ("components", "tournament"): ["tiny", "--bots", "random,greedy", "--deals", "1", "--components"],
    ("components", "balance"): ["tiny", "--games", "1", *LITTLE, "--out", "balanced", "--components"],
    ("components", "print"): ["tiny", "--out", "own.pdf", "--components"],
    ("components", "perft"): ["tiny", "--depth", "1", "--components"],
}
"""Whatever reads a file, by what is in the file, which is the last word."""
FILES = {
    "record": {"record": "running.jsonl"},
    "position": {"position": "position.json"},
    "components": {"components": "components.toml"},
    "analyse": {"record": "ended.jsonl", "position": "bantu.json"},
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, where the commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    table = Table("tiny", seed=1)
    (tmp_path / "game.jsonl").write_text(record.dumps(whole_game().record()), encoding="utf-8")
    (tmp_path / "running.jsonl").write_text(record.dumps(table.record()), encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(table.position()), encoding="utf-8")
    other = Table("bantu", 2, seed=1)
    other.play(other.legal_actions()[0])
    end = {"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}
    (tmp_path / "ended.jsonl").write_text(record.dumps([*other.record(), end]), encoding="utf-8")
    (tmp_path / "bantu.json").write_text(json.dumps(other.position()), encoding="utf-8")
    own = (ROOT / "tests" / "tiny" / "components.toml").read_text("utf-8") + "# « à nous »\n"
    (tmp_path / "components.toml").write_text(own, encoding="utf-8")
    return tmp_path


Told = tuple[int, bytes, bytes]


def told(
    monkeypatch: pytest.MonkeyPatch, words: list[str], encoding: str = "utf-8", closed: str = ""
) -> Told:
    """The exit code of `ludotheque …`, and what it wrote; nothing is typed. `closed` names streams that are closed."""
    streams = {name: io.BytesIO() for name in ("stdin", "stdout", "stderr")}
    for name, content in streams.items():
        stream = None if name in closed.split() else io.TextIOWrapper(content, encoding=encoding)
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    for name in streams:
        getattr(sys, name).flush()
    code = ended.value.code
    return (code if isinstance(code, int) else 0), streams["stdout"].getvalue(), streams["stderr"].getvalue()


def test_every_command_is_tried() -> None:
    commands = app.commands
    assert set(COMMANDS) == set(commands)
    files = {name for name, command in commands.items() for each in command.params if _reads(each)}
    assert files == {command for _, command in READ}


def _reads(param: Any) -> bool:
    named = {"--components", "--check", "--position", "--resume"} & set(param.opts)
    return bool(named) or (param.metavar in ("RECORD", "FILE") and not param.opts[0].startswith("-"))


@pytest.mark.parametrize("encoding", ENCODINGS[1:])
def test_a_stream_that_lacks_characters(place: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR")
    for command, ways in COMMANDS.items():
        for number, words in enumerate(ways):
            with monkeypatch.context() as patched:
                code, out, err = told(patched, [command, *_elsewhere(words, encoding)], encoding)
            said = (out + err).decode(encoding)
            assert said.strip(), (command, words)
            assert "Traceback" not in said
            assert code in (0, 1, 2)
            if "--json" in words and code == 0:
                assert [json.loads(line) for line in out.splitlines()]
            assert (
                number
                or code == 0
                or command in ("serve", "train", "tune", "site", "backup", "restore", "new-game")
            ), said


def _elsewhere(words: list[str], name: str) -> list[str]:
    """What a command writes goes to a place of this name, where nothing is yet."""
    return [
        f"{name}-{word}" if before in ("--out", "--save") else word
        for before, word in zip(["", *words], words, strict=False)
    ]


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stdin stdout stderr"])
def test_closed_streams(place: Path, monkeypatch: pytest.MonkeyPatch, closed: str) -> None:
    """Closed input is empty, and what goes to closed output goes nowhere."""
    for command, ways in COMMANDS.items():
        for words in [_elsewhere(each, closed) for each in ways]:
            with monkeypatch.context() as patched:
                code, out, err = told(patched, [command, *words], closed=closed)
            assert b"Traceback" not in out + err
            assert code in (0, 1, 2), (command, words, err)
            assert not (out and "stdout" in closed)
    with monkeypatch.context() as patched:
        code, _, err = told(patched, ["replay", "-", "--lang", "en"], closed="stdin")
    assert (code, b"empty" in err) == (1, True)


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
def test_a_file_with_a_byte_order_mark(place: Path, run: Run, mark: str) -> None:
    for (kind, command), words in READ.items():
        name = FILES["analyse" if command == "analyse" else kind][kind]
        content = (place / name).read_text("utf-8").replace("\n", "\r\n")
        (place / f"marked-{name}").write_bytes(content.encode(mark))
        done = run(command, *words, f"marked-{name}")
        assert done.exit_code == 0, (command, done.output)


def test_python_reads_files_with_a_byte_order_mark(place: Path) -> None:
    from ludotheque.core import components

    text = (place / "running.jsonl").read_text("utf-8")
    assert record.loads("\ufeff" + text) == record.loads(text)
    (place / "marked.jsonl").write_bytes(text.encode("utf-8-sig"))
    from ludotheque.table import files

    assert files.load(place / "marked.jsonl").record() == files.load(place / "running.jsonl").record()
    own = (place / "components.toml").read_text("utf-8")
    assert (
        components.read_toml("\ufeff" + own)
        == components.read_toml(own.encode("utf-8-sig"))
        == components.read_toml(own)
    )


@pytest.mark.parametrize("game", [*registry.names()])
def test_components_in_ascii_are_the_same_components(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    _, out, _ = told(monkeypatch, ["components", game], "ascii")
    assert tomllib.loads(out.decode("ascii")) == tomllib.loads(
        (Path(sys.modules[registry.get(game).package].__file__ or "").parent / "components.toml").read_text(
            "utf-8"
        )
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_servers_address_prints_in_any_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    output.prepare()
    _say(Settings("any", "0.0.0.0", language="fr"), 8123)
    said = written.getvalue().decode(encoding)
    assert "http://127.0.0.1:8123/" in said
    assert "?\n" not in said
    assert ("█" in said or "▄" in said) is (
        encoding == "utf-8" and ":8123/" in said.split("127.0.0.1:8123/")[1]
    )


# ---------------------------------------------------------------------------------------------- names from outside


def test_a_record_commands_no_terminal(place: Path, run: Run) -> None:
    lines = whole_game().record()
    lines[0]["players"] = [HOSTILE, "Tom", *lines[0].get("players", [])[2:]][: lines[0]["seats"]]
    (place / "hostile.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    said = run("replay", "hostile.jsonl").stdout
    assert SHOWN in said.splitlines()[0]
    assert output.visible(said, lines=True) == said


def test_a_name_in_a_game_that_continues_commands_no_terminal(place: Path, play: Play) -> None:
    table = Table("tiny", 2, seed=1)
    table.journal.players = [HOSTILE, "Tom"]
    lines = table.record()
    (place / "hostile.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    said = play("--resume", "hostile.jsonl", typed=["moves", "\x1b[31m"]).stdout
    assert SHOWN in said
    assert output.visible(said.replace("\n" * 60, ""), lines=True) == said.replace("\n" * 60, "")


@pytest.mark.parametrize(
    "words",
    [
        ["verify", HOSTILE.replace("\ud800", "")],
        ["components", "tiny", "--check", "hostile.toml"],
        ["perft", "tiny", "--depth", "1", "--position", "hostile.json"],
        ["verify", "hostile.jsonl"],
        ["play", "tiny", "--option", "\x1b[2J\u202e=1"],
        ["\x1b[2J\u202e"],
        ["rules", "\x1b[2J\u202e"],
        ["simulate", "tiny", "--bots", "\x1b[2J\u202e"],
        ["tournament", "tiny", "--bots", "random,\x1b[2J\u202e"],
        ["simulate", "tiny", "--\x1b[2J\u202e"],
        ["new-game", "\x1b[2J\u202e"],
    ],
)
def test_no_complaint_commands_a_terminal(place: Path, run: Run, words: list[str]) -> None:
    (place / "hostile.toml").write_text('"a\\u001b[2J\\u202e" = 1\n', encoding="utf-8")
    (place / "hostile.json").write_text(
        json.dumps({"game": "tiny", "seats": 2, HOSTILE: 1}), encoding="utf-8"
    )
    head = Table("tiny").record()[0] | {HOSTILE: 1}
    (place / "hostile.jsonl").write_text(json.dumps(head), encoding="utf-8")
    done = run(*words)
    assert done.exit_code in (1, 2)
    assert r"\u202e" in done.stderr
    assert output.visible(done.output, lines=True) == done.output


def test_everything_is_printed_by_one_function() -> None:
    """`print`, `click.echo` and `sys.stdout.write` know nothing of what could command a terminal."""
    found = []
    for path in sorted((ROOT / "src" / "ludotheque" / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"):
                found.append(f"{path.name}: {ast.unparse(node)}")
    assert found == [
        "measuring.py: sys.stderr.write(f'\\r\\x1b[K{visible(line)}')",
        "screen.py: print(visible(line))",
        "screen.py: print('\\x1b[H\\x1b[2J', end='', flush=True)",
        "screen.py: print('\\x1b[H\\x1b[2J\\x1b[3J', end='', flush=True)",
        "screen.py: print('\\n' * LONGEST_WAIT_LINES, flush=True)",
        "screen.py: print(prompt, end='', flush=True)",
        "screen.py: print(visible(line.rstrip('\\n')), flush=True)",
    ]


# ------------------------------------------------------------------------------------------------- real descriptors


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("replay - <&-", 1, "empty"),
        ("verify game.jsonl >&-", 0, ""),
        ("play tiny --seats human,random --lang en <&- >&-", 0, ""),
        ("rules tiny <&- >&- 2>&-", 0, ""),
        ("rules tiny > /dev/full", 1, "no room"),
    ],
)
def test_closed_descriptors(place: Path, line: str, code: int, says: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m ludotheque {line}"
    environment = variables(LUDOTHEQUE_DATA=str(place / "data"))
    done = subprocess.run(
        ["sh", "-c", command], cwd=place, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    for path in (place / "data").rglob("*.jsonl"):
        record.loads(path.read_text("utf-8"))  # nothing was written into it but the game


def test_a_server_without_streams_serves(place: Path) -> None:
    port = free_port()
    command = f"exec {shlex.quote(sys.executable)} -m ludotheque serve --port {port} --data data <&- >&- 2>&-"
    server = subprocess.Popen(["sh", "-c", command], cwd=place, env=variables())

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    try:
        until(answers)
    finally:
        server.send_signal(signal.SIGTERM)
    assert server.wait(60) in (0, -signal.SIGTERM)
    assert (place / "data" / FILE).read_bytes()[:15] == b"SQLite format 3"
