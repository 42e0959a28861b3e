/** The entries of `fpk.gate.yaml` that would allow what fails, to be copied. */
import { isFailing } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";

const maxEntries = 20;

interface Entry {
  readonly rule: string;
  readonly pointer: string;
  readonly operation: string | undefined;
}

/** Lines of YAML; empty if no change fails. Whoever copies them replaces WHY by the reason. */
export function allowEntries({ changes }: Pick<GateReport, "changes">): readonly string[] {
  const entries = changes.filter(isFailing).flatMap(entriesOf);
  // An entry for every operation allows what one for a single operation would.
  const isNeeded = ({ rule, pointer, operation }: Entry) =>
    operation === undefined ||
    !entries.some((other) => other.rule === rule && other.pointer === pointer && other.operation === undefined);
  const lines = [...new Set(entries.filter(isNeeded).map(lineOf))];
  if (lines.length === 0) return [];
  const rest = lines.length - maxEntries;
  return [
    "allow:",
    ...lines.slice(0, maxEntries),
    ...(rest > 0 ? [`  # and ${rest} more, shown once these are in the file`] : []),
  ];
}

/** The whole document has no pointer that an entry takes. What operations have in common needs the operation to be exact. */
function entriesOf({ rule, pointers, operations }: GateChange): readonly Entry[] {
  return pointers
    .filter((pointer) => pointer !== "")
    .map((pointer) => {
      const [operation, ...others] = /^\/(paths|components)\/|#/.test(pointer) ? [] : operations;
      return { rule, pointer, operation: others.length === 0 ? operation : undefined };
    });
}

function lineOf({ rule, pointer, operation }: Entry): string {
  const where = operation === undefined ? "" : `, operation: ${quoted(operation)}`;
  return `  - { rule: ${rule}, pointer: ${quoted(pointer)}${where}, reason: WHY }`;
}

/** Quotes what YAML would read otherwise, such as a path with `{productId}`. */
const quoted = (text: string) => (/^[\w/~.#-]+$/.test(text) ? text : JSON.stringify(text));
