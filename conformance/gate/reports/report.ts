/** The versioned report of the gate; `gate.schema.json` is its published schema, `schemaVersion` its version. */
import { relative, resolve } from "node:path";
import { plural } from "../../../cli/plural.ts";
import { isBinding } from "../../../spec/level.ts";
import { suiteVersion } from "../../run/report/suite-version.ts";
import type { Place } from "../document/place.ts";
import type { JudgedContracts } from "../gate.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { ContractChange } from "../judge/change.ts";
import type { Kind, Party } from "../judge/effects.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import type { Problem } from "../lint/problems.ts";
import type { Settings } from "../policy/policy.ts";
import { type PolicyFile, policyPath } from "../policy/read-policy.ts";
import type { Source } from "../sources/source.ts";
import { breakingText, isFailing } from "./for-whom.ts";

export interface GateReport {
  readonly schemaVersion: 2;
  readonly suite: { readonly name: "fpk-conformance"; readonly version: string };
  readonly conclusion: "passes" | "fails";
  readonly exitCode: 0 | 1;
  readonly summary: string;
  readonly base: ShownSource;
  readonly head: ShownSource;
  /** What makes a file's path in HEAD a link, put before it; absent if the forge is not known. */
  readonly blobUrl: string | undefined;
  /** The version need not increase. */
  readonly waivesVersion: boolean;
  /** Whose verdict counts. */
  readonly for: Party | "everybody";
  /** Why all breaking changes are allowed in this run. */
  readonly allowed: string | undefined;
  /** The policy beside HEAD, if there is one. */
  readonly policy: { readonly file: string; readonly isChanged: boolean } | undefined;
  /** The number of changes of each kind; `allowed` counts the breaking ones that may pass. */
  readonly counts: Readonly<Record<Kind | "allowed", number>>;
  /** Absent if HEAD is not a valid contract, or the policy switches it off. */
  readonly version: JudgedContracts["version"];
  readonly problems: readonly Problem[];
  readonly changes: readonly GateChange[];
  readonly withIt: CompanionChanges;
  readonly implementations: readonly Implementation[];
}

interface ShownSource extends Pick<Source, "name" | "commit"> {
  /** `info.version`; absent if HEAD is not a valid contract. */
  readonly version: string | undefined;
}

export interface GateChange extends Omit<ContractChange, "allowance"> {
  /** Why it may pass although it is breaking. */
  readonly allowed: string | undefined;
  /** The last day on which it may. */
  readonly until: string | undefined;
  /** The change affects stated clauses, but the ledger's text of them was not changed. */
  readonly isLedgerSilent: boolean;
}

interface Assembly {
  readonly judged: JudgedContracts;
  readonly base: Source;
  readonly head: Source;
  /** Paths outside of git are shown relative to this folder. */
  readonly folder: string;
  readonly settings: Settings;
  readonly policy: PolicyFile | undefined;
  /** The reason that `--allow-breaking` gives. */
  readonly allowed: string | undefined;
  readonly waivesVersion: boolean;
  readonly blobUrl: string | undefined;
  readonly implementations: readonly Implementation[];
}

export function reportOf(assembly: Assembly): GateReport {
  const { judged, base, head, folder, settings, policy, allowed, implementations } = assembly;
  const changes = judged.changes.map((change) => gateChange(change, assembly));
  const counts = { breaking: 0, additive: 0, editorial: 0, allowed: 0 };
  for (const { kind, allowed } of changes) {
    counts[kind] += 1;
    if (allowed !== undefined) counts.allowed += 1;
  }
  const reasons = reasonsOf(assembly, changes);
  const isFail = reasons.length > 0;
  return {
    schemaVersion: 2,
    suite: { name: "fpk-conformance", version: suiteVersion() },
    conclusion: isFail ? "fails" : "passes",
    exitCode: isFail ? 1 : 0,
    summary: `${isFail ? "fails" : "passes"}: ${[...reasons, ...comparedText(assembly, counts)].join("; ")}`,
    base: { name: base.name, commit: base.commit, version: judged.contracts?.base.version },
    head: { name: head.name, commit: head.commit, version: judged.contracts?.head.version },
    blobUrl: head.isInGit ? assembly.blobUrl : undefined,
    waivesVersion: assembly.waivesVersion,
    for: settings.party ?? "everybody",
    allowed,
    policy: policy && {
      file: shownFile(policy.path, head, folder),
      isChanged: base.read(policyPath(base)) !== head.read(policy.path),
    },
    counts,
    version: judged.version && { ...judged.version, place: shownPlace(judged.version.place, head, folder) },
    problems: judged.problems.map((problem) => ({ ...problem, place: shownPlace(problem.place, head, folder) })),
    changes,
    withIt: judged.companions,
    implementations,
  };
}

function gateChange({ allowance, ...change }: ContractChange, assembly: Assembly): GateChange {
  const { judged, base, head, folder } = assembly;
  const isBreaking = change.kind === "breaking";
  return {
    ...change,
    allowed: isBreaking ? (allowance?.reason ?? assembly.allowed ?? allowedByVersion(assembly)) : undefined,
    until: allowance?.until,
    base: change.base && shownPlace(change.base, base, folder),
    head: shownPlace(change.head, head, folder),
    isLedgerSilent: isLedgerSilent(change, judged.companions),
  };
}

/** With `major-allows-breaking`: a version that increased as breaking changes ask. */
function allowedByVersion({ judged: { version }, settings }: Assembly): string | undefined {
  if (settings.policy.version !== "major-allows-breaking" || !version?.isEnough) return undefined;
  return version.allowsBreaking ? `info.version changed from ${version.base} to ${version.head}` : undefined;
}

/** Why the gate fails; empty if it passes. */
function reasonsOf(assembly: Assembly, changes: readonly GateChange[]): readonly string[] {
  const { judged, allowed, waivesVersion, implementations, settings } = assembly;
  const { party } = settings;
  const failing = changes.filter(isFailing);
  const errors = judged.problems.filter(({ severity }) => severity === "error").length;
  const isExcused = allowed !== undefined || allowedByVersion(assembly) !== undefined || party === "clients";
  const stopping = isExcused ? 0 : implementations.filter(({ stopsConforming }) => stopsConforming).length;
  return [
    ...(errors === 0 ? [] : [`${plural(errors, "error")} in HEAD as a document`]),
    ...(failing.length === 0 ? [] : [breakingText(failing, party)]),
    ...(stopping === 0 ? [] : [`${plural(stopping, "implementation")} would stop conforming`]),
    ...(judged.version?.isEnough === false && !waivesVersion ? [judged.version.text] : []),
  ];
}

function comparedText({ judged, allowed }: Assembly, counts: GateReport["counts"]): readonly string[] {
  if (!judged.isCompared) return ["not compared"];
  if (judged.changes.length === 0) return ["no change of the contract"];
  const reason = allowed === undefined ? "" : ` (${allowed})`;
  return [
    ...(counts.allowed === 0 ? [] : [`${plural(counts.allowed, "breaking change")} allowed${reason}`]),
    `${counts.additive} additive, ${counts.editorial} editorial${counts.breaking === 0 ? ", none breaking" : ""}`,
  ];
}

/** Relative to the repository's top level, as GitHub requires it; outside of git relative to the current folder. */
const shownFile = (file: string, source: Source, folder: string) =>
  source.isInGit ? file : relative(folder, resolve(source.root, file));

const shownPlace = (place: Place, source: Source, folder: string): Place => ({
  ...place,
  file: shownFile(place.file, source, folder),
});

/** False if there is no ledger, or none that could be compared. */
function isLedgerSilent(
  { kind, clauses }: Pick<ContractChange, "kind" | "clauses">,
  { ledger, clauses: changed }: CompanionChanges,
): boolean {
  if (kind === "editorial" || (ledger !== "changed" && ledger !== "unchanged")) return false;
  return clauses.some(({ level }) => isBinding(level)) && !clauses.some(({ id }) => changed.includes(id));
}
