/** What the server leaves out of its messages because it is as usual, put in again when a message comes. */

import { drawn } from "../scene/choices";
import type { Incoming } from "./wire";
import { KINDS, PARTS, USUAL } from "./wire.generated";

type Fields = Record<string, unknown>;

const usual: Readonly<Record<string, Fields | undefined>> = USUAL;
const parts: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = PARTS;

/** A structure of this kind (or a list of them, or nothing) with its defaults filled in. */
function whole(kind: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => whole(kind, each));
  if (value === null || typeof value !== "object") return value;
  const found: Fields = { ...usual[kind], ...value };
  for (const [field, inner] of Object.entries(parts[kind] ?? {})) found[field] = whole(inner, found[field]);
  return found;
}

/** A part of a server message, of this kind, with its defaults filled in. */
export function completed<T>(kind: keyof typeof USUAL | keyof typeof PARTS, value: unknown): T {
  return whole(kind, value) as T;
}

/** A message of the server with its defaults filled in. */
export function complete(message: Incoming): Incoming {
  const found = whole(KINDS[message.t], message) as Incoming;
  if ("scene" in found && found.scene) found.scene = { ...found.scene, choices: found.scene.choices.map(drawn) };
  if (found.t === "choices") found.choices = drawn(found.choices);
  return found;
}
