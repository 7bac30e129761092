"""The files for hosting: each command and option that they name exists, and each file, variable and user fits the others."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ludotheque.cli.main import app
from ludotheque.server.access.addresses import Proxies
from tools import lock

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "ludotheque.service").read_text(encoding="utf-8")
IMAGE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


USERS_OF_DEBIAN = {
    "root",
    "daemon",
    "bin",
    "sys",
    "sync",
    "games",
    "man",
    "lp",
    "mail",
    "news",
    "uucp",
    "proxy",
    "www-data",
    "backup",
    "list",
    "irc",
    "_apt",
    "nobody",
    "gnats",
}


def understood(words: list[str]) -> dict[str, Any]:
    """What the command line makes of these words, without doing it."""
    program, name, *rest = words
    assert program.rpartition("/")[2] == "ludotheque"
    command = app.commands[name]
    return dict(command.make_context(name, rest, resilient_parsing=False).params)


def variables() -> set[str]:
    """The environment variables that the program reads."""
    named = [each.envvar for command in app.commands.values() for each in command.params]
    declared = {name for each in named for name in ([each] if isinstance(each, str) else each or [])}
    return declared | {"LUDOTHEQUE_DATA"}


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", IMAGE, re.MULTILINE)


def test_the_files_start_commands_that_exist() -> None:
    (line,) = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    assert understood(shlex.split(line))["data"] == Path("/var/lib/ludotheque")
    image = [yaml.safe_load(each) for each in re.findall(r"^CMD (.+)$", IMAGE, re.MULTILINE)]
    started = COMPOSE["services"]["games"]["command"]
    for words in (*image, started):
        params = understood(words)
        assert params["host"] == "0.0.0.0", "what is inside is reached from outside"
        assert params["open_browser"] is False
    assert understood(started)["workers"] == 2
    with pytest.raises(Exception, match="no-such-option"):
        understood(["ludotheque", "serve", "--no-such-option"])


def test_all_variables_are_read_by_the_program() -> None:
    named = set(re.findall(r"LUDOTHEQUE_[A-Z_]+", UNIT + IMAGE))
    games = COMPOSE["services"]["games"]
    assert named | games["environment"].keys() <= variables()
    assert games["environment"]["LUDOTHEQUE_DATABASE"].endswith("@database/games")


def test_the_parts_of_the_composition_fit() -> None:
    games, database = COMPOSE["services"]["games"], COMPOSE["services"]["database"]
    assert set(COMPOSE["services"]) == {"games", "database"}
    assert (DEPLOY / games["build"]["context"]).resolve() == ROOT
    assert (ROOT / games["build"]["dockerfile"]).is_file()
    user, password, _, name = re.match(  # type: ignore[union-attr]
        r"postgresql://(\w+):(\$\{[^}]+\})@(\w+)/(\w+)$", games["environment"]["LUDOTHEQUE_DATABASE"]
    ).groups()
    told = database["environment"]
    assert (user, password, name) == (told["POSTGRES_USER"], told["POSTGRES_PASSWORD"], told["POSTGRES_DB"])
    assert database["healthcheck"]["test"] == ["CMD", "pg_isready", "-U", user, "-d", name]
    assert games["depends_on"] == {"database": {"condition": "service_healthy"}}
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert games["environment"]["LUDOTHEQUE_TRUST_PROXY"] == network["subnet"]
    given = re.fullmatch(r"\$\{SUBNET:-(.+)\}", network["subnet"])
    assert given is not None
    assert given[1].replace(".0/24", ".1") in Proxies([given[1]]), (
        "the gateway, from where a proxy of the machine comes"
    )
    mounted = {each.partition(":")[0] for part in (games, database) for each in part["volumes"]}
    assert mounted == set(COMPOSE["volumes"])
    (port,) = games["ports"]
    assert port.split(":") == ["127.0.0.1", "8000", instructions("EXPOSE")[0]]
    assert [each.partition(":")[2] for each in games["volumes"]] == instructions("VOLUME")
    for part in COMPOSE["services"].values():
        assert (part["read_only"], part["cap_drop"]) == (True, ["ALL"])
        assert "no-new-privileges:true" in part["security_opt"]
    assert "cap_add" not in games


def test_base_images_are_arguments_that_the_documentation_pins() -> None:
    given = dict(re.findall(r"^ARG (\w+)=(\S+)$", IMAGE, re.MULTILINE))
    assert {each.split(" AS ")[0] for each in instructions("FROM")} == {f"${{{name}}}" for name in given}
    told = COMPOSE["services"]["games"]["build"]["args"]
    assert told == {name: f"${{{name}:-{image}}}" for name, image in given.items()}
    name, image = re.fullmatch(r"\$\{(\w+):-(.+)\}", COMPOSE["services"]["database"]["image"]).groups()  # type: ignore[union-attr]
    given[name] = image
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (loop,) = re.findall(r"^for image in (.+); do$", text, re.MULTILINE)
    assert dict(each.split("=") for each in loop.split()) == given
    assert all(":" in image and not image.endswith(":latest") for image in given.values())


def test_all_that_is_installed_in_the_image_is_locked() -> None:
    """What comes from an index is downloaded into `/wheels` by its hash, and installed from there alone."""
    for line in IMAGE.splitlines():
        if "pip download" in line:
            assert "--require-hashes -r /tmp/requirements.lock -d /wheels" in line, line
        if "pip install" in line:
            assert "--no-index --find-links /wheels " in line, line
    assert "npm ci" in IMAGE


def test_copied_files_exist_and_the_image_runs_unprivileged() -> None:
    copied = [
        path
        for words in instructions("COPY")
        if not words.startswith("--from")
        for path in words.split()[:-1]
    ]
    assert copied
    for path in copied:
        assert (ROOT / path).exists(), path
    stages = {each.rpartition(" AS ")[2] for each in instructions("FROM") if " AS " in each}
    assert set(re.findall(r"[-,]from=(\w+)", IMAGE)) == stages == {"client", "wheel"}
    (user,) = instructions("USER")
    assert re.search(rf"useradd --system --uid 10001 .*\b{user} ", IMAGE)
    assert user not in USERS_OF_DEBIAN
    owned = re.search(rf"install -d -m 0700 -o {user} (.+)$", IMAGE, re.MULTILINE)
    assert owned is not None
    assert owned[1].split() == instructions("VOLUME")
    assert instructions("ENTRYPOINT") == [], "its command is started as it is"
    assert instructions("STOPSIGNAL") == ["SIGTERM"]
    assert "://" not in re.sub(r"http://127\.0\.0\.1\S+", "", IMAGE), "no address of a registry"
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", "deploy/.env"} <= set(ignored)
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split():
        assert {line.strip("/"), f"**/{line.strip('/')}"} & set(ignored), f"{line} is not part of a checkout"
    assert not {path.rstrip("/") for path in copied} & set(ignored)


def test_the_image_compiles_the_rules_but_ships_no_compiler() -> None:
    _, _, wheel, last = re.split(r"^FROM ", IMAGE, flags=re.MULTILINE)
    steps = re.findall(r"^(?:RUN|COPY) (.+)$", wheel, re.MULTILINE)
    compiles = steps.index("PYTHONPATH=src python -m ludotheque compile")
    assert not understood(["ludotheque", *steps[compiles].split()[4:]])["games"], "all games"
    builds = next(number for number, step in enumerate(steps) if "hatchling build" in step)
    assert steps.index("src src") < compiles < builds
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert {"numba", "ziglang", "hatchling"} <= set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))
    (extras,) = re.findall(r'"ludotheque\[(.+)\]"$', last, re.MULTILINE)
    assert extras.split(",") == [extra for extra in lock.RUN_EXTRAS if extra != "compile"]


def test_the_images_health_is_that_of_the_server() -> None:
    from ludotheque.server.web.api import ROUTES

    (command,) = re.findall(r"^HEALTHCHECK CMD (.+)$", IMAGE, re.MULTILINE)
    program, flag, code = yaml.safe_load(command)
    compile(code, "health", "exec")
    assert (program, flag) == ("python", "-c")
    assert "/healthz" in code
    assert "/healthz" in {route.path for route in ROUTES}


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is missing: install systemd")
    unit = tmp_path / "ludotheque.service"
    unit.write_text(UNIT.replace("/opt/ludotheque/bin/ludotheque", sys.executable), encoding="utf-8")
    done = subprocess.run(
        [verify, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "ludotheque" in line]
    assert ours == []
    unit.write_text(UNIT.replace("KillMode=mixed", "KillMode=sometimes"), encoding="utf-8")
    done = subprocess.run(
        [verify, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert "sometimes" in done.stderr, "it is really checked"


def test_the_server_cannot_write_to_its_package_or_make_code() -> None:
    settings = dict(line.split("=", 1) for line in UNIT.splitlines() if re.match(r"\w+=", line))
    assert (settings["ProtectSystem"], settings["MemoryDenyWriteExecute"]) == ("strict", "yes")
    assert "CacheDirectory" not in settings
    (volume,) = instructions("VOLUME")
    assert COMPOSE["services"]["games"]["volumes"] == [f"games:{volume}"]


def test_the_unit_leaves_time_to_stop() -> None:
    from ludotheque.server.workers import STOP_S

    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    assert int(seconds) > STOP_S
    assert int(COMPOSE["services"]["games"]["stop_grace_period"].rstrip("s")) > STOP_S
