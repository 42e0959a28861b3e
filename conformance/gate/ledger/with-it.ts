/** Whether the ledger, the overlay and the suite were changed together with the contract. */
import { posix } from "node:path";
import { parse } from "yaml";
import { isRecord } from "../../../spec/contract.ts";
import { changedPaths } from "../sources/git.ts";
import type { Source } from "../sources/source.ts";

/** `absent`: this repository has none. `not known`: the two contracts are not of one repository. */
export type Moved = "changed" | "unchanged" | "absent" | "not known";

export interface WithIt {
  readonly ledger: Moved;
  readonly overlay: Moved;
  readonly suite: Moved;
  /** The clauses that came, went or changed in the ledger. */
  readonly clauses: readonly string[];
}

const suitePaths = ["conformance/cases/", "conformance/laws/"];

export function movedWith(base: Source, head: Source): WithIt {
  const isOne = base.commit !== undefined && head.isInGit && base.root === head.root;
  if (!isOne || base.commit === undefined)
    return { ledger: "not known", overlay: "not known", suite: "not known", clauses: [] };
  const changed = changedPaths(base.root, base.commit, head.commit);
  const folder = posix.dirname(head.path);
  const ledger = posix.join(folder, "clauses.yaml");
  const [before, after] = [base.read(ledger), head.read(ledger)];
  const overlay = posix.join(folder, "reference.overlay.yaml");
  return {
    ledger: movedFile(before, after),
    overlay: movedFile(base.read(overlay), head.read(overlay)),
    suite:
      after === undefined
        ? "absent"
        : changed.some((path) => suitePaths.some((prefix) => path.startsWith(prefix)))
          ? "changed"
          : "unchanged",
    clauses: changedClauses(before, after),
  };
}

function movedFile(before: string | undefined, after: string | undefined): Moved {
  if (before === undefined && after === undefined) return "absent";
  return before === after ? "unchanged" : "changed";
}

function changedClauses(before: string | undefined, after: string | undefined): readonly string[] {
  const [one, other] = [clausesById(before), clausesById(after)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((id) => one.get(id) !== other.get(id));
}

/** As loosely as it can be read: a ledger that is not well formed is its own tests' concern. */
function clausesById(text: string | undefined): ReadonlyMap<string, string> {
  try {
    const entries: unknown = parse(text ?? "");
    const list = Array.isArray(entries) ? entries.filter(isRecord) : [];
    return new Map(list.map((entry) => [String(entry.id), JSON.stringify(entry)]));
  } catch {
    return new Map();
  }
}
