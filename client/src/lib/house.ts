/** Where this page was loaded from, and whether the house reaches it. */

import { get, writable } from "svelte/store";
import * as storage from "./storage";

/** The mark of a browser that has been the host's: others need not ask. */
const HOSTS = "hosts";

/** Is this browser the host's, as far as it knows? The server has the last word. */
export const hosts = writable(storage.get(HOSTS) === "1");
hosts.subscribe((are) => {
  if (are !== (storage.get(HOSTS) === "1")) storage.set(HOSTS, are ? "1" : "0");
});

/** Where phones of the house reach these pages; "" while none do. */
export const housed = writable("");

/** An address of this computer alone, as phones of the house reach it. */
export const reached = (address: string, house = get(housed)): string =>
  house && address.startsWith(`${location.origin}/`) ? house + address.slice(location.origin.length) : address;

/** Does a host name mean this computer itself? Such a link is of no use to anybody else. */
export function loopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[?::1\]?$/i.test(hostname);
}

/** The default port of the server. */
const USUAL_PORT = "8000";

/** How to start the server so that all in the house can come, at the port of this page. */
export function openHouse(port: string): string {
  return `make play HOST=0.0.0.0${port && port !== USUAL_PORT ? ` PORT=${port}` : ""}`;
}
