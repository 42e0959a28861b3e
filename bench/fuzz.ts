/**
 * Counts how many of the same seeded faults are found by `fpk check`, by Schemathesis with its defaults, and by `fpk fuzz`, and what each
 * costs. Each run has its own reference. Prints the table of `docs/fuzz.md`; prints nothing but a note where Schemathesis is missing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../cli/median.ts";
import { schemathesis } from "../conformance/tools/schemathesis.ts";
import { outsideContainers, search } from "../conformance/tools/tool.ts";
import { isRecord } from "../spec/contract.ts";
import { cli, outputOf, withReference } from "./with-reference.ts";

const contract = fileURLToPath(new URL("../spec/openapi.yaml", import.meta.url));

/** One mutant of each kind: encoding, types, dates, errors, headers, credentials, and values that requests send. */
const mutants = [
  "body-in-latin1",
  "type-not-checked",
  "column-of-latin1",
  "url-as-object",
  "issues-alone",
  "unknown-id-500",
  "missing-credentials-400",
  "unknown-token-403",
  "headers-without-x",
  "dates-by-to-string",
  "nulls-dropped",
  "expired-key-accepted",
];

interface Outcome {
  /** The names of the failures, each once. */
  readonly failures: readonly string[];
  readonly requests: number;
}

interface Method {
  readonly name: string;
  judge(target: string, folder: string): Promise<Outcome>;
}

function methods(command: string): readonly Method[] {
  return [
    { name: "`fpk check`", judge: (target) => runFpk("check", target) },
    { name: "Schemathesis, its defaults", judge: (target, folder) => runSchemathesis(command, target, folder) },
    { name: "`fpk fuzz`", judge: (target) => runFpk("fuzz", target) },
  ];
}

async function runFpk(verb: string, target: string): Promise<Outcome> {
  const stdout = await outputOf(process.execPath, [cli, verb, "--json", "--seed", "1", "--target", target]);
  const report: unknown = JSON.parse(stdout);
  if (!isRecord(report) || !isRecord(report.requests) || !Array.isArray(report.results)) {
    throw new Error(`no report: ${stdout.slice(0, 200)}`);
  }
  const results: readonly unknown[] = report.results;
  const failures = results.flatMap((result) =>
    isRecord(result) && (result.verdict === "fail" || result.verdict === "warn") ? [String(result.id)] : [],
  );
  return { failures, requests: Number(report.requests.total) };
}

/** Runs Schemathesis with nothing but the contract, the base URL and a key. */
async function runSchemathesis(command: string, targetFile: string, folder: string): Promise<Outcome> {
  const target = JSON.parse(readFileSync(targetFile, "utf8")) as {
    readonly baseUrl: string;
    readonly credentials: readonly { readonly token: string }[];
  };
  const file = join(folder, "report.ndjson");
  const key = `Authorization: Bearer ${target.credentials[0]?.token}`;
  const report = ["--report-ndjson-path", file, "--seed", "1"];
  await outputOf(command, ["run", contract, "--url", target.baseUrl, "-H", key, ...report], { cwd: folder });
  const recorders = readFileSync(file, "utf8").split("\n").flatMap(recorderIn);
  const failures = recorders.flatMap(({ checks, interactions }) =>
    Object.entries(checks ?? {}).flatMap(([id, results]) => {
      const { method, uri } = interactions[id]?.request ?? { method: "", uri: "" };
      const path = uri.slice(target.baseUrl.length).replaceAll(/\/[^/]*\d[^/]*/g, "/id");
      return results.flatMap(({ name, status }) => (status === "failure" ? [`${name} ${method} ${path}`] : []));
    }),
  );
  const requests = recorders.reduce((sum, { interactions }) => sum + Object.keys(interactions).length, 0);
  return { failures: [...new Set(failures)], requests };
}

/** The part of a Schemathesis event that is read here. Its keys are the ids of test cases. */
interface Recorder {
  readonly interactions: Readonly<
    Record<string, { readonly request: { readonly method: string; readonly uri: string } }>
  >;
  /** Absent if the scenario ended before a check. */
  readonly checks?: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>;
}

function recorderIn(line: string): readonly Recorder[] {
  const event =
    line === "" ? {} : (JSON.parse(line) as { readonly ScenarioFinished?: { readonly recorder: Recorder } });
  return event.ScenarioFinished === undefined ? [] : [event.ScenarioFinished.recorder];
}

/** The limit is so high that only the check that exceeds it waits for a window. */
const limit = ["--limit", "200", "--window", "2"];

async function measure(method: Method, mutant?: string): Promise<Outcome & { readonly seconds: number }> {
  const fault = mutant === undefined ? [] : ["--mutant", mutant];
  return withReference([...limit, ...fault], async (target, folder) => {
    const startedAt = performance.now();
    const outcome = await method.judge(target, folder);
    return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
  });
}

const { found } = await search(outsideContainers(schemathesis), process.env);
if (found === undefined) {
  console.log("skipped: no schemathesis (fpk doctor --install)");
} else {
  const missed: string[] = [];
  console.log("| | faults found | failures of a sound server | requests | seconds |\n|---|---|---|---|---|");
  for (const method of methods(found.command)) {
    const sound = await measure(method);
    const outcomes: (Awaited<ReturnType<typeof measure>> & { readonly mutant: string })[] = [];
    for (const mutant of mutants) outcomes.push({ mutant, ...(await measure(method, mutant)) });
    // A failure that the sound reference also gets does not show a fault.
    const isFound = ({ failures }: Outcome) => failures.some((failure) => !sound.failures.includes(failure));
    const kills = outcomes.filter(isFound).length;
    const lives = outcomes.filter((outcome) => !isFound(outcome)).map(({ mutant }) => mutant);
    if (lives.length > 0) missed.push(`${method.name} does not find ${lives.join(", ")}`);
    const requests = median(outcomes.map((outcome) => outcome.requests));
    const seconds = median(outcomes.map((outcome) => outcome.seconds)).toFixed(1);
    const alarms = String(sound.failures.length);
    console.log(`| ${method.name} | ${kills} of ${mutants.length} | ${alarms} | ${requests} | ${seconds} |`);
  }
  console.log(["", ...missed].join("\n"));
}
