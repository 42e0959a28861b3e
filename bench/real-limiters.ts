/**
 * Judges the reference behind real limiters, all concurrently, in real time, and prints a Markdown table: `npm run limiters`.
 * `--install` only installs what the limiters need. `--window 10` shortens the windows of 60 s, `--limit N` changes the limit of 100, and
 * `--readme` prints the shorter table of the README. Other words choose the limiters whose names contain them. The row of a limiter that
 * does not start says why; under `FPK_REQUIRE_TOOLS=1` it is an error.
 */
import { parseArgs } from "node:util";
import { errorMessage } from "../cli/error-message.ts";
import type { Report } from "../conformance/index.ts";
import { isViolated } from "../conformance/model/verdict.ts";
import { judgeBehind } from "../conformance/testing/limiters/judge.ts";
import { limiters, toolchains } from "../conformance/testing/limiters/limiters.ts";
import type { RealLimiter } from "../conformance/testing/limiters/real-limiter.ts";
import { withoutLimiter } from "../reference/changes/without-limiter.ts";
import { startReference } from "../reference/start.ts";
import { findClause } from "../spec/ledger.ts";
import { isBinding } from "../spec/level.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    install: { type: "boolean", default: false },
    window: { type: "string", default: "60" },
    limit: { type: "string", default: "100" },
    readme: { type: "boolean", default: false },
  },
});
const rateLimit = { limit: Number(values.limit), windowSeconds: Number(values.window) };

/** A run takes two windows, and more if a limiter answers 429 early. A longer run is ended; the added minute is for a busy machine. */
const maxSeconds = 4 * rateLimit.windowSeconds + 60;

for (const { language, install, missing } of toolchains) {
  const reason = await missing(process.env);
  if (reason === undefined) continue;
  try {
    if (!reason.startsWith("not installed")) throw new Error(reason);
    const startedAt = performance.now();
    await install(process.env);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.error(`installed what the limiters in ${language} need, in ${seconds} s`);
  } catch (error) {
    console.error(errorMessage(error));
    if (values.install) process.exitCode = 1;
  }
}

if (!values.install) {
  const chosen = limiters.filter(({ name }) => positionals.every((word) => name.includes(word)));
  const rows = await Promise.all(chosen.map(row));
  const columns = values.readme
    ? ["limiter", "version", "language", "algorithm", "verdict", "what fails"]
    : ["library", "version", "language", "algorithm", "window", "conclusion", "requests", "seconds"];
  console.log([columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"));
}

async function row(limiter: RealLimiter): Promise<readonly string[]> {
  const { name, version, algorithm, toolchain } = limiter;
  const cells = [name, version, toolchain.language, algorithm];
  const report = await reportOf(limiter);
  if (values.readme) return [...cells, ...shortOutcome(report)];
  return [...cells, `${rateLimit.limit} in ${rateLimit.windowSeconds} s`, ...outcome(report)];
}

/** The verdict, and for each failed check the section and the sentence that the limiter violates. */
function shortOutcome(report: Report | string): readonly string[] {
  if (typeof report === "string") return [`not run: ${report}`, ""];
  const failed = report.results.filter(({ verdict, level }) => verdict === "fail" && isBinding(level));
  const texts = failed.map(({ id, clause }) => {
    const of = findClause(clause);
    return `\`${id}\`: §${of?.section} ${of?.text}`;
  });
  return [report.conclusion, texts.join("<br>").replaceAll("|", "\\|")];
}

/** The result, and how many requests and seconds it took. */
function outcome(report: Report | string): readonly string[] {
  if (typeof report === "string") return [`not run: ${report}`, "", ""];
  return [conclusionOf(report), String(report.requests.total), report.seconds.toFixed(0)];
}

/** The report, or the reason why the limiter could not be judged. */
async function reportOf(limiter: RealLimiter): Promise<Report | string> {
  const missing = await limiter.toolchain.missing(process.env);
  if (missing !== undefined) return notRun(missing);
  const reference = await startReference({ variants: [withoutLimiter] });
  const ending = new AbortController();
  const end = () => ending.abort(new Error(`ended after ${maxSeconds} s`));
  const timer = setTimeout(end, maxSeconds * 1000);
  try {
    const report = await judgeBehind(limiter, reference.target, rateLimit, { signal: ending.signal });
    console.error(`${limiter.name}: ${report.conclusion} after ${report.seconds.toFixed(0)} s`);
    return report;
  } catch (error) {
    return notRun(errorMessage(error));
  } finally {
    clearTimeout(timer);
    await reference.close();
  }
}

function notRun(reason: string): string {
  if (process.env.FPK_REQUIRE_TOOLS === "1") process.exitCode = 1;
  return reason;
}

/** What is wrong for each failed check, and the checks that were not judged, by their reasons. */
function conclusionOf({ conclusion, results }: Report): string {
  const failed = results.filter(isViolated).map(({ id, message }) => `${id}: ${message}`);
  const undecided = new Map<string, string[]>();
  for (const { id, verdict, message } of results) {
    if (verdict !== "inconclusive" && verdict !== "broken") continue;
    undecided.set(message, [...(undecided.get(message) ?? []), id]);
  }
  const reasons = [...undecided].map(([message, ids]) => `not decided: ${someOf(ids)}: ${message}`);
  return [conclusion, ...failed, ...reasons].join("<br>").replaceAll("|", "\\|").replaceAll("\n", " ");
}

function someOf(ids: readonly string[]): string {
  return ids.length > 8 ? `${ids.slice(0, 8).join(", ")} and ${ids.length - 8} more` : ids.join(", ");
}
