/** Reads HAR 1.2 files, of browsers, proxies, Playwright, Schemathesis and others, in chunks. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { parseChunked } from "@discoveryjs/json-ext";
import { errorMessage } from "../../cli/error-message.ts";
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
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${reasonOf(error)}`);
    throw new UsageError(`${path} ${whyUnreadable(error)}`);
  }
}

const reasonOf = (error: SyntaxError) =>
  /end of JSON/.test(error.message)
    ? "it ends in the middle: was the recording ended?"
    : // The parser quotes the text, which may hold a credential.
      errorMessage(error).replace(/, (?:\.\.\.)?".*$/s, "");

async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst && chunk.subarray(0, 3).toString("hex") === "efbbbf" ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}
