/** Measures what each case sends to the reference, and holds the rows of `costs.ts` to it; with `-u` it writes them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { loadCases } from "../../cases/index.ts";
import { delayed } from "../../client/delayed.test.support.ts";
import { createTransport } from "../../client/transport.ts";
import type { ExchangeRecord } from "../../model/exchange.ts";
import { parseTarget } from "../../target-file/parse.ts";
import { checkTarget } from "../check-target.ts";
import type { Cost } from "./costs.ts";

/** The costs of a run by the ids of the cases. Answers take their time, so that it shows what is sent concurrently. */
async function measure(readOnly: boolean): Promise<ReadonlyMap<string, Partial<Cost>>> {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const transport = delayed(createTransport({ clock }), clock, 150);
  try {
    const target = parseTarget(reference.target, {}, "the reference");
    const { results, exchanges } = await checkTarget({ target, transport, clock, seed: 1, readOnly });
    const primary = target.credentials[0]?.org;
    const sentBy = (indexes: readonly number[]) => indexes.flatMap((index) => exchanges[index] ?? []);
    return new Map(results.map((result) => [result.id, costOf(sentBy(result.exchanges), primary)]));
  } finally {
    await transport.close();
    await reference.close();
  }
}

/** How many requests a case sends that is run without any other. */
async function measureAlone(id: string): Promise<number> {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const transport = createTransport({ clock });
  try {
    const target = parseTarget(reference.target, {}, "the reference");
    const { results } = await checkTarget({ target, transport, clock, seed: 1, only: [id], sentBy: [id] });
    return results[0]?.exchanges.length ?? 0;
  } finally {
    await transport.close();
    await reference.close();
  }
}

/** Without the counts that are 0. */
function costOf(exchanges: readonly ExchangeRecord[], primary: string | undefined): Partial<Cost> {
  const isAuthenticated = ({ kind }: ExchangeRecord) => kind === "api-key" || kind === "session";
  const cost: Omit<Cost, "shared"> = {
    requests: exchanges.length,
    unauthenticated: exchanges.filter((exchange) => !isAuthenticated(exchange)).length,
    other: exchanges.filter((exchange) => isAuthenticated(exchange) && exchange.organization !== primary).length,
    concurrent: exchanges.length - sequentialCount(exchanges),
  };
  return Object.fromEntries(Object.entries(cost).filter(([, count]) => count > 0));
}

/** The most of them that went out one after the other. */
function sequentialCount(exchanges: readonly ExchangeRecord[]): number {
  let [count, endsAt] = [0, 0];
  for (const { sentAt, receivedAt } of [...exchanges].sort((first, other) => first.receivedAt - other.receivedAt)) {
    if (sentAt < endsAt) continue;
    count += 1;
    endsAt = receivedAt;
  }
  return count;
}

it("the table of costs is what the cases send", async () => {
  const [whole, readOnly] = [await measure(false), await measure(true)];
  const rows: string[] = [];
  for (const { id, needs, lane } of await loadCases()) {
    // Whose submissions a case of the last two lanes asks for depends on the order in which concurrent ones were answered.
    const relevant = ({ other = 0, ...cost }: Partial<Cost> = {}) =>
      other === 0 || lane === "late" || lane === "last" ? cost : { ...cost, other };
    const [cost, restricted] = [relevant(whole.get(id)), relevant((needs?.writes ? whole : readOnly).get(id))];
    const shared = (await measureAlone(id)) - (cost.requests ?? 0);
    const isSame = JSON.stringify(cost) === JSON.stringify(restricted);
    const row = { ...cost, ...(shared > 0 ? { shared } : {}), ...(isSame ? {} : { readOnly: restricted }) };
    const text = JSON.stringify(row)
      .replace(/"/g, "")
      .replace(/([{:,])/g, "$1 ")
      .replace(/}/g, " }");
    if (Object.keys(row).length > 0) rows.push(`  "${id}": ${text},\n`);
  }
  const [head = ""] = readFileSync(new URL("costs.ts", import.meta.url), "utf8").split(
    /(?<=^export const costs.*= \{\n)/m,
  );
  await expect(`${head}${rows.join("")}};\n`).toMatchFileSnapshot("./costs.ts");
});
