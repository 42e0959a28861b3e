/** Judges a change of a contract: is it breaking, for whom, which clauses does it affect, and did the version change accordingly. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loaded, load, type Unreadable } from "./document/load.ts";
import { type Normal, normalise } from "./document/normal.ts";
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
  if ("message" in base) throw invalidBase(from, base.path, base.line, base.message);
  const head = load(to);
  if ("message" in head) return { problems: [unreadable(head)], changes: [], isCompared: false, companions };
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-"));
  try {
    const found = await findProblems(base, head, folder, () => compare(base, head, party));
    return { ...found, companions };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Compared = Pick<Judged, "changes" | "contracts" | "version">;

/** The linter is a process of its own, and runs while this one validates and compares. */
async function findProblems(
  base: Loaded,
  head: Loaded,
  folder: string,
  compareBoth: () => Compared,
): Promise<Omit<Judged, "companions">> {
  const isUnchanged = isSame(base, head);
  writeFiles(base, join(folder, "base"));
  writeFiles(head, join(folder, "head"));
  const [validated, linted] = await Promise.allSettled([
    (async () => {
      const inHead = await violations(head, join(folder, "head"));
      const [inBase] = isUnchanged ? inHead : await violations(base, join(folder, "base"));
      if (inBase !== undefined) throw invalidBase(base.source, inBase.place.file, inBase.place.line, inBase.message);
      return { inHead, compared: inHead.length > 0 ? undefined : compareBoth() };
    })(),
    isUnchanged ? [] : newLintProblems(base, head, folder),
  ]);
  if (validated.status === "rejected") throw validated.reason;
  if (linted.status === "rejected") throw linted.reason;
  const { inHead, compared } = validated.value;
  const problems = [...inHead, ...linted.value];
  return compared === undefined
    ? { problems, changes: [], isCompared: false }
    : { problems, ...compared, isCompared: true };
}

function compare(base: Loaded, head: Loaded, party: Party | undefined): Compared {
  const contracts = { base: normalise(base), head: normalise(head) };
  const changes = judge(contracts.base, contracts.head, party);
  const [worst] = changes.map(({ kind }) => kind).toSorted(byKind);
  return { changes, contracts, version: judgeVersion(contracts.base.version, contracts.head.version, worst) };
}

const isSame = (base: Loaded, head: Loaded) =>
  base.root.path === head.root.path &&
  base.files.size === head.files.size &&
  [...base.files].every(([path, { text }]) => head.files.get(path)?.text === text);

const invalidBase = (base: Source, path: string, line: number, why: string) =>
  new NotJudged(
    `BASE ${base.name} is not a valid contract: ${base.display(path)}:${line} ${why}; name one that is valid`,
  );

const unreadable = ({ message, path, line }: Unreadable): Problem => ({
  rule: "openapi",
  severity: "error",
  message,
  place: { file: path, pointer: "", line },
});
