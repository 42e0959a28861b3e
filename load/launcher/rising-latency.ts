/** Notes a latency that rises all the time under a load that does not, such as that of a leak. What is slow is open, so it is no failure. */
import { type Exchange, latencyMs } from "../../conformance/model/exchange.ts";
import { risingLatency } from "../../conformance/model/load-figures.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import type { Collected } from "./collect-records.ts";
import { sentTimes } from "./load-figures.ts";

/** The scenarios that send evenly. */
const even: readonly Collected["scenario"][] = ["steady", "spike"];

/** In a shorter time, and in fewer responses, a disturbance of the machine looks like a trend. */
const minMs = 10_000;
const minResponses = 30;
/** By how much each third's median exceeds that of the third before, and the last that of the first. */
const minRatio = 1.25;
const minRiseMs = 10;
/** How many requests more than in the first third, in which the load begins, may be in another. */
const maxMore = 1.2;

export function risingLatencyNotes({
  scenario,
  exchanges,
  begunAt,
}: Pick<Collected, "scenario" | "exchanges" | "begunAt">): readonly string[] {
  const until = sentTimes({ exchanges, begunAt, scenario }).at(-1) ?? 0;
  const sent = exchanges.filter(
    ({ sentAt, response }) => sentAt >= begunAt && sentAt <= until && response !== undefined,
  );
  const from = sent[0]?.sentAt ?? 0;
  const ms = (sent.at(-1)?.sentAt ?? 0) - from;
  if (!even.includes(scenario) || ms < minMs) return [];
  const thirds = [0, 1, 2].map((third) =>
    sent.filter(({ sentAt }) => Math.min(2, Math.floor((3 * (sentAt - from)) / ms)) === third),
  );
  const isEven = thirds.every(({ length }) => length >= minResponses && length <= maxMore * (thirds[0]?.length ?? 0));
  const [first = 0, second = 0, last = 0] = thirds.map(medianLatency);
  const rises = second >= minRatio * first && last >= minRatio * second && last - first >= minRiseMs;
  if (!isEven || !rises) return [];
  const shown = [first, second, last].map((median) => `${Math.round(median)} ms`).join(", ");
  return [
    `${risingLatency}, though no more requests were sent: the median was ${shown} in the three thirds of ${Math.round(ms / 1000)} s; a longer run shows where that ends`,
  ];
}

/** In milliseconds. */
export const medianLatency = (exchanges: readonly Exchange[]) =>
  percentile(
    exchanges.map(latencyMs).sort((a, b) => a - b),
    50,
  );
