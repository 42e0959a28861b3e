/** Validates a target file by `target.schema.json`, with sentences for what is wrong. */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { parsePointer } from "../../cli/json-pointer.ts";
import { nearest } from "../../cli/nearest-name.ts";
import type { OperationId } from "../../spec/contract.ts";
import { targetError } from "./target-error.ts";

/** A target file that the schema allows. Rules that a schema cannot express are checked later. */
export interface TargetFile {
  /** An absolute URL without `/v1`. */
  readonly baseUrl: string;
  readonly credentials?: readonly CredentialEntry[];
  /** By default that of the Standard tier, 100 requests in 60 s. `null` if the target has no rate limit. */
  readonly rateLimit?: RateLimitEntry | null;
  /** In seconds; 5 by default. */
  readonly feedbackGraceSeconds?: number;
}

interface RateLimitEntry {
  readonly limit?: number;
  readonly windowSeconds?: number;
}

export interface CredentialEntry {
  readonly token: string;
  readonly kind?: "api-key" | "session";
  readonly org?: string;
  readonly expired?: boolean;
  readonly denied?: readonly OperationId[];
  /** The rate limit of its organization. Missing members are the target's. */
  readonly rateLimit?: RateLimitEntry;
}

let validator: ValidateFunction<TargetFile> | undefined;

/** Narrows `json`. Throws `TargetError` for the first fault of its shape, without quoting a value of the file. */
export function requireShape(json: unknown, where: string): TargetFile {
  // This schema is known to be valid, and compiling the schema of schemas takes longer.
  const options = { allowUnionTypes: true, verbose: true, meta: false, validateSchema: false };
  validator ??= new Ajv(options).compile<TargetFile>(
    JSON.parse(readFileSync(new URL("./target.schema.json", import.meta.url), "utf8")),
  );
  if (validator(json)) return json;
  const error = validator.errors?.[0];
  if (error === undefined) throw targetError(where, [], "is not a target file");
  throw targetError(where, parsePointer(error.instancePath), sentenceFor(error));
}

/** A clause that says what is wrong and what to change. The validator must be `verbose`. */
export function sentenceFor(error: ErrorObject): string {
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(error.params.additionalProperty);
      return `the property \`${name}\` is not known; ${suggestion(name, Object.keys(error.parentSchema?.properties ?? {}))}`;
    }
    case "required":
      return `the property \`${error.params.missingProperty}\` is missing; ${misspelt(error) ?? "add it"}`;
    case "enum":
      return `this value is not known; ${suggestion(String(error.data), error.params.allowedValues)}`;
    case "type":
      return `must be ${typeNames([error.params.type].flat())}, not ${typeOf(error.data)}`;
    case "minLength":
      return "is empty; give it a value or leave the property out";
    default:
      return `${error.message ?? "is wrong"}; change it`;
  }
}

/** Whether the object has the property in another spelling: `baseURL`. */
function misspelt({ params, data, parentSchema }: ErrorObject): string | undefined {
  const known = Object.keys(parentSchema?.properties ?? {});
  const others = Object.keys(typeof data === "object" && data !== null ? data : {}).filter(
    (name) => !known.includes(name),
  );
  const near = nearest(params.missingProperty, others);
  return near === undefined ? undefined : `\`${near}\` is not known: rename it`;
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined
    ? `use one of ${known.map((name) => `\`${name}\``).join(", ")}`
    : `did you mean \`${near}\`?`;
}

function typeNames(names: readonly string[]): string {
  const article = (name: string) => (name === "null" ? name : `${/^[aio]/.test(name) ? "an" : "a"} ${name}`);
  return names.map(article).join(" or ");
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeNames([typeof value]);
}
