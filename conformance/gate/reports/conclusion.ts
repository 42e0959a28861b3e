/** What a verdict of the gate rests on, and why the gate fails. */
import { plural } from "../../../cli/plural.ts";
import type { JudgedContracts } from "../gate.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { Settings } from "../policy/policy.ts";
import type { PolicyFile } from "../policy/read-policy.ts";
import type { Source } from "../sources/source.ts";
import { breakingText, isFailing, isVersionFailing } from "./for-whom.ts";
import type { GateChange, GateReport } from "./report.ts";

export interface Assembly {
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
  /** A step of `action.yml` runs it, and its options are inputs. */
  readonly isInAction: boolean;
  readonly blobUrl: string | undefined;
  readonly implementations: readonly Implementation[];
}

/** With `major-allows-breaking`: a version that increased as breaking changes ask. */
export function allowedByVersion({ judged: { version }, settings }: Assembly): string | undefined {
  if (settings.policy.version !== "major-allows-breaking" || !version?.isEnough) return undefined;
  return version.allowsBreaking ? `info.version changed from ${version.base} to ${version.head}` : undefined;
}

/** Why the gate fails; empty if it passes. */
export function reasonsOf(assembly: Assembly, changes: readonly GateChange[]): readonly string[] {
  const { judged, allowed, waivesVersion, implementations, settings } = assembly;
  const { party } = settings;
  const failing = changes.filter(isFailing);
  const errors = judged.problems.filter(({ severity }) => severity === "error").length;
  const isExcused = allowed !== undefined || allowedByVersion(assembly) !== undefined || party === "clients";
  const stopping = isExcused ? 0 : implementations.filter(({ stopsConforming }) => stopsConforming).length;
  return [
    ...(errors === 0 ? [] : [`${plural(errors, "error")} in HEAD's document`]),
    ...(failing.length === 0 ? [] : [breakingText(failing, party)]),
    ...(stopping === 0 ? [] : [`${plural(stopping, "implementation")} would stop conforming`]),
    ...(judged.version !== undefined && isVersionFailing({ version: judged.version, waivesVersion })
      ? [judged.version.text]
      : []),
  ];
}

export function comparedText({ judged, allowed, settings }: Assembly, counts: GateReport["counts"]): readonly string[] {
  if (!judged.isCompared) return [judged.whyNot ?? "not compared"];
  if (judged.changes.length === 0) return ["no change of the contract"];
  const reason = allowed === undefined ? "" : ` (${allowed})`;
  return [
    ...(counts.allowed === 0 ? [] : [`${plural(counts.allowed, "breaking change")} allowed${reason}`]),
    `${counts.additive} additive, ${counts.editorial} editorial${counts.breaking === 0 ? `, none breaking${settings.party === undefined ? "" : ` for ${settings.party}`}` : ""}`,
  ];
}
