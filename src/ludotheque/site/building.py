"""Writes the library without a server: a folder for any web host."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludotheque import __version__
from ludotheque.core import announced, catalogue, registry
from ludotheque.core.message import Message
from ludotheque.server.access import origins
from ludotheque.server.web.pages import ALONE_BEGINS, is_alone
from ludotheque.site import CannotBuild, others
from ludotheque.site.inside.asking import Asker
from ludotheque.table import pictures

MADE = Path(__file__).resolve().parents[3] / "build" / "site"
"""Where a checkout has the pages, and Python for them: `make site` makes both."""
PACKAGE = "ludotheque_site"
"""The package that brings them where there is no checkout."""
PLAIN_TYPES = {
    "application/json": ".json",
    "image/svg+xml": ".svg",
    "application/toml": ".toml",
    "text/plain": ".txt",
}
OTHERS = "others.zip.bin"
"""The games of other packages, beside the library."""
FIRST = '<meta charset="utf-8" />'
NOT_KEPT = {"sw.js", "robots.txt", "screenshots"}
"""Files and folders that a page does not need."""
HEADERS = f"""\
# What pages and their workers may do, for hosts that read this file: Netlify, Cloudflare Pages.
/*
  Content-Security-Policy: {origins.IN_PAGE}
"""
NOTHING_KEPT = "const KEPT = null;"
"""Where the service worker takes which files it keeps."""


def parts() -> Path:
    """The folder with the pages and with Python for them: the checkout's, or that of the package. Raises `CannotBuild`."""
    if _are_in(MADE):
        return MADE
    found = find_spec(PACKAGE)
    if found is None or found.origin is None or not _are_in(folder := Path(found.origin).parent):
        raise CannotBuild(message=Message("cli.site.parts"))
    theirs = metadata.version(PACKAGE)
    if theirs != __version__:
        raise CannotBuild(message=Message("cli.site.version", {"theirs": theirs, "ours": __version__}))
    return folder


def _are_in(folder: Path) -> bool:
    return (folder / "pages" / "index.html").is_file() and (folder / "server" / "library.zip.bin").is_file()


def build(folder: Path, packages: Iterable[str] = ()) -> int:
    """Write the library into a folder, with the games of these installed packages, in place of what an earlier call wrote there. Returns how many bytes it has.

    Raises `CannotBuild`, and `OSError` if it cannot be written. What else lies in the folder stays, and pages do not keep it offline.
    """
    given = parts()
    if folder.is_dir() and any(folder.iterdir()) and not is_alone(folder):
        raise CannotBuild(message=Message("cli.site.other", {"folder": str(folder)}))
    archive, chosen = others.packed(packages, given)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.resolve().parent, prefix=".ludotheque-") as made:
        whole = Path(made)
        with announced.only(chosen):
            _put_together(whole, given, archive if chosen else b"")
        size = sum(file.stat().st_size for file in whole.rglob("*") if file.is_file())
        for old in (folder / "assets", *folder.glob("server-*"), *folder.glob("answers-*")):
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(whole, folder, dirs_exist_ok=True)
    return size


def _put_together(folder: Path, given: Path, archive: bytes) -> None:
    shutil.copytree(given / "pages", folder, dirs_exist_ok=True)
    begun = shutil.copytree(given / "server", folder / "server")
    if archive:
        (begun / OTHERS).write_bytes(gzip.compress(archive, mtime=0))
    digest = _digest(sorted(begun.iterdir()), begun)
    server = f"server-{digest}"
    large = sorted(begun.rename(folder / server).iterdir())
    said = {
        "folder": f"{server}/",
        "parts": {
            file.name.removesuffix(".bin"): file.stat().st_size for file in large if file.suffix == ".bin"
        },
        "answers": asyncio.run(_answers(folder, f"answers-{digest}")),
    }
    files = sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and NOT_KEPT.isdisjoint(file.relative_to(folder).parts)
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{origins.IN_PAGE}" />'
    whole = _digest(files, folder) + policy + json.dumps(said)
    build = said["build"] = hashlib.sha256(whole.encode()).hexdigest()[:12]
    told = json.dumps(said, separators=(",", ":")).replace("<", "\\u003c")
    page = folder / "index.html"
    _replace(page, FIRST, f"{FIRST}\n    {policy}\n    {ALONE_BEGINS}{told}</script>")
    kept = ["./", *(file.relative_to(folder).as_posix() for file in files if file != page)]
    files_of = json.dumps({"build": build, "files": kept, "policy": origins.IN_PAGE})
    _replace(folder / "sw.js", NOTHING_KEPT, f"const KEPT = {files_of};")
    (folder / "_headers").write_text(HEADERS, "utf-8")


def _digest(files: list[Path], within: Path) -> str:
    """12 hexadecimal digits for files and their names."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(within).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _replace(file: Path, before: str, after: str) -> None:
    """Put a text in the place of another one, which must be in the file."""
    text = file.read_text("utf-8")
    if before not in text:
        raise ValueError(f"{file.name} has no {before}")
    file.write_text(text.replace(before, after), "utf-8")


async def _answers(folder: Path, within: str) -> dict[str, str]:
    """Write what the server answers to everybody alike, so that a page has it before its own server runs. Returns the files by address."""
    from ludotheque.server.app import make_app
    from ludotheque.server.services import running
    from ludotheque.server.settings import Settings

    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as data:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(running(Settings(data=data)))
            asker = Asker(make_app(services))
            for address in _addresses():
                status, headers, body = await asker.ask("GET", address, "{}", b"")
                if status != 200:
                    continue
                kind = dict(json.loads(headers)).get("content-type", "").partition(";")[0]
                found[address] = _write(folder, within, address, body, PLAIN_TYPES.get(kind, ""))
                if address.startswith("/api/rules/"):
                    for picture in _pictures(address.rpartition("/")[2], json.loads(body)):
                        status, _, drawn = await asker.ask("GET", picture, "{}", b"")
                        if status == 200:
                            found[picture] = _write(folder, within, picture, drawn, "")
    for game in registry.names():
        begun = f"/art/{game}/begun.svg"
        found[begun] = _write(folder, within, begun, pictures.begun(registry.get(game)).encode(), "")
    return found


def _addresses() -> Iterator[str]:
    for language in catalogue.LANGUAGES:
        yield f"/api/messages/{language}"
        yield f"/api/messages/{language}?page=front"
    yield from ("/api/library", "/api/announcement")
    for game in registry.names():
        yield from (
            f"/art/{game}/cover.svg",
            f"/art/{game}/sprites.svg",
            f"/api/rules/{game}",
            f"/api/first-game/{game}",
            f"/api/edition/{game}",
            f"/api/components/{game}",
        )


def _pictures(game: str, rules: Any) -> Iterator[str]:
    """Those of the goal and of a turn. The page's own server draws the others when somebody looks at them: they would be 190 kB of a first visit."""
    shown = {each["picture"] for each in (*rules["goal"], *rules["turn"])}
    yield from (f"/art/{game}/picture/{name}.svg" for name in sorted(shown))


def _write(folder: Path, within: str, address: str, body: bytes, ending: str) -> str:
    name = within + address.replace("?", "@")
    if ending and not name.endswith(ending):
        name += ending
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".svg"):  # drawings take symbols from one another
        body = body.replace(b'href="/art/', b'href="%s/art/' % within.encode())
    file.write_bytes(body)
    return name
