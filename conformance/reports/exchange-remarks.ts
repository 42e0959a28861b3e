/** Describes an exchange of a report: its sender, its status, and the results that rest on it. */
import { plural } from "../../cli/plural.ts";
import type { CredentialKind, ExchangeRecord } from "../model/exchange.ts";
import type { Report, Result } from "../model/report.ts";

/** Names for callers whose labels do not say which credential they sent. */
const callers: Partial<Readonly<Record<CredentialKind, string>>> = {
  none: "without credentials",
  unknown: "with an unknown token",
  malformed: "with a malformed Authorization header",
};

/** The remarks on any exchange of this report, one a line, as they are: not escaped. */
export function remarksOn(report: Report): (exchange: ExchangeRecord) => readonly string[] {
  const previousOf = previousOnConnection(report);
  const resultsOf = resultsByExchange(report);
  return ({ index, operation, kind, credential, organization, redirects = 0, sentAt, receivedAt }) => {
    const owner = organization === undefined ? "" : ` of ${organization}`;
    const caller = callers[kind] ?? `with ${credential}${owner}`;
    const previous = previousOf.get(index);
    const shown = (resultsOf.get(index) ?? []).map(({ id, verdict }) => `${id} (${verdict})`);
    return [
      `exchange ${index}: ${operation ?? "no operation of the contract"}, ${caller}, in ${Math.round(receivedAt - sentAt)} ms`,
      ...(redirects === 0 ? [] : [`this is the answer after ${plural(redirects, "redirect")}`]),
      ...(shown.length === 0 ? [] : [`shown by ${shown.join(", ")}`]),
      ...(previous === undefined ? [] : [`on the connection of exchange ${previous}, after it`]),
    ];
  };
}

/** For each exchange that was not the first on its connection, the index of the one before. */
function previousOnConnection({ exchanges }: Report): ReadonlyMap<number, number> {
  const previous = new Map<number, number>();
  const last = new Map<number, number>();
  for (const { index, connection } of exchanges) {
    if (connection === undefined) continue;
    const before = last.get(connection);
    if (before !== undefined) previous.set(index, before);
    last.set(connection, index);
  }
  return previous;
}

/** For each exchange the results that rest on it, but for those that passed. */
function resultsByExchange({ results }: Report): ReadonlyMap<number, readonly Result[]> {
  const byExchange = new Map<number, Result[]>();
  for (const result of results) {
    if (result.verdict === "pass") continue;
    for (const index of new Set(result.exchanges)) byExchange.set(index, [...(byExchange.get(index) ?? []), result]);
  }
  return byExchange;
}
