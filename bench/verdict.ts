/**
 * Measures what one verdict costs: the seconds, the requests, and the requests by organization of a whole `fpk check` process, on
 * the embedded reference (virtual clock; the median of five runs), and once over HTTP with a real window. Prints how many starts of
 * `node -e 0` the embedded verdict takes, and exits with 1 above 30: other programs slow both down.
 */
import { median } from "../cli/median.ts";
import { isRecord } from "../spec/contract.ts";
import { cli, outputOf, withReference } from "./with-reference.ts";

interface Verdict {
  readonly where: string;
  readonly seconds: number;
  readonly requests: number;
  readonly byOrganization: Readonly<Record<string, unknown>>;
  readonly conclusion: string;
}

async function check(where: string, args: readonly string[]): Promise<Verdict> {
  const startedAt = performance.now();
  const stdout = await outputOf(process.execPath, [cli, "check", "--json", ...args]);
  const seconds = (performance.now() - startedAt) / 1000;
  const report: unknown = JSON.parse(stdout);
  if (!isRecord(report) || !isRecord(report.requests) || !isRecord(report.requests.byOrganization)) {
    throw new Error(`fpk check printed no report: ${stdout.slice(0, 200)}`);
  }
  const { total, byOrganization } = report.requests;
  return { where, seconds, requests: Number(total), byOrganization, conclusion: String(report.conclusion) };
}

const maxStarts = 30;

/** In seconds. */
async function startNode(): Promise<number> {
  const startedAt = performance.now();
  await outputOf(process.execPath, ["-e", "0"]);
  return (performance.now() - startedAt) / 1000;
}

/** A start and a verdict in turn, five times, so that other programs slow down both. Returns the medians. */
async function verdictAndStart(): Promise<{ readonly embedded: Verdict; readonly startSeconds: number }> {
  const verdicts: Verdict[] = [];
  const starts: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    starts.push(await startNode());
    verdicts.push(await check("embedded, virtual clock", ["--embedded"]));
  }
  const [, , embedded] = verdicts.sort((a, b) => a.seconds - b.seconds);
  if (embedded === undefined) throw new Error("nothing was measured");
  return { embedded, startSeconds: median(starts) };
}

const { embedded, startSeconds } = await verdictAndStart();
const starts = embedded.seconds / startSeconds;
console.log(
  `embedded / node -e 0: ${starts.toFixed(1)} starts of ${(startSeconds * 1000).toFixed(0)} ms, at most ${maxStarts}`,
);
if (starts > maxStarts) process.exitCode = 1;
const overHttp = await withReference([], (file) => check("over HTTP, 60 s window", ["--target", file]));
for (const { where, seconds, requests, byOrganization, conclusion } of [embedded, overHttp]) {
  const each = Object.values(byOrganization).join(" + ");
  console.log(`${where.padEnd(26)} ${conclusion}  ${requests} requests (${each})  ${seconds.toFixed(1)} s`);
}
console.log(
  `over HTTP / embedded: ${(overHttp.seconds / embedded.seconds).toFixed(1)} in seconds, the window's length`,
);
