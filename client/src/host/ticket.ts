/** The browser that the server opens is the host's: the address brings what says so. It is used once, and taken out of the address at once. */

import { signIn } from "../lib/hosting";
import { hosts } from "../lib/prefs";

const TICKET = /^#host=([\w.-]{1,200})$/;

/** Use what the address brings, if it brings it. */
export async function useTicket(): Promise<void> {
  const ticket = TICKET.exec(location.hash)?.[1];
  if (!ticket) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  await signIn(ticket).then(
    () => hosts.set(true),
    () => undefined, // it was used already: the page of the host says what to do
  );
}
