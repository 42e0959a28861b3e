/** The section on the rate limit: a chart for each organization (§8). */
import { plural } from "../../../cli/plural.ts";
import { historiesOf } from "../../laws/limiter/histories.ts";
import type { History } from "../../laws/limiter/history.ts";
import { is429 } from "../../laws/limiter/single-exchange.ts";
import { exchangeOf } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import type { Report } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { renderChart } from "./chart.ts";
import { concernOf } from "./check-places.ts";
import { type Html, html } from "./html.ts";
import { renderRemaining } from "./remaining-chart.ts";

/** No chart is drawn for fewer requests. */
const minRequests = 8;
/** Charts are drawn for at most this many organizations, those with the most requests. */
const maxCharts = 4;

export function renderRateLimit(report: Report): Html {
  const histories = report.target.rateLimit === null ? [] : historiesOfReport(report);
  const shown = histories
    .filter(
      ({ exchanges }) => exchanges.length >= minRequests && exchanges.some((each) => remainingOf(each) !== undefined),
    )
    .slice(0, maxCharts);
  if (shown.length === 0) return html``;
  const marked = marksOf(report);
  const rest = histories.filter((history) => !shown.includes(history));
  return html`<section aria-labelledby="limit"><h2 id="limit">The rate limit</h2>
<p class="dim">Each step to the right is one request, in the order of sending; the axis shows the seconds since the first request. Each credential has a line. An organization's keys share its limit, so their lines should coincide, and lie in the band, whichever legal limiter the target has.</p>
${shown.map((history) => renderOrganization(history, marked))}
${rest.length === 0 ? undefined : html`<p class="dim">Not drawn: ${rest.map(({ organization, exchanges }) => `${organization} (${plural(exchanges.length, "request")})`).join(", ")}.</p>`}</section>`;
}

/**
 * The histories of the organizations, those with the most requests first. If the check of the reported limit passed, another limit
 * than the target's is that of another tier.
 */
function historiesOfReport({ exchanges, results, target }: Report): readonly History[] {
  const { rateLimit } = target;
  if (rateLimit === null) return [];
  const isReportedRightly = results.some(({ id, verdict }) => id === "limit.limit-declared" && verdict === "pass");
  const all = exchanges.map(exchangeOf);
  const tiers = new Map(
    all.flatMap((exchange) => {
      const limit = exchange.organization === undefined || !isReportedRightly ? undefined : limitOf(exchange);
      return limit === undefined ? [] : [[exchange.credential, { ...rateLimit, limit }] as const];
    }),
  );
  return historiesOf(all, { ...rateLimit, tiers }).toSorted((a, b) => b.exchanges.length - a.exchanges.length);
}

/** The exchanges to mark, each with the id of a check of the rate limit that failed: the first two and the last two of each failure. */
function marksOf({ results }: Report): ReadonlyMap<number, string> {
  const violated = results.filter((result) => isViolated(result) && concernOf(result) === "limits");
  return new Map(
    violated.flatMap(({ id, exchanges }) =>
      [...exchanges.slice(0, 2), ...exchanges.slice(-2)].map((index) => [index, id] as const),
    ),
  );
}

/** The key of the chart, by the class of the element. */
const signs = [
  ["line", "reported X-RateLimit-Remaining"],
  ["band", "its legal range"],
  ["limited", "429"],
  ["reset", "window reset"],
  ["pause", "pause"],
  ["proof", "proves a failure"],
] as const;

function renderOrganization(history: History, marked: ReadonlyMap<number, string>): Html {
  const { organization, limit, windowMs } = history;
  const content = renderRemaining(history, marked);
  const shows = (className: string) => content.text.includes(`class="${className}"`);
  return renderChart(`${organization}: ${limit} requests in ${windowMs / 1000} s`, {
    label: describe(history),
    key: signs.filter(([className]) => shows(className)),
    content,
  });
}

/** `177 requests; 31 answered 429, the first after 100; X-RateLimit-Remaining was between 99 and 0.` */
function describe({ exchanges }: History): string {
  const values = exchanges.flatMap((exchange) => remainingOf(exchange) ?? []);
  const limited = exchanges.filter(is429).length;
  const first = exchanges.findIndex(is429);
  const rejected = limited === 0 ? "none answered 429" : `${limited} answered 429, the first after ${first}`;
  return `${plural(exchanges.length, "request")}; ${rejected}; X-RateLimit-Remaining was between ${Math.max(...values)} and ${Math.min(...values)}.`;
}
