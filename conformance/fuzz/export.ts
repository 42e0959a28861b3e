/** Reads what Schemathesis has exported, NDJSON: one event on a line. A run that was ended leaves the last line unfinished. */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { isRecord } from "../../spec/contract.ts";
import { type RecordedCase, readCase } from "./recorded-case.ts";

export interface Export {
  /** In the order in which they were sent. */
  readonly cases: readonly RecordedCase[];
  /** Requests that nobody answered, in words, and by operation: `GET /v1/products: ReadTimeout: …`. */
  readonly unanswered: readonly string[];
  /** What went wrong inside Schemathesis, in words. */
  readonly errors: readonly string[];
  /** Schemathesis came to its end by itself. */
  readonly isFinished: boolean;
  /** The version that wrote it. */
  readonly version: string | undefined;
}

export async function readExport(path: string): Promise<Export> {
  const cases: RecordedCase[] = [];
  const unanswered: string[] = [];
  const errors: string[] = [];
  let isFinished = false;
  let version: string | undefined;
  if (existsSync(path)) {
    for await (const line of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity })) {
      const [kind, event] = eventOf(line);
      if (kind === "Initialize") version = String(event.schemathesis_version);
      if (kind === "EngineFinished") isFinished = true;
      if (kind === "FatalError") errors.push(errorOf(event.exception));
      if (kind === "NonFatalError") {
        const error = `${String(event.label)}: ${errorOf(event.value)}`;
        (isOfNetwork(event.value) ? unanswered : errors).push(error);
      }
      if (kind === "ScenarioFinished") cases.push(...casesOf(event));
    }
  }
  return { cases: cases.toSorted((a, b) => a.receivedAt - b.receivedAt), unanswered, errors, isFinished, version };
}

function eventOf(line: string): readonly [kind: string, event: Readonly<Record<string, unknown>>] {
  try {
    const parsed: unknown = JSON.parse(line);
    const [entry] = Object.entries(isRecord(parsed) ? parsed : {});
    if (entry !== undefined && isRecord(entry[1])) return [entry[0], entry[1]];
  } catch {
    // The unfinished last line.
  }
  return ["", {}];
}

function casesOf({ phase, recorder }: Readonly<Record<string, unknown>>): readonly RecordedCase[] {
  if (!isRecord(recorder) || !isRecord(recorder.cases)) return [];
  const interactions = isRecord(recorder.interactions) ? recorder.interactions : {};
  const checks = isRecord(recorder.checks) ? recorder.checks : {};
  return Object.entries(recorder.cases).flatMap(([id, node]) => {
    const one = isRecord(node) ? readCase(String(phase), node.value, interactions[id], checks[id]) : undefined;
    return one === undefined ? [] : [one];
  });
}

const errorOf = (value: unknown) =>
  isRecord(value) ? `${String(value.type)}: ${String(value.message)}` : String(value);

/** The names of `requests` for what a connection can come to. */
const ofNetwork =
  /^(?:\w*Timeout|ConnectionError|ChunkedEncodingError|ContentDecodingError|InvalidHeader|TooManyRedirects)$/;

const isOfNetwork = (value: unknown) => isRecord(value) && ofNetwork.test(String(value.type));
