/** What a scenario showed of how latency changes with load and time. What is slow is open, so it never changes the verdict. */
import { groupBy } from "../../conformance/model/group-by.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { risingLatency } from "../../conformance/model/load-figures.ts";
import { capacityOf, measureCapacity, type Requests, type Sent } from "./capacity.ts";
import { capacityNotes, shownRates, shownSeconds } from "./capacity-notes.ts";
import { risingLatencyNotes } from "./rising-latency.ts";

export const latencyNotes = (result: Sent): readonly string[] => [
  ...risingLatencyNotes(result),
  ...capacityNotes(result),
];

/** From this share of the slow or failed responses on they are said to be of one operation. */
const minOneOperation = 0.9;

/** For the last line, in a few words: a target that got slow may conform. Undefined if it did not. */
export function slowdownOf(result: Sent): string | undefined {
  const capacity = capacityOf(result);
  const { strained, stalls = [], ending } = measureCapacity(result) ?? {};
  // Whether the rate is the cause, or the time, is open.
  if (capacity !== undefined && strained !== undefined)
    return `from second ${strained.number} on, at ${strained.perSecond} requests a second, ${shownKinds([strained])}`;
  if (risingLatencyNotes(result).length > 0) return risingLatency;
  if (strained !== undefined) return "as the load rose responses got slow or failed (see the notes)";
  if (ending !== undefined) return `${shownRates(ending)}, the last of the run, ${shownKinds([ending])}`;
  return stalls.length === 0 ? undefined : `${listed(stalls.map(shownSeconds))} ${shownKinds(stalls)}`;
}

/** `responses were slow or failed`; `responses of listOrganizations were slow`, where nearly all of these are of one operation. */
function shownKinds(stretches: readonly Requests[]): string {
  const [slow, failed, limited] = (["slow", "failed", "limited"] as const).map((kind) =>
    stretches.flatMap((requests) => requests[kind]),
  );
  const kinds = [
    { exchanges: slow, verb: "were slow" },
    { exchanges: failed, verb: "failed" },
    { exchanges: limited, verb: "were 429" },
  ].filter(({ exchanges = [] }) => exchanges.length > 0);
  const all = kinds.flatMap(({ exchanges = [] }) => exchanges);
  const [most = []] = groupBy(all, ({ operation }) => operation ?? "").toSorted((a, b) => b.length - a.length);
  const of = most.length >= minOneOperation * all.length ? ` of ${most[0]?.operation}` : "";
  return `responses${of} ${listed(
    kinds.map(({ verb }) => verb),
    "or",
  )}`;
}
