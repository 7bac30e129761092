/** Where this page was loaded from. */

/** Does a host's name mean the computer itself? A link with such a name leads nobody else here. */
export function loopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[?::1\]?$/i.test(hostname);
}

/** How to start the server so that all in the house can come. */
export const OPEN_HOUSE = "make play HOST=0.0.0.0";
