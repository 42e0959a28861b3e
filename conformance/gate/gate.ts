/** Judges a change of a contract: is it one, for whom does it break, what does it touch, and did its version move. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { align } from "./document/align.ts";
import { type Loaded, load, type Unreadable } from "./document/load.ts";
import { type Normal, normalise } from "./document/normal.ts";
import { readDifferences, withCanary } from "./engine/difference.ts";
import { newProblems, type Problem, readProblems, validate } from "./engine/problems.ts";
import { configFile, redocly, ruleset } from "./engine/redocly.ts";
import { unexplained } from "./engine/unexplained.ts";
import { type Change, type Party, worse } from "./judge/change.ts";
import { judge } from "./judge/judge.ts";
import { movedWith, type WithIt } from "./ledger/with-it.ts";
import { NotJudged } from "./not-judged.ts";
import type { Source } from "./sources/source.ts";
import { judgeVersion, type VersionVerdict } from "./version.ts";

export interface Judged {
  /** What is wrong with HEAD as a document, and was not wrong with BASE. Errors fail the gate. */
  readonly problems: readonly Problem[];
  /** Empty also where HEAD is no contract, and so was not compared. */
  readonly changes: readonly Change[];
  readonly isCompared: boolean;
  readonly version?: VersionVerdict;
  readonly withIt: WithIt;
  /** Both contracts in their normal form, where they were compared. */
  readonly contracts?: { readonly base: Normal; readonly head: Normal };
}

/** Throws `UsageError` for what cannot be read, and `NotJudged` for a BASE that is no contract. */
export async function judgeContracts(from: Source, to: Source, party?: Party): Promise<Judged> {
  const withIt = movedWith(from, to);
  const base = load(from);
  if ("message" in base) throw notABase(from, `${base.path}:${base.line} ${base.message}`);
  const head = load(to);
  if ("message" in head) return { problems: [unreadable(head)], changes: [], isCompared: false, withIt };
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-"));
  try {
    return await judgeIn(folder, base, head, withIt, party);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function judgeIn(
  folder: string,
  base: Loaded,
  head: Loaded,
  withIt: WithIt,
  party: Party | undefined,
): Promise<Judged> {
  writeFileSync(join(folder, configFile), stringify(ruleset));
  copy(base, join(folder, "base"));
  copy(head, join(folder, "head"));
  const linted = redocly(folder, ["lint", `base/${base.root.path}`, `head/${head.root.path}`]);
  const compared = compare(folder, base, head);
  // They run side by side; whichever fails first, none is left behind.
  const [lint, comparison, invalidBase, invalidHead] = await Promise.allSettled([
    linted,
    compared,
    // Validating costs a quarter of a second: what is the same is validated once.
    isSame(base, head) ? [] : validate(base, join(folder, "base")),
    validate(head, join(folder, "head")),
  ]);
  const [wrong] = settledValue(invalidBase);
  if (wrong !== undefined) throw notABase(base.source, `${wrong.place.file}:${wrong.place.line} ${wrong.message}`);
  const reports = settledValue(lint);
  const problems = [
    ...settledValue(invalidHead),
    ...newProblems(readProblems(reports, "base"), readProblems(reports, "head")),
  ];
  if (settledValue(invalidHead).length > 0) return { problems, changes: [], isCompared: false, withIt };
  const { differences, sides, contracts } = settledValue(comparison);
  const changes = judge(
    [...differences, ...unexplained(sides[0].aligned, sides[1].aligned, differences)],
    ...sides,
    party,
  );
  const worst = changes
    .map(({ kind }) => kind)
    .reduce<Change["kind"] | undefined>((one, other) => (one === undefined ? other : worse(one, other)), undefined);
  return {
    problems,
    changes,
    isCompared: true,
    version: judgeVersion(contracts.base.version, contracts.head.version, worst),
    withIt,
    contracts,
  };
}

async function compare(folder: string, base: Loaded, head: Loaded) {
  const contracts = { base: normalise(base), head: normalise(head) };
  const [before, after] = align(contracts.base, contracts.head);
  const names = ["base.json", "head.json"] as const;
  for (const [at, document] of withCanary(before, after).entries()) {
    writeFileSync(join(folder, names[at] ?? ""), JSON.stringify(document));
  }
  const [report] = await redocly(folder, ["diff", ...names]);
  const differences = readDifferences(report);
  const sides = [
    { normal: contracts.base, aligned: before },
    { normal: contracts.head, aligned: after },
  ] as const;
  return { differences, sides, contracts };
}

const isSame = (base: Loaded, head: Loaded) =>
  base.root.path === head.root.path &&
  base.files.size === head.files.size &&
  [...base.files].every(([path, { text }]) => head.files.get(path)?.text === text);

function copy({ files }: Loaded, folder: string): void {
  for (const { path, text } of files.values()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

const notABase = ({ name }: Source, why: string) =>
  new NotJudged(`BASE ${name} is no contract to compare with: ${why}; name one that is`);

const unreadable = ({ message, path, line }: Unreadable): Problem => ({
  rule: "openapi",
  severity: "error",
  message,
  place: { file: path, pointer: "", line },
});
