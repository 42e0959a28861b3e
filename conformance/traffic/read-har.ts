/** Reads HAR 1.2 files, of browsers, proxies, Playwright, Schemathesis and others, in chunks. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { parseChunked } from "@discoveryjs/json-ext";
import { whyUnreadable } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isObject } from "../model/body.ts";

/** In bytes. */
const chunkSize = 1024 * 1024;

/** The `log.entries` of the file. Throws `UsageError`, which names the file and the place, for what is not a HAR. */
export async function readHar(path: string): Promise<unknown[]> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  });
  if (size === 0) throw new UsageError(`${path} is empty: was the recording ended?`);
  const file = await parse(path);
  const entries = isObject(file) && isObject(file.log) ? file.log.entries : undefined;
  if (Array.isArray(entries)) return entries;
  throw new UsageError(`${path} is not a HAR: it has no array at log.entries`);
}

async function parse(path: string): Promise<unknown> {
  try {
    return await parseChunked(withoutByteOrderMark(createReadStream(path, { highWaterMark: chunkSize })));
  } catch (error) {
    if (await isCompressed(path)) throw new UsageError(`${path} is compressed: unpack it, and name the .har file`);
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${await reasonOf(error, path)}`);
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  }
}

/** A gzip file, or a ZIP archive, as Playwright writes one with the bodies beside the HAR. */
async function isCompressed(path: string): Promise<boolean> {
  const start = await buffer(createReadStream(path, { end: 1 })).catch(() => Buffer.of());
  return ["1f8b", "504b"].includes(start.toString("hex"));
}

/** The parser's message without the text that it quotes, which may hold a credential. */
async function reasonOf({ message }: SyntaxError, path: string): Promise<string> {
  const { size } = await stat(path);
  const isBegun = (await text(createReadStream(path, { end: 100 })))
    .replace(/^\uFEFF/, "")
    .trimStart()
    .startsWith("{");
  const isWhole = (await text(createReadStream(path, { start: Math.max(0, size - 100) }))).trimEnd().endsWith("}");
  return isBegun && !isWhole
    ? "it ends in the middle: was the recording ended?"
    : message.replace(/, (?:\.\.\.)?".*$/s, "");
}

async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst && chunk.subarray(0, 3).toString("hex") === "efbbbf" ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}
