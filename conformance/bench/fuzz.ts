/**
 * What finds what, at which price: `fpk check`, Schemathesis with its defaults, and `fpk fuzz`, on the same faults of the
 * reference, each in a server of its own. Prints the README's table. `npm run bench` runs it from the build; skipped where
 * there is no Schemathesis.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../../cli/median.ts";
import { isRecord } from "../../spec/contract.ts";
import { readExport } from "../fuzz/export.ts";
import { schemathesis } from "../tools/schemathesis.ts";
import { outsideContainers, search } from "../tools/tool.ts";
import { cli, serving } from "./serving.ts";

const contract = fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url));

/** Of each kind that traffic shows: encoding, types, dates, errors, headers, credentials, input. */
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
  /** What failed, each by a name of its own. */
  readonly failures: readonly string[];
  readonly requests: number;
}

interface Way {
  readonly name: string;
  judge(target: string, folder: string): Promise<Outcome>;
}

function ways(command: string): readonly Way[] {
  return [
    { name: "`fpk check`", judge: (target) => reported("check", target) },
    { name: "Schemathesis, its defaults", judge: (target, folder) => defaults(command, target, folder) },
    { name: "`fpk fuzz`", judge: (target) => reported("fuzz", target) },
  ];
}

async function reported(verb: string, target: string): Promise<Outcome> {
  const { stdout } = await ended(process.execPath, [cli, verb, "--json", "--seed", "1", "--target", target]);
  const report: unknown = JSON.parse(stdout);
  if (!isRecord(report) || !isRecord(report.requests) || !Array.isArray(report.results)) {
    throw new Error(`no report: ${stdout.slice(0, 200)}`);
  }
  const results: readonly unknown[] = report.results;
  const failures = results.flatMap((one) => (isRecord(one) && one.verdict === "fail" ? [String(one.id)] : []));
  return { failures, requests: Number(report.requests.total) };
}

/** What somebody would type who knows nothing of this project: contract, address, a key. */
async function defaults(command: string, targetFile: string, folder: string): Promise<Outcome> {
  const target = JSON.parse(readFileSync(targetFile, "utf8")) as {
    readonly baseUrl: string;
    readonly credentials: readonly { readonly token: string }[];
  };
  const exported = join(folder, "export.ndjson");
  const key = `Authorization: Bearer ${target.credentials[0]?.token}`;
  const report = ["--report-ndjson-path", exported, "--seed", "1"];
  await ended(command, ["run", contract, "--url", target.baseUrl, "-H", key, ...report], folder);
  const { cases } = await readExport(exported);
  const nameOf = (method: string, url: string) => `${method} ${url.replaceAll(/\/[^/]*\d[^/]*/g, "/id")}`;
  const failures = cases.flatMap(({ failed, request }) =>
    failed.map((check) => `${check} ${nameOf(request.method, request.url.slice(target.baseUrl.length))}`),
  );
  return { failures: [...new Set(failures)], requests: cases.length };
}

function ended(
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"], ...(cwd === undefined ? {} : { cwd }) });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.on("error", reject).on("close", (code) => resolve({ code, stdout }));
  });
}

/** Slows nobody but the check that crosses it. */
const limit = ["--limit", "200", "--window", "2"];

async function measured(way: Way, mutant: string | undefined): Promise<Outcome & { readonly seconds: number }> {
  const fault = mutant === undefined ? [] : ["--mutant", mutant];
  return serving([...limit, ...fault], async (target, folder) => {
    const startedAt = performance.now();
    const outcome = await way.judge(target, folder);
    return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
  });
}

const { found } = await search(outsideContainers(schemathesis), process.env);
if (found === undefined) {
  console.log("skipped: no schemathesis (fpk doctor --install)");
} else {
  const missed: string[] = [];
  console.log("| | faults found | said of a sound server | requests | seconds |\n|---|---|---|---|---|");
  for (const way of ways(found.command)) {
    const sound = await measured(way, undefined);
    const outcomes: (Awaited<ReturnType<typeof measured>> & { readonly mutant: string })[] = [];
    for (const mutant of mutants) outcomes.push({ mutant, ...(await measured(way, mutant)) });
    // What is said of the sound reference, too, tells nothing of a fault.
    const isFound = ({ failures }: Outcome) => failures.some((failure) => !sound.failures.includes(failure));
    const kills = outcomes.filter(isFound).length;
    const lives = outcomes.filter((one) => !isFound(one)).map(({ mutant }) => mutant);
    if (lives.length > 0) missed.push(`${way.name} does not find ${lives.join(", ")}`);
    const requests = median(outcomes.map((one) => one.requests));
    const seconds = median(outcomes.map((one) => one.seconds)).toFixed(1);
    const alarms = sound.failures.length === 0 ? "nothing" : `${sound.failures.length} failures`;
    console.log(`| ${way.name} | ${kills} of ${mutants.length} | ${alarms} | ${requests} | ${seconds} |`);
  }
  console.log(["", ...missed].join("\n"));
}
