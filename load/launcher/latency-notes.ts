/** What a scenario showed of how latency changes with load and time. What is slow is open, so it never changes the verdict. */
import { listed } from "../../conformance/model/in-words.ts";
import { risingLatency } from "../../conformance/model/load-figures.ts";
import { capacityOf, measureCapacity, type Requests, type Sent } from "./capacity.ts";
import { capacityNotes, shownOperations, shownRates, shownSeconds } from "./capacity-notes.ts";
import { risingLatencyNotes } from "./rising-latency.ts";

export const latencyNotes = (result: Sent): readonly string[] => [
  ...risingLatencyNotes(result),
  ...capacityNotes(result),
];

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

/** `responses were slow or failed, most of listOrganizations`. */
function shownKinds(stretches: readonly Requests[]): string {
  const kinds = (
    [
      ["slow", "were slow"],
      ["failed", "failed"],
      ["limited", "were 429"],
    ] as const
  )
    .map(([kind, verb]) => ({ verb, exchanges: stretches.flatMap((requests) => requests[kind]) }))
    .filter(({ exchanges }) => exchanges.length > 0);
  const verbs = listed(
    kinds.map(({ verb }) => verb),
    "or",
  );
  return `responses ${verbs}, ${shownOperations(
    kinds.flatMap(({ exchanges }) => exchanges),
    "all of",
  )}`;
}
