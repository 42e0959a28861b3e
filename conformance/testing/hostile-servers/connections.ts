/** Servers that close, reset or stall connections. */
import { createServer } from "node:net";
import { type Hostile, listen, startAnswer, startRaw } from "./raw.ts";

/** No server listens on the port. */
export async function startRefusing(): Promise<Hostile> {
  const server = await listen(createServer(), "http://127.0.0.1");
  await server.close();
  return { url: server.url, close: async () => {} };
}

/** Accepts, and never answers. */
export function startSilent(): Promise<Hostile> {
  return startRaw(() => {});
}

/** Ends the connection in place of an answer. */
export function startHangingUp(): Promise<Hostile> {
  return startRaw((socket) => socket.end());
}

/** Resets the connection in place of an answer. */
export function startResetting(): Promise<Hostile> {
  return startRaw((socket) => socket.resetAndDestroy());
}

/** Resets the connection in the middle of the body. */
export function startResettingMidBody(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"data": [', () => socket.resetAndDestroy());
  });
}

/** Says something that is not HTTP. */
export function startGarbage(): Promise<Hostile> {
  return startAnswer(["220 mail.example.com ESMTP", "\u0000\u0001\u0002"]);
}
