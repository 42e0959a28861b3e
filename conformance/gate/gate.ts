/** Judges a change of a contract: is it breaking, for whom, which clauses does it affect, and did the version change accordingly. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loaded, load } from "./document/load.ts";
import { type Normal, normalise } from "./document/normal.ts";
import type { PlacedMessage } from "./document/place.ts";
import { byKind, type Change, type Party } from "./judge/change.ts";
import { judge } from "./judge/judge.ts";
import { type CompanionChanges, companionChanges } from "./ledger/companion-changes.ts";
import { newLintProblems, type Problem, violations, writeFiles } from "./lint/problems.ts";
import { NotJudged } from "./not-judged.ts";
import type { Source } from "./sources/source.ts";
import { judgeVersion, type VersionVerdict } from "./version.ts";

export interface Judged {
  /** The problems of HEAD as a document that BASE does not have. Errors fail the gate. */
  readonly problems: readonly Problem[];
  /** Empty also where HEAD is not a valid contract, and so was not compared. */
  readonly changes: readonly Change[];
  readonly isCompared: boolean;
  readonly version?: VersionVerdict;
  readonly companions: CompanionChanges;
  /** Both contracts in their normal form, if they were compared. */
  readonly contracts?: { readonly base: Normal; readonly head: Normal };
}

/** Throws `UsageError` for what cannot be read, and `NotJudged` for a BASE that is not a valid contract. */
export async function judgeContracts(from: Source, to: Source, party?: Party): Promise<Judged> {
  const companions = companionChanges(from, to);
  const base = load(from);
  if ("message" in base) throw invalidBase(from, base);
  const head = load(to, base);
  if ("message" in head)
    return { problems: [{ rule: "openapi", severity: "error", ...head }], ...notCompared, companions };
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-"));
  try {
    writeFiles(base, join(folder, "base"));
    writeFiles(head, join(folder, "head"));
    // The linter is a process of its own, and runs while this one validates and compares.
    const [validated, linted] = await Promise.allSettled([
      validateAndCompare(base, head, folder, party),
      isSame(base, head) ? [] : newLintProblems(base, head, folder),
    ]);
    if (validated.status === "rejected") throw validated.reason;
    if (linted.status === "rejected") throw linted.reason;
    const { problems, ...comparison } = validated.value;
    return { problems: [...problems, ...linted.value], ...comparison, companions };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const notCompared = { changes: [], isCompared: false };

async function validateAndCompare(
  base: Loaded,
  head: Loaded,
  folder: string,
  party: Party | undefined,
): Promise<Omit<Judged, "companions">> {
  const problems = await violations(head, join(folder, "head"));
  const [inBase] = isSame(base, head) ? problems : await violations(base, join(folder, "base"));
  if (inBase !== undefined) throw invalidBase(base.source, inBase);
  if (problems.length > 0) return { problems, ...notCompared };
  const contracts = { base: normalise(base), head: normalise(head) };
  const changes = judge(contracts.base, contracts.head, party);
  const [worst] = changes.map(({ kind }) => kind).toSorted(byKind);
  const version = judgeVersion(contracts.base.version, contracts.head.version, worst);
  return { problems, changes, isCompared: true, contracts, version };
}

const isSame = (base: Loaded, head: Loaded) =>
  base.root.path === head.root.path &&
  base.files.size === head.files.size &&
  [...base.files].every(([path, { text }]) => head.files.get(path)?.text === text);

const invalidBase = ({ name, display }: Source, { message, place }: PlacedMessage) =>
  new NotJudged(
    `BASE ${name} is not a valid contract: ${display(place.file)}:${place.line} ${message}; name one that is valid`,
  );
