/** What carries messages between a table's page and its server: a WebSocket, or anything else that carries texts both ways. */

/** What a connection reports to its owner, never before `connect` has returned. */
export interface Listener {
  /** Messages can go out from now on. */
  opened: () => void;
  message: (text: string) => void;
  /** It ended by itself. `moved`: its table is elsewhere now, and can be reached at once. */
  lost: (moved: boolean) => void;
}

export interface Connection {
  /** Whether what is sent now goes out. */
  readonly open: boolean;
  send: (text: string) => void;
  /** End it. */
  close: () => void;
}

export interface Transport {
  /** It goes over a network, which can die silently, and the browser says when there is none. */
  readonly network: boolean;
  connect: (listener: Listener) => Connection;
}

/** As much of a WebSocket as is used here. */
export type Socket = Pick<WebSocket, "send" | "close" | "readyState"> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};

const OPEN = 1;
/** How the server closes a socket whose table has moved to another of its processes. */
const MOVED = 4001;

/** Where a table's socket is. It names the table, so that a server of several processes finds the one in which the table lives. */
export function address(table: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?table=${encodeURIComponent(table)}`;
}

/** A table's WebSockets, one after the other. */
export const webSockets = (
  table: string,
  make: () => Socket = (): Socket => new WebSocket(address(table)),
): Transport => ({
  network: true,
  connect: ({ opened, message, lost }) => {
    const socket = make();
    socket.onopen = opened;
    socket.onmessage = ({ data }) => message(String(data));
    socket.onclose = ({ code }) => lost(code === MOVED);
    return {
      get open() {
        return socket.readyState === OPEN;
      },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  },
});
