/** Decodes the content codings of a body (RFC 9110 §8.4). As in other clients, a truncated body is not an error. */
import { pipeline, type Transform } from "node:stream";
import zlib from "node:zlib";
import { WireFailure } from "./failure.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** A response with more nested codings is an attack. */
const maxCodings = 5;

const deflateFlush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const brotliFlush = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const gunzip = (body: Bytes) => through(body, zlib.createGunzip(deflateFlush));
const decoders = new Map<string, (body: Bytes) => Bytes>([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", (body) => through(body, zlib.createBrotliDecompress(brotliFlush))],
]);

/** The codings of a Content-Encoding field, in the order of their use. Throws `WireFailure` for an unknown one. */
export function codingsOf(field: string | undefined): readonly string[] {
  const named = (field ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  const codings = named.filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > maxCodings) {
    throw new WireFailure("protocol", `the Content-Encoding names more than ${maxCodings} codings`);
  }
  if (codings.every((coding) => decoders.has(coding))) return codings;
  throw new WireFailure("protocol", "the Content-Encoding names a coding that was not asked for");
}

/** The decoded body. Throws an error if it does not have the declared codings. */
export const decoded = (body: Bytes, codings: readonly string[]): Bytes =>
  codings.reduceRight((coded, coding) => decoders.get(coding)?.(coded) ?? coded, body);

function through(body: Bytes, decoder: Transform): Bytes {
  return pipeline(body, decoder, () => {});
}

/** `deflate` means the zlib format, but every client also decodes bare deflate, which some servers send. */
async function* inflate(body: Bytes): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const isZlib = ((first.value[0] ?? 0) & 0x0f) === 0x08;
  yield* through(whole(), isZlib ? zlib.createInflate(deflateFlush) : zlib.createInflateRaw(deflateFlush));
}
