"""Writes the library without a server: a folder for any web host."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from ludotheque.core import catalogue, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.site.inside.asking import Asker

MADE = Path(__file__).resolve().parents[3] / "build" / "site"
"""Where a checkout has the pages, and Python for them: `make site` makes both."""
PLAIN_TYPES = {
    "application/json": ".json",
    "image/svg+xml": ".svg",
    "application/toml": ".toml",
    "text/plain": ".txt",
}
HERE = "</head>"
NOT_KEPT = ("sw.js", "robots.txt")
"""Files that a page does not need."""
NOTHING_KEPT = "const KEPT = null;"
"""Where the service worker takes which files it keeps."""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What pages may do: everything comes from the folder. Python is WebAssembly."""
OURS = '<script type="application/json" id="site">'
"""Where `index.html` takes what the folder says of itself, and how that begins."""


class CannotBuild(LudothequeError):
    """The pages or Python for them are not there, or the folder is not ours to write."""


def parts() -> Path:
    """The folder with the pages and with Python for them. Raises `CannotBuild`."""
    if (MADE / "pages" / "index.html").is_file() and (MADE / "server" / "library.zip.bin").is_file():
        return MADE
    raise CannotBuild(message=Message("cli.site.parts"))


def build(folder: Path) -> int:
    """Write the library into a folder, in place of what an earlier call wrote there. Returns how many bytes it has.

    Raises `CannotBuild`, and `OSError` if it cannot be written.
    """
    given = parts()
    if folder.is_dir() and any(folder.iterdir()) and not _is_ours(folder):
        raise CannotBuild(message=Message("cli.site.other", {"folder": str(folder)}))
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / "assets", *folder.glob("server-*"), *folder.glob("answers-*")):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(given / "pages", folder, dirs_exist_ok=True)
    large = sorted((given / "server").iterdir())
    digest = hashlib.sha256()
    for file in large:
        digest.update(file.name.encode() + file.read_bytes())
    server = f"server-{digest.hexdigest()[:12]}"
    shutil.copytree(given / "server", folder / server)
    answers = asyncio.run(_answers(folder, f"answers-{digest.hexdigest()[:12]}"))
    said = {
        "folder": f"{server}/",
        "parts": {
            file.name.removesuffix(".bin"): file.stat().st_size for file in large if file.suffix == ".bin"
        },
        "answers": answers,
    }
    page = (folder / "index.html").read_text("utf-8")
    if HERE not in page:
        raise ValueError(f"index.html has no {HERE}")
    told = json.dumps(said, separators=(",", ":")).replace("<", "\\u003c")
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n    <link rel="manifest" href="manifest.webmanifest">\n    {OURS}{told}</script>'
    (folder / "index.html").write_text(page.replace(HERE, f"  {head}\n  {HERE}"), "utf-8")
    _keep_offline(folder)
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _is_ours(folder: Path) -> bool:
    """Whether a folder is one that `build` has written."""
    page = folder / "index.html"
    return page.is_file() and OURS in page.read_text("utf-8", errors="replace")


def _keep_offline(folder: Path) -> None:
    """Write into the service worker which files belong together, so that pages have them without a network."""
    worker = folder / "sw.js"
    digest, files = hashlib.sha256(), ["./"]
    for file in sorted(file for file in folder.rglob("*") if file.is_file() and file.name not in NOT_KEPT):
        name = file.relative_to(folder).as_posix()
        digest.update(name.encode() + file.read_bytes())
        if name != "index.html":
            files.append(name)
    kept = json.dumps({"build": digest.hexdigest()[:12], "files": files})
    script = worker.read_text("utf-8")
    if NOTHING_KEPT not in script:
        raise ValueError(f"sw.js has no {NOTHING_KEPT}")
    worker.write_text(script.replace(NOTHING_KEPT, f"const KEPT = {kept};"), "utf-8")


async def _answers(folder: Path, within: str) -> dict[str, str]:
    """Write what the server answers to everybody alike, so that a page has it before its own server runs. Returns the files by address."""
    from ludotheque.server.app import make_app
    from ludotheque.server.services import running
    from ludotheque.server.settings import Settings

    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as data:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(running(Settings(data=data)))
            asker = Asker(make_app(services), Path(data) / "me")
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
            f"/api/edition/{game}",
            f"/api/components/{game}",
        )


def _pictures(game: str, rules: Any) -> Iterator[str]:
    shown = {each["picture"] for each in (*rules["goal"], *rules["turn"], *rules["pictures"].values())}
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
