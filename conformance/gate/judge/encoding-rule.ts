/** The rule for how the parts of a form are written, such as a file that must be `image/png`. */

import { messageName } from "./contract-place.ts";
import { describeChange } from "./describe.ts";
import { breaksBoth, type Effects } from "./effects.ts";
import type { PartChange } from "./part-change.ts";
import type { Rule } from "./rule.ts";
import { containmentOf, effectsOf } from "./schema-containment.ts";

export const encodingRule: Rule<PartChange> = {
  id: "media.encoding",
  applies: ({ place }) => place.part === "media" && place.rest[0] === "encoding",
  effects: encodingEffects,
  text: ({ place, ...values }) => {
    const [, field = "the fields", ...inside] = place.rest;
    return `the encoding of ${field} in the ${messageName(place)}: ${describeChange(inside.join(".") || "encoding", values)}`;
  },
};

/** Several media types, separated by commas, may be accepted. */
function encodingEffects({ place, before, after }: PartChange): Effects {
  if (typeof before !== "string" || typeof after !== "string" || place.rest.at(-1) !== "contentType") return breaksBoth;
  return effectsOf(containmentOf("enum", typesIn(before), typesIn(after)), place.direction ?? "request");
}

const typesIn = (contentType: string) =>
  contentType
    .toLowerCase()
    .split(",")
    .map((type) => type.trim());
