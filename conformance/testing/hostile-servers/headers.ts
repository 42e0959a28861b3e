/** Servers that send broken headers. */
import { type Hostile, startAnswer, startRaw, writeForever } from "./raw.ts";

/** Header fields without end, as fast as they are taken. */
export function startEndlessHeader(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    writeForever(socket, () => `x-filler: ${"x".repeat(1000)}\r\n`);
  });
}

/** A header that comes letter by letter and never ends. */
export function startSlowHeader(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
    writeForever(socket, () => "x", 10);
  });
}

/** Interim responses without end, as fast as they are taken. */
export function startEndlessInterim(): Promise<Hostile> {
  return startRaw((socket) => writeForever(socket, () => "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(50)));
}

/** An interim response that the request did not ask for; HTTP allows it, and few clients expect it. */
export function startUnaskedContinue(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  });
}

/** Fields that come twice. */
export function startRepeatedFields(): Promise<Hostile> {
  return startAnswer([
    "HTTP/1.1 200 OK",
    "X-RateLimit-Limit: 100",
    "X-RateLimit-Limit: 99",
    "Set-Cookie: a=1",
    "Set-Cookie: b=2",
    "Content-Length: 0",
  ]);
}
