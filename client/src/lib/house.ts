/** Where this page was loaded from. */

/** Does a host name mean this computer itself? Such a link is of no use to anybody else. */
export function loopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[?::1\]?$/i.test(hostname);
}

/** The default port of the server. */
const USUAL_PORT = "8000";

/** How to start the server so that all in the house can come, at the port of this page and with its data folder ("": the user's). */
export function openHouse(port: string, data = ""): string {
  const quoted = /^[\w./-]*$/.test(data) ? data : `"'${data}'"`;
  return `make play HOST=0.0.0.0${port && port !== USUAL_PORT ? ` PORT=${port}` : ""}${data ? ` DATA=${quoted}` : ""}`;
}
