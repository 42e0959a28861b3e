/** The k6 script of `laws-shared.test.ts`: judges the corpus by every law and every sequence law. */
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import { exchangeOf } from "../../conformance/model/exchange.ts";
import * as inK6 from "./contract.ts";
import type { Asked, Judged } from "./corpus.test.support.ts";

const asked: readonly Asked[] = JSON.parse(open(__ENV.CORPUS ?? ""));

export const options = {
  scenarios: { all: { executor: "per-vu-iterations", vus: 1, iterations: 1, maxDuration: "5m" } },
};

/** Writes one line for each sequence. */
export default function judge(): void {
  for (const { name, rateLimit, records, problems, declared } of asked) {
    const exchanges = records.map(exchangeOf);
    const context = {
      rateLimit,
      problems: ({ index }: { readonly index: number }) => problems[index] ?? [],
      declaredStatuses: ({ index }: { readonly index: number }) => declared[index] ?? [],
    };
    const sequence = new Sequence(exchanges, rateLimit);
    const scriptContext = inK6.createLawContext(rateLimit);
    const judged: Judged = {
      name,
      laws: laws.map((law) => exchanges.map((exchange) => law.judge(exchange, context))),
      compiled: inK6.laws.map((law) => exchanges.map((exchange) => law.judge(exchange, scriptContext))),
      sequences: sequenceLaws.map((law) => sequence.verdictOf(law)),
    };
    console.log(JSON.stringify(judged));
  }
}
