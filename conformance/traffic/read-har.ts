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

/**
 * Calls `onEntry` with each of the file's `log.entries` and its place, as soon as it is read: the memory never holds them all. Throws
 * `UsageError`, which names the file and the place, for what is not a HAR, and what `onEntry` throws.
 */
export async function readHar(path: string, onEntry: (entry: unknown, at: number) => void): Promise<void> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  });
  if (size === 0) throw new UsageError(`${path} is empty: was the recording ended?`);
  let count = 0;
  const giveAway = (entries: unknown[], end: number) => {
    for (; count < end; count += 1) {
      onEntry(entries[count], count);
      entries[count] = null;
    }
  };
  const file = await parse(path, (begun) => {
    const entries = entriesOf(begun);
    // The last may not be whole yet.
    if (entries !== undefined) giveAway(entries, entries.length - 1);
  });
  const entries = entriesOf(file);
  if (entries === undefined) throw new UsageError(`${path} is not a HAR: it has no array at log.entries`);
  giveAway(entries, entries.length);
}

function entriesOf(file: unknown): unknown[] | undefined {
  const entries = isObject(file) && isObject(file.log) ? file.log.entries : undefined;
  return Array.isArray(entries) ? entries : undefined;
}

/** `onChunk` is called with what is parsed so far, after each chunk. */
async function parse(path: string, onChunk: (begun: unknown) => void): Promise<unknown> {
  try {
    const chunks = withoutByteOrderMark(createReadStream(path, { highWaterMark: chunkSize }));
    return await parseChunked(chunks, { onChunk: (_, __, ___, { currentRootValue }) => onChunk(currentRootValue) });
  } catch (error) {
    if (error instanceof UsageError) throw error;
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
