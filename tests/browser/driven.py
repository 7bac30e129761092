"""Firefox and WebKit, driven by the commands of WebDriver: Firefox takes them at a socket (Marionette), WebKit from WebKitWebDriver over HTTP."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

START_S = 60.0
WAIT_S = 60.0
CLEAR = """
const found = await (async () => { FIND })();
if (!found) return null;
found.scrollIntoView({ block: "center", behavior: "instant" });
const middle = () => { const { x, y, width, height } = found.getBoundingClientRect(); return [Math.round(x + width / 2), Math.round(y + height / 2)]; };
const before = middle();
await new Promise((later) => setTimeout(later, 100));
const [x, y] = middle();
return `${before}` === `${[x, y]}` && found.contains(document.elementFromPoint(x, y)) && [x, y];
"""
"""Where to click what a script finds; nothing as long as it moves or is covered."""
PREFERENCES = {
    "marionette.port": 0,  # any free one
    "intl.accept_languages": "fr",
    "intl.locale.requested": "fr",
    "devtools.console.stdout.content": True,
    "app.update.disabledForTesting": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "data:,",
}
"""Firefox speaks French, says what pages say, and asks nobody elsewhere for anything."""
GONE = ("javascript error", "unknown error", "no such window")
"""What browsers call it that a page was left."""


class Refused(Exception):
    """What a browser answers to a command that it cannot carry out."""


class Gone(Refused):
    """The page was left while a script ran."""


def refused(wrong: dict[str, Any]) -> Refused:
    """Why a command was refused."""
    return (Gone if wrong["error"] in GONE else Refused)(f"{wrong['error']}: {wrong.get('message')}")


class Driven:
    """A browser with one page. `say` sends a command: its name, the method and the end of its address over HTTP, what is given."""

    name: str
    packages: str
    """What Debian calls it."""
    language: str
    """What its pages speak."""
    keeps: bool
    """Whether games are kept there: pages can write files without waiting (`createSyncAccessHandle`)."""
    process: subprocess.Popen[bytes]

    @staticmethod
    def find() -> str | None:
        """The program that starts it; None if it is not installed."""
        raise NotImplementedError

    def start(self, program: str, folder: Path) -> None:
        """Start it, with what it keeps in this folder. Raises `Refused`."""
        raise NotImplementedError

    def _run(self, command: list[str], folder: Path, **settings: str) -> Path:
        """Run a program. Returns the file with what it says."""
        log = folder / "said"
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                command,
                stdout=out,
                stderr=out,
                start_new_session=True,
                env=os.environ | {"HOME": str(folder)} | settings,
            )
        return log

    def say(self, command: str, method: str, path: str, **given: Any) -> Any:
        """The value that the browser answers. Raises `Refused`."""
        raise NotImplementedError

    @property
    def version(self) -> str:
        """Which browser this is."""
        return self.name

    def goto(self, url: str) -> None:
        """Open an address, anew if only its end differs."""
        self.say("Navigate", "POST", "url", url=url)

    def reload(self) -> None:
        """Load the page again as its own button does. Firefox's command asks the host for everything, as with Shift held."""
        self.run("document.body.dataset.left = ''; setTimeout(() => location.reload())")
        self.wait("return document.body?.dataset.left === undefined && document.readyState === 'complete'")

    def run(self, script: str, *given: Any) -> Any:
        """What the body of an asynchronous function returns in the page."""
        whole = (
            f"const given = [...arguments], tell = given.pop(); (async (...given) => {{ {script} }})(...given)"
            ".then((value) => tell({ value }), (reason) => tell({ failed: `${reason}` }))"
        )
        told = self.say("ExecuteAsyncScript", "POST", "execute/async", script=whole, args=list(given))
        if told is None:  # Firefox answers so while it goes to another page
            raise Gone(script)
        if "failed" in told:
            raise Refused(told["failed"])
        return told.get("value")

    def wait(self, script: str, *given: Any, limit_s: float = WAIT_S) -> Any:
        """What a script returns once that is something true."""
        until = time.monotonic() + limit_s
        while True:
            with suppress(Gone):
                if found := self.run(script, *given):
                    return found
            if time.monotonic() > until:
                raise TimeoutError(script)
            time.sleep(0.05)

    def click(self, find: str, *given: Any) -> None:
        """Click what a script finds as a mouse does, once it is there, stands still and nothing covers it."""
        x, y = self.wait(CLEAR.replace("FIND", find), *given)
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}  # fmt: skip
        self.say("PerformActions", "POST", "actions", actions=[pointer])

    def size(self, width: int, height: int) -> None:
        """Make the window so large."""
        self.say("SetWindowRect", "POST", "window/rect", width=width, height=height)

    @property
    def url(self) -> str:
        """Where its page is. This and the next two are called as Playwright's pages have them, for reports of failed tests."""
        return str(self.run("return location.href"))

    def inner_text(self, selector: str, **_: Any) -> str:
        """What an element says."""
        return str(self.run("return document.querySelector(given[0]).innerText", selector))

    def screenshot(self, path: Path, **_: Any) -> None:
        """Write what the window shows."""
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(base64.b64decode(self.say("TakeScreenshot", "GET", "screenshot")))

    def stop(self) -> None:
        """End the browser, and all that it has started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Firefox(Driven):
    """Firefox without a screen, with a profile of its own."""

    name, packages, language, keeps = "Firefox", "firefox-esr", "fr", True

    @staticmethod
    def find() -> str | None:
        return shutil.which("firefox-esr") or shutil.which("firefox")

    def start(self, program: str, folder: Path) -> None:
        profile = folder / "profile"
        profile.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()
        ]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        log = self._run(command, folder)
        port = profile / "MarionetteActivePort"
        until = time.monotonic() + START_S
        while not (port.exists() and port.read_text()):
            if self.process.poll() is not None or time.monotonic() > until:
                raise Refused(log.read_text(errors="replace")[-2000:])
            time.sleep(0.05)
        with socket.create_connection(("127.0.0.1", int(port.read_text()))) as line:
            self.line = line.makefile("rwb", buffering=0)
        self._hear()
        self.last = 0
        told = self.say("NewSession", "POST", "", timeouts={"script": 120_000, "pageLoad": 120_000})
        self.about = told["capabilities"]

    @property
    def version(self) -> str:
        return f"Firefox {self.about['browserVersion']}"

    def _hear(self) -> Any:
        length = b""
        while (letter := self.line.read(1)) != b":":
            if not letter:
                raise Refused("Firefox has gone")
            length += letter
        told = b""
        while len(told) < int(length):
            told += self.line.read(int(length) - len(told))
        return json.loads(told)

    def say(self, command: str, method: str, path: str, **given: Any) -> Any:
        self.last += 1
        said = json.dumps([0, self.last, f"WebDriver:{command}", given]).encode()
        self.line.write(b"%d:%s" % (len(said), said))
        _, _, wrong, told = self._hear()
        if wrong:
            raise refused(wrong)
        return told["value"] if isinstance(told, dict) and set(told) == {"value"} else told

    def stop(self) -> None:
        if hasattr(self, "line"):
            self.line.close()
        super().stop()


class WebKit(Driven):
    """WebKit as WebKitGTK's MiniBrowser has it, on a screen that nobody sees."""

    name, packages, language, keeps = "WebKit", "webkit2gtk-driver xvfb xauth", "en", False
    session = ""

    @staticmethod
    def find() -> str | None:
        return shutil.which("xvfb-run") and shutil.which("WebKitWebDriver")

    def start(self, program: str, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        screen = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1400x1000x24 -nolisten tcp"]
        log = self._run(
            [*screen, program, f"--port={self.port}", "--host=127.0.0.1"],
            folder,
            LC_ALL="C.UTF-8",
            LANGUAGE="en",
        )
        until = time.monotonic() + START_S
        while True:
            try:
                told = self.say("NewSession", "POST", "session", capabilities={})
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise Refused(log.read_text(errors="replace")[-2000:]) from None
                time.sleep(0.1)
        self.session, self.about = told["sessionId"], told["capabilities"]
        self.say("SetTimeouts", "POST", "timeouts", script=120_000, pageLoad=120_000)

    @property
    def version(self) -> str:
        return f"{self.about['browserName']} {self.about['browserVersion']}"

    def say(self, command: str, method: str, path: str, **given: Any) -> Any:
        whole = f"/session/{self.session}/{path}" if self.session else f"/{path}"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=180)) as line:
            line.request(method, whole, json.dumps(given) if method == "POST" else None)
            told = json.loads(line.getresponse().read())["value"]
        if isinstance(told, dict) and "error" in told:
            raise refused(told)
        return told

    def stop(self) -> None:
        with suppress(OSError, Refused):
            self.say("DeleteSession", "DELETE", "")
        super().stop()
