/** Reads k6's console, to which a script writes a line of JSON for each exchange and judgement, and perhaps other lines. */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Recorder } from "../../conformance/client/recorder.ts";
import type { ExchangeRecord, Intent } from "../../conformance/model/exchange.ts";
import { reportSchema } from "../../conformance/reports/schema.ts";
import { kindOf, organizationOf } from "../in-k6/exchange.ts";
import { type ScenarioName, scenarioNames } from "../in-k6/plans.ts";

/** A script's verdict on one of its checks. */
export interface ScriptJudgement {
  readonly check: string;
  readonly clause: string;
  readonly verdict: "pass" | "fail" | "inconclusive";
  readonly expected?: string;
  readonly actual?: string;
  readonly reason?: string;
  /** How many there are of what one virtual user saw. */
  readonly share?: string;
  /** The exchanges that prove a failure: when each was sent and answered. */
  readonly proof?: readonly (readonly [sentAt: number, receivedAt: number])[];
}

/** The run to which a process belongs. */
export interface RunIdentity {
  /** The scenario, or the one of which the script is an edited copy. */
  readonly scenario: ScenarioName;
  readonly seed: string;
  /** The number of processes of the run. */
  readonly instances: number;
  /** The script plans a rate of requests that changes: k6's `ramping-arrival-rate`. */
  readonly ramps?: true;
}

interface ScriptConsole {
  readonly records: readonly ExchangeRecord[];
  readonly judgements: readonly ScriptJudgement[];
  /** Sentences about what the script has measured. */
  readonly notes: readonly string[];
  /** When its setup and its wait for a window ended, in milliseconds since the epoch; undefined if it does not say so. */
  readonly begunAt: number | undefined;
  /** Undefined if the script is not a scenario, nor a copy of one. */
  readonly identity: RunIdentity | undefined;
  /** The number of runs of a scenario: k6 appends to a console that is there. */
  readonly runs: number;
  /** The number of lines that start like a record and cannot be read, such as one that was cut when k6 was killed. */
  readonly unreadable: number;
  /** All other lines. */
  readonly otherLines: readonly string[];
}

/** A response as `in-k6/record.ts` writes it: a body that was written before is not repeated, and `bodyName` refers to it. */
interface ResponseLine extends Pick<ExchangeRecord, "operation" | "request" | "sentAt" | "receivedAt" | "durationMs"> {
  /** A role, `unknown`, or a similar token for a shell. */
  readonly credential: string;
  /** `valid` if absent. */
  readonly intent?: Intent;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyName: string;
  readonly body?: string;
}

/**
 * Reads the console of one process; empty if k6 wrote no such file. `recorder` takes credentials out of the records, and cookies and
 * tokens that the target issued. `keep` returns the record that is kept.
 */
export async function readConsole(
  path: string,
  recorder: Recorder,
  keep: (record: ExchangeRecord) => ExchangeRecord = (record) => record,
): Promise<ScriptConsole> {
  const records: ExchangeRecord[] = [];
  const judgements: ScriptJudgement[] = [];
  const notes: string[] = [];
  const otherLines: string[] = [];
  const bodies = new Map<string, string>();
  let identity: RunIdentity | undefined;
  let runs = 0;
  let begunAt: number | undefined;
  let unreadable = 0;

  /** Returns false for a record that is not valid. */
  function addRecord(record: unknown): boolean {
    if (!isValid.record(record)) return false;
    // The script has seen which responses hold a key.
    const { request, response } = recorder(record.request, record.response);
    records.push(keep({ ...record, request, response }));
    return true;
  }

  /** Returns false for a line that cannot be read. */
  function readFields({ fpk, ...fields }: Readonly<Record<string, unknown>>): boolean {
    switch (fpk) {
      case "exchange":
        return addRecord({ index: 0, ...fields });
      case "response":
        return addRecord(expandResponse(fields, bodies));
      case "judgement":
        if (!isValid.judgement(fields)) return false;
        judgements.push(fields);
        return true;
      case "note":
        if (typeof fields.text !== "string") return false;
        notes.push(fields.text);
        return true;
      case "begin":
        if (typeof fields.at !== "number") return false;
        begunAt = Math.max(begunAt ?? 0, fields.at);
        return true;
      case "scenario":
        identity ??= identityOf(fields);
        runs += 1;
        return true;
      default:
        return false;
    }
  }

  for await (const line of linesOf(path)) {
    const isOurs = line.startsWith('{"fpk":');
    if (isOurs && !readFields(parseLine(line))) unreadable += 1;
    if (!isOurs && line !== "") otherLines.push(line);
  }
  return { records, judgements, notes, begunAt, identity, runs, unreadable, otherLines };
}

const linesOf = (path: string) => (existsSync(path) ? createInterface({ input: createReadStream(path, "utf8") }) : []);

function identityOf({ name, seed, instances, ramps }: Readonly<Record<string, unknown>>): RunIdentity | undefined {
  const scenario = scenarioNames.find((known) => known === name);
  const known = { seed: String(seed ?? ""), instances: Number(instances ?? 1) };
  return scenario && { scenario, ...known, ...(ramps === true ? { ramps } : {}) };
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function expandResponse(line: unknown, bodies: Map<string, string>): ExchangeRecord | undefined {
  if (!isValid.response(line)) return undefined;
  const { status, headers, bodyName, body: newBody, ...sent } = line;
  if (newBody !== undefined) bodies.set(bodyName, newBody);
  const body = bodies.get(bodyName);
  if (body === undefined) return undefined;
  return {
    intent: "valid",
    ...sent,
    index: 0,
    response: { status, headers: Object.entries(headers), body, isUtf8: true, isCut: false },
    kind: kindOf(sent.credential),
    organization: organizationOf(sent.credential),
  };
}

const text = { type: "string" };
const number = { type: "number" };
const schema = reportSchema();
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema);
const isValid = {
  record: ajv.compile<ExchangeRecord>({ $ref: `${schema.$id}#/$defs/exchange` }),
  response: ajv.compile<ResponseLine>({
    type: "object",
    required: ["operation", "credential", "request", "sentAt", "receivedAt", "status", "headers", "bodyName"],
    properties: {
      credential: text,
      intent: { enum: ["valid", "invalid", "unknown-id", "foreign-id"] },
      sentAt: number,
      receivedAt: number,
      durationMs: number,
      status: number,
      headers: { type: "object", additionalProperties: text },
      bodyName: text,
      body: text,
    },
  }),
  judgement: ajv.compile<ScriptJudgement>({
    type: "object",
    required: ["check", "clause", "verdict"],
    properties: {
      check: text,
      clause: text,
      verdict: { enum: ["pass", "fail", "inconclusive"] },
      expected: text,
      actual: text,
      reason: text,
      share: text,
      proof: { type: "array", items: { type: "array", items: number, minItems: 2, maxItems: 2 } },
    },
  }),
};
