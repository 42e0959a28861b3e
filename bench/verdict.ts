/**
 * Measures what one verdict costs: the seconds, the requests, and the requests by organization of a whole `fpk check` process, once on
 * the embedded reference (virtual clock), once over HTTP with a real window.
 */
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

const embedded = await check("embedded, virtual clock", ["--embedded"]);
const overHttp = await withReference([], (file) => check("over HTTP, 60 s window", ["--target", file]));
for (const { where, seconds, requests, byOrganization, conclusion } of [embedded, overHttp]) {
  const each = Object.values(byOrganization).join(" + ");
  console.log(`${where.padEnd(26)} ${conclusion}  ${requests} requests (${each})  ${seconds.toFixed(1)} s`);
}
console.log(
  `over HTTP / embedded: ${(overHttp.seconds / embedded.seconds).toFixed(1)} in seconds, the window's length`,
);
