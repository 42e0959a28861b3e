/** Reads HAR 1.2 files of browsers, proxies, Playwright, Schemathesis and others; large files in chunks. */
import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { parseChunked } from "@discoveryjs/json-ext";
import { whyUnreadable } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { isObject } from "../model/body.ts";

/** In bytes. A file up to this size is parsed as a whole, which takes half as long as parsing it in chunks. */
const maxWholeSize = 64 * 1024 * 1024;
const chunkSize = 1024 * 1024;

/**
 * Calls `onEntry` with each of the file's `log.entries` and its index as soon as it is read, so that a large file is never in memory as a
 * whole. Throws `UsageError`, with the file and the place, if it is not a HAR; and what `onEntry` throws.
 */
export async function readHar(
  path: string,
  onEntry: (entry: unknown, at: number) => void,
  maxParsedAsWhole = maxWholeSize,
): Promise<void> {
  const file = await stat(path).catch((error: unknown) => {
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  });
  if (file.isFIFO()) throw new UsageError(`${path} is a pipe: write the HAR to a file, and name that`);
  if (file.size === 0) throw new UsageError(`${path} is empty: was the recording ended?`);
  let count = 0;
  const handOver = (entries: unknown[], end: number) => {
    for (; count < end; count += 1) {
      onEntry(entries[count], count);
      entries[count] = null;
    }
  };
  const handOverParsed = (har: unknown) => {
    const entries = entriesOf(har);
    // The last entry may be incomplete.
    if (entries !== undefined) handOver(entries, entries.length - 1);
  };
  const har = await withReason(path, () =>
    file.size <= maxParsedAsWhole ? parseWhole(path) : parseInChunks(path, handOverParsed),
  );
  const entries = entriesOf(har);
  if (entries === undefined) throw new UsageError(`${path} is not a HAR: it has no array at log.entries`);
  handOver(entries, entries.length);
}

function entriesOf(har: unknown): unknown[] | undefined {
  const entries = isObject(har) && isObject(har.log) ? har.log.entries : undefined;
  return Array.isArray(entries) ? entries : undefined;
}

/** Reads synchronously, which takes a third of the time. */
const parseWhole = async (path: string): Promise<unknown> =>
  JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));

/** After each chunk `onChunk` is called with the value parsed so far. */
function parseInChunks(path: string, onChunk: (parsed: unknown) => void): Promise<unknown> {
  const chunks = withoutByteOrderMark(createReadStream(path, { highWaterMark: chunkSize }));
  return parseChunked(chunks, { onChunk: (_, __, ___, { currentRootValue }) => onChunk(currentRootValue) });
}

/** Resolves to what `parse` does. Throws a `UsageError` that says why the file cannot be read. */
async function withReason(path: string, parse: () => Promise<unknown>): Promise<unknown> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const start = await firstBytes(path);
    if (compressed.includes(start)) throw new UsageError(`${path} is compressed: unpack it, and name the .har file`);
    if (utf16.includes(start)) throw new UsageError(`${path} is in UTF-16: save it in UTF-8`);
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${await reasonOf(error, path)}`);
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  }
}

/** The first bytes of gzip files, and of ZIP archives, in which Playwright stores a HAR with its bodies. */
const compressed = ["1f8b", "504b"];
/** The byte order marks of UTF-16, as PowerShell's `>` writes them. */
const utf16 = ["fffe", "feff"];

async function firstBytes(path: string): Promise<string> {
  const start = await buffer(createReadStream(path, { end: 1 })).catch(() => Buffer.of());
  return start.toString("hex");
}

/** The parser's message without the text that it quotes, which may contain a credential. */
async function reasonOf({ message }: SyntaxError, path: string): Promise<string> {
  const { size } = await stat(path);
  const hasStart = (await text(createReadStream(path, { end: 100 })))
    .replace(/^\uFEFF/, "")
    .trimStart()
    .startsWith("{");
  const hasEnd = (await text(createReadStream(path, { start: Math.max(0, size - 100) }))).trimEnd().endsWith("}");
  return hasStart && !hasEnd && !message.includes("after JSON")
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
