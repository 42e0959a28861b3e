/** All exchanges, as JSON that the page's script renders. */
import type { Report } from "../../model/report.ts";
import { remarksOn } from "../exchange-remarks.ts";
import { exchangeText } from "../exchange-text.ts";
import { type Html, html, jsonFor } from "./html.ts";
import { requestLine, statusClass, statusOrFailure } from "./proof.ts";

export function renderExchanges({ exchanges }: Report): Html {
  if (exchanges.length === 0) return html``;
  return html`<section aria-labelledby="exchanges"><h2 id="exchanges">Exchanges <span class="count">${exchanges.length}</span></h2>
<div id="exchange-list"><p class="dim">Listed by JavaScript. Otherwise <code>fpk show report.json N</code> prints each, from 0 to ${exchanges.length - 1}, of the report that <code>--report report.json</code> writes beside this page.</p></div>
</section>`;
}

/** The JSON for `in-browser.js`. Control characters in its texts are escaped as on the terminal. */
export function exchangeData(report: Report): Html {
  const remarksOf = remarksOn(report);
  const data = report.exchanges.map((exchange) => {
    const { remarks, request, response } = exchangeText(exchange, remarksOf(exchange));
    return {
      index: exchange.index,
      line: requestLine(report, exchange),
      answer: statusOrFailure(exchange),
      statusClass: statusClass(exchange),
      caller: exchange.kind === "none" ? "no credentials" : exchange.credential || exchange.kind,
      remarks,
      request,
      response,
    };
  });
  return html`<script type="application/json" id="exchange-data">${jsonFor(data)}</script>`;
}
