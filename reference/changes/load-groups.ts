/** Imports the files of a folder, each of which exports a list of mutants or variants. */
import { readdirSync } from "node:fs";

/** A mutant or a variant, and the file that defines it, as a path from the repository's root. */
export type InFile<T> = T & { readonly file: string };

/**
 * All mutants or variants of the folder of `index`, in the order of the files' names. Each file is imported, except the index,
 * tests, and the one that defines the type. Throws if two have the same id.
 */
export async function loadGroups<T extends { readonly id: string }>(
  index: string,
  kind: "mutant" | "variant",
): Promise<readonly InFile<T>[]> {
  const files = readdirSync(new URL(".", index))
    .filter((file) => /\.[jt]s$/.test(file) && !/\.(test|d)\.[jt]s$/.test(file))
    .filter((file) => !["index", kind].includes(file.replace(/\.[jt]s$/, "")))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const groups = await Promise.all(
    files.map(async (name) => {
      const { default: group } = (await import(new URL(name, index).href)) as { default: readonly T[] };
      const file = `reference/changes/${kind}s/${name.replace(/\.js$/, ".ts")}`;
      return group.map((element) => ({ ...element, file }));
    }),
  );
  const all = groups.flat();
  const ids = new Set<string>();
  for (const { id } of all) {
    if (ids.has(id)) throw new Error(`two in ${new URL(".", index).pathname} are called ${id}`);
    ids.add(id);
  }
  return all;
}
