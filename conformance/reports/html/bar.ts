/** How the checks divide among the verdicts, as a bar. */
import type { ReportedVerdict } from "../../model/verdict.ts";
import { type Html, html } from "./html.ts";

interface Share {
  readonly verdict: ReportedVerdict;
  readonly count: number;
}

/** Hidden from screen readers, because the same numbers are beside it as text. */
export function renderBar(shares: readonly Share[]): Html {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  return html`<svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">${shares
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => {
      const width = (1000 * count) / total;
      const part = html`<rect class="${verdict}" x="${x.toFixed(1)}" width="${Math.max(2, width - 2).toFixed(1)}" height="8"/>`;
      x += width;
      return part;
    })}</svg>`;
}
