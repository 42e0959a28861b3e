/** Assembles the gate's report. */
import { relative, resolve } from "node:path";
import { isBinding } from "../../../spec/level.ts";
import { suiteVersion } from "../../run/report/suite-version.ts";
import type { Place } from "../document/place.ts";
import type { ContractChange } from "../judge/change.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import { policyPath } from "../policy/read-policy.ts";
import { otherPathOf, type Source } from "../sources/source.ts";
import { type Assembly, allowedByVersion, comparedText, reasonsOf } from "./conclusion.ts";
import type { GateChange, GateReport } from "./report.ts";

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
    otherPath: otherPathOf(head),
    blobUrl: head.isInGit ? assembly.blobUrl : undefined,
    waivesVersion: assembly.waivesVersion,
    ...(assembly.isInAction ? { isInAction: true } : {}),
    ...(settings.isByBasePolicy ? { isByBasePolicy: true } : {}),
    for: settings.party ?? "everybody",
    allowed,
    policy: policy && {
      file: shownFile(policy.path, head, folder),
      isChanged: base.read(policyPath(base)) !== head.read(policyPath(head)),
      version: policy.policy.version,
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
