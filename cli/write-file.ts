/** Writes files atomically: wholly or not at all. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemReason } from "./error-message.ts";
import { UsageError } from "./usage-error.ts";

/** A file that cannot be written; the message is one sentence that names the file and what to change. */
export class WriteError extends UsageError {
  override readonly name = "WriteError";
}

/** Throws `WriteError` if no file could be written at `path`; called before a long run, not after it. */
export async function checkWritable(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw new WriteError(`cannot write ${path}: the folder ${folder} does not exist`);
  if (!found.isDirectory()) throw new WriteError(`cannot write ${path}: ${folder} is not a folder`);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw new WriteError(`cannot write ${path}: it is a folder`);
  await access(folder, constants.W_OK).catch(() => {
    throw new WriteError(`cannot write ${path}: the folder ${folder} is not writable`);
  });
}

/** Writes the text by renaming a temporary file; a link is followed. Throws `WriteError`. */
export async function writeFileAtomically(
  path: string,
  text: string,
  { mode = 0o666 }: { readonly mode?: number } = {},
): Promise<void> {
  const target = await realpath(path).catch(() => resolve(path));
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: "wx", mode });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new WriteError(`cannot write ${path}: ${systemReason(error)}`);
  }
}
