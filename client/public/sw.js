/**
 * Shows what a server sends while no page is open, and opens the table when it is clicked. Where pages are their own server, `ludotheque site` writes
 * into `KEPT` which files belong together: they are kept, and pages have them without a network.
 */

/** The build, the files of its folder, and the policy of its pages; null where a server has the pages: it keeps no files and answers no requests then. */
const KEPT = null;
const ADDRESS = /^[\w-]{1,32}$/;
/** Others may have a library at the same host. */
const PREFIX = `ludotheque-${new URL(self.registration.scope).pathname}-`;

self.addEventListener("install", (event) => {
  if (!KEPT) return self.skipWaiting();
  // It takes over once no page of the former build is open any more: files of two builds never meet.
  event.waitUntil(keep());
});

/** Keep a file. A compressed module is kept unpacked: then the browser keeps what it compiles it to. */
async function keepOne(cache, file) {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new TypeError(`${file}: ${answer.status}`);
  if (!file.endsWith(".wasm.bin")) return cache.put(file, answer);
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return cache.put(file.slice(0, -".bin".length), new Response(body, { headers: { "content-type": "application/wasm" } }));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(KEPT ? drop().then(() => self.clients.claim()) : self.clients.claim());
});

/** Keep the files of this build. While a host is given a new one, its page may still be that of the former: nothing is kept then, and the next visit tries again. */
async function keep() {
  const name = PREFIX + KEPT.build;
  try {
    const cache = await caches.open(name);
    await Promise.all(KEPT.files.map((file) => keepOne(cache, file)));
    const page = await (await cache.match("./")).text();
    if (!page.includes(`"build":"${KEPT.build}"`)) throw new Error("the page is of another build");
  } catch (reason) {
    await caches.delete(name);
    throw reason;
  }
}

/** Forget the files of former builds. */
async function drop() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + KEPT.build);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A worker has no policy but what comes with its file, and many hosts send none. */
function limited(answer) {
  const headers = new Headers(answer.headers);
  if (!headers.has("content-security-policy")) headers.set("content-security-policy", KEPT.policy);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

if (KEPT)
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
    const wanted = request.mode === "navigate" ? self.registration.scope : request;
    event.respondWith(
      caches
        .open(PREFIX + KEPT.build)
        .then((cache) => cache.match(wanted, { ignoreSearch: true, ignoreVary: true }))
        .then((found) => found ?? fetch(request))
        .then((answer) => (request.destination === "worker" ? limited(answer) : answer)),
    );
  });

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    /* not ours: something has to be shown all the same */
  }
  const table = ADDRESS.test(told.table) ? told.table : "";
  event.waitUntil(
    self.registration.showNotification(String(told.title ?? "Ludothèque"), {
      body: String(told.body ?? ""),
      icon: "/icon.svg",
      tag: table || "ludotheque",
      data: { table },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const table = event.notification.data?.table;
  event.waitUntil(open(table ? `/t/${table}` : "/"));
});

/** Bring forward the page with this address, or open one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  if (there) return there.focus();
  return self.clients.openWindow(path);
}

/** The browser has renewed its subscription by itself: the server learns of it, and goes on in the language that was chosen. */
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(
    (async () => {
      const options = event.oldSubscription?.options;
      const renewed = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })));
      if (!renewed) return;
      await fetch("/api/notify/push", {
        method: "PUT",
        credentials: "same-origin",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...renewed.toJSON(), renews: event.oldSubscription?.endpoint ?? "" }),
      });
    })(),
  );
});
