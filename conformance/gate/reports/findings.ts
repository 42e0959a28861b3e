/** What a gate's report says about single places, for formats that know only levels, messages and lines. */
import { createHash } from "node:crypto";
import type { Place } from "../document/place.ts";
import { headline, isFailing } from "./for-whom.ts";
import type { GateReport } from "./report.ts";

export interface PlacedFinding {
  readonly rule: string;
  readonly level: "error" | "warning" | "notice";
  readonly message: string;
  readonly place: Place;
  /** Identifies the finding, even if lines have moved. */
  readonly fingerprint: string;
}

/** The problems of the document, the changes that are not editorial, and a version that did not increase enough. */
export function placedFindings({ problems, changes, version, waivesVersion }: GateReport): readonly PlacedFinding[] {
  const found: readonly Omit<PlacedFinding, "fingerprint">[] = [
    ...problems.map(({ severity, place, message, rule }) => ({ rule, level: severity, message, place })),
    ...changes
      .filter(({ kind }) => kind !== "editorial")
      .map((change) => ({
        rule: change.rule,
        level: isFailing(change) ? ("error" as const) : ("notice" as const),
        message: `${change.text} (${headline(change)})`,
        place: change.head,
      })),
    ...(version === undefined || version.isEnough || waivesVersion
      ? []
      : [{ rule: "info.version", level: "error" as const, message: version.text, place: version.place }]),
  ];
  return found.map((finding) => ({ ...finding, fingerprint: fingerprintOf(finding) }));
}

const fingerprintOf = ({ rule, message, place }: Omit<PlacedFinding, "fingerprint">) =>
  createHash("sha256")
    .update(JSON.stringify([rule, message, place.file, place.pointer]))
    .digest("hex")
    .slice(0, 32);
