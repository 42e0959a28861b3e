/** Judges a difference of two contracts by the rules for its place. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { type ContractPlace, contractPlace, isInServers, isSent } from "./contract-place.ts";
import { judgeSchema } from "./judge-schema.ts";
import { judgedChange, placesOf } from "./judged-change.ts";
import { namesOf } from "./part-names.ts";
import { partRules } from "./part-rules.ts";
import { isAdded, isRemoved, type JudgedChange, judgeBy } from "./rule.ts";
import { effectsWhereSent, type SecurityChange, securityRules } from "./security-rules.ts";
import { type Sides, valuesAt } from "./sides.ts";

/** `tokens`: the place that differs. */
export function judgeDifference(tokens: Tokens, sides: Sides): readonly JudgedChange[] {
  const place = contractPlace(tokens);
  if (isJudgedElsewhere(place, sides) || isOfOtherField(place, tokens, sides)) return [];
  if (place.schema !== undefined) return judgeSchema(place, place.schema, tokens, sides);
  const values = valuesAt(tokens, sides);
  if (place.part === "security") {
    const change = spelled(values as SecurityChange, sides);
    const judged = judgeBy(securityRules, change);
    const effects = isSent(place) ? effectsWhereSent(change) : judged.effects;
    return [{ ...judgedChange({ ...judged, effects }, place, sides), ...placesOf(tokens, values) }];
  }
  const judged = judgeBy(partRules, { ...values, place, ...namesOf(place, tokens, sides) });
  return [{ ...judgedChange(judged, place, sides), ...placesOf(tokens, values) }];
}

/** The names of headers are compared without regard to case, and shown as BASE spells them, or else HEAD. */
function spelled({ before, after }: SecurityChange, { base, head }: Sides): SecurityChange {
  const nameOf = (way: string) => base.normal.spelledWays.get(way) ?? head.normal.spelledWays.get(way) ?? way;
  const named = (alternatives: SecurityChange["before"]) =>
    alternatives.map((each) => Object.fromEntries(Object.entries(each).map(([way, scopes]) => [nameOf(way), scopes])));
  return { before: named(before), after: named(after) };
}

/** Version and status codes have rules of their own; a path that was added or removed is reported by its operations. */
function isJudgedElsewhere(place: ContractPlace, sides: Sides): boolean {
  const { part, path, rest } = place;
  // A part of it that became a variable is reported as one.
  if (isInServers(place) && rest.length === 3 && rest[2] === "url") return true;
  // A flow that is accepted in one contract only is reported by the operations that accept it.
  if (part === "document" && rest[0] === "x-flows") return rest.length < 3;
  if (part === "document" && rest[0] === "x-credentials" && rest[1] === "unused" && rest.length === 3) return true;
  if (part === "document") return rest[0] === "info" && rest[1] === "version";
  if (part === "response") return rest.length === 0;
  if (part !== "path") return false;
  const values = valuesAt(["paths", path ?? ""], sides);
  return isAdded(values) || isRemoved(values);
}

/** How a field of a form is written that came or went with its encoding. */
function isOfOtherField({ part, rest }: ContractPlace, tokens: Tokens, sides: Sides): boolean {
  const [encoding, field = ""] = rest;
  if (part !== "media" || encoding !== "encoding") return false;
  const media = tokens.slice(0, tokens.length - rest.length);
  const property = valuesAt([...media, "schema", "properties", field], sides);
  return isAdded(property) !== isRemoved(property);
}
