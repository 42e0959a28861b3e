/** Answers requests of the same process without a socket: the application gets Node's own request and response. */
import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Messages } from "./express-prototypes.ts";

interface SentRequest {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  /** Without Host and Content-Length. Names are in lower case, and occur once. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * The response, read from the bytes that a socket would carry. Undefined where only a socket shows what a client gets: the
 * application closed the connection, informational responses precede the final one, or Content-Length is not the body's length.
 */
export type Answer = (request: SentRequest) => Promise<Received | undefined>;

/** The server need not listen. `messages`: the classes of its requests and responses. */
export const withoutSocket =
  (server: Server, { IncomingMessage, ServerResponse }: Messages): Answer =>
  async ({ method, target, headers, body }) => {
    const socket = new MemorySocket();
    const request = new IncomingMessage(socket);
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const fields = { host: "127.0.0.1", connection: "keep-alive", ...headers, ...length };
    Object.assign(request, { method, url: target, httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 });
    Object.assign(request, { headers: fields, rawHeaders: Object.entries(fields).flat(), complete: true });
    if (body !== undefined && body.length > 0) request.push(body);
    request.push(null);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = true;
    response.assignSocket(socket);
    const isWhole = await new Promise<boolean>((resolve) => {
      response.once("finish", () => resolve(true)).once("close", () => resolve(false));
      server.emit("request", request, response);
    });
    if (isWhole) {
      response.detachSocket(socket);
      response.emit("close");
    }
    return isWhole ? receivedFrom(Buffer.concat(socket.written), method) : undefined;
  };

/** Keeps what is written to it. */
class MemorySocket extends Socket {
  readonly written: Buffer[] = [];
  override readonly remoteAddress = "127.0.0.1";

  override _read() {}

  override _write(chunk: Chunk["chunk"], encoding: BufferEncoding, done: () => void) {
    this._writev([{ chunk, encoding }], done);
  }

  override _writev(chunks: readonly Chunk[], done: () => void) {
    for (const { chunk, encoding } of chunks)
      this.written.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
    done();
  }
}

interface Chunk {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

const headEnd = "\r\n\r\n";

function receivedFrom(bytes: Buffer, method: string): Received | undefined {
  const bodyAt = bytes.indexOf(headEnd) + headEnd.length;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, bodyAt - headEnd.length).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const status = Number(statusLine.split(" ")[1]);
  if (status < 200) return undefined;
  const fieldOf = (name: string) => headers.find(([other]) => other.toLowerCase() === name)?.[1];
  const sent = bytes.subarray(bodyAt);
  const body = fieldOf("transfer-encoding") === "chunked" ? withoutChunks(sent) : sent;
  const length = fieldOf("content-length");
  if (method !== "HEAD" && length !== undefined && Number(length) !== body.length) return undefined;
  return { status, headers, body };
}

function withoutChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const dataAt = bytes.indexOf("\r\n", at) + 2;
    const size = Number.parseInt(bytes.toString("latin1", at, dataAt), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(dataAt, dataAt + size));
    at = dataAt + size + 2;
  }
}
