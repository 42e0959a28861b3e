/** Exchanges as what proves a result: each opens, and then shows what went over the wire. */
import type { ExchangeRecord } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";
import { type Html, html } from "./html.ts";

/** `GET /v1/products`, below the base URL. */
export function requestLine({ target: { baseUrl } }: Report, { request: { method, url } }: ExchangeRecord): string {
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
}

/** `200`, or why no answer came. */
export const statusOrFailure = ({ response, failure }: ExchangeRecord) =>
  `${response?.status ?? failure ?? "no answer"}`;

/** Without JavaScript it opens on how to see the exchange otherwise. */
function renderExchange(report: Report, exchange: ExchangeRecord): Html {
  const { index, credential, kind } = exchange;
  const caller = kind === "none" ? "no credentials" : credential || kind;
  return html`<details class="exchange" data-exchange="${index}"><summary><span class="number">${index}</span> <code>${requestLine(report, exchange)}</code> <b class="${statusClass(exchange)}">${statusOrFailure(exchange)}</b> <small>${caller}</small></summary>
<p class="dim">Rendered by JavaScript. Otherwise: <code>fpk show REPORT.json ${index}</code></p></details>`;
}

function statusClass({ response }: ExchangeRecord): string {
  if (response === undefined) return "lost";
  return response.status >= 400 ? "refused" : "served";
}

/** More are linked by their numbers only. */
const maxProofs = 6;

/** The last is always there: the others lead to it. */
export function renderProofs(report: Report, indexes: readonly number[]): Html {
  const known = indexes.flatMap((index) => report.exchanges[index] ?? []);
  if (known.length === 0) return html``;
  const [shown, rest] =
    known.length <= maxProofs
      ? [known, []]
      : [[...known.slice(0, maxProofs - 1), ...known.slice(-1)], known.slice(maxProofs - 1, -1)];
  return html`<h4>Exchanges</h4>${shown.map((exchange) => renderExchange(report, exchange))}
${rest.length === 0 ? undefined : html`<p class="dim">also ${linksTo(rest.map(({ index }) => index))}</p>`}`;
}

/** `3, 5, 9`, each a link to its exchange. */
export const linksTo = (indexes: readonly number[]): Html =>
  html`${indexes.map((index, at) => html`${at === 0 ? "" : ", "}<a href="#exchange-${index}">${index}</a>`)}`;
