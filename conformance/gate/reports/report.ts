/** The versioned report of the gate; `gate.schema.json` is its published schema, `schemaVersion` its version. */
import { relative, resolve } from "node:path";
import { plural } from "../../../cli/plural.ts";
import { isBinding } from "../../../spec/level.ts";
import { suiteVersion } from "../../run/suite-version.ts";
import type { Place } from "../document/place.ts";
import type { Judged } from "../gate.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { Change, Kind, Party } from "../judge/change.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import type { Problem } from "../lint/problems.ts";
import type { Source } from "../sources/source.ts";
import type { VersionVerdict } from "../version.ts";
import { breakingText } from "./for-whom.ts";

export interface GateReport {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: "fpk-conformance"; readonly version: string };
  readonly conclusion: "passes" | "fails";
  readonly exitCode: 0 | 1;
  readonly summary: string;
  readonly base: Pick<Source, "name" | "commit">;
  readonly head: Pick<Source, "name" | "commit">;
  /** Whose verdict counts. */
  readonly for: Party | "everybody";
  /** Why a breaking change is allowed. */
  readonly allowed: string | undefined;
  readonly counts: Readonly<Record<Kind, number>>;
  /** Absent where HEAD is not a valid contract. */
  readonly version: VersionVerdict | undefined;
  readonly problems: readonly Problem[];
  readonly changes: readonly GateChange[];
  readonly withIt: CompanionChanges;
  readonly implementations: readonly Implementation[];
}

export interface GateChange extends Change {
  /** It affects stated clauses, and none of its clauses was changed in the ledger. */
  readonly isLedgerSilent: boolean;
}

interface Assembly {
  readonly judged: Judged;
  readonly base: Source;
  readonly head: Source;
  /** Paths outside of git are shown relative to this folder. */
  readonly folder: string;
  readonly party: Party | undefined;
  readonly allowed: string | undefined;
  readonly implementations: readonly Implementation[];
}

export function reportOf(assembly: Assembly): GateReport {
  const { judged, base, head, folder, party, allowed, implementations } = assembly;
  const counts = { breaking: 0, additive: 0, editorial: 0 };
  for (const { kind } of judged.changes) counts[kind] += 1;
  const reasons = reasonsOf(assembly);
  const isFail = reasons.some(({ isExcused }) => !isExcused);
  return {
    schemaVersion: 1,
    suite: { name: "fpk-conformance", version: suiteVersion() },
    conclusion: isFail ? "fails" : "passes",
    exitCode: isFail ? 1 : 0,
    summary: summaryOf(assembly, reasons, counts, isFail),
    base: { name: base.name, commit: base.commit },
    head: { name: head.name, commit: head.commit },
    for: party ?? "everybody",
    allowed,
    counts,
    version: judged.version,
    problems: judged.problems.map((problem) => ({ ...problem, place: shownPlace(problem.place, head, folder) })),
    changes: judged.changes.map((change) => ({
      ...change,
      base: change.base && shownPlace(change.base, base, folder),
      head: shownPlace(change.head, head, folder),
      isLedgerSilent: isLedgerSilent(change, judged.companions),
    })),
    withIt: judged.companions,
    implementations,
  };
}

interface Reason {
  readonly text: string;
  /** `--allow-breaking` excuses it. */
  readonly isExcused: boolean;
}

function reasonsOf({ judged, allowed, implementations, party }: Assembly): readonly Reason[] {
  const breaking = judged.changes.filter(({ kind }) => kind === "breaking");
  const errors = judged.problems.filter(({ severity }) => severity === "error").length;
  const stopping = party === "clients" ? 0 : implementations.filter(({ stopsConforming }) => stopsConforming).length;
  const isExcused = allowed !== undefined;
  return [
    ...(errors === 0 ? [] : [{ text: `${plural(errors, "error")} in HEAD as a document`, isExcused: false }]),
    ...(breaking.length === 0 ? [] : [{ text: breakingText(breaking, party), isExcused }]),
    ...(stopping === 0 ? [] : [{ text: `${plural(stopping, "implementation")} would stop conforming`, isExcused }]),
    ...(judged.version?.isEnough === false ? [{ text: judged.version.text, isExcused }] : []),
  ];
}

function summaryOf(
  { judged, allowed }: Assembly,
  reasons: readonly Reason[],
  counts: Readonly<Record<Kind, number>>,
  isFail: boolean,
): string {
  const rest = `${counts.additive} additive, ${counts.editorial} editorial`;
  const compared =
    judged.changes.length === 0
      ? "no change of the contract"
      : `${rest}${reasons.length === 0 ? ", none breaking" : ""}`;
  const text = [...reasons.map((reason) => reason.text), judged.isCompared ? compared : "not compared"].join("; ");
  if (isFail) return `fails: ${text}`;
  return reasons.length > 0 ? `passes, allowed (${allowed}): ${text}` : `passes: ${text}`;
}

/** Relative to the repository's top level, as GitHub requires it; outside of git relative to the current folder. */
function shownPlace(place: Place, source: Source, folder: string): Place {
  if (source.isInGit) return place;
  return { ...place, file: relative(folder, resolve(source.root, place.file)) };
}

/** False where there is no ledger, or none that could be compared. */
function isLedgerSilent({ kind, clauses }: Change, { ledger, clauses: changed }: CompanionChanges): boolean {
  if (kind === "editorial" || (ledger !== "changed" && ledger !== "unchanged")) return false;
  return clauses.some(({ level }) => isBinding(level)) && !clauses.some(({ id }) => changed.includes(id));
}
