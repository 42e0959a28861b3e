/** Records one exchange while it passes the proxy, as it goes over the wire. */
import { isUtf8 } from "node:buffer";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { readResponse } from "../client/read-response.ts";
import { maxBodyBytes } from "../client/wire.ts";
import type { ExchangeResponse, HeaderList } from "../model/exchange.ts";
import type { Recorded } from "../traffic/recorded.ts";
import { fieldsOf } from "./header-fields.ts";

const recorder = { keepsAuthorization: true };

/** Header fields that are about one connection only, and are not forwarded to the other. */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding"]);

/** Who broke an exchange off. */
type Ended = "the target" | "the client" | "fpk proxy";

export class Tap {
  /** Its place in `OpenTaps`. */
  place = -1;
  readonly #request: IncomingMessage;
  readonly #origin: string;
  readonly #sentAt = now();
  readonly #sent = new BodyChunks();
  #endedBy: Ended | undefined;
  #isRecorded = false;
  /** The header of a response has come, so that `recordResponse` records the exchange. */
  #isAnswered = false;

  constructor(request: IncomingMessage, origin: string) {
    this.#request = request;
    this.#origin = origin;
  }

  /** Records the body, if there is one (RFC 9112 §6.3), and forwards the trailers. To be called before the body is forwarded. */
  watchRequest(proxied: ClientRequest): void {
    const request = this.#request;
    const { headers } = request;
    if (!("content-length" in headers || "transfer-encoding" in headers)) return;
    request.on("data", (chunk: Buffer) => this.#sent.add(chunk));
    request.on("end", () => {
      if (request.rawTrailers.length > 0) proxied.addTrailers(fieldsOf(request.rawTrailers).map(([...pair]) => pair));
    });
  }

  /** To be called when one side breaks the exchange off. Only the first call counts: the other connection is closed because of it. */
  endedBy(who: Ended): void {
    this.#endedBy ??= who;
  }

  /** To be called when the header has come, which is `headers`. `onRecorded` is called when the body has passed, or was cut off. */
  recordResponse(headers: HeaderList, proxied: IncomingMessage, onRecorded: (recorded: Recorded) => void): void {
    this.#isAnswered = true;
    const received = new BodyChunks();
    proxied.on("data", (chunk: Buffer) => received.add(chunk));
    const cutByTarget = () => this.endedBy("the target");
    proxied.once("aborted", cutByTarget).once("error", cutByTarget);
    proxied.once("close", () => {
      const receivedAt = now();
      const { statusCode: status = 0, complete } = proxied;
      const record = (response: ExchangeResponse) =>
        onRecorded(
          complete
            ? this.#recorded(receivedAt, response)
            : this.#recorded(receivedAt, { ...response, isCut: true }, this.#cutOff(received, proxied)),
        );
      const { bytes, isCut } = received;
      if (isCut || !("content-encoding" in proxied.headers))
        record({ status, headers, body: bytes.toString(), isUtf8: isUtf8(bytes), isCut });
      else void decoded(status, headers, bytes, this.#request.method ?? "GET").then(record);
    });
  }

  /** The exchange without a response, or with the header of one that could not be forwarded; undefined if it was recorded before. */
  recordFailure(failure: string, proxied?: IncomingMessage): Recorded | undefined {
    if (this.#isRecorded || (this.#isAnswered && proxied === undefined)) return undefined;
    const { statusCode: status = 0, rawHeaders = [] } = proxied ?? {};
    const header = { status, headers: fieldsOf(rawHeaders), body: "", isUtf8: true, isCut: true };
    return this.#recorded(now(), proxied && header, failure);
  }

  /** The same, if the client or the proxy ended the exchange before an answer came. */
  recordNoAnswer(): Recorded | undefined {
    const seconds = ((now() - this.#sentAt) / 1000).toFixed(1);
    return this.recordFailure(`no answer had come after ${seconds} s, when ${this.#endedBy} ended the connection`);
  }

  #cutOff(received: BodyChunks, { headers }: IncomingMessage): string {
    const length = headers["content-length"];
    const bytes = length === undefined ? `${received.length}` : `${received.length} of ${length}`;
    const by = this.#endedBy ?? "the target";
    return `cut off after ${bytes} bytes${by === "the target" ? "" : `, when ${by} ended the connection`}`;
  }

  #recorded(receivedAt: number, response: ExchangeResponse | undefined, failure?: string): Recorded {
    this.#isRecorded = true;
    const { method = "GET", url = "/", rawHeaders } = this.#request;
    return {
      request: { method, url: this.#origin + url, headers: fieldsOf(rawHeaders), body: this.#sent.bytes.toString() },
      response,
      ...(failure === undefined ? {} : { failure }),
      sentAt: this.#sentAt,
      receivedAt,
      recorder,
    };
  }
}

/** Forwards the header, `headers`, unchanged, and the trailers when the body has passed. Throws if Node refuses a field. */
export function forwardFields(headers: HeaderList, proxied: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) {
    response.sendDate = false;
    const passed = headers.flatMap((field) => (hopByHop.has(field[0].toLowerCase()) ? [] : field));
    response.writeHead(proxied.statusCode ?? 0, proxied.statusMessage, passed);
  }
  proxied.on("end", () => {
    if (proxied.rawTrailers.length > 0) response.addTrailers(fieldsOf(proxied.rawTrailers).map(([...pair]) => pair));
  });
}

const noBytes = Buffer.alloc(0);

/** The chunks of a body, up to `maxBodyBytes`. */
class BodyChunks {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Buffer): void {
    if (this.#length <= maxBodyBytes) this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  get length(): number {
    return this.#length;
  }

  get isCut(): boolean {
    return this.#length > maxBodyBytes;
  }

  get bytes(): Buffer {
    const [first = noBytes, ...others] = this.#chunks;
    return others.length > 0 ? Buffer.concat(this.#chunks) : first;
  }
}

/** The response with its body decoded. A body that cannot be decoded as its Content-Encoding says is marked as cut, and not judged. */
async function decoded(status: number, headers: HeaderList, bytes: Buffer, method: string): Promise<ExchangeResponse> {
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

const { timeOrigin } = performance;
/** Milliseconds since the epoch, on a clock that never goes back. */
const now = () => timeOrigin + performance.now();
