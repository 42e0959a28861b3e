/** Reads `fpk.gate.yaml`. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { formatPointer, parsePointer } from "../../../cli/json-pointer.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { sentenceFor } from "../../target-file/shape.ts";
import { type LoadedFile, parseFile } from "../document/parse-file.ts";
import type { Place } from "../document/place.ts";
import { isRule, nearestRule } from "../judge/catalogue.ts";
import type { Source } from "../sources/source.ts";
import type { Policy } from "./policy.ts";

const fileName = "fpk.gate.yaml";

export interface PolicyFile {
  readonly policy: Policy;
  /** Below the source's root. */
  readonly path: string;
  /** Where the value at these steps is written. */
  placeOf(...steps: readonly (string | number)[]): Place;
}

export const policyPath = (source: Source) => posix.join(posix.dirname(source.path), fileName);

/** The policy beside a contract; undefined if there is none. Throws `UsageError` with the line of what is wrong. */
export function readPolicy(source: Source): PolicyFile | undefined {
  const path = policyPath(source);
  const text = source.read(path);
  if (text === undefined) return undefined;
  const file = parseFile(path, text);
  if ("message" in file) throw new UsageError(`${source.display(path)}:${file.place.line} ${file.message}`);
  const refuse = (pointer: string, sentence: string) =>
    new UsageError(
      `${source.display(path)}:${file.lineOf(parsePointer(pointer))} ${pointer || "the policy"}: ${sentence}`,
    );
  const [problem] = problemsOf(file);
  if (problem !== undefined) throw refuse(...problem);
  return {
    policy: (file.value ?? {}) as Policy,
    path,
    placeOf(...steps) {
      const pointer = formatPointer(steps);
      return { file: path, pointer, line: file.lineOf(parsePointer(pointer)) };
    },
  };
}

let validator: ValidateFunction<Policy> | undefined;

/** What is wrong, each with its pointer. */
function problemsOf({ value }: LoadedFile): readonly (readonly [string, string])[] {
  validator ??= new Ajv2020({ verbose: true }).compile<Policy>(
    JSON.parse(readFileSync(new URL("./policy.schema.json", import.meta.url), "utf8")),
  );
  if (value === null) return [];
  if (!validator(value)) return (validator.errors ?? []).map((error) => [error.instancePath, sentenceFor(error)]);
  const { severity = {}, allow = [] } = value;
  const rules = [
    ...Object.keys(severity).map((rule) => [formatPointer(["severity", rule]), rule] as const),
    ...allow.map(({ rule }, at) => [formatPointer(["allow", at, "rule"]), rule] as const),
  ];
  return rules
    .filter(([, rule]) => !isRule(rule))
    .map(([pointer, rule]) => {
      const near = nearestRule(rule);
      const hint = near === undefined ? "fpk gate --rules lists them" : `did you mean ${near}?`;
      return [pointer, `${rule} is not a rule; ${hint}`];
    });
}
