/** Why a document is not a valid contract: it violates OpenAPI, or the pinned ruleset of the linter. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { list, record } from "../document/json.ts";
import { type Loaded, numericVersion } from "../document/load.ts";
import type { PlacedMessage } from "../document/place.ts";
import type { Policy } from "../policy/policy.ts";
import { withOtherOperation } from "./duplicate-ids.ts";
import { isViolation, lint, structuralRules } from "./redocly.ts";
import { referenceAt, subjectsOf } from "./subject.ts";

export interface Problem extends PlacedMessage {
  /** The linter's rule, or `openapi`. */
  readonly rule: string;
  readonly severity: "error" | "warning";
}

/** Writes the contract's files to `folder`, where the validator and the linter read them. */
export function writeFiles({ files }: Loaded, folder: string): void {
  for (const { path, text } of files.values()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Whether the contract violates OpenAPI, as swagger-parser finds. `folder` has its files. `linted` is what the linter found: a document
 * without findings violates nothing, and is not parsed.
 */
export async function violatesOpenApi({ root }: Loaded, folder: string, linted: readonly Problem[]): Promise<boolean> {
  if (!linted.some(isStructural)) return false;
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  return SwaggerParser.validate(join(folder, root.path), { resolve: { http: false } }).then(
    () => false,
    () => true,
  );
}

/** What is found in each contract. */
interface Linted {
  readonly base: readonly Problem[];
  readonly head: readonly Problem[];
}

/** `folder` has the files of both contracts, in `base/` and `head/`; `isSame`: they have the same text. */
export async function lintBoth(
  base: Loaded,
  head: Loaded,
  isSame: boolean,
  folder: string,
  rules: Policy["lint"] = {},
): Promise<Linted> {
  const contracts = { base, head };
  const sides = isSame ? (["head"] as const) : (["base", "head"] as const);
  const found = await lint(
    folder,
    sides.map((side) => `${side}/${contracts[side].root.path}`),
    rules,
  );
  const of = (side: "base" | "head") => [
    ...[numericVersion(contracts[side])].flatMap((version) => (version === undefined ? [] : violation(version))),
    ...found
      .flatMap((problem) => readProblem(problem, `${side}/`, rules) ?? [])
      .map((problem) => withReference(problem, contracts[side]))
      .map((problem) => withOtherOperation(problem, contracts[side], base)),
  ];
  return { base: of(isSame ? "head" : "base"), head: of("head") };
}

/** The problems of each contract that the other does not have. */
export function ownProblems(base: Loaded, head: Loaded, linted: Linted): Linted {
  const keyed = { base: withKeys(base, linted.base), head: withKeys(head, linted.head) };
  return { base: onlyIn(keyed.base, keyed.head), head: onlyIn(keyed.head, keyed.base) };
}

/** Each problem with what it is known by: several keys, because its operation may have been moved or renamed. */
const withKeys = (contract: Loaded, problems: readonly Problem[]) =>
  problems.map((problem) => {
    const { rule, message, place } = problem;
    return { problem, keys: subjectsOf(place, contract).map((subject) => `${rule} ${message} ${subject}`) };
  });

type Keyed = ReturnType<typeof withKeys>;

function onlyIn(found: Keyed, others: Keyed): readonly Problem[] {
  const known = others.map(({ keys }) => keys);
  const own = found.filter(({ keys }) => {
    const at = known.findIndex((other) => other.some((key) => keys.includes(key)));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  return withoutRepetition(own.map(({ problem }) => problem));
}

const unresolved = "no-unresolved-refs";

/** A reference to nothing is one problem, wherever it is used, and so is the security that the whole document lacks. */
function withoutRepetition(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem, at) => {
    const { rule, message } = problem;
    if (rule !== unresolved && rule !== "security-defined") return [problem];
    const same = problems.filter((other) => other.rule === rule && other.message === message);
    if (same[0] !== problems[at]) return [];
    const isCounted = rule !== unresolved && same.length > 1;
    return [isCounted ? { ...problem, message: `${message.replace(/\.$/, "")} (at ${same.length} places)` } : problem];
  });
}

function withReference(problem: Problem, contract: Loaded): Problem {
  const reference = problem.rule === unresolved ? referenceAt(problem.place, contract) : undefined;
  return reference === undefined ? problem : { ...problem, message: `$ref ${reference} names nothing` };
}

export const isStructural = ({ rule }: Problem) => structuralRules.includes(rule);

/** What violates OpenAPI, and is not found by the linter. */
export const violation = (found: PlacedMessage): Problem => ({ rule: "openapi", severity: "error", ...found });

/** OpenAPI's version is a number; the linter is given a text. */
export const isNumericVersion = ({ rule }: Problem) => rule === "openapi";

export const isDeadReference = ({ rule }: Problem) => rule === unresolved;

/** A problem of Redocly's JSON report; undefined if its file is not below `prefix`. */
function readProblem(problem: unknown, prefix: string, rules: Policy["lint"] = {}): Problem | undefined {
  const { location, ruleId, severity, message } = record(problem);
  const { source, pointer, start } = record(list(location)[0]);
  const file = String(record(source).ref ?? "");
  if (!file.startsWith(prefix)) return undefined;
  const rule = String(ruleId);
  const isError = rule in rules ? severity === "error" : isViolation(rule, String(message));
  return {
    rule,
    severity: isError ? "error" : "warning",
    message: String(message)
      .replaceAll(/\s*\n\s*/g, " ")
      .trim(),
    place: {
      file: file.slice(prefix.length),
      pointer: String(pointer ?? "")
        .replace(/^#\/?/, "/")
        .replace(/^\/$/, ""),
      line: Number(record(start).line ?? 1),
    },
  };
}
