/** Why a document is not a valid contract: it violates OpenAPI, or the pinned ruleset of the linter. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage } from "../../../cli/error-message.ts";
import { parsePointer } from "../../../cli/json-pointer.ts";
import { list, record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import type { PlacedMessage } from "../document/place.ts";
import type { Policy } from "../policy/policy.ts";
import { withOtherOperation } from "./duplicate-ids.ts";
import { isViolation, lint } from "./redocly.ts";
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
 * The first violation of OpenAPI, found by swagger-parser. `folder` has the contract's files. `linted` is what the linter found: a
 * document without findings violates nothing, and is not parsed.
 */
export async function violations(
  { root }: Loaded,
  folder: string,
  linted: readonly Problem[],
): Promise<readonly Problem[]> {
  if (!linted.some(isStructural)) return [];
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    await SwaggerParser.validate(join(folder, root.path), { resolve: { http: false } });
    return [];
  } catch (error) {
    const [first = ""] = errorMessage(error).split("\n");
    const detail = record(list(record(error).details).at(-1));
    const pointer = typeof detail.instancePath === "string" ? detail.instancePath : "";
    const message =
      typeof detail.message === "string"
        ? `${pointer || "the document"} ${detail.message}`
        : first.replaceAll(folder, "") || "it is not an OpenAPI document";
    const place = { file: root.path, pointer, line: root.lineOf(parsePointer(pointer)) };
    return [{ rule: "openapi", severity: "error", message, place }];
  }
}

/** What the linter finds in each contract. */
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
  const of = (side: "base" | "head") =>
    found
      .flatMap((problem) => readProblem(problem, `${side}/`, rules) ?? [])
      .map((problem) => withReference(problem, contracts[side]))
      .map((problem) => withOtherOperation(problem, contracts[side], base));
  return { base: of(isSame ? "head" : "base"), head: of("head") };
}

/** The problems of `head` that `base` does not have. */
export function newProblems(base: Loaded, head: Loaded, linted: Linted): readonly Problem[] {
  const keysOf = ({ rule, message, place }: Problem, contract: Loaded) =>
    subjectsOf(place, contract).map((subject) => `${rule} ${message} ${subject}`);
  const known = linted.base.map((problem) => keysOf(problem, base));
  const found = linted.head.filter((problem) => {
    const keys = keysOf(problem, head);
    const at = known.findIndex((others) => others.some((key) => keys.includes(key)));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  return withoutRepetition(found);
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

/** The linter's errors, which have lines; if it has none, the validator's one violation. */
export const allProblems = (violated: readonly Problem[], linted: readonly Problem[]): readonly Problem[] =>
  linted.some(isStructural) ? linted : [...violated, ...linted];

export const isStructural = ({ rule }: Problem) => rule === unresolved || rule === "struct";

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
