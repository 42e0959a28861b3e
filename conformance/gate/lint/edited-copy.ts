/** A contract with changes that leave the one that was read as it is. */
import type { Loaded } from "../document/load.ts";

/** `edit` may change the values of the copy's files, and add files. */
export function editedCopy(loaded: Loaded, edit: (files: Map<string, Loaded["root"]>) => void): Loaded {
  const files = new Map(
    [...loaded.files].map(([path, file]) => [path, { ...file, value: structuredClone(file.value) }]),
  );
  edit(files);
  return { ...loaded, root: files.get(loaded.root.path) ?? loaded.root, files };
}
