/** What the terminal report ends with: how many checks had which verdict, and the summary. */
import { plural } from "../../cli/plural.ts";
import { visible } from "../../cli/visible-text.ts";
import { countKnown } from "../model/counts.ts";
import { type Page, paragraph, withVerdict } from "./terminal-page.ts";

export function renderCounts(page: Page): string[] {
  const { report, colours } = page;
  const warnings = withVerdict(report, "warn").length;
  const known = countKnown(report.results);
  const counts: [number, string][] = [
    [withVerdict(report, "pass").length, "passed"],
    [withVerdict(report, "fail").length, "failed"],
    [warnings - known, warnings - known === 1 ? "warning" : "warnings"],
    [known, known === 1 ? "known failure" : "known failures"],
    [withVerdict(report, "inconclusive").length, "inconclusive"],
    [withVerdict(report, "broken").length, "broken"],
    [withVerdict(report, "skip").length, "skipped"],
  ];
  const checks = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const { suite, seed, target } = report;
  // Nothing is generated where recorded traffic is judged.
  const samples = seed === 0 ? "" : `, seed ${seed}: other seeds try other values`;
  const judge = `judged by ${suite.name} ${suite.version}, contract ${suite.contract}${samples}`;
  return [
    ...paragraph(page, `${plural(report.results.length, "check")}: ${checks.join(", ") || "none ran"}`, 2),
    ...paragraph(page, visible(target.baseUrl === "" ? judge : `${target.baseUrl}, ${judge}`), 0).map((line) =>
      colours.dim(line),
    ),
  ];
}

export function renderSummary({ report, colours }: Page): string[] {
  const { conclusion } = report;
  const sentence = visible(report.summary);
  const isSaid = conclusion === "conforms" || sentence.includes(conclusion);
  const summary = isSaid ? sentence : `${conclusion}: ${sentence}`;
  const isGood = report.results.some(({ verdict }) => verdict === "pass") && countKnown(report.results) === 0;
  const [sign, paint] = {
    conforms: isGood ? (["✓", colours.green] as const) : (["!", colours.yellow] as const),
    violates: ["✗", colours.red] as const,
    inconclusive: ["?", colours.yellow] as const,
  }[conclusion];
  return [
    `${colours.bold(paint(`${sign} ${summary}`))} · ${plural(report.requests.total, "request")} · ${report.seconds.toFixed(1)} s`,
  ];
}
