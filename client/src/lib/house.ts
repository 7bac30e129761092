/** Where this page was loaded from. */

/** Does a host's name mean the computer itself? A link with such a name leads nobody else here. */
export function loopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[?::1\]?$/i.test(hostname);
}
