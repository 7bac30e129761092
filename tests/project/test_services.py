"""PostgreSQL and nginx for the server's tests: found, or unpacked from Debian's packages without installing anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import services
from tools.say import Stop

APT = """#!/bin/sh
echo "$*" >> "$FAKE/asked"
case "$*" in
  *Dir::State=*"-s install"*) [ -e "$FAKE/updated" ] && echo "Inst nginx (7)" ;;
  *"-s install"*) [ -e "$FAKE/offline" ] || echo "Inst libpcre2 (5)
Inst nginx (7)" ;;
  *update*) [ -e "$FAKE/offline" ] && [ ! -e "$FAKE/source" ] && exit 100; touch "$FAKE/updated" ;;
  *download*) touch nginx.deb ;;
esac
"""
UNPACK = """#!/bin/sh
[ -e "$FAKE/full" ] && exit 2
mkdir -p "$3/usr/sbin" && printf '#!/bin/sh' > "$3/usr/sbin/nginx" && chmod +x "$3/usr/sbin/nginx"
"""
NGINX = ["nginx"]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without nginx, with an apt of its own; the files in `fake` say how it fares."""
    programs = tmp_path / "fake"
    programs.mkdir()
    for name, text in (("apt-get", APT), ("dpkg-deb", UNPACK)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    for name in ("sh", "touch", "mkdir", "chmod"):
        (programs / name).symlink_to(f"/bin/{name}")
    monkeypatch.setenv("FAKE", str(programs))
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setitem(services.FINDERS, "PostgreSQL", lambda _folder: Path("/there"))
    return programs


def test_a_missing_service_is_unpacked_with_its_libraries(machine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "services"
    assert services.missing(folder) == NGINX
    assert services.install(folder) == []
    program = services.nginx(folder)
    assert program == folder / "nginx" / "usr" / "sbin" / "nginx"
    assert services.environment(program, folder)["LD_LIBRARY_PATH"].startswith(str(folder / "nginx"))
    asked = (machine / "asked").read_text()
    assert "download -q libpcre2 nginx" in asked
    assert "update" not in asked
    services.install(folder)
    assert (machine / "asked").read_text() == asked, "what is there is not asked for again"


def test_without_package_lists_apt_gets_its_own(machine: Path, tmp_path: Path) -> None:
    (machine / "offline").touch()
    (machine / "source").touch()
    assert services.install(tmp_path / "services") == []
    assert "APT::Sandbox::User=root update" in (machine / "asked").read_text()


def test_without_a_network_it_says_what_is_left_out(
    machine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "offline").touch()
    assert services.install(tmp_path / "services") == NGINX
    assert "could not be unpacked" in capsys.readouterr().out
    assert "apt install nginx" in services.why_not(NGINX)


def test_a_full_disk_leaves_nothing_half_unpacked(machine: Path, tmp_path: Path) -> None:
    (machine / "full").touch()
    folder = tmp_path / "services"
    with pytest.raises(Stop, match="room on the disk"):
        services.unpack(services.PACKAGES["nginx"], folder)
    assert services.nginx(folder) is None
    assert os.listdir(folder) == []


def test_without_apt_nothing_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert services.install(tmp_path / "services") == NGINX
    assert not (tmp_path / "services").exists()


def test_an_installed_program_keeps_the_machines_libraries(tmp_path: Path) -> None:
    assert "LD_LIBRARY_PATH" not in services.environment(Path("/usr/sbin/nginx"), tmp_path)
