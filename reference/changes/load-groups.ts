/** Imports the files of a folder, each of which exports a list of mutants or variants. */
import { readdirSync } from "node:fs";

/**
 * The elements of the default exports of all files beside `index`, in the order of the files' names; without the index, the
 * file named `except`, and tests. Throws if two elements have the same id.
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
