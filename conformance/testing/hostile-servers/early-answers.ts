/** A server that answers before it has read the body, where the token is none that it knows. */
import { createServer, type Socket } from "node:net";
import { request } from "undici";
import { type Hostile, listen } from "./raw.ts";

/**
 * What it does then: keep the connection with the body unread on it, and answer that 501, or reset the connection on seeing it; announce
 * its end; or end it. The first is wrong; to a client the second is a connection that the server closed, as it may.
 */
export type Afterwards = "keeps" | "resets" | "announces" | "ends";

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const requestLine = /^([A-Z]+) (\S+) HTTP\/1\.1$/;

/** The first request that is in `received`; undefined if it is not there yet as far as this server reads it. */
function readRequest(received: string, tokens: readonly string[]) {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...fields] = received.slice(0, end).split("\r\n");
  const headers = fields.map((field) => field.split(/: ?(.*)/s, 2) as [string, string]);
  const fieldOf = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const length = Number(fieldOf("content-length") ?? 0);
  const isEarly = !tokens.some((token) => fieldOf("authorization") === `Bearer ${token}`);
  const after = end + 4 + (isEarly ? 0 : length);
  if (received.length < after) return undefined;
  const body = received.slice(end + 4, after);
  return { line, headers, body, isBodyUnread: isEarly && length > 0, rest: received.slice(after) };
}

/** A proxy that passes on the responses of the server at `origin`. */
export function startAnsweringEarly(
  origin: string,
  tokens: readonly string[],
  afterwards: Afterwards,
): Promise<Hostile> {
  const isClosing = afterwards === "announces" || afterwards === "ends";
  return listen(
    createServer((socket) => {
      let received = "";
      let turn = Promise.resolve();
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1");
        turn = turn.then(answerAll);
      });

      async function answerAll(): Promise<void> {
        for (let next = readRequest(received, tokens); next !== undefined; next = readRequest(received, tokens)) {
          const { line, headers, body, isBodyUnread, rest } = next;
          received = rest;
          if (afterwards === "resets" && !requestLine.test(line)) return void socket.resetAndDestroy();
          write(socket, await answerTo(line, headers, body), isBodyUnread && afterwards === "announces");
          if (isBodyUnread && isClosing) return void socket.end();
        }
      }
    }),
    "http://127.0.0.1",
  );

  async function answerTo(line: string, headers: Answer["headers"], body: string): Promise<Answer> {
    const [, method, path] = requestLine.exec(line) ?? [];
    if (method === undefined) {
      const limit = ["Limit: 100", "Remaining: 100", "Reset: 60"].map((field) => `X-RateLimit-${field}`.split(": "));
      return { status: 501, headers: limit as [string, string][], body: '{"error":"Unsupported method"}' };
    }
    const passedOn = headers.filter(([name]) => !/^(host|connection|content-length|accept-encoding)$/i.test(name));
    const response = await request(`${origin}${path}`, {
      method: method as "GET",
      headers: passedOn.flat(),
      body: body === "" ? null : Buffer.from(body, "latin1"),
    });
    const kept = Object.entries(response.headers).filter(
      ([name]) => !/^(connection|content-length|keep-alive|transfer-encoding)$/.test(name),
    );
    return {
      status: response.statusCode,
      headers: kept.map(([name, value]) => [name, String(value)]),
      body: Buffer.from(await response.body.arrayBuffer()).toString("latin1"),
    };
  }
}

function write(socket: Socket, { status, headers, body }: Answer, isLast: boolean): void {
  const fields = [...headers, ["content-length", `${body.length}`], ...(isLast ? [["connection", "close"]] : [])];
  const lines = [`HTTP/1.1 ${status} Any`, ...fields.map((field) => field.join(": "))];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
}
