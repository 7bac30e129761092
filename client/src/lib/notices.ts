/** Being told when it is one's turn while no page is open: by this browser (Web Push), or by e-mail in games over days. */

import { get } from "svelte/store";
import { ApiError, ask, json, saidOf } from "./api";
import { beKnown } from "./guest";
import { lang, type Message } from "./i18n";

/** What the server offers and what I have. `key`: the key to subscribe with; `why`: why there is none. */
export type Offered = {
  push: { key: string | null; why: Message | null };
  mail: { offered: boolean; address: string; confirmed: boolean };
};

export const offered = (): Promise<Offered> => ask("/api/notify");
export const giveAddress = (address: string): Promise<unknown> =>
  beKnown().then(() => ask("/api/notify/mail", json("PUT", { address, lang: get(lang) })));
export const eraseAddress = (): Promise<unknown> => ask("/api/notify/mail", { method: "DELETE" });
/** What a link in an e-mail asks for: `confirm` an address, or `stop` sending to it. */
export const byLink = (what: "confirm" | "stop", key: string): Promise<unknown> =>
  ask(`/api/notify/mail/${what}`, json("POST", { key }));

/** Can this browser be told anything while no page of it is open? */
export function canBeCalled(): boolean {
  return (
    typeof window !== "undefined" && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window
  );
}

/** The bytes of a text in base64url. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function same(key: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const had = key ? new Uint8Array(key) : null;
  return had !== null && had.length === wanted.length && had.every((byte, i) => byte === wanted[i]);
}

async function subscription(): Promise<PushSubscription | null> {
  if (!canBeCalled()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribe this browser. Returns why it cannot be done; null if it worked. The person has already allowed notifications. */
export async function callHere(): Promise<Message | null> {
  let made: PushSubscription | null = null;
  try {
    await beKnown();
    const { push } = await offered();
    if (push.key === null) return push.why;
    if (!canBeCalled()) return { key: "ui.notify.unsupported" };
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytes(push.key);
    let found = await pushManager.getSubscription();
    if (found && !same(found.options.applicationServerKey, key)) {
      await found.unsubscribe();
      found = null;
    }
    found ??= made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await ask("/api/notify/push", json("PUT", { ...found.toJSON(), lang: get(lang) }));
    return null;
  } catch (reason) {
    await made?.unsubscribe().catch(() => undefined); // what worked before is left as it was
    return reason instanceof ApiError ? saidOf(reason) : { key: "ui.notify.no_service" };
  }
}

/** Have this browser called no more. */
export async function callHereNoMore(): Promise<void> {
  const found = await subscription();
  if (!found) return;
  await found.unsubscribe();
  await ask("/api/notify/push", json("DELETE", { endpoint: found.endpoint }));
}
