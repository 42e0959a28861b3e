/** The signs and words for the verdicts, so that a verdict is never shown by colour alone. */
import { concernsDocument, countKnown, noNewFailures } from "../../model/counts.ts";
import type { Conclusion, Report } from "../../model/report.ts";
import type { ReportedVerdict } from "../../model/verdict.ts";
import { type Html, html } from "./html.ts";

interface Sign {
  readonly sign: string;
  readonly words: string;
}

/** The keys are also classes of the style sheet. */
export const signs: Readonly<Record<ReportedVerdict, Sign>> = {
  fail: { sign: "✗", words: "failed" },
  warn: { sign: "!", words: "warned" },
  inconclusive: { sign: "?", words: "inconclusive" },
  broken: { sign: "‼", words: "broken" },
  skip: { sign: "–", words: "not judged" },
  pass: { sign: "✓", words: "passed" },
};

/** The sign as a badge; screen readers read the words. */
export const badge = (verdict: ReportedVerdict): Html =>
  html`<span class="badge ${verdict}"><span aria-hidden="true">${signs[verdict].sign}</span><span class="unseen">${signs[verdict].words}</span></span>`;

const conclusions: Readonly<Record<Conclusion, Sign & { readonly verdict: ReportedVerdict }>> = {
  conforms: { sign: "✓", words: "Conforms", verdict: "pass" },
  violates: { sign: "✗", words: "Violates the document", verdict: "fail" },
  inconclusive: { sign: "?", words: "Inconclusive", verdict: "inconclusive" },
};

/**
 * How the page names a conclusion. A load run judges few clauses, and says so. It does not say 'conforms' of a run with known failures, of one in which no check passed, or of
 * traffic in which nothing was found, nor 'violates the document' of a run in which only thresholds of a load script fail.
 */
export function conclusionOf(report: Report): Sign & { readonly verdict: ReportedVerdict } {
  const { conclusion, summary, results, load } = report;
  const named = conclusions[conclusion];
  const known = countKnown(results);
  if (conclusion === "conforms" && known > 0)
    return { sign: "!", words: capitalized(noNewFailures(known)), verdict: "warn" };
  if (conclusion === "violates" && onlyThresholdsFail(report)) return { ...named, words: "Crosses a threshold" };
  if (load !== undefined && conclusion === "conforms" && concernsDocument(results))
    return { ...named, words: "Conforms under load" };
  const [, found = ""] =
    /^(?:load run[^:]*: )?(nothing found|no stated clause violated|no check passed|\d+ thresholds? holds?)/.exec(
      summary,
    ) ?? [];
  const words = capitalized(found);
  if (found === "no check passed") return { sign: "!", words, verdict: "warn" };
  return found === "" ? named : { ...named, words };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The thresholds of a load run belong to no section of the document. */
function onlyThresholdsFail({ results, strict }: Report): boolean {
  const failed = results.filter(({ verdict }) => verdict === "fail" || (strict && verdict === "warn"));
  return failed.length > 0 && !concernsDocument(failed);
}
