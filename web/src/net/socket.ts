// The socket: one connection that survives its transport, with every event once and in order.
//
// Events carry numbers per connection id. After a break the client names the id and the number it expects; the server
// sends what was missed, or says `hello` with another id, and then everything has to be asked for again (`onLost`).
// What events mean is `state/apply`'s business.
import type { WireEvent } from "./events";

/** Proxies drop idle sockets at 60 s; a ping at half of that keeps this one and finds a dead one. */
const PING_MS = 30_000;
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 60_000;
/** Spreads the clients of a server that comes back. */
const RETRY_SPREAD_MS = 1_000;
/** Closed by us because an event was missing. */
const CODE_GAP = 4001;
/** Closed by us because a ping was not answered. */
const CODE_SILENT = 4000;

export type Link = "connecting" | "open" | "broken";

export interface SocketListener {
  onEvent(event: WireEvent): void;
  /** The server no longer has what was missed: load everything anew. Not called for the first connection. */
  onLost(): void;
  onLink(link: Link): void;
  onConnection(id: string): void;
}

interface Reply {
  readonly status: string;
  readonly seq_reply: number;
}

export interface Socket {
  /** Says something that needs no answer; dropped while the link is broken, as it would be out of date. */
  say(action: string, data: Record<string, unknown>): void;
  /** Tries at once instead of after the wait, as when the network came back. */
  hurry(): void;
  close(): void;
}

export function openSocket(listener: SocketListener): Socket {
  let socket: WebSocket | undefined;
  let connectionId = "";
  let expected = 0;
  let sent = 1;
  let failures = 0;
  let retry: number | undefined;
  let pings: number | undefined;
  let unanswered = false;
  let closed = false;

  const send = (action: string, data: Record<string, unknown>): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ seq: sent++, action, data }));
  };

  const ping = (): void => {
    if (unanswered) {
      socket?.close(CODE_SILENT);
      return;
    }
    unanswered = true;
    send("ping", {});
  };

  const take = (event: WireEvent): void => {
    if (event.event === "hello") {
      const id = event.data.connection_id;
      const lost = connectionId !== "" && connectionId !== id;
      connectionId = id;
      expected = 0;
      listener.onConnection(id);
      if (lost) listener.onLost();
    }
    if (event.seq !== expected) {
      socket?.close(CODE_GAP);
      return;
    }
    expected = event.seq + 1;
    listener.onEvent(event);
  };

  const connect = (): void => {
    if (closed) return;
    window.clearTimeout(retry);
    listener.onLink("connecting");
    const query = new URLSearchParams({ connection_id: connectionId, sequence_number: String(expected) });
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const opening = new WebSocket(`${scheme}//${location.host}/api/v4/websocket?${query}`);
    socket = opening;
    opening.onopen = () => {
      failures = 0;
      unanswered = false;
      listener.onLink("open");
      window.clearInterval(pings);
      pings = window.setInterval(ping, PING_MS);
    };
    opening.onmessage = (message: MessageEvent<string>) => {
      if (opening !== socket) return;
      const parsed = JSON.parse(message.data) as WireEvent | Reply;
      unanswered = false;
      if ("event" in parsed) take(parsed);
    };
    opening.onclose = () => {
      if (opening !== socket || closed) return;
      window.clearInterval(pings);
      listener.onLink("broken");
      const wait = Math.min(RETRY_MS * 2 ** failures, RETRY_MS_MAX);
      failures += 1;
      retry = window.setTimeout(connect, wait + Math.random() * RETRY_SPREAD_MS);
    };
  };

  const hurry = (): void => {
    if (socket?.readyState === WebSocket.OPEN) ping();
    else if (socket?.readyState !== WebSocket.CONNECTING) {
      failures = 0;
      connect();
    }
  };

  connect();
  return {
    say: send,
    hurry,
    close: () => {
      closed = true;
      window.clearTimeout(retry);
      window.clearInterval(pings);
      socket?.close();
    },
  };
}
