"""`serve`: what it is given reaches the server, and what keeps it from starting is said."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server import launch
from ludotheque.server.people.notices.settings import MailSettings, NoticeSettings
from ludotheque.server.room.permits import RESIGN_S
from ludotheque.server.settings import Settings
from tests.server.noting import HERE

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings that `launch.serve` was called with."""
    seen: dict[str, Any] = {}
    monkeypatch.setattr(launch, "serve", lambda settings: seen.update(by_name(settings)))
    return seen


def by_name(settings: Settings) -> dict[str, Any]:
    return {each.name: getattr(settings, each.name) for each in fields(settings)}


def test_without_options_it_serves_this_machine_on_8000(run: Run, asked: dict[str, Any]) -> None:
    assert run("serve").exit_code == 0
    assert (asked["host"], asked["port"], asked["data"], asked["open_browser"]) == (
        "127.0.0.1",
        8000,
        None,
        False,
    )
    assert asked["resign_after"] == RESIGN_S


def test_on_windows_it_says_where_it_runs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.cli.serving.sys", SimpleNamespace(platform="win32"))
    done = run("serve", "--lang", "en")
    assert done.exit_code == 1
    assert "does not run on Windows" in done.stderr
    assert "ludotheque play" in done.stderr


def test_every_option_reaches_the_server(
    run: Run, asked: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        "--host",
        "0.0.0.0",
        "--port",
        "9000",
        "--data",
        tmp_path,
        "--open",
        "--bot-pause",
        "0",
        "--countdown",
        "1",
        "--resign-after",
        "2",
        "--rtt-header",
        "X-Client-RTT",
        "--database",
        "postgresql://games@db.example/games",
        "--workers",
        "4",
        "--inner-address",
        "10.0.0.5",
        "--metrics",
        "9100",
        "--log-format",
        "json",
        "--host-key",
        tmp_path / "own.key",
        "--no-chat",
        "--compile",
        "--forget-after",
        "7d",
        "--bot",
        "noting=tests.server.noting:HERE",
    ]
    monkeypatch.setenv("LUDOTHEQUE_HOST_KEY", "a key that nobody guesses")
    assert (
        run(
            "serve",
            *words,
            "--trust-proxy",
            "10.0.0.2",
            "--trust-proxy",
            "172.30.53.0/24",
            "--origin",
            "https://a.example",
            "--origin",
            "https://b.example",
            "--lang",
            "fr",
        ).exit_code
        == 0
    )
    wanted = {
        "host": "0.0.0.0",
        "port": 9000,
        "data": tmp_path,
        "open_browser": True,
        "bot_pause": 0.0,
        "countdown": 1.0,
        "resign_after": 2.0,
        "rtt_header": "X-Client-RTT",
        "origins": ("https://a.example", "https://b.example"),
        "trust_proxy": ("10.0.0.2", "172.30.53.0/24"),
        "notices": NoticeSettings(public_url="https://a.example"),
        "language": "fr",
        "database": "postgresql://games@db.example/games",
        "workers": 4,
        "inner_address": "10.0.0.5",
        "metrics": "9100",
        "log_format": "json",
        "host_page": True,
        "host_key_file": tmp_path / "own.key",
        "host_key": "a key that nobody guesses",
        "chat": False,
        "compiles": True,
        "forget_after": "7d",
        "bots": {"noting": HERE},
    }
    assert asked == by_name(Settings(**wanted))


def test_notice_settings_reach_the_server(
    run: Run, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_MAIL_PASSWORD", "secret")
    monkeypatch.setenv("LUDOTHEQUE_MAIL_USER", "me")
    words = ["--mail-host", "smtp.example.org", "--mail-from", "games@example.org", "--mail-security", "tls"]
    assert run("serve", "--no-push", "--public-url", "https://games.example", *words).exit_code == 0
    mail = MailSettings("smtp.example.org", "games@example.org", 465, "me", "secret", "tls")
    assert asked["notices"] == NoticeSettings(push=False, public_url="https://games.example", mail=mail)


def test_an_incomplete_mail_server_is_refused(run: Run, asked: dict[str, Any]) -> None:
    done = run("serve", "--mail-host", "smtp.example.org", "--mail-from", "a@example.org", "--lang", "en")
    assert done.exit_code != 0
    assert "--public-url: e-mails contain links" in done.stderr
    assert not asked


def test_the_option_to_forget_reaches_the_server(
    run: Run, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("serve", "--host", "0.0.0.0", "--forget-after", "24h").exit_code == 0
    assert asked["forget_after"] == "24h"
    monkeypatch.setenv("LUDOTHEQUE_FORGET_AFTER", "7d")
    assert run("serve").exit_code == 0
    assert asked["forget_after"] == "7d"


def test_the_last_of_open_and_no_open_counts(run: Run, asked: dict[str, Any]) -> None:
    run("serve", "--open", "--no-open")
    assert asked["open_browser"] is False


def _serve(*words: str) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}",
        "LUDOTHEQUE_RULES": "interpreted",
    }
    command = [sys.executable, "-m", "ludotheque", "serve", *words]
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_port_in_use_is_reported_with_a_free_one(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with _serve("--port", str(port), "--data", str(tmp_path)) as program:
            _, said = program.communicate(timeout=60)
    assert program.returncode == 1
    assert f"port {port} is in use" in said
    assert f"--port {port + 1}" in said
    assert "Traceback" not in said


def test_an_unwritable_data_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with _serve("--port", "0", "--data", str(tmp_path / "file")) as program:
        _, said = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "cannot write in the data folder" in said
    assert "--data" in said
    assert "Traceback" not in said


def test_it_answers_and_stops_in_order(tmp_path: Path, database: str) -> None:
    named = ("--database", database) if database else ()
    with _serve("--port", "0", "--data", str(tmp_path), "--no-open", *named) as program:
        assert program.stdout is not None
        line = program.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        try:
            assert found, line
            with urllib.request.urlopen(f"{found[0]}healthz", timeout=30) as answer:
                assert answer.status == 200
        finally:
            program.send_signal(signal.SIGINT)
            _, said = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "Traceback" not in said


def test_options_have_variables_and_port_is_followed(
    run: Run, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in {
        "PORT": "8123", "LUDOTHEQUE_HOST": "0.0.0.0", "LUDOTHEQUE_DATA": str(tmp_path),
        "LUDOTHEQUE_ORIGIN": "https://a.example https://b.example", "LUDOTHEQUE_TRUST_PROXY": "10.0.0.2,10.0.1.0/24",
        "LUDOTHEQUE_CHAT": "0", "LUDOTHEQUE_PUSH": "0", "LUDOTHEQUE_HOST_KEY_FILE": str(tmp_path / "key"),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert run("serve").exit_code == 0
    assert (asked["port"], asked["host"], asked["data"]) == (8123, "0.0.0.0", tmp_path)
    assert asked["origins"] == ("https://a.example", "https://b.example")
    assert asked["trust_proxy"] == ("10.0.0.2,10.0.1.0/24",)
    assert (asked["chat"], asked["notices"].push, asked["host_key_file"]) == (False, False, tmp_path / "key")
    monkeypatch.setenv("LUDOTHEQUE_PORT", "9000")
    run("serve")
    assert asked["port"] == 9000, "the name of its own counts more"
    run("serve", "--port", "9100")
    assert asked["port"] == 9100


def test_an_invalid_proxy_is_refused(tmp_path: Path) -> None:
    with _serve("--port", "0", "--data", str(tmp_path), "--trust-proxy", "*", "--lang", "en") as program:
        _, said = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "“*” is neither the address of a proxy nor its network" in said
    assert "Traceback" not in said
