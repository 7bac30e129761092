"""Being told when it is one's turn: the switch and why it may do nothing, the service worker, e-mails, and the names of who watches."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.hands import button, make_table, play_turn, touch, words
from browser.house import House
from browser.test_two_people import FRIENDS, together
from tests.server.outside import Mailbox

pytestmark = pytest.mark.browser

DAYS = {"per": "days", "seconds": 3 * 86_400}
ENDPOINT = "https://push.example/here"
SUBSCRIBES = f"""
  const made = {{ endpoint: "{ENDPOINT}", options: {{}}, unsubscribe: () => ((window.dropped = true), Promise.resolve(true)),
                  toJSON: () => ({{ endpoint: "{ENDPOINT}", expirationTime: null, keys: {{ p256dh: "p", auth: "a" }} }}) }};
  PushManager.prototype.getSubscription = () => Promise.resolve(null);
  PushManager.prototype.subscribe = (options) => {{
    window.wanted = options.userVisibleOnly && options.applicationServerKey.length;
    PushManager.prototype.getSubscription = () => Promise.resolve(made);
    return Promise.resolve(made);
  }};
"""
"""A push service as pages see it: nothing outside can be reached here."""


def settings(page: Any, language: str = "fr") -> Any:
    """Open the settings; the part about notices."""
    page.get_by_role("button", name=re.compile(words("ui.settings", language))).click()
    part = page.locator("#settings .notices")
    part.wait_for()
    return part


def said(page: Any, key: str, **args: Any) -> Any:
    return page.locator(".notices [role=status]").filter(has_text=words(key, **args))


def test_the_switch_subscribes_the_browser_at_the_server(person, house):
    page = person()
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBES)
    sent: list[tuple[str, Any]] = []

    def answer(route: Any) -> None:
        sent.append((route.request.method, json.loads(route.request.post_data)))
        route.fulfill(json={"ok": True})

    page.route("**/api/notify/push", answer)
    page.goto(house.url)
    switch = settings(page).get_by_label(words("ui.notify"))
    switch.check()
    said(page, "ui.notify.always").wait_for()
    assert sent == [
        ("PUT", {"endpoint": ENDPOINT, "expirationTime": None, "keys": {"p256dh": "p", "auth": "a"}, "lang": "fr"})
    ]  # fmt: skip
    assert page.evaluate("() => window.wanted") == 65, "the server's own key"
    script = "async () => (await navigator.serviceWorker.ready).active.scriptURL"
    assert page.evaluate(script) == f"{house.url}/sw.js"
    with page.expect_request(lambda request: request.method == "DELETE") as dropped:
        switch.uncheck()
    assert json.loads(dropped.value.post_data) == {"endpoint": ENDPOINT}
    page.wait_for_function("() => window.dropped")
    said(page, "ui.notify.always").wait_for(state="detached")


@pytest.mark.deep
def test_switching_off_at_once_stays_off(person, house):
    page = person()
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBES + SLOWLY)
    page.add_init_script("localStorage.setItem('ludotheque.notify', 'true')")
    page.route("**/api/notify/push", lambda route: route.fulfill(json={"ok": True}))
    page.goto(house.url)
    switch = settings(page).get_by_label(words("ui.notify"))
    page.wait_for_function("() => window.go")
    switch.uncheck()
    with page.expect_request(lambda request: request.method == "DELETE") as told:
        page.evaluate("() => window.go()")
    assert json.loads(told.value.post_data) == {"endpoint": ENDPOINT}
    assert page.evaluate("() => window.dropped")


SLOWLY = """
  const subscribe = PushManager.prototype.subscribe;
  PushManager.prototype.subscribe = (options) => new Promise((done) => (window.go = () => done(subscribe(options))));
"""
"""The push service answers once a test says so."""


def test_the_switch_says_why_nobody_can_be_called(person, house):
    page = person()
    page.context.grant_permissions(["notifications"])
    page.goto(house.url)
    settings(page).get_by_label(words("ui.notify")).check()
    said(page, "ui.notify.open", why=words("ui.notify.no_service")).wait_for()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    part = settings(page)
    part.get_by_text(words("ui.notify.insecure")).wait_for()
    assert part.get_by_role("checkbox").count() == 0


@pytest.mark.deep
def test_the_switch_says_when_the_host_turned_it_off(person, tmp_path):
    served = House(tmp_path / "data", "127.0.0.1", "--no-push").start()
    try:
        page = person()
        page.context.grant_permissions(["notifications"])
        page.goto(served.url)
        settings(page).get_by_label(words("ui.notify")).check()
        said(page, "ui.notify.open", why=words("error.push.off")).wait_for()
    finally:
        served.stop()


def test_the_service_worker_shows_a_notice_that_opens_the_table(person, house):
    page = person()
    context = page.context
    context.grant_permissions(["notifications"])
    page.goto(house.url)
    page.evaluate(
        "async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; }"
    )
    page.wait_for_function("() => navigator.serviceWorker.controller")
    known: list[str] = []
    cdp = context.new_cdp_session(page)
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(each["registrationId"] for each in told["registrations"]))  # fmt: skip
    cdp.send("ServiceWorker.enable")
    for _ in range(1000):
        if known:
            break
        page.wait_for_timeout(20)
    assert known, "the browser told of no service worker"
    worker = context.service_workers[0]

    def push(data: str, table: str, title: str, body: str) -> None:
        """Deliver a message, and wait until it is shown."""
        cdp.send("ServiceWorker.deliverPushMessage", {"origin": house.url, "registrationId": known[0], "data": data})  # fmt: skip
        page.wait_for_function(
            """async (wanted) => (await (await navigator.serviceWorker.ready).getNotifications())
                .some((each) => JSON.stringify([each.data.table, each.title, each.body]) === wanted)""",
            arg=json.dumps([table, title, body], ensure_ascii=False, separators=(",", ":")),
        )

    told = {"title": "À vous", "body": "Une partie de Bantu", "table": "Ab-_12"}
    push(json.dumps(told), "Ab-_12", "À vous", "Une partie de Bantu")
    push(json.dumps(told | {"table": "../x"}), "", "À vous", "Une partie de Bantu")
    push("no JSON", "", "Ludothèque", "")
    page.wait_for_function(
        "async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 2"
    )
    click = """async (tables) => {
        const done = [];
        self.clients.openWindow = async (path) => void done.push(`opened ${path}`);
        for (const table of tables) {
            let work;
            const notification = { data: { table }, close: () => done.push(`closed ${table}`) };
            self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: (given) => (work = given) }));
            await work.catch((reason) => done.push(reason.name));
        }
        return done;
    }"""
    assert worker.evaluate(click, ["Ab-_12"]) == ["closed Ab-_12", "opened /t/Ab-_12"]
    brought = worker.evaluate(click, [""])
    assert brought == ["closed ", "InvalidAccessError"], (
        "the page is there, and only a real click may bring it forward"
    )
    renew = """async () => {
        const sent = [];
        self.fetch = (path, options) => (sent.push([path, options.method, JSON.parse(options.body)]), Promise.resolve());
        for (const old of [{ endpoint: "https://push.example/old" }, null]) {
            const made = { toJSON: () => ({ endpoint: "https://push.example/new" }) };
            let done;
            const event = Object.assign(new Event("pushsubscriptionchange"), {
                oldSubscription: old, newSubscription: made, waitUntil: (work) => (done = work),
            });
            self.dispatchEvent(event);
            await done;
        }
        return sent;
    }"""
    renewed = {"endpoint": "https://push.example/new"}
    assert worker.evaluate(renew) == [
        ["/api/notify/push", "PUT", renewed | {"renews": old}] for old in ("https://push.example/old", "")
    ]


@pytest.mark.deep
def test_a_game_over_days_offers_it_once(person, house):
    ada, leo, identity = together(person, house, clock=DAYS)
    for page in (ada, leo):
        page.locator("p.call-me").wait_for()
        box = button(page, "ui.notify").bounding_box()
        assert box["height"] >= 44
    ada.locator("p.call-me").get_by_text(words("ui.notify.offer")).wait_for()
    button(leo, "ui.notify.no").tap()
    leo.locator("p.call-me").wait_for(state="detached")
    leo.reload()
    leo.wait_for_selector(".board")
    button(ada, "ui.notify").click()
    ada.locator("dialog .notices").get_by_role("checkbox", name=words("ui.notify")).wait_for()
    ada.keyboard.press("Escape")
    ada.locator("dialog").wait_for(state="detached")
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1, touch)
    assert leo.locator("p.call-me").count() == 0, "he said no"
    swift = person()
    identity = make_table(swift, house)
    swift.wait_for_selector(".board")
    assert play_turn(swift, house, identity, 0)
    assert swift.locator("p.call-me").count() == 0, "a game of one evening"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    """A mail server, in a thread of its own."""
    found, loop, ready = Mailbox(), asyncio.new_event_loop(), threading.Event()

    done = asyncio.Event()

    async def serve() -> None:
        async with await asyncio.start_server(found.serve, "127.0.0.1", 0) as server:
            found.port = server.sockets[0].getsockname()[1]
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(20)

    yield found

    loop.call_soon_threadsafe(done.set)
    thread.join(20)
    loop.close()


@pytest.mark.deep
def test_an_address_is_given_confirmed_and_stopped_by_links(person, tmp_path, box, monkeypatch):
    monkeypatch.setenv("LUDOTHEQUE_MAIL_PASSWORD", "secret")
    served = House(tmp_path / "data", "127.0.0.1")
    served.more = ("--public-url", served.url, "--mail-host", "127.0.0.1", "--mail-port", str(box.port),
                   "--mail-security", "none", "--mail-user", "me", "--mail-from", "games@example.org")  # fmt: skip
    served.start()
    try:
        page = person(PHONE, has_touch=True, is_mobile=True)
        make_table(page, served, chairs=FRIENDS, clock=DAYS)
        button(page, "ui.notify").tap()
        page.get_by_label(words("ui.mail.address")).fill("ada@example.org")
        page.locator("dialog").get_by_role("button", name=words("ui.keep")).tap()
        page.get_by_text(words("ui.mail.waits", address="ada@example.org")).wait_for()
        mail = next_of(box)
        assert mail["to"] == "ada@example.org"
        link = re.search(r"http\S+/mail#confirm=\S+", mail.get_content()).group()
        other = person()
        other.goto(link)
        other.get_by_text(words("ui.mail.page.confirm")).wait_for()
        other.reload()
        other.get_by_text(words("error.mail.link")).wait_for()
        page.reload()
        page.wait_for_selector(".call, .lobby")
        settings(page).get_by_text(words("ui.mail.on", address="ada@example.org")).wait_for()
        button(page, "ui.mail.erase").tap()
        said(page, "ui.mail.erased").wait_for()
        page.locator("#settings details:has(#mail-address)").evaluate("each => (each.open = true)")
        page.get_by_label(words("ui.mail.address")).wait_for()
        other.goto(f"{served.url}/")
        other.goto(f"{served.url}/mail#stop=unknown")
        other.get_by_text(words("ui.mail.page.stop")).wait_for()
    finally:
        served.stop()


def next_of(box: Mailbox) -> Any:
    """The next e-mail that comes."""
    for _ in range(1000):
        if not box.came.empty():
            return box.came.get_nowait()
        threading.Event().wait(0.02)
    raise TimeoutError("no e-mail came")


@pytest.mark.deep
def test_watchers_are_named(person, house):
    ada, leo, identity = together(person, house)
    names = ("Zoé", "Tom", "Eve", "Max")
    watchers = [person() for _ in names]
    for page, name in zip(watchers, names, strict=True):
        page.goto(house.url)
        page.request.put(house.url + "/api/me", data={"name": name, "lang": "fr"})
        page.goto(f"{house.url}/t/{identity}")
        page.wait_for_selector(".board")
    ada.locator(".watched").get_by_text("Zoé, Tom et 2 autres regardent", exact=True).wait_for()
    watchers[0].close()
    ada.locator(".watched").get_by_text("Tom, Eve et Max regardent", exact=True).wait_for()
    for page in watchers[1:3]:
        page.close()
    ada.locator(".watched").get_by_text("Max regarde", exact=True).wait_for()
    leo.locator(".tabs").get_by_role("button", name=re.compile("^" + words("ui.chat.tab"))).tap()
    leo.locator(".chat").get_by_text("Max regarde", exact=True).wait_for()


HEARS = """(() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    return start.apply(this, when);
  };
  const now = Date.now;
  window.later = 0;
  Date.now = () => now() + window.later;
})();"""
"""The page notes the pitch of each note that it begins, and its clock may be put forward."""
WAITED = "() => { window.later += 6000; window.heard.length = 0; }"
"""What was heard is forgotten, and six seconds go by."""
CALL = [523, 784]
"""The notes that call somebody to their turn; a piece that is set down sounds otherwise."""


def calls(page: Any) -> list[float]:
    """The notes of calls that were heard."""
    return [note for note in page.evaluate("() => window.heard") if note in CALL]


def has_turn(page: Any, it_has: bool) -> None:
    """Wait until the page's title says that it is one's turn, or does no longer."""
    page.wait_for_function(
        "([turn, has]) => document.title.startsWith(turn) === has", arg=[words("ui.turn.title"), it_has]
    )


@pytest.mark.deep
def test_a_turn_calls_a_waiting_player_once_unless_muted(person, house):
    def hearing(*screen: Any, **more: Any) -> Any:
        page = person(*screen, **more)
        page.add_init_script(HEARS)
        return page

    ada, leo, identity = together(hearing, house)
    assert play_turn(ada, house, identity, 0)
    assert play_turn(leo, house, identity, 1, touch)
    has_turn(leo, False)
    leo.evaluate(WAITED)
    assert play_turn(ada, house, identity, 0)
    has_turn(leo, True)
    assert calls(leo) == CALL
    assert play_turn(leo, house, identity, 1, touch)
    has_turn(leo, False)
    assert calls(leo) == CALL, "once for each turn"
    leo.locator(".top .opener").tap()
    leo.get_by_label(words("ui.sound"), exact=True).uncheck()
    leo.keyboard.press("Escape")
    leo.evaluate(WAITED)
    assert play_turn(ada, house, identity, 0)
    has_turn(leo, True)
    assert leo.evaluate("() => window.heard") == []
