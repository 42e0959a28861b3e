/** For whom a change is breaking, and what lets it pass. */
import { byKind, type Effects, type Kind, type Party } from "../judge/effects.ts";
import type { Problem } from "../lint/problems.ts";
import { judgeVersion, requirement, type VersionVerdict } from "../version.ts";
import type { GateReport } from "./report.ts";

/** A change as the report has it. */
interface Counted extends Effects {
  readonly kind: Kind;
  readonly isByPolicy: boolean;
  readonly allowed: string | undefined;
}

/** `breaking for implementers, additive for clients`; one kind if it is the same for both. */
function forWhom({ clients, implementers }: Effects): string {
  if (clients === implementers) return clients === "breaking" ? "breaking for clients and implementers" : clients;
  const parts: readonly (readonly [Kind, Party])[] = [
    [clients, "clients"],
    [implementers, "implementers"],
  ];
  return parts
    .filter(([kind]) => kind !== "editorial")
    .toSorted(([a], [b]) => byKind(a, b))
    .map(([kind, party]) => `${kind} for ${party}`)
    .join(", ");
}

/** Whether a change fails the gate: it is breaking, and nothing allows it. */
export const isFailing = ({ kind, allowed }: Pick<Counted, "kind" | "allowed">) =>
  kind === "breaking" && allowed === undefined;

/**
 * `preface`: what the comparison itself may be wrong about, before all that follows from it. Then comes what fails the gate: errors of the document
 * and breaking changes; then warnings, then the other changes.
 */
export function inOrder<P extends Pick<Problem, "severity" | "rule">, C extends Pick<Counted, "kind" | "allowed">>({
  problems,
  changes,
}: {
  readonly problems: readonly P[];
  readonly changes: readonly C[];
}) {
  return {
    preface: problems.filter(({ rule }) => rule === "base"),
    errors: problems.filter(({ severity }) => severity === "error"),
    failing: changes.filter(isFailing),
    warnings: problems.filter(({ severity, rule }) => severity === "warning" && rule !== "base"),
    others: changes.filter((change) => !isFailing(change)),
  };
}

/** Whether the version fails the gate. */
export const isVersionFailing = ({
  version,
  waivesVersion,
}: {
  readonly version: { readonly isEnough: boolean } | undefined;
  readonly waivesVersion?: boolean;
}): boolean => version?.isEnough === false && !waivesVersion;

/** What is said of the version; empty if the policy switches it off. */
export function versionText({ version, waivesVersion }: Pick<GateReport, "version" | "waivesVersion">): string {
  if (version === undefined) return "";
  return `${version.text}${waivesVersion && !version.isEnough ? " (waived)" : ""}`;
}

const isForImplementersOnly = ({ clients }: Effects) => clients !== "breaking";

/** `3 breaking changes, 2 of them for implementers only`. */
export function breakingText(breaking: readonly Effects[], party: Party | undefined): string {
  const changes = `${breaking.length} breaking ${breaking.length === 1 ? "change" : "changes"}`;
  if (party !== undefined) return `${changes} for ${party}`;
  const only = breaking.filter(isForImplementersOnly).length;
  if (only === breaking.length) return `${changes} for implementers, none for clients`;
  return only === 0 ? changes : `${changes}, ${only} of them for implementers only`;
}

/** The change's headline: what it counts as, and for whom. */
export function headline(change: Counted): string {
  const usual = forWhom(change);
  const text = change.isByPolicy ? `${change.kind} by policy (usually ${usual})` : usual;
  return change.allowed === undefined ? text : `${text}, allowed`;
}

function wayForVersion(report: Parameters<typeof waysToPass>[0]): readonly string[] {
  const { version, isInAction } = report;
  if (version === undefined || !isVersionFailing(report)) return [];
  const min = version.asked === undefined ? `to ${version.base} or later` : "to what the changes require, as above";
  return [`raise info.version ${min}; or, for this run, --waive-version${isInAction ? " in the input arguments" : ""}`];
}

/** What the version lacks if only clients count; empty if it lacks nothing then. */
function versionForClients({ version, waivesVersion, changes }: Parameters<typeof waysToPass>[0]): string {
  if (version === undefined || !isVersionFailing({ version, waivesVersion: waivesVersion === true })) return "";
  const [worst] = changes.map(({ kind, clients, isByPolicy }) => (isByPolicy ? kind : clients)).toSorted(byKind);
  const { isEnough } = judgeVersion(version.base, version.head, worst);
  return isEnough ? "" : `. Then, too, info.version must be raised${requirement(version.base, worst)}`;
}

/** The ways to let the breaking changes pass, or else the version, each as a sentence; empty if neither fails. */
export function waysToPass(report: {
  readonly for: string;
  readonly problems: readonly Pick<Problem, "severity">[];
  readonly changes: readonly Counted[];
  readonly version: Pick<VersionVerdict, "allowsBreaking" | "isEnough" | "asked" | "base" | "head"> | undefined;
  readonly waivesVersion?: boolean;
  readonly isInAction?: boolean;
  readonly isByBasePolicy?: boolean;
  readonly policy?: GateReport["policy"];
}): readonly string[] {
  const breaking = report.changes.filter(isFailing);
  if (breaking.length === 0) return wayForVersion(report);
  const isMajor = report.version?.allowsBreaking === true && report.version.isEnough;
  const versionToo = isVersionFailing(report)
    ? `. Either way info.version must be raised as above, or waived: waivesVersion: true in each entry, or --waive-version${report.isInAction ? " in the input arguments" : ""}`
    : "";
  const [forClients, allowing] = report.isInAction
    ? ["the input for: clients", "the input allow-breaking: REASON"]
    : ["--for clients", "--allow-breaking REASON"];
  const file = report.isByBasePolicy ? "BASE's fpk.gate.yaml" : "fpk.gate.yaml beside the contract";
  const lacksMajor = report.policy?.version === "major-allows-breaking" && !isMajor;
  return [
    ...(report.problems.some(({ severity }) => severity === "error")
      ? ["first correct the errors in the document, which nothing allows"]
      : []),
    ...(lacksMajor
      ? ["raise info.version to what the changes require: the policy lets a major version be breaking"]
      : []),
    ...(report.for === "everybody" && breaking.every((each) => isForImplementersOnly(each) && !each.isByPolicy)
      ? [`if only clients count: ${forClients}, or in ${file}: for: clients${versionForClients(report)}`]
      : []),
    ...(isMajor ? ["if such a version may be breaking: version: major-allows-breaking in fpk.gate.yaml"] : []),
    `if it is agreed: the entries below in ${file}, or ${allowing} for this run${versionToo}`,
  ];
}
