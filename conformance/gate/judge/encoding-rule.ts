/** The rule for how the parts of a form are written, such as a file that must be `image/png`. */

import { messageName } from "./contract-place.ts";
import { describeChange } from "./describe.ts";
import { additive, breaksBoth, breaksClients, type Effects } from "./effects.ts";
import { isRequired, type PartChange } from "./part-change.ts";
import type { Rule } from "./rule.ts";
import { type Containment, effectsOf } from "./schema-containment.ts";

export const encodingRule: Rule<PartChange> = {
  id: "media.encoding",
  applies: ({ place }) => place.part === "media" && place.rest[0] === "encoding",
  effects: encodingEffects,
  text: ({ place, ...values }) => {
    const [, field = "the fields", ...inside] = place.rest;
    return `the encoding of ${field} in the ${messageName(place)}: ${describeChange(inside.join(".") || "encoding", values)}`;
  },
};

function encodingEffects({ place, before, after }: PartChange): Effects {
  const { direction = "request", rest } = place;
  const isHeader = rest[2] === "headers" && rest.length === 4;
  if (isHeader && before === undefined) return isRequired(after) ? effectsOf("narrower", direction) : additive;
  if (isHeader && after === undefined) return breaksClients;
  if (typeof before !== "string" || typeof after !== "string" || rest.at(-1) !== "contentType") return breaksBoth;
  return effectsOf(rangeContainment(typesIn(before), typesIn(after)), direction);
}

/** Several media types or ranges, separated by commas, may be accepted. */
const typesIn = (contentType: string) =>
  contentType
    .toLowerCase()
    .split(",")
    .map((type) => type.trim());

function rangeContainment(before: readonly string[], after: readonly string[]): Containment {
  const isIn = (types: readonly string[], others: readonly string[]) =>
    types.every((type) => [type, `${type.split("/")[0]}/*`, "*/*"].some((each) => others.includes(each)));
  if (isIn(before, after)) return isIn(after, before) ? "same" : "wider";
  return isIn(after, before) ? "narrower" : "other";
}
