/** Whether the ledger, the overlay and the suite were changed together with the contract. */
import { posix } from "node:path";
import { parse } from "yaml";
import { isRecord } from "../../../spec/contract.ts";
import { changedPaths } from "../sources/git.ts";
import type { Source } from "../sources/source.ts";

/** `absent`: this repository has none. `not known`: the two contracts are not in the same repository. */
type Companion = "changed" | "unchanged" | "absent" | "not known";

export interface CompanionChanges {
  readonly ledger: Companion;
  readonly overlay: Companion;
  readonly suite: Companion;
  /** The ledger's path below the top level, if there is one. */
  readonly file?: string;
  /** The clauses of the ledger that were added, removed or changed. */
  readonly clauses: readonly string[];
}

export function companionChanges(base: Source, head: Source): CompanionChanges {
  if (base.commit === undefined || !head.isInGit || base.root !== head.root)
    return { ledger: "not known", overlay: "not known", suite: "not known", clauses: [] };
  const paths = changedPaths(base.root, base.commit, head.commit);
  const suite = paths.some((path) => /^conformance\/(cases|laws)\//.test(path)) ? "changed" : "unchanged";
  const folder = posix.dirname(head.path);
  const ledger = posix.join(folder, "clauses.yaml");
  const [before, after] = [base.read(ledger), head.read(ledger)];
  const overlay = posix.join(folder, "reference.overlay.yaml");
  return {
    ledger: compareFiles(before, after),
    overlay: compareFiles(base.read(overlay), head.read(overlay)),
    suite: after === undefined ? "absent" : suite,
    ...(after === undefined ? {} : { file: ledger }),
    clauses: changedClauses(before, after),
  };
}

function compareFiles(before: string | undefined, after: string | undefined): Companion {
  if (before === undefined && after === undefined) return "absent";
  return before === after ? "unchanged" : "changed";
}

function changedClauses(before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  const [was, is] = [clausesById(before), clausesById(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}

/** A ledger that is not well formed has no clauses here; the ledger's tests report it. */
function clausesById(text: string | undefined): ReadonlyMap<string, string> {
  try {
    const entries: unknown = parse(text ?? "");
    const list = Array.isArray(entries) ? entries.filter(isRecord) : [];
    return new Map(list.map((entry) => [String(entry.id), JSON.stringify(entry)]));
  } catch {
    return new Map();
  }
}
