/** What a problem of a document is about, so that an old problem is recognized after lines and indexes have moved. */
import { parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import type { Place } from "../document/place.ts";

/** The place, with members of lists by name. In an operation also the same with the `operationId` in place of the path. */
export function subjectsOf({ file, pointer }: Place, { files }: Loaded): readonly string[] {
  let node = files.get(file)?.value;
  const subject: string[] = [];
  let byId: string[] | undefined;
  for (const token of parsePointer(pointer)) {
    const isMember = Array.isArray(node);
    node = valueAt(node, [token]);
    const { operationId, name, url, $ref } = record(node);
    const step = isMember ? String(name ?? url ?? $ref ?? JSON.stringify(node)) : token;
    subject.push(step);
    if (typeof operationId === "string") byId = [operationId];
    else byId?.push(step);
  }
  return [subject, ...(byId === undefined ? [] : [byId])].map((steps) => steps.join(" "));
}

/** What the `$ref` at a place names; undefined if there is none. */
export function referenceAt({ file, pointer }: Place, { files }: Loaded): string | undefined {
  const { $ref } = record(valueAt(files.get(file)?.value, parsePointer(pointer)));
  return typeof $ref === "string" ? $ref : undefined;
}
