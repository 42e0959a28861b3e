/** Reads a response to its end or to a maximum: its text, whether that was UTF-8, and whether it is whole. */
import type { ExchangeResponse } from "../model/exchange.ts";
import { codingsOf, decoded } from "./content-coding.ts";
import type { Incoming } from "./wire.ts";

/**
 * The response with at most `maxBytes` of its decoded body. Throws `WireFailure` for an unknown content coding, and the
 * errors of receiving the body. Keeps a byte order mark, since it is part of the body.
 */
export async function readResponse(incoming: Incoming, method: string, maxBytes: number): Promise<ExchangeResponse> {
  const { status, headers } = incoming;
  if (method === "HEAD" || status === 204 || status === 304) {
    await skip(incoming.body);
    return { status, headers, body: "", isUtf8: true, isCut: false };
  }
  const fields = headers.filter(([name]) => name.toLowerCase() === "content-encoding");
  try {
    const codings = codingsOf(fields.map(([, value]) => value).join(","));
    const isCoded = codings.length > 0 && !incoming.isDecoded;
    const body = await readBytes(incoming.body, isCoded ? maxBytes + maxOverhead : maxBytes);
    return { status, headers, ...(await textOf(body, isCoded ? codings : [], maxBytes)) };
  } catch (error) {
    incoming.discard();
    throw error;
  }
}

/** How many bytes larger a body may be encoded, if it cannot be compressed. */
const maxOverhead = 64 * 1024;

/** Waits for the end of a body that HTTP does not allow. The first byte, or a failure, ends it, too. */
async function skip(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // Without a body, the response was complete after its headers.
  }
}

interface Received {
  readonly bytes: Uint8Array;
  /** There were more bytes than the maximum. */
  readonly isCut: boolean;
}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received> {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, room));
    if (chunk.byteLength > room) return { bytes: Buffer.concat(chunks), isCut: true };
    room -= chunk.byteLength;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

type Text = Pick<ExchangeResponse, "body" | "isUtf8" | "isCut">;

/** The text of the decoded bytes. If they do not have these codings, that of the bytes as they came: no client can decode them. */
async function textOf(received: Received, codings: readonly string[], maxBytes: number): Promise<Text> {
  if (codings.length === 0 || received.bytes.byteLength === 0) return decodedUtf8(received);
  try {
    const { bytes, isCut } = await readBytes(decoded(once(received.bytes), codings), maxBytes);
    return decodedUtf8({ bytes, isCut: isCut || received.isCut });
  } catch {
    return { ...decodedUtf8(received), isUtf8: false };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** If the maximum cuts a character in two, the text is still valid UTF-8: the server did not do that. */
function decodedUtf8({ bytes, isCut }: Received): Text {
  const options = { stream: isCut };
  try {
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, options);
    return { body, isUtf8: true, isCut };
  } catch {
    return { body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, options), isUtf8: false, isCut };
  }
}
