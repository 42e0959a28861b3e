/** Where the schemas are written that were merged into one of a normal form. */
import { formatPointer } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { valueAt } from "./circular.ts";
import { list, record } from "./json.ts";
import type { Loaded } from "./load.ts";
import { below, type Origin } from "./origins.ts";
import { targetOf } from "./reference.ts";

/** The schemas that apply to what the one at `origin` applies to: itself, and those of its `allOf`, each where it is written. */
export function writtenParts(loaded: Loaded, origin: Origin, trail: readonly string[] = []): readonly Origin[] {
  const written = resolved(loaded, origin);
  const name = nameOf(written);
  if (trail.includes(name)) return [];
  const parts = list(record(valueIn(loaded, written)).allOf);
  return [
    written,
    ...parts.flatMap((_, at) => writtenParts(loaded, below(below(written, "allOf"), String(at)), [...trail, name])),
  ];
}

/** Whether the schema says itself that other properties may come, and not only by default: normal forms leave that out. */
export const isDeclaredOpen = (loaded: Loaded, origin: Origin): boolean =>
  writtenParts(loaded, origin).some((part) => {
    const { additionalProperties, unevaluatedProperties } = record(valueIn(loaded, part));
    return [additionalProperties, unevaluatedProperties].some((others) => others === true || isRecord(others));
  });

/** Where the references that begin at `origin` end. */
export function resolved(loaded: Loaded, origin: Origin, trail: readonly string[] = []): Origin {
  const { $ref: reference } = record(valueIn(loaded, origin));
  const name = nameOf(origin);
  if (typeof reference !== "string" || trail.includes(name)) return origin;
  return resolved(loaded, targetOf(reference, origin.file), [...trail, name]);
}

/** What is written there. */
export const valueIn = ({ files }: Loaded, { file, tokens }: Origin) => valueAt(files.get(file)?.value, tokens);

export const nameOf = ({ file, tokens }: Origin) => `${file}#${formatPointer(tokens)}`;
