/** Reads a response to its end or to a maximum: its text, whether that was UTF-8, and whether it is whole. */
import type { ExchangeResponse } from "../model/exchange.ts";
import { codingsOf, decoded } from "./content-coding.ts";
import type { Incoming } from "./wire.ts";

/**
 * The response with at most `maxBytes` of its decoded body. Throws `WireFailure` for an unknown content coding, and the
 * errors of reading the body. Keeps a byte order mark, since it is part of the body.
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
    const body = incoming.isDecoded ? incoming.body : decoded(incoming.body, codings);
    const { bytes, isCut } = await readBytes(body, maxBytes);
    return { status, headers, ...textOf(bytes, isCut), isCut };
  } catch (error) {
    incoming.discard();
    throw error;
  }
}

/** Waits for the end of a body that HTTP does not allow. The first byte, or a failure, ends it, too. */
async function skip(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // Without a body, the response was complete after its headers.
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, room));
    if (chunk.byteLength > room) return { bytes: Buffer.concat(chunks), isCut: true };
    room -= chunk.byteLength;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

/** If the maximum cuts a character in two, the text is still valid UTF-8: the server did not do that. */
function textOf(bytes: Uint8Array, isCut: boolean): { readonly body: string; readonly isUtf8: boolean } {
  const options = { stream: isCut };
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, options), isUtf8: true };
  } catch {
    return { body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, options), isUtf8: false };
  }
}
