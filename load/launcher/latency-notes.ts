/** What a scenario showed of how latency changes with load and time. What is slow is open, so it never changes the verdict. */
import { listed } from "../../conformance/model/in-words.ts";
import { risingLatency } from "../../conformance/model/load-figures.ts";
import { capacityOf, measureCapacity, type Sent } from "./capacity.ts";
import { capacityNotes, shownOperation, shownRates, shownSeconds } from "./capacity-notes.ts";
import { isLost, type Requests } from "./outcomes.ts";
import { risingLatencyNotes } from "./rising-latency.ts";

export const latencyNotes = (result: Sent): readonly string[] => [
  ...risingLatencyNotes(result),
  ...capacityNotes(result),
];

/** A smaller share of what is slow, failed or 429 is not named. */
const minKind = 0.1;

/** For the last line, in a few words: a target that got slow may conform. Undefined if it did not. */
export function slowdownOf(result: Sent): string | undefined {
  const { strained, stalls = [], ending } = measureCapacity(result) ?? {};
  // Whether the rate is the cause, or the time, is open.
  if (capacityOf(result) !== undefined && strained !== undefined)
    return `from second ${strained.number} on, at ${strained.perSecond} requests a second, ${shownKinds([strained])}`;
  if (risingLatencyNotes(result).length > 0) return risingLatency;
  if (strained !== undefined)
    return `as the load rose, at ${strained.perSecond} requests a second, ${shownKinds([strained])} (see the notes)`;
  if (ending !== undefined) return `${shownRates(ending)}, at the end of the run, ${shownKinds([ending])}`;
  return stalls.length === 0 ? undefined : `${listed(stalls.map(shownSeconds))} ${shownKinds(stalls)}`;
}

const wereLost = "were lost";

/** `responses were slow or failed`, `submissions were lost`, and `, mostly of listOrganizations` if more than half are. */
function shownKinds(stretches: readonly Requests[]): string {
  const failed = stretches.flatMap((stretch) => stretch.failed);
  const kinds = [
    { verb: "were slow", exchanges: stretches.flatMap(({ slow }) => slow) },
    { verb: "failed", exchanges: failed.filter((exchange) => !isLost(exchange)) },
    { verb: "were 429", exchanges: stretches.flatMap(({ limited }) => limited) },
    { verb: wereLost, exchanges: failed.filter(isLost) },
  ].filter(
    ({ exchanges }, _, all) => exchanges.length > minKind * all.reduce((sum, each) => sum + each.exchanges.length, 0),
  );
  const ofResponses = kinds.filter(({ verb }) => verb !== wereLost);
  const verbs = ofResponses.map(({ verb }) => verb);
  const what = [
    ...(verbs.length === 0 ? [] : [`responses ${listed(verbs, "or")}`]),
    ...(verbs.length === kinds.length ? [] : [`submissions ${wereLost}`]),
  ];
  const operation = shownOperation(ofResponses.flatMap(({ exchanges }) => exchanges));
  return [listed(what, "and"), ...(operation === undefined ? [] : [operation])].join(", ");
}
