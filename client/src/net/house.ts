/** Where this page's server is: across the network, or in a worker of the page itself (the library without a server). */

import { webSockets, type Transport } from "./transport";

/** This page is its own server. */
export const alone = import.meta.env.MODE === "site";

const inside = alone ? await import("../site/inside") : null;

/** Asks the server for an address of its own. */
export function reach(address: string, init?: RequestInit): Promise<Response> {
  return inside ? inside.ask(address, init) : fetch(address, { credentials: "same-origin", ...init });
}

/** What carries the messages of a table. */
export function lineTo(table: string): Transport {
  return inside ? inside.lineTo(table) : webSockets(table);
}

/** Where a browser finds a picture or a file of the server. */
export function whereIs(address: string): string {
  return inside?.fileOf(address) ?? address;
}
