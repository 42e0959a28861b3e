/** Says of which responses a sentence speaks: `the response 409`, `the response 200 or 409`, `every response`. */
import { valueAt } from "../document/circular.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { record } from "../document/json.ts";
import type { Sides } from "./judge-difference.ts";
import type { JudgedChange } from "./rule.ts";

const response = /\bthe ((?:webhook's |callback's )?response)\b(?! [\dd])/;

/** What changes in the same way in several responses of an operation is one sentence about them. */
export function withStatuses(changes: readonly JudgedChange[], sides: Sides): readonly JudgedChange[] {
  const statuses = new Map<string, Set<string>>();
  for (const change of changes) {
    const { status } = change.place;
    if (status !== undefined) getOrMake(statuses, keyOf(change), () => new Set()).add(status);
  }
  return changes.map((change) => {
    const { part, schema } = change.place;
    // A schema is named by its component, or by its response.
    if (schema !== undefined && part !== "header") return change;
    const named = namesOf([...(statuses.get(keyOf(change)) ?? [])], statusesOf(change, sides));
    return { ...change, text: change.text.replace(response, named) };
  });
}

const keyOf = ({ place: { path, method }, rule, effects, text }: JudgedChange) =>
  JSON.stringify([path, method, rule, effects, text]);

/** The statuses that both contracts list for the operation, in their compared forms. */
function statusesOf({ place: { path = "", method = "" } }: JudgedChange, { base, head }: Sides): readonly string[] {
  const [before, after] = [base, head].map(({ aligned }) =>
    Object.keys(record(valueAt(aligned, ["paths", path, method, "responses"]))),
  );
  return before?.filter((status) => after?.includes(status)) ?? [];
}

function namesOf(statuses: readonly string[], all: readonly string[]): string {
  if (statuses.length === 0) return "the $1";
  if (all.length > 1 && all.every((status) => statuses.includes(status))) return "every $1";
  const last = statuses.slice(-1);
  return `the $1 ${[statuses.slice(0, -1).join(", "), ...last].filter(Boolean).join(" or ")}`;
}
