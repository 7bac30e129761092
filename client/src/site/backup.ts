// Everything that this page keeps, as one file: saved, looked into, and taken in place of what is here.

import { ask, json, problem, raw } from "../lib/api";
import { startAgain } from "../lib/people";
import { local } from "../lib/storages";
import { download } from "../replay/picture";

/** The keys of preferences in a backup: the same in every folder. */
const OURS = "ludotheque.";
type Settings = Record<string, string>;

/** When a backup was made (Unix ms), how many tables it has, and how many are here. */
export type Found = { made_ms: number; tables: number; here: number };

/** No backup is larger, in bytes. */
export const MOST = 500_000_000;

const settings = (): Settings =>
  Object.fromEntries(
    Object.entries(local.all())
      .map(([name, text]) => [OURS + name, text])
      .sort(),
  );

/** Save a backup. */
export async function save(): Promise<void> {
  const answer = await raw("/page/backup", json("POST", settings()));
  if (!answer.ok) throw await problem(answer);
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  download(await answer.blob(), `ludotheque-${day}.ludotheque`);
}

/** What is in a backup. */
export const look = (file: Blob): Promise<Found> => ask("/page/backup/look", { method: "POST", body: file });

/** Replace everything here by a backup, and start again. */
export async function restore(file: Blob): Promise<void> {
  take(await ask("/page/backup", { method: "PUT", body: file }));
  return startAgain();
}

/** Use these settings from now on. Returns whether anything changed. */
function take(restored: Settings): boolean {
  const before = JSON.stringify(settings());
  local.clear();
  for (const [name, value] of Object.entries(restored))
    if (name.startsWith(OURS) && typeof value === "string") local.set(name.slice(OURS.length), value);
  return JSON.stringify(settings()) !== before;
}

/** The settings of a backup wait until a page has taken them: the one that read it may have been closed too soon. */
export async function settle(): Promise<void> {
  const restored = await ask<Settings | null>("/page/settings");
  if (!restored) return;
  const others = take(restored);
  await ask("/page/settings", { method: "DELETE" });
  if (others) location.reload();
}
