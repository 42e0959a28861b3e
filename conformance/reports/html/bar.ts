/** A bar with a part for each verdict, as wide as its share of the checks. */
import type { ReportedVerdict } from "../../model/verdict.ts";
import { type Html, html } from "./html.ts";

/** Hidden from screen readers, because the page has the same numbers as text. */
export function renderBar(counts: readonly { readonly verdict: ReportedVerdict; readonly count: number }[]): Html {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  return html`<svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">${counts
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => {
      const width = (1000 * count) / total;
      const part = html`<rect class="${verdict}" x="${x.toFixed(1)}" width="${Math.max(2, width - 2).toFixed(1)}" height="8"/>`;
      x += width;
      return part;
    })}</svg>`;
}
