/** Reads `fpk.gate.yaml`. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { formatPointer, parsePointer } from "../../../cli/json-pointer.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { sentenceFor } from "../../target-file/shape.ts";
import { list, record } from "../document/json.ts";
import { type LoadedFile, parseFile } from "../document/parse-file.ts";
import type { Place } from "../document/place.ts";
import { anyKeyword, isRule, nearestRule } from "../judge/catalogue.ts";
import { structuralRules } from "../lint/redocly.ts";
import type { Source } from "../sources/source.ts";
import { isDate } from "./dates.ts";
import type { Policy } from "./policy.ts";

const fileName = "fpk.gate.yaml";

export interface PolicyFile {
  readonly policy: Policy;
  /** Below the source's root. */
  readonly path: string;
  /** Where the value at these steps is written. */
  placeOf(...steps: readonly (string | number)[]): Place;
  /** An error about the value at these steps, with its line. */
  refuse(steps: readonly (string | number)[], sentence: string): UsageError;
}

export const policyPath = (source: Source) => posix.join(posix.dirname(source.path), fileName);

/** The policy beside a contract; undefined if there is none. Throws `UsageError` with all that is wrong, each at its line. */
export function readPolicy(source: Source): PolicyFile | undefined {
  const path = policyPath(source);
  const text = source.read(path);
  if (text === undefined) return undefined;
  const file = parseFile(path, text);
  if ("message" in file) throw new UsageError(`${source.display(path)}:${file.place.line} ${file.message}`);
  const refuse: PolicyFile["refuse"] = (steps, sentence) => {
    const pointer = formatPointer(steps);
    const line = file.lineOf(parsePointer(pointer));
    return new UsageError(`${source.display(path)}:${line} ${pointer || "the policy"}: ${sentence}`);
  };
  const refusals = new Set(problemsOf(file).map((problem) => refuse(...problem).message));
  if (refusals.size > 0) throw new UsageError([...refusals].join("\n"));
  return {
    policy: (file.value ?? {}) as Policy,
    path,
    placeOf(...steps) {
      const pointer = formatPointer(steps);
      return { file: path, pointer, line: file.lineOf(parsePointer(pointer)) };
    },
    refuse,
  };
}

let validator: ValidateFunction<Policy> | undefined;

type Problem = readonly [steps: readonly (string | number)[], sentence: string];

/** What is wrong, each with where, in the order of the file. */
function problemsOf({ value, lineOf }: LoadedFile): readonly Problem[] {
  validator ??= new Ajv2020({ allErrors: true, verbose: true }).compile<Policy>(
    JSON.parse(readFileSync(new URL("./policy.schema.json", import.meta.url), "utf8")),
  );
  if (value === null || validator(value)) return namesAndDates(value);
  const problems = (validator.errors ?? []).map(problemOf);
  const refused = new Set(problems.map(([steps]) => formatPointer(steps)));
  const others = namesAndDates(value).filter(([steps]) => !refused.has(formatPointer(steps)));
  const line = ([steps]: Problem) => lineOf(parsePointer(formatPointer(steps)));
  return [...problems, ...others].toSorted((a, b) => line(a) - line(b));
}

/** Rules and dates that do not exist, and rules that cannot be switched off, in a policy that need not be valid otherwise. */
function namesAndDates(policy: unknown): readonly Problem[] {
  const { severity, allow, lint } = record(policy);
  const entries = list(allow).map(record);
  const rules = [
    ...Object.keys(record(severity)).map((rule) => [["severity", rule], rule] as const),
    ...entries.map(({ rule }, at) => [["allow", at, "rule"], rule] as const),
  ];
  return [
    ...rules.flatMap(([steps, rule]): readonly Problem[] =>
      typeof rule !== "string" || isRule(rule) ? [] : [[steps, unknownRule(rule)]],
    ),
    ...entries.flatMap(({ until }, at): readonly Problem[] =>
      typeof until !== "string" || isDate(until) ? [] : [[["allow", at, "until"], `${until} ${notADate}`]],
    ),
    ...structuralRules
      .filter((rule) => (record(lint)[rule] ?? "error") !== "error")
      .map((rule): Problem => [["lint", rule], alwaysError]),
  ];
}

/** A key that is not known is pointed at itself, not at what holds it. */
function problemOf(error: ErrorObject): Problem {
  const steps = parsePointer(error.instancePath);
  if (error.keyword === "additionalProperties")
    return [[...steps, String(error.params.additionalProperty)], sentenceFor(error)];
  if (error.schemaPath.includes("/anyOf")) return [steps, "add `pointer` or `operation`: where the change may be"];
  if (steps.at(-1) === "pointer")
    return [
      steps,
      `${JSON.stringify(error.data)} is not a JSON Pointer such as /components/schemas/Product, or schemas/product.yaml#/properties/name in another file`,
    ];
  return steps.at(-1) === "until" ? [steps, `${JSON.stringify(error.data)} ${notADate}`] : [steps, sentenceFor(error)];
}

function unknownRule(rule: string): string {
  if (rule === anyKeyword)
    return `write the keyword, such as schema.maximum: ${rule} stands for each of them in fpk gate --rules`;
  const near = nearestRule(rule);
  return `${rule} is not a rule; ${near === undefined ? "fpk gate --rules lists them" : `did you mean ${near}?`}`;
}

const alwaysError =
  "a contract with new findings of this rule is not valid, so they are always errors; those that BASE has, too, are not reported: remove this entry";

const notADate = "is not a date such as 2027-01-31";
