/** What a problem of a document is about, so that one that was there before is recognized where lines and indexes have moved. */
import { parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import type { Place } from "../document/place.ts";

/** The place, with operations by their `operationId`, and members of lists by their name. */
export function subjectOf({ file, pointer }: Place, { files }: Loaded): string {
  let node = files.get(file)?.value;
  let subject: string[] = [];
  for (const token of parsePointer(pointer)) {
    const isMember = Array.isArray(node);
    node = valueAt(node, [token]);
    const { operationId, name, url, $ref } = record(node);
    if (typeof operationId === "string") subject = [operationId];
    else subject.push(isMember ? String(name ?? url ?? $ref ?? JSON.stringify(node)) : token);
  }
  return subject.join(" ");
}

/** What the `$ref` at a place names; undefined where there is none. */
export function referenceAt({ file, pointer }: Place, { files }: Loaded): string | undefined {
  const { $ref } = record(valueAt(files.get(file)?.value, parsePointer(pointer)));
  return typeof $ref === "string" ? $ref : undefined;
}
