/** Reads the file of known failures that `--baseline` names. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { nearest } from "../../cli/nearest-name.ts";
import { readFile } from "../../cli/read-file.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { OperationId } from "../../spec/contract.ts";
import { loadClauses } from "../../spec/ledger.ts";
import { parseJson } from "../target-file/json-syntax.ts";
import { sentenceFor } from "../target-file/shape.ts";
import { checksOfOtherVerbs } from "./checks-of-other-verbs.ts";

/** A known failure. */
export interface KnownFailure {
  /** The id of the check. */
  readonly check: string;
  /** The operations on which it is known to fail; by default all. */
  readonly operations?: readonly OperationId[];
  readonly reason?: string;
  /** The last day on which it may fail: `2026-12-31`, in UTC. */
  readonly until?: string;
}

/** A file of known failures, as `baseline.schema.json` describes it. */
export interface Baseline {
  readonly $schema?: string;
  readonly known: readonly KnownFailure[];
}

let validate: ValidateFunction<Baseline> | undefined;

/** `flag`: the option that names the file. Throws `UsageError`, with the place, for anything but a baseline. */
export function readBaseline(path: string, flag: string): Baseline {
  const text = readFile(path, flag);
  validate ??= compile();
  const where = `${flag} ${path}`;
  const json = parseJson(text, (fault) => new UsageError(`${where} ${fault}`));
  if (validate(json)) return withKnownChecks(json, where);
  const [error] = validate.errors ?? [];
  const place = error === undefined || error.instancePath === "" ? "" : `, ${error.instancePath}`;
  const sentence = error === undefined ? "" : `: ${sentenceFor(error)}`;
  throw new UsageError(`${flag} ${path} is not a baseline${place}${sentence}`);
}

/** The beginnings of the ids of `fpk load`, `fuzz` and `judge`. The thresholds of a load script have other names. */
const ofOtherVerbs = /^(load|fuzz|traffic)\./;

/** Throws `UsageError` for a name that resembles a check's id, or that has the form of one. */
function withKnownChecks(baseline: Baseline, where: string): Baseline {
  const ofLedger = loadClauses().flatMap((clause) => ("checks" in clause ? clause.checks : []));
  for (const [at, { check }] of baseline.known.entries()) {
    const isOfOther = ofOtherVerbs.test(check);
    const ids = isOfOther ? checksOfOtherVerbs : ofLedger;
    const near = nearest(check, ids);
    if (ids.includes(check) || (near === undefined && !isOfOther)) continue;
    const advice = near === undefined ? "a report names each check that failed" : `did you mean ${near}?`;
    throw new UsageError(`${where}, /known/${at}/check: there is no check ${check}; ${advice}`);
  }
  return baseline;
}

function compile(): ValidateFunction<Baseline> {
  const ajv = new Ajv({ verbose: true });
  addFormats.default(ajv, ["date"]);
  return ajv.compile<Baseline>(JSON.parse(readFileSync(new URL("./baseline.schema.json", import.meta.url), "utf8")));
}
