/** What `flow` saw of statuses and does not judge, since the document leaves open when one changes or ends (§3; §4, rule 1). */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";

/** Notes on submissions that are still queued when the run ends, and on those whose status can no longer be read. */
export function statusNotes(exchanges: readonly Exchange[]): readonly string[] {
  /** By the URL of a status that was read: what it was last, and how the last read was answered. */
  const shown = new Map<string, string | undefined>();
  const answered = new Map<string, number>();
  for (const exchange of exchanges.filter(({ operation }) => operation === "getFeedbackStatus")) {
    if (exchange.isSuccess) shown.set(exchange.request.url, stringIn(exchange, "status"));
    answered.set(exchange.request.url, exchange.status);
  }
  const isGone = (url: string) => [404, 410].includes(answered.get(url) ?? 0);
  const queued = [...shown].filter(([url, status]) => status === "queued" && !isGone(url)).length;
  const gone = [...shown.keys()].filter(isGone).length;
  const of = `of ${shown.size} submissions`;
  return [
    ...(queued === 0
      ? []
      : [`${queued} ${of} were still queued when they were read last; the times in the queue are those of the others`]),
    ...(gone === 0
      ? []
      : [`the status of ${gone} ${of} was not found any more after it had been read: fpk check judges that`]),
  ];
}
