/** References to a schema by its `$anchor` (JSON Schema 2020-12, 8.2.2), written as references to its place. */
import { formatPointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { LoadedFile } from "./parse-file.ts";
import { fileOfReference, isAnchor, referencesIn, tokensOf } from "./reference.ts";

/** The files with each `#anchor` of a reference replaced by a pointer, if the file that it names has this anchor. */
export function withoutAnchors(files: ReadonlyMap<string, LoadedFile>): ReadonlyMap<string, LoadedFile> {
  const byAnchor = (file: LoadedFile) => referencesIn(file.value).filter(({ reference }) => isAnchor(reference));
  return new Map(
    [...files].map(([path, file]) => {
      const found = byAnchor(file);
      if (found.length === 0) return [path, file];
      const value = structuredClone(file.value);
      for (const { reference, keys } of found) {
        const [ofFile = "", anchor] = reference.split("#");
        const tokens = anchored(files.get(fileOfReference(reference, path))?.value, anchor, []);
        const holder = valueAt(value, tokensOf(keys).slice(0, -1));
        if (tokens !== undefined && isRecord(holder)) holder.$ref = `${ofFile}#${formatPointer(tokens)}`;
      }
      return [path, { ...file, value }];
    }),
  );
}

/** Where the object is that has the anchor. */
function anchored(value: unknown, anchor: string | undefined, tokens: Tokens): Tokens | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isRecord(value) && value.$anchor === anchor) return tokens;
  for (const [key, inner] of Object.entries(value)) {
    const found = anchored(inner, anchor, [...tokens, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
