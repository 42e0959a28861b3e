/** Servers that answer what no HTTP library would let them: bytes on a socket. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** A running server: the URL to send to, and its end, connections included. */
export interface Hostile {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback that does `answer` when a request's header has come. */
export async function startRaw(answer: (socket: Socket, request: string) => void): Promise<Hostile> {
  return listen(
    createServer((socket) => {
      let request = "";
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        request += bytes.toString("latin1");
        if (!request.includes("\r\n\r\n")) return;
        const whole = request;
        request = "";
        answer(socket, whole);
      });
    }),
    "http://127.0.0.1",
  );
}

/** Starts a server that sends these lines and then `body`, and keeps the connection. */
export function startAnswer(lines: readonly string[], body: string | Uint8Array = ""): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body);
  });
}

/** Listens on a free port of the loopback; `origin` is the scheme and host that the URL is to have. */
export async function listen(server: Server, origin: string): Promise<Hostile> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `${origin}:${address.port}/api/v1/products`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Writes what `next` gives, as fast as the other side takes it or every `everyMs`, until the connection ends. */
export function writeForever(socket: Socket, next: () => string | Uint8Array, everyMs?: number): void {
  const stopped = () => socket.destroyed || socket.writableEnded;
  const write = () => {
    if (stopped()) return;
    const isTaken = socket.write(next());
    if (everyMs !== undefined) setTimeout(write, everyMs);
    else if (isTaken) setImmediate(write);
    else socket.once("drain", write);
  };
  write();
}
