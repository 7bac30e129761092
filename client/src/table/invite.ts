/** The link with which others sit down: where it needs a key, that stands behind the `#`, which no browser tells a server of itself. */

const INVITE = /^#invite=([A-Za-z0-9_-]{1,64})$/;

/** The key in an address, "" where it has none. */
export function keyIn(hash: string): string {
  return INVITE.exec(hash)?.[1] ?? "";
}

/** The way to a table on this site, with a key where one is needed. */
export function wayTo(table: string, key: string, search = ""): string {
  return `/t/${encodeURIComponent(table)}${search}${key ? `#invite=${key}` : ""}`;
}
