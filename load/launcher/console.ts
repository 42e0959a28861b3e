/** What the scripts wrote to k6's console: a line of JSON for each exchange, judgement and note, and whatever else a script says. */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ExchangeRecord } from "../../conformance/model/exchange.ts";
import { reportSchema } from "../../conformance/reports/schema.ts";

/** What a script said of one of its checks, or of a law. */
export interface ScriptJudgement {
  readonly check: string;
  readonly clause: string;
  readonly verdict: "pass" | "fail" | "inconclusive";
  readonly expected?: string;
  readonly actual?: string;
  readonly reason?: string;
}

export interface Console {
  readonly records: readonly ExchangeRecord[];
  readonly judgements: readonly ScriptJudgement[];
  readonly notes: readonly string[];
  /** How many lines begin like one of these and are none, such as one that was cut when k6 was ended. */
  readonly unreadable: number;
  /** All other lines. */
  readonly said: readonly string[];
}

/** Empty, where k6 wrote no such file. */
export async function readConsole(path: string): Promise<Console> {
  const records: ExchangeRecord[] = [];
  const judgements: ScriptJudgement[] = [];
  const notes: string[] = [];
  const said: string[] = [];
  let unreadable = 0;
  if (!existsSync(path)) return { records, judgements, notes, unreadable, said };
  for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
    if (!line.startsWith('{"fpk":')) {
      if (line !== "") said.push(line);
      continue;
    }
    const { fpk, ...value } = parsed(line);
    const record: unknown = { index: 0, ...value };
    if (fpk === "exchange" && is.record(record)) records.push(record);
    else if (fpk === "judgement" && is.judgement(value)) judgements.push(value);
    else if (fpk === "note" && typeof value.text === "string") notes.push(value.text);
    else unreadable += 1;
  }
  return { records, judgements, notes, unreadable, said };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

const text = { type: "string" };
const schema = reportSchema();
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema);
const is = {
  /** A line holds what a report does. */
  record: ajv.compile<ExchangeRecord>({ $ref: `${schema.$id}#/$defs/exchange` }),
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
    },
  }),
};
