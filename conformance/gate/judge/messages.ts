/** Says of which messages a sentence speaks: `the response 409`, `the response 200 or 409`, `every response`, `the request and the response`. */
import { valueAt } from "../document/circular.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { record } from "../document/json.ts";
import type { JudgedChange } from "./rule.ts";
import type { Sides } from "./sides.ts";

const message = /\bthe ((?:webhook's |callback's )?(?:request|response))\b(?! [\dd])/;

/**
 * What changes in the same way in several responses of an operation is one sentence about them, and so is what one edit (`editOf`) changes in
 * the same way in several messages.
 */
export function withMessages<Change extends JudgedChange>(
  changes: readonly Change[],
  sides: Sides,
  editOf: (change: Change) => string,
): readonly Change[] {
  const statuses = new Map<string, Set<string>>();
  for (const change of changes) {
    const { status } = change.place;
    if (status !== undefined) getOrMake(statuses, inOperation(change), () => new Set()).add(status);
  }
  const edits = new Map<string, Map<string, Responses>>();
  const editing = (change: Change) =>
    JSON.stringify([editOf(change), change.rule, change.effects, withoutMessage(change)]);
  for (const change of changes) {
    const [, name] = message.exec(change.text) ?? [];
    if (name === undefined) continue;
    const names = getOrMake(edits, editing(change), () => new Map<string, Responses>());
    const changed = isNamedByStatus(change) ? [...(statuses.get(inOperation(change)) ?? [])] : [];
    const others = names.get(name) ?? { statuses: new Set(), areAll: true };
    const all = statusesOf(change, sides);
    const areAll = others.areAll && all.length > 1 && all.every((status) => changed.includes(status));
    names.set(name, { statuses: new Set([...others.statuses, ...changed]), areAll });
  }
  return changes.map((change) => {
    const names = [...(edits.get(editing(change)) ?? [])].map(([name, responses]) => named(name, responses));
    return names.length === 0 ? change : { ...change, text: change.text.replace(message, () => listed(names, "and")) };
  });
}

interface Responses {
  /** Empty if the sentence names none. */
  readonly statuses: ReadonlySet<string>;
  /** Whether `statuses` are all statuses that each of the operations has. */
  readonly areAll: boolean;
}

/** A schema is named by its component, or by its response. */
const isNamedByStatus = ({ place: { part, schema } }: JudgedChange) => schema === undefined || part === "header";

const withoutMessage = ({ text }: JudgedChange) => text.replace(message, "");

const inOperation = ({ place: { path, method }, rule, effects, text }: JudgedChange) =>
  JSON.stringify([path, method, rule, effects, text]);

/** The statuses that both contracts list for the operation, in their compared forms. */
function statusesOf({ place: { path = "", method = "" } }: JudgedChange, { base, head }: Sides): readonly string[] {
  const [before, after] = [base, head].map(({ aligned }) =>
    Object.keys(record(valueAt(aligned, ["paths", path, method, "responses"]))),
  );
  return before?.filter((status) => after?.includes(status)) ?? [];
}

function named(name: string, { statuses, areAll }: Responses): string {
  if (statuses.size === 0) return `the ${name}`;
  return areAll ? `every ${name}` : `the ${name} ${listed([...statuses].toSorted(), "or")}`;
}

const listed = (names: readonly string[], word: "and" | "or") =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(` ${word} `);
