"""Writes what people keep, with the version that is checked out, for the versions to come to open: see `test_upgrade.py`.

python -m tests.upgrade.make 1.2.3                             a release: every game, and a dump of PostgreSQL
python -m tests.upgrade.make 0008 --little                     a revision of the schema: two tables
python -m tests.upgrade.make NAME --checkout FOLDER            with another version, in this folder

It serves the games and plays them as browsers do. `written/NAME.tar.xz` then holds `data` (a data folder), `kept` (its backup,
taken while people played), `games` (a record and a position of each game) and `dump.sql`; `written/NAME.json` what is in them.
What a version does not have is left out: its server refuses it.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
from websockets.sync.client import connect

from tests.server.clusters import Cluster, cluster
from tests.upgrade import told
from tools import services
from tools.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = Path(__file__).with_name("written")
WAIT_S = 120
ME, LINK, BOT = {"who": "me"}, {"who": "link"}, {"who": "bot", "level": "greedy"}
QUICKLY = ["--bot-pause", "0", "--countdown", "0", "--resign-after", "0"]
"""Options of `serve`, where it has them."""


class Version:
    """A checkout, whose programs run interpreted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        paths = os.pathsep.join([str(folder / "src"), str(folder / "tests")])
        self.environment = os.environ | {
            "PYTHONPATH": paths,
            "LUDOTHEQUE_RULES": "interpreted",
            "LC_ALL": "C.UTF-8",
        }
        commands = (folder / "src" / "ludotheque" / "cli").glob("*.py")
        self.commands = "".join(path.read_text(encoding="utf-8") for path in commands)

    def run(self, *words: object) -> str:
        """What a program says."""
        command = [sys.executable, *map(str, words)]
        done = subprocess.run(
            command, env=self.environment, cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    def has(self, option: str) -> bool:
        """Whether its command line has an option, or a command of this name."""
        parameter = option.removeprefix("--").replace("-", "_")
        spelled = f'"{option}"', f"def {option}(", f"\n    {parameter}: "
        return any(each in self.commands for each in spelled)

    def told(self, where: Path | str, *beside: Path) -> dict[str, Any]:
        """What this version makes of a folder or a database."""
        found: dict[str, Any] = json.loads(self.run(Path(__file__).with_name("told.py"), where, *beside))
        return found

    def git(self, *words: str) -> str:
        """What git says of the checkout; nothing where it is none."""
        done = subprocess.run(["git", "-C", self.folder, *words], capture_output=True, text=True)
        return done.stdout.strip()


class House:
    """A server of that version."""

    def __init__(self, version: Version, data: Path, database: str = "") -> None:
        options = [
            word for name, value in zip(QUICKLY[::2], QUICKLY[1::2], strict=True) if version.has(name)
            for word in (name, value)
        ]  # fmt: skip
        if database:
            options += ["--database", database]
        self.base = f"127.0.0.1:{free_port()}"
        serve = ["serve", "--no-open", "--port", self.base.partition(":")[2], "--data", str(data), *options]
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  (the process keeps it)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", *serve],
            env=version.environment, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        self.people: dict[str, Person] = {}

    def __enter__(self) -> House:
        end = time.monotonic() + WAIT_S
        while True:
            try:
                httpx2.get(f"http://{self.base}/healthz", verify=False).raise_for_status()
                return self
            except httpx2.TransportError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.process.kill()
                    self.log.seek(0)
                    raise RuntimeError(self.log.read().decode()) from None
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        for person in self.people.values():
            person.leave()
        self.process.terminate()
        self.process.wait(WAIT_S)
        self.log.close()

    def person(self, name: str) -> Person:
        """Somebody with a cookie."""
        if name not in self.people:
            self.people[name] = Person(self.base, name)
        return self.people[name]


class Person:
    """A guest and their pages."""

    def __init__(self, base: str, name: str) -> None:
        self.base, self.name, self.screens = base, name, ExitStack()
        self.http = httpx2.Client(base_url=f"http://{base}", timeout=WAIT_S, verify=False)
        self.http.put("/api/me", json={"name": name, "lang": "fr"}).raise_for_status()

    @property
    def cookie(self) -> str:
        """What a browser would send."""
        return "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)

    def make(self, game: str, chairs: Sequence[dict[str, Any]], **more: Any) -> str:
        """A new table; "" where this version has no such table."""
        spec = {"game": game, "seats": len(chairs), "chairs": chairs, "first": 0} | more
        answer = self.http.post("/api/tables", json=spec)
        if answer.status_code != 201:
            print(f"not made: {game} {more}: {answer.text[:200]}")
            return ""
        return str(answer.json()["id"])

    def at(self, table: str, sit: int = -1, **more: Any) -> Screen:
        """A page at a table, in this seat if one is named."""
        screen = self.screens.enter_context(Screen(self, table))
        if sit >= 0:
            assert screen.do("sit", seat=sit, name=self.name, **more)["t"] == "applied"
        return screen

    def knows(self) -> dict[str, Any]:
        """What the server tells this person about themselves."""
        answers = {address: self._get(address) for address in told.ADDRESSES}
        for evening in told.evenings(answers):
            answers[evening] = self._get(evening)
        return told.known(answers)

    def _get(self, address: str) -> Any:
        answer = self.http.get(address)
        return (
            answer.json() if answer.status_code == 200 and "json" in answer.headers["content-type"] else None
        )

    def leave(self) -> None:
        """Close the pages."""
        self.screens.close()
        self.http.close()


class Screen:
    """A page at a table. `view` is the newest state that it was told."""

    _numbers = count()

    def __init__(self, person: Person, table: str) -> None:
        self.table, self.view = table, dict[str, Any]()
        self._connecting = connect(
            f"ws://{person.base}/ws?table={table}", origin=f"http://{person.base}",  # type: ignore[arg-type]
            additional_headers={"cookie": person.cookie}, max_size=None,
            max_queue=None, ping_interval=None,  # nobody reads the pages of games that go on by themselves
        )  # fmt: skip

    def __enter__(self) -> Screen:
        self.ws = self._connecting.__enter__()
        self._send({"t": "hello", "table": self.table})
        self.until(lambda view: True)
        return self

    def __exit__(self, *told: Any) -> None:
        self._connecting.__exit__(*told)

    def _send(self, message: dict[str, Any]) -> None:
        self.ws.send(json.dumps(message))

    def receive(self, wait_s: float = WAIT_S) -> dict[str, Any] | None:
        """The next message, if one comes in time."""
        try:
            message: dict[str, Any] = json.loads(self.ws.recv(timeout=wait_s))
        except TimeoutError:
            return None
        if message["t"] in ("welcome", "update"):
            self.view = message
        return message

    def drain(self) -> None:
        """Read what is there."""
        while self.receive(0.002) is not None:
            pass

    def until(self, so: Any) -> dict[str, Any]:
        """The view once it is so."""
        while not (self.view and so(self.view)):
            assert self.receive() is not None, self.view.get("table")
        return self.view

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command; its answer, once the page shows what it did."""
        name = f"c{next(self._numbers)}"
        self._send(
            {"t": "command", "table": self.table, "command_id": name, "expected_seq": self.view["seq"],
             "do": {"kind": kind, **fields}}
        )  # fmt: skip
        while True:
            answer = self.receive()
            assert answer is not None, f"no answer to {kind} {fields}"
            if answer["t"] == "error" or answer.get("command_id") == name:
                break
        if answer["t"] == "applied":
            self.until(lambda view: view["seq"] >= answer["seq"])
        else:
            print(f"not done: {kind} {fields}: {json.dumps(answer)[:200]}")
        return answer

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view["table"]["phase"] == "over")

    def actions(self) -> list[tuple[int, int]]:
        """What the seats of this page may do: each one's number and an action."""
        shown = (self.view.get("scene") or {}).get("choices", ())
        found = []
        for each in [self._more(choices) if choices.get("more") else choices for choices in shown]:
            found += [(each["seat"], node["action"]) for node in each["nodes"] if node.get("action", -1) >= 0]
        return found

    def _more(self, choices: dict[str, Any]) -> dict[str, Any]:
        """The choices after the first click, which were left out."""
        name, click = f"m{next(self._numbers)}", choices["nodes"][choices["roots"][0]]["click"]
        self._send({"t": "more", "table": self.table, "id": name, "seat": choices["seat"], "click": click})
        while True:
            answer = self.receive()
            assert answer is not None, f"no choices after {click}"
            if answer.get("id") == name:
                return answer.get("choices") or choices | {"nodes": []}


def play(screens: Sequence[Screen], moves: int = 10_000, seed: int = 1) -> None:
    """Have people act at random so often, or until the game is over; bots act between them."""
    rng, done, last = random.Random(seed), 0, time.monotonic()
    while screens and done < moves:
        for screen in screens:
            screen.drain()
        if screens[0].is_over:
            return
        ready = [(screen, actions) for screen in screens if (actions := screen.actions())]
        if not ready:
            assert time.monotonic() - last < WAIT_S, screens[0].view["table"]
            screens[0].receive(0.05)
            continue
        screen, actions = rng.choice(ready)
        seat, action = rng.choice(actions)
        if screen.do("act", seat=seat, action=action)["t"] == "applied":
            done, last = done + 1, time.monotonic()


def undo(screens: Sequence[Screen], asks: bool) -> None:
    """Have whoever is not on turn take the last move back; or whoever is asks to take back theirs, and the other agrees."""
    for screen in screens:
        screen.drain()
    on_turn = next(seat for seat, screen in enumerate(screens) if screen.actions())
    seat = on_turn if asks else 1 - on_turn
    screens[seat].do("undo", seat=seat)
    if asks:
        screens[1 - seat].drain()
        screens[1 - seat].do("consent", seat=1 - seat, yes=True)


def two(house: House, game: str, names: Sequence[str] = ("Léa", "Tom"), **more: Any) -> list[Screen]:
    """A game of as many people as are named, which has begun; nothing where this version has no such table."""
    people = [house.person(name) for name in names]
    table = people[0].make(game, [ME, *[LINK] * (len(people) - 1)], **more)
    if not table:
        return []
    screens = [people[0].at(table)]
    screens += [person.at(table, seat) for seat, person in enumerate(people[1:], 1)]
    for screen in screens:
        screen.until(lambda view: view["table"]["phase"] != "lobby")
    return screens


def with_bots(house: House, game: str, bots: int, people: int = 1, **more: Any) -> Screen:
    """A game of Léa, others on her screen, and bots."""
    lea = house.person("Léa")
    here = [{"who": "here", "name": name} for name in ("Ida", "Ali")[: people - 1]]
    screen = lea.at(lea.make(game, [ME, *here, *[BOT] * bots], **more))
    screen.until(lambda view: view["table"]["phase"] != "lobby")
    return screen


def play_little(house: House) -> None:
    """A game of the tiny game to its end, and one of Bantu that goes on."""
    tiny = two(house, "tiny", components=PATIENT)
    tiny[0].do("say", text="Bonne chance “toi”", name="Léa")
    play(tiny)
    bantu = two(house, "bantu", options={"short": True})
    play(bantu, 7)
    bantu[1].do("say", emote="bravo", name="Tom")


def play_whole(house: House, box: str) -> None:
    """Every game, with few and many, with people and bots: some to their end, some half-way, one that waits for people."""
    play_little(house)
    lea, tom = house.person("Léa"), house.person("Tom")
    lea.at(lea.make("billabong", [ME, LINK, LINK, BOT], options={"touch_move": True}))

    duel = two(house, "billabong", options={"mode": "duel"})
    play(duel, 9)
    undo(duel, asks=False)
    play(duel, 15)
    undo(duel, asks=True)
    play(duel, 2)
    play(two(house, "billabong", options={"mode": "duel"}, components=box))
    given_up = with_bots(house, "billabong", 2, components=box)
    play([given_up], 4)
    given_up.do("resign", seat=0)
    given_up.until(lambda view: view["table"]["phase"] == "over")

    strangers = two(house, "bantu", ("Tom", "Léa"), options={"short": True}, company="strangers")
    play(strangers)
    strangers[0].do("rematch")
    teams = with_bots(house, "bantu", 2, 2, options={"teams": True})
    play([teams], 5)

    play(
        two(
            house,
            "banjooli-cross",
            ("Léa", "Tom", "Zoé"),
            options={"special": "two", "berries": True, "lion": True},
        ),
        25,
    )
    play(two(house, "banjooli-cross", ("Léa", "Tom"), options={"tiles": 4, "dice": "numbers"}))
    play(two(house, "banjooli-cross", ("Léa", "Tom"), own_dice=True), 8)

    play(two(house, "boussanga", ("Léa", "Tom", "Zoé"), options={"side": "back"}))
    together = with_bots(house, "boussanga", 1, options={"mode": "cooperative", "stop_at_13": True})
    play([together], 9)
    alone = with_bots(house, "boussanga", 0)
    play([alone], 5)

    crowd = with_bots(house, "banzai", 4, options={"time_limit": 5})
    crowd.until(lambda view: view["seq"] >= 20)
    play(two(house, "banzai", ("Léa", "Tom", "Zoé"), options={"unhurried": True}))
    play(two(house, "banzai", ("Léa", "Tom", "Zoé"), options={"unhurried": True}), 5)

    play(two(house, "tiny", ("Léa", "Tom", "Zoé"), components=PATIENT), 4)
    days = two(house, "bantu", clock={"per": "days", "seconds": 86_400})
    if days:
        play(days, 4)
    invited = lea.make("boussanga", [ME, LINK, LINK], door="link", chat=False)
    if invited:
        screen = lea.at(invited)
        tom.at(invited, 1, invite=screen.view["you"]["invite"])
        screen.drain()
        screen.do("remove", seat=1)
    lea.http.post("/api/blocks", json={"table": duel[0].table, "seat": 1})
    evening(house)


def evening(house: House) -> None:
    """An evening with one round that is over and one that goes on."""
    ada = house.person("Ada")
    plan = {"name": "Thursday", "game": "bantu", "least": 2, "most": 2, "rounds": 3, "rated": True}
    answer = ada.http.post("/api/evenings", json=plan)
    if answer.status_code != 201:
        print(f"no evening: {answer.text[:100]}")
        return
    address = f"/api/evenings/{answer.json()['id']}"
    for name in ("Léa", "Tom", "Zoé"):
        house.person(name).http.post(address, json={"kind": "join", "name": name}).raise_for_status()
    for number in (1, 2):
        shown = ada.http.post(address, json={"kind": "begin", "round": number})
        shown.raise_for_status()
        (table,) = shown.json()["history"][number - 1]["tables"]
        screens = [house.person(seat["name"]).at(table["table"]) for seat in table["seats"]]
        for screen in screens:
            screen.until(lambda view: view["table"]["phase"] == "playing")
        play(screens, 10_000 if number == 1 else 3)


PATIENT = "faces = 6\ncards = 6\nrounds = 2\npawn = 2\npatience_ms = 60000\n"
"""A box of the tiny game in which nothing happens by itself."""


class Making:
    """What is written, on its way into the archive."""

    def __init__(self, version: Version, little: bool, folder: Path) -> None:
        self.version, self.little, self.folder = version, little, folder
        self.facts: dict[str, Any] = {
            "version": version.git("log", "-1", "--format=%h %cs") or "today",
            "revision": self._revision(),
        }

    def _revision(self) -> str:
        server = self.version.folder / "src" / "ludotheque" / "server"
        older = [path.name[:4] for path in server.glob("**/migrations/versions/0*.py")]
        found = re.search(r'^VERSION = "(\d+)"', (server / "store" / "sql.py").read_text(), re.MULTILINE)
        return max(older) if older else found[1] if found else ""

    def play(self, house: House) -> dict[str, Any]:
        """Play. Returns everybody's cookies, and what the server remembers of them."""
        if self.little:
            play_little(house)
        else:
            boxes = self.version.folder / "tests" / "conformance" / "boxes"
            play_whole(house, (boxes / "billabong.toml").read_text(encoding="utf-8"))
        lea = house.person("Léa").http
        lea.get("/api/notify")  # then the server's keys are made
        kept = lea.post("/api/me/kept", json={"lang": "en"})
        phrase = kept.json()["phrase"] if kept.status_code == 200 else ""
        time.sleep(0.3)  # the lists of finished games are written after the last answer
        return {
            name: {
                "cookie": person.cookie,
                "phrase": phrase if name == "Léa" else "",
                "knows": person.knows(),
            }
            for name, person in house.people.items()
        }

    def data_folder(self) -> None:
        """A data folder, with its backup, records and positions."""
        data, kept, games = (self.folder / name for name in ("data", "kept", "games"))
        with House(self.version, data) as house:
            people = self.play(house)
            if not self.little and self.version.has("backup"):
                self.version.run("-m", "ludotheque", "backup", kept, "--data", data)
        games.mkdir()
        self.facts["data"] = {"people": people, "tables": self.version.told(data, games)}
        if kept.exists():
            self.facts["kept"] = {"tables": self.version.told(kept)}
        (data / "ludotheque.lock").unlink(missing_ok=True)

    def dump(self, server: Cluster, programs: Path) -> None:
        """A database that was served, as SQL that any PostgreSQL reads."""
        url = server.new()
        with House(self.version, self.folder / "beside", url) as house:
            people = self.play(house)
        self.facts["database"] = {"people": people, "tables": self.version.told(url)}
        shutil.rmtree(self.folder / "beside", ignore_errors=True)
        program = programs / "pg_dump" if (programs / "pg_dump").exists() else "pg_dump"
        options = ["--no-owner", "--no-privileges", "--rows-per-insert=200"]
        dumped = subprocess.run(
            [program, *options, url], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        mine = ("SET transaction_timeout", "\\restrict", "\\unrestrict")  # which older servers do not know
        lines = [line for line in dumped.splitlines(keepends=True) if not line.startswith(mine)]
        (self.folder / "dump.sql").write_text("".join(lines), encoding="utf-8")

    def write(self, name: str, into: Path) -> None:
        """The archive, and what is in it."""
        into.mkdir(parents=True, exist_ok=True)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:xz", preset=9) as archive:
            for path in sorted(self.folder.iterdir()):
                archive.add(path, path.name, filter=_anonymous)
        (into / f"{name}.tar.xz").write_bytes(packed.getvalue())
        (into / f"{name}.json").write_text(_in_lines(self.facts) + "\n", encoding="utf-8")
        print(f"{into / name}.tar.xz: {len(packed.getvalue()) / 1000:.0f} kB")


def _in_lines(value: Any, deep: int = 3) -> str:
    """JSON with a line for each table."""
    if not deep or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    inside = ",\n".join(
        f"{json.dumps(key, ensure_ascii=False)}: {_in_lines(each, deep - 1)}" for key, each in value.items()
    )
    return f"{{\n{inside}\n}}"


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def main(words: Sequence[str] | None = None) -> None:
    """Write one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="what it is called: the version, or the revision of the schema")
    parser.add_argument("--little", action="store_true", help="two tables")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the version that writes")
    parser.add_argument("--into", type=Path, default=WRITTEN)
    parser.add_argument("--no-postgres", action="store_true", help="no dump")
    asked = parser.parse_args(words)
    version = Version(asked.checkout.resolve())
    with tempfile.TemporaryDirectory() as place:
        making = Making(version, asked.little, Path(place))
        making.data_folder()
        if not asked.no_postgres and version.has("--database"):
            programs = services.postgres()
            if programs is None:
                raise SystemExit(services.why_not(["PostgreSQL"]))
            with cluster(programs) as server:
                making.dump(server, programs)
        making.write(asked.name, asked.into.resolve())


if __name__ == "__main__":
    main()
