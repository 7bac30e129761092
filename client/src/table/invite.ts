/** The link with which others sit down. Its key, if needed, follows the `#`, which browsers do not send to a server. */

const INVITE = /^#invite=([A-Za-z0-9_-]{1,64})$/;

/** The key in an address, "" where it has none. */
export function keyIn(hash: string): string {
  return INVITE.exec(hash)?.[1] ?? "";
}

/** The address of a table on this site, with its key if it needs one. */
export function wayTo(table: string, key: string, search = ""): string {
  return `/t/${encodeURIComponent(table)}${search}${key ? `#invite=${key}` : ""}`;
}
