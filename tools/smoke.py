"""`python smoke.py PART … [--games GAME,…]`: tries an installed ludotheque with the Python of its environment.

`bare`: without extras, the commands say which one they need. `terminal`: the command line works. `unserved`: `serve` says that it needs
more. `server`: a person with a browser's socket plays against a bot. `site`: a folder for a web host is written. `games`: a whole game between bots of every title, compiled and
interpreted (only interpreted if LUDOTHEQUE_RULES=interpreted), with a scene, a picture and a record.

Reports progress on standard error. On standard output it prints a hash of each game played, as JSON. The hash must be the same with any
versions of the dependencies. Failures raise an error. Needs only the standard library and what it tries, and reads no file of a checkout.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

LONG_S = 300
QUICK = "bantu"
"""The game of the commands: a short one."""
DUEL = "billabong"
"""The game of the server."""


def say(text: str) -> None:
    """Report progress."""
    print(f"  {text}", file=sys.stderr, flush=True)


def clean() -> dict[str, str]:
    """The environment's variables in English, without those that would let Python find a checkout."""
    ours = {"PYTHONPATH", "PYTHONHOME", "LC_ALL", "LC_MESSAGES", "LANG"}
    return {name: value for name, value in os.environ.items() if name not in ours} | {"LC_ALL": "C.UTF-8"}


# ------------------------------------------------------------------------------------------------ rules, tables, bots, scenes


def games(chosen: list[str]) -> dict[str, str]:
    """Try everything in the base install; a hash of one game of each title."""
    import ludotheque

    assert metadata.version("ludotheque") == ludotheque.__version__
    hashes = {}
    for name in chosen or sorted(ludotheque.installed_games()):
        hashes[name] = _played(name)
        say(f"{name}: played to its end, replayed, drawn ({hashes[name]})")
        if os.environ.get("LUDOTHEQUE_RULES") == "interpreted":
            continue
        again = _python(
            "import sys, smoke; print(smoke._played(sys.argv[1]))", name, LUDOTHEQUE_RULES="interpreted"
        )
        assert again == hashes[name], f"{name}: interpreted it was another game, {again}"
        say(f"{name}: interpreted, the same game")
    return hashes


def _played(name: str) -> str:
    """A short hash of a game between random bots; its record, scene and picture are checked."""
    from ludotheque import Table, bots, installed_games, replay, verify
    from ludotheque.lab import matches

    seats = min(installed_games()[name].seats)
    match = matches.Match(name, seats, ("random",) * seats, seed=7)
    result = matches.play(match, keep_record=True)
    assert result.record is not None
    over = replay(result.record)
    assert over.is_over, f"{name}: the record of a whole game ends before it"
    verify(result.record)
    table = Table(name, seats=seats, seed=7)
    while not table.actors and not table.is_over:
        table.advance(table.due_ms)
    seat = table.actors[0]
    for each in (table, over):
        assert each.scene({seat}).pieces, f"{name}: a scene without pieces"
        assert each.svg({seat}).startswith("<svg"), f"{name}: no picture"
    chosen = bots.choose(name, None, table.view({seat}).tobytes(), seat, "greedy", 1)
    assert chosen in table.legal_actions(seat)
    told = json.dumps([result.trajectory, result.ranking, result.ending, result.actions])
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def _python(code: str, *words: str, **more: str) -> str:
    """The output of some Python code in its own process, which can import this file."""
    environment = clean() | {"PYTHONPATH": str(Path(__file__).resolve().parent)} | more
    done = subprocess.run([sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True,
                          timeout=LONG_S, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def program() -> Path:
    """The program that pip made."""
    return Path(sysconfig.get_path("scripts")) / "ludotheque"


def command(*words: str, said: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run `ludotheque …` to its end in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([program(), *words], env=clean() | {"LUDOTHEQUE_DATA": folder} | more, cwd=folder,
                              input=said, capture_output=True, text=True, timeout=LONG_S, check=False)  # fmt: skip


def without(extra: str, *words: str) -> None:
    """Check that a command fails with one sentence that says how to install the extra, in French, too."""
    for language in ("C.UTF-8", "fr_FR.UTF-8"):
        done = command(*words, LC_ALL=language)
        assert done.returncode == 1, done
        assert f'pip install "ludotheque[{extra}]"' in done.stderr, done
        assert len(done.stderr.splitlines()) == 1, done
        assert ("complément" in done.stderr) is (language != "C.UTF-8"), done
    say(f"ludotheque {' '.join(words)}: says that {extra} is missing".replace("  ", " "))


# ------------------------------------------------------------------------------------------------ the command line


def terminal() -> None:
    """Try the command line: version, help, a game, a simulation."""
    from ludotheque import __version__

    done = command("--version")
    assert done.stdout == f"ludotheque {__version__}\n", done
    for words in (["--help"], ["play", "--help"], ["serve", "--help"]):
        done = command(*words)
        assert done.returncode == 0, done
        assert "Usage" in done.stdout, done
    done = command(
        "play",
        QUICK,
        "--seats",
        "greedy,random",
        "--pause",
        "0",
        "--seed",
        "3",
        "--lang",
        "en",
    )
    assert done.returncode == 0, done
    assert done.stdout.strip(), done
    say(f"ludotheque play: a game to its end, {len(done.stdout.splitlines())} lines")
    done = command("simulate", QUICK, "--games", "5", "--bots", "random", "--json")
    assert done.returncode == 0, done
    assert '"games"' in done.stdout, done
    done = command("rules", QUICK)
    assert done.returncode == 0, done
    assert "BAN-01" in done.stdout, done
    done = command("nonsense")
    assert done.returncode == 2, done
    say("ludotheque simulate, rules, nonsense: as they should")


# ------------------------------------------------------------------------------------------------ the server


def server() -> None:
    """Check that a server answers, serves its page, and lets a person play against a bot over a socket."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as base_url:
        with urllib.request.urlopen(f"{base_url}/healthz", timeout=30) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(f"{base_url}/", timeout=30) as answer:
            page = answer.read().decode()
        scripts = re.findall(r'src="(/[^"]+\.js)"', page)
        assert scripts, f"the page is not the client's: {page[:300]}"
        for script in scripts:
            with urllib.request.urlopen(base_url + script, timeout=30) as answer:
                assert answer.status == 200
        say(f"ludotheque serve: answers, and the page has {len(scripts)} script")
        table, moves = _against_a_bot(base_url)
        with urllib.request.urlopen(f"{base_url}/api/tables/{table}/qr.svg", timeout=30) as answer:
            assert b"<svg" in answer.read()
        say(f"ludotheque serve: a table over WebSockets, {moves} moves told")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server on a free port of this machine. It must stop cleanly, without an error."""
    words = [program(), "serve", "--port", "0", "--data", folder, "--bot-pause", "0"]
    with subprocess.Popen(words, env=clean(), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as running:  # fmt: skip
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found is None:
                running.kill()
                raise AssertionError(f"the server did not start: {line}{running.communicate()[1]}")
            yield found[0]
        finally:
            if running.poll() is None:
                running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said  # ended as by Ctrl-C
    assert "Traceback" not in said, said


def _against_a_bot(base_url: str) -> tuple[str, int]:
    """Play three legal actions at a new table, each answered by a bot; the table, and the number of moves received."""
    from websockets.sync.client import connect

    chairs = [{"who": "me"}, {"who": "bot", "level": "random"}]
    _, headers = _ask(f"{base_url}/api/me", "PUT", {"name": "Léa", "lang": "fr"})
    cookie = headers["Set-Cookie"].partition(";")[0]
    spec = {"game": DUEL, "seats": 2, "chairs": chairs, "first": 0, "options": {"mode": "duel"}}
    made, _ = _ask(f"{base_url}/api/tables", "POST", spec, cookie)
    table, moves, done, waiting = made["id"], 0, 0, False
    address = base_url.replace("http", "ws", 1) + "/ws"
    with connect(address, origin=base_url, additional_headers={"cookie": cookie}, max_size=None) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"t": "hello", "table": table}))
        while done < 3 or moves < 6:
            message = json.loads(socket.recv(timeout=60))
            assert message["t"] not in ("error", "rejected"), message
            if message["t"] not in ("welcome", "update"):
                continue
            moves = message.get("moves_from", 0) + len(message.get("moves", []))
            waiting = waiting and moves < 2 * done
            first = _first_action(message["scene"])
            if first is not None and not waiting and moves == 2 * done:
                done, waiting = done + 1, True
                do = {"kind": "act", "seat": 0, "action": first}
                words = {
                    "t": "command",
                    "table": table,
                    "command_id": f"c{done}",
                    "expected_seq": message["seq"],
                    "do": do,
                }
                socket.send(json.dumps(words))
    return table, moves


def _first_action(thing: Any) -> int | None:
    """The first action among the choices of a scene."""
    if isinstance(thing, dict):
        if isinstance(thing.get("action"), int):
            return int(thing["action"])
        thing = list(thing.values())
    if isinstance(thing, list):
        return next((found for each in thing if (found := _first_action(each)) is not None), None)
    return None


def _ask(url: str, method: str, content: Any, cookie: str = "") -> tuple[Any, Any]:
    headers = {"Content-Type": "application/json", "Origin": url.partition("/api")[0]} | (
        {"Cookie": cookie} if cookie else {}
    )
    request = urllib.request.Request(url, json.dumps(content).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers


def site() -> None:
    """Check that the parts in `ludotheque-site` make a site."""
    with tempfile.TemporaryDirectory() as folder:
        done = command("site", f"{folder}/games")
        assert done.returncode == 0, done
        page = (Path(folder) / "games" / "index.html").read_text("utf-8")
        assert '"/api/library":"answers-' in page, page
    say("ludotheque site: writes a folder")


def bare() -> None:
    """Try commands without the extra `terminal`."""
    without("terminal")
    without("terminal", "serve")


def unserved() -> None:
    """Try commands without the extra `server`."""
    without("server", "serve")
    with tempfile.TemporaryDirectory() as folder:
        without("server", "verify", "--data", folder)


PARTS: dict[str, Callable[[], None]] = {
    "bare": bare,
    "terminal": terminal,
    "unserved": unserved,
    "server": server,
    "site": site,
}


def main() -> int:
    """See above."""
    parser = argparse.ArgumentParser(description="Check that an installed ludotheque works.")
    parser.add_argument("parts", nargs="+", choices=[*PARTS, "games"])
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    asked = parser.parse_args()
    os.environ.update(clean())
    for part in asked.parts:
        if part == "games":
            print(json.dumps(games([name for name in asked.games.split(",") if name])))
        else:
            PARTS[part]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
