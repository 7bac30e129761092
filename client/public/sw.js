/** Shows what the server sends while no page is open, and opens the table when it is clicked. It keeps no files and answers no requests. */

const ADDRESS = /^[\w-]{1,32}$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
