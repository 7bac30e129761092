/** What carries the messages of a table: a WebSocket, or what leads to the worker of a page that is its own server. */

import { own } from "../lib/api";
import { webSockets, type Transport } from "./transport";

export function lineTo(table: string): Transport {
  return own()?.lineTo(table) ?? webSockets(table);
}
