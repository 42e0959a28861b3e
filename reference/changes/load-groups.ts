/** Reads the files of a folder that each hold a list of mutants or variants. */

import { readdirSync } from "node:fs";

/**
 * The default exports (readonly arrays) of all group files beside `index`, concatenated in the order of the files' names.
 * Skips the index, the file named in `except`, and tests. Throws if two have the same id.
 */
export async function loadGroups<T extends { readonly id: string }>(
  index: string,
  except: string,
): Promise<readonly T[]> {
  const files = readdirSync(new URL(".", index))
    .filter((file) => /\.[jt]s$/.test(file) && !/\.(test|d)\.[jt]s$/.test(file))
    .filter((file) => !["index", except].includes(file.replace(/\.[jt]s$/, "")))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const groups = await Promise.all(
    files.map(async (file) => (await import(new URL(file, index).href)) as { default: readonly T[] }),
  );
  const all = groups.flatMap((group) => group.default);
  const ids = new Set<string>();
  for (const { id } of all) {
    if (ids.has(id)) throw new Error(`two in ${new URL(".", index).pathname} are called ${id}`);
    ids.add(id);
  }
  return all;
}
