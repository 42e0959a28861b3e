/** The entries of `fpk.gate.yaml` that would allow what fails, to be copied. */
import { isFailing } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";

const maxEntries = 8;

/** Lines of YAML; empty if no change fails. Whoever copies them replaces WHY by the reason. */
export function allowEntries({ changes }: Pick<GateReport, "changes">): readonly string[] {
  const entries = [...new Set(changes.filter(isFailing).flatMap(entriesOf))];
  if (entries.length === 0) return [];
  const rest = entries.length - maxEntries;
  return ["allow:", ...entries.slice(0, maxEntries), ...(rest > 0 ? [`  # and ${rest} more`] : [])];
}

/** The whole document has no pointer that an entry takes. A pointer into a file of its own needs the operation to be exact. */
function entriesOf({ rule, pointers, operations }: GateChange): readonly string[] {
  return pointers
    .filter((pointer) => pointer !== "")
    .map((pointer) => {
      const [operation, ...others] = /^\/(paths|components)\//.test(pointer) ? [] : operations;
      const isExact = operation !== undefined && others.length === 0;
      const where = `pointer: ${quoted(pointer)}${isExact ? `, operation: ${quoted(operation)}` : ""}`;
      return `  - { rule: ${rule}, ${where}, reason: WHY }`;
    });
}

/** Quotes what YAML would read otherwise, such as a path with `{productId}`. */
const quoted = (text: string) => (/^[\w/~.-]+$/.test(text) ? text : JSON.stringify(text));
