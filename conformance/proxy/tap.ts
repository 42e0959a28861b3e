/** Records one exchange while it passes the proxy, as it goes over the wire. */
import { isUtf8 } from "node:buffer";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { readResponse } from "../client/read-response.ts";
import { maxBodyBytes } from "../client/wire.ts";
import type { ExchangeResponse, HeaderList } from "../model/exchange.ts";
import type { Recorded } from "../traffic/recorded.ts";

const recorder = { keepsAuthorization: true };

/** Header fields that are about one connection only, and are not forwarded to the other. */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding"]);

export class Tap {
  readonly #request: IncomingMessage;
  readonly #origin: string;
  readonly #sentAt = now();
  readonly #sent = new BodyChunks();

  constructor(request: IncomingMessage, origin: string) {
    this.#request = request;
    this.#origin = origin;
  }

  /** Records the body, and forwards the trailers. To be called before the body is forwarded. */
  watchRequest(proxied: ClientRequest): void {
    const request = this.#request;
    request.on("data", (chunk: Buffer) => this.#sent.add(chunk));
    request.on("end", () => {
      if (request.rawTrailers.length > 0) proxied.addTrailers(pairs(request.rawTrailers).map(([...pair]) => pair));
    });
  }

  /** To be called when the header has come. Resolves when the body has passed; to undefined if the body was cut off. */
  async recordResponse(proxied: IncomingMessage): Promise<Recorded | undefined> {
    const { statusCode: status = 0 } = proxied;
    const headers = pairs(proxied.rawHeaders);
    const received = new BodyChunks();
    proxied.on("data", (chunk: Buffer) => received.add(chunk));
    await new Promise((resolve) => proxied.once("close", resolve));
    const receivedAt = now();
    if (!proxied.complete) return undefined;
    const { method = "GET", url = "/", rawHeaders } = this.#request;
    return {
      request: { method, url: this.#origin + url, headers: pairs(rawHeaders), body: this.#sent.bytes.toString() },
      response: await readRecorded(status, headers, received, method),
      sentAt: this.#sentAt,
      receivedAt,
      recorder,
    };
  }
}

/** Forwards the header unchanged, and the trailers when the body has passed. */
export function forwardFields(proxied: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) {
    response.sendDate = false;
    const passed = pairs(proxied.rawHeaders).flatMap((field) => (hopByHop.has(field[0].toLowerCase()) ? [] : field));
    response.writeHead(proxied.statusCode ?? 0, proxied.statusMessage, passed);
  }
  proxied.on("end", () => {
    if (proxied.rawTrailers.length > 0) response.addTrailers(pairs(proxied.rawTrailers).map(([...pair]) => pair));
  });
}

/** The chunks of a body, up to `maxBodyBytes`. */
class BodyChunks {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Buffer): void {
    if (this.#length <= maxBodyBytes) this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  get isCut(): boolean {
    return this.#length > maxBodyBytes;
  }

  get bytes(): Buffer {
    const [first, ...others] = this.#chunks;
    return first === undefined || others.length > 0 ? Buffer.concat(this.#chunks) : first;
  }
}

/** The response with its body decoded. A body that cannot be decoded as its Content-Encoding says is marked as cut, and not judged. */
async function readRecorded(
  status: number,
  headers: HeaderList,
  received: BodyChunks,
  method: string,
): Promise<ExchangeResponse> {
  const isCoded = headers.some(([name]) => name.toLowerCase() === "content-encoding");
  const { bytes, isCut } = received;
  if (!isCoded || isCut) return { status, headers, body: bytes.toString(), isUtf8: isUtf8(bytes), isCut };
  const incoming = { status, headers, body: single(bytes), isDecoded: false, discard: () => {} };
  return readResponse(incoming, method, maxBodyBytes).catch(() => ({
    status,
    headers,
    body: "",
    isUtf8: true,
    isCut: true,
  }));
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export function pairs(raw: readonly string[]): HeaderList {
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at < raw.length; at += 2) fields.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return fields;
}

const { timeOrigin } = performance;
/** Milliseconds since the epoch, on a clock that never goes back. */
const now = () => timeOrigin + performance.now();
