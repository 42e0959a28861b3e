/** The exchanges that prove a result: each can be opened, and then shows its messages. */
import type { ExchangeRecord } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";
import { type Html, html } from "./html.ts";

/** The method and the URL below the base URL: `GET /v1/products`. */
export function requestLine({ target: { baseUrl } }: Report, { request: { method, url } }: ExchangeRecord): string {
  const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
  return `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
}

/** `200`, or why no response came. */
export const statusOrFailure = ({ response, failure }: ExchangeRecord) =>
  `${response?.status ?? failure ?? "no answer"}`;

/** Without JavaScript the opened element says how to print the exchange. */
function renderExchange(report: Report, exchange: ExchangeRecord): Html {
  const { index, credential, kind } = exchange;
  const caller = kind === "none" ? "no credentials" : credential || kind;
  return html`<details class="exchange" data-exchange="${index}"><summary><span class="number">${index}</span> <code>${requestLine(report, exchange)}</code> <b class="${statusClass(exchange)}">${statusOrFailure(exchange)}</b> <small>${caller}</small></summary>
<p class="dim">Rendered by JavaScript. Otherwise <code>fpk show report.json ${index}</code> prints it, of the report that <code>--report report.json</code> writes beside this page.</p></details>`;
}

/** The class of the style sheet. */
export function statusClass({ response }: ExchangeRecord): string {
  if (response === undefined) return "lost";
  return response.status >= 400 ? "rejected" : "served";
}

/** If there are more exchanges, the others are only linked. */
const maxProofs = 6;

/** The last exchange is always shown, because the others lead to it. */
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
