/** A file beside the data file, for bytes that are removed from its end. */

import { type FileSystem, hasCode } from "./file-system.ts";

/** Writes bytes to the first `path.rest-N` that does not exist yet, and resolves to its name. */
export async function writeRestFile(path: string, files: FileSystem, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${path}.rest-${number}`;
    const file = await files.open(name, "wx").catch((error: unknown) => {
      if (hasCode(error, "EEXIST")) return undefined;
      throw error;
    });
    if (file === undefined) continue;
    try {
      await file.write(bytes, 0);
      await file.flush();
      return name;
    } catch (error) {
      await files.remove(name).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  }
}
