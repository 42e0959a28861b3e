/** Judges a change of a contract: is it breaking, for whom, which clauses does it affect, and was the version raised accordingly? */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatPointer } from "../../cli/json-pointer.ts";
import { type Loaded, load } from "./document/load.ts";
import { type Normal, normalise } from "./document/normal.ts";
import type { Place, PlacedMessage } from "./document/place.ts";
import type { ContractChange } from "./judge/change.ts";
import { byKind } from "./judge/effects.ts";
import { judge } from "./judge/judge.ts";
import { type CompanionChanges, companionChanges } from "./ledger/companion-changes.ts";
import { isDeadReference, lintBoth, ownProblems, type Problem, violation, writeFiles } from "./lint/problems.ts";
import { mayHide, type ReadableContract, toReadable } from "./lint/readable.ts";
import { UnknownLintRule } from "./lint/redocly.ts";
import { NotJudged } from "./not-judged.ts";
import { uselessAllowances } from "./policy/allowances.ts";
import { changedPolicy } from "./policy/changed-policy.ts";
import { defaultSettings, type Settings } from "./policy/policy.ts";
import type { PolicyFile } from "./policy/read-policy.ts";
import { unreadFiles } from "./policy/unread.ts";
import { leftBaseAt } from "./sources/diverged.ts";
import { commitOf } from "./sources/git.ts";
import type { NewContract, Source } from "./sources/source.ts";
import { judgeVersion, type VersionVerdict } from "./version.ts";

export interface JudgedContracts {
  /** What validation and the linter find in HEAD and not in BASE, and warnings about BASE and the policy. Errors fail the gate. */
  readonly problems: readonly Problem[];
  /** Also empty if HEAD is not compared. */
  readonly changes: readonly ContractChange[];
  readonly isCompared: boolean;
  /** Why HEAD is not compared: the contract is new, or cannot be read. */
  readonly whyNot?: string;
  /** Absent if the policy switches it off. */
  readonly version?: VersionVerdict & { readonly place: Place };
  readonly companions: CompanionChanges;
  /** Both contracts in their normal form; absent if they were not compared. */
  readonly contracts?: { readonly base: Normal; readonly head: Normal };
}

/** Throws `UsageError` for what cannot be read, and `NotJudged` for a BASE that cannot be compared. */
export async function judgeContracts(
  from: Source,
  to: Source,
  settings = defaultSettings,
  file?: PolicyFile,
): Promise<JudgedContracts> {
  const companions = companionChanges(from, to);
  const ofPolicy = () => [...(settings.isByBasePolicy ? [] : changedPolicy(from, to)), ...unreadFiles(from, to, file)];
  const base = load(from, undefined, true);
  if ("message" in base) throw unusableBase(from, base);
  const head = load(to, base);
  const unread = (problems: readonly Problem[], { place }: PlacedMessage): JudgedContracts => {
    const whyNot = `not compared, because of ${to.display(place.file)}:${place.line}`;
    return { problems: [...problems, ...ofPolicy()], ...notCompared, whyNot, companions };
  };
  if ("message" in head) return unread([violation(head)], head);
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-"));
  try {
    writeFiles(base, join(folder, "base"));
    writeFiles(head, join(folder, "head"));
    const linting = lintBoth(base, head, isSame(base, head), folder, settings.policy.lint);
    // The linter is a process of its own: while it runs, the contracts are compared, as if both were valid.
    const comparing = attempt(() => compare(base, head, settings));
    const linted = await linting.catch(refusedAt(file));
    const own = ownProblems(base, head, linted);
    const before = await toReadable(base, join(folder, "base"), linted.base, own.base, head);
    if (before.unreadable !== undefined) throw unusableBase(from, before.unreadable);
    const after = await toReadable(head, join(folder, "head"), linted.head, own.head);
    if (after.unreadable !== undefined) return unread(own.head, after.unreadable);
    const isAsWritten = before.contract === base && after.contract === head;
    const comparison = isAsWritten ? comparing() : compare(before.contract, after.contract, settings);
    const useless = file === undefined ? [] : uselessAllowances(file, comparison.changes, settings.today);
    return {
      problems: [
        ...repaired(before, from, to),
        ...own.head,
        ...mayHide(linted.head, own.head),
        ...(comparison.changes.length > 0 ? movedOn(from, to) : comparedWithItself(from, to)),
        ...useless,
        ...ofPolicy(),
      ],
      ...comparison,
      companions,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A contract that BASE does not have: all its problems, and no change. Throws `UsageError` for what cannot be read. */
export async function judgeNew(
  { base, message }: NewContract,
  source: Source,
  file: PolicyFile | undefined,
): Promise<JudgedContracts> {
  const problems = [...(await problemsOfNew(source, file)), ...unreadFiles(base, source, file)];
  return { problems, ...notCompared, whyNot: message, companions: companionChanges(base, source) };
}

async function problemsOfNew(source: Source, file: PolicyFile | undefined): Promise<readonly Problem[]> {
  const head = load(source);
  if ("message" in head) return [violation(head)];
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-"));
  try {
    writeFiles(head, join(folder, "head"));
    const linting = lintBoth(head, head, true, folder, file?.policy.lint);
    return (await linting.catch(refusedAt(file))).head;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A rule that the linter does not know is refused at its line of the policy. */
const refusedAt = (file: PolicyFile | undefined) => (error: unknown) => {
  if (error instanceof UnknownLintRule && file !== undefined) throw file.refuse(["lint", error.rule], error.message);
  throw error;
};

/** A warning if BASE has changed since HEAD's branch left it: what it gained there looks removed here. */
function movedOn(base: Source, head: Source): readonly Problem[] {
  const left = leftBaseAt(base, head);
  if (left === undefined) return [];
  const message = `BASE has changed since HEAD's branch left it, and these changes look undone; for the branch alone: fpk gate ${left.slice(0, 7)}:${base.path}`;
  return [{ rule: "base", severity: "warning", message, place: { file: head.path, pointer: "", line: 1 } }];
}

/** A warning if the commit that is checked out was the only one to compare with. */
function comparedWithItself(base: Source, head: Source): readonly Problem[] {
  const isItself = base.isByDefault && head.commit === undefined && base.commit === commitOf(head.root, "HEAD");
  if (!isItself) return [];
  const advice = commitOf(head.root, "HEAD^") === undefined ? "" : `; for them: fpk gate HEAD^:${base.path}`;
  const message = `BASE is the commit that is checked out, so its own changes are not seen${advice}`;
  return [{ rule: "base", severity: "warning", message, place: { file: head.path, pointer: "", line: 1 } }];
}

/** Does the work now. The returned function returns its result, or throws its error. */
function attempt<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

const notCompared = { changes: [], isCompared: false };

function compare(base: Loaded, head: Loaded, settings: Settings): Omit<JudgedContracts, "companions" | "problems"> {
  const contracts = { base: normalise(base), head: normalise(head) };
  const changes = judge(contracts.base, contracts.head, settings);
  const compared = { changes, isCompared: true, contracts };
  if (settings.policy.version === "off") return compared;
  const asking = changes.filter(({ allowance }) => allowance?.waivesVersion !== true);
  const [worst] = asking.map(({ kind }) => kind).toSorted(byKind);
  const pointer = ["info", "version"];
  const place = { file: head.root.path, pointer: formatPointer(pointer), line: head.root.lineOf(pointer) };
  return { ...compared, version: { ...judgeVersion(contracts.base.version, contracts.head.version, worst), place } };
}

const isSame = (base: Loaded, head: Loaded) =>
  base.root.path === head.root.path &&
  base.files.size === head.files.size &&
  [...base.files].every(([path, { text }]) => head.files.get(path)?.text === text);

const unusableBase = (base: Source, problem: PlacedMessage) =>
  new NotJudged(`${invalidity(base, problem)}; name one that is valid`);

const invalidity = ({ name, display }: Source, { message, place }: PlacedMessage) =>
  `BASE ${name} is not a valid contract: ${display(place.file)}:${place.line} ${message.replace(/\.$/, "")}`;

/** Warnings if HEAD repairs what BASE violates. */
function repaired({ violation, dead }: ReadableContract, base: Source, head: Source): readonly Problem[] {
  const messages = [
    ...(violation === undefined || isDeadReference(violation)
      ? []
      : [`${invalidity(base, violation)}; it was compared without regard to that`]),
    ...dead.map(
      (each) => `${invalidity(base, each)}; HEAD repairs that, and what only the repair adds was not compared`,
    ),
  ];
  const place = { file: head.path, pointer: "", line: 1 };
  return messages.map((message) => ({ rule: "base", severity: "warning", message, place }));
}
