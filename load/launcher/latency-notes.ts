/** Notes on how the latency changed with the load and the time. The document does not say what is slow, so they never change the verdict. */
import { listed } from "../../conformance/model/in-words.ts";
import { type Capacity, risingLatency } from "../../conformance/model/load-figures.ts";
import { capacityOf, measureCapacity, type ScenarioTraffic } from "./capacity.ts";
import {
  capacityNotes,
  firstOnes,
  shownEnd,
  shownOperation,
  shownRates,
  shownSeconds,
  shownStart,
} from "./capacity-notes.ts";
import { minSlowPercent, type Requests } from "./outcomes.ts";
import { risingLatencyNotes } from "./rising-latency.ts";

export const latencyNotes = (result: ScenarioTraffic): readonly string[] => [
  ...risingLatencyNotes(result),
  ...capacityNotes(result),
];

/**
 * Slow requests are named only if they are more than this share of those that are slow, failed, 429 or lost, and, beside others, a strain by
 * themselves. A few may be slow by chance.
 */
const minSlowShare = 0.25;
/** Failed requests, 429s and lost requests are each named only if they are more than this share. */
const minShare = 0.1;

/**
 * When the target got slow or failed, in a few words for the last line, since such a target may conform; and up to which rate it did not. Undefined if it
 * did not.
 */
export function slowdownOf(result: ScenarioTraffic): string | undefined {
  const { lastingStrain, stalls = [], ending } = measureCapacity(result) ?? {};
  const capacity = capacityOf(result);
  // Whether the rate is the cause, or the time, is open.
  if (capacity !== undefined && lastingStrain !== undefined)
    return `${shownLimit(capacity)}; ${shownStart(lastingStrain, capacity.perSecond, "")}, ${shownKinds([lastingStrain])}`;
  if (risingLatencyNotes(result).length > 0) return risingLatency;
  if (lastingStrain !== undefined)
    return `as the load rose, at ${lastingStrain.perSecond} requests a second, ${shownKinds([lastingStrain])} (see the notes)`;
  if (ending !== undefined) {
    const limit = capacity === undefined ? "" : `${shownLimit(capacity)}; `;
    return `${limit}${shownRates(ending)}, ${shownEnd(ending)}, ${shownKinds([ending])}`;
  }
  return stalls.length === 0 ? undefined : `${listed(firstOnes(stalls.map(shownSeconds)))} ${shownKinds(stalls)}`;
}

/** `up to 94 requests a second as at the beginning`. */
const shownLimit = ({ perSecond, without = [] }: Capacity) =>
  `up to ${perSecond} requests a second as at the beginning${without.length === 0 ? "" : ` (without ${listed(without)})`}`;

const wereSlow = "were slow";
const wereLost = "were lost";

/** `responses were slow or failed`, `submissions were lost`, and `, mostly of listOrganizations` if more than half are. */
function shownKinds(stretches: readonly Requests[]): string {
  const all = [
    { verb: wereSlow, exchanges: stretches.flatMap(({ slow }) => slow) },
    { verb: "failed", exchanges: stretches.flatMap(({ failed }) => failed) },
    { verb: "were 429", exchanges: stretches.flatMap(({ limited }) => limited) },
    { verb: wereLost, exchanges: stretches.flatMap(({ lost }) => lost) },
  ];
  const count = all.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const sent = stretches.reduce((sum, of) => sum + of.sent.length, 0);
  const isNamed = ({ verb, exchanges: { length } }: (typeof all)[number]) =>
    verb === wereSlow
      ? length > minSlowShare * count && (length === count || 100 * length >= minSlowPercent * sent)
      : length > minShare * count;
  const kinds = all.filter(isNamed);
  const ofResponses = kinds.filter(({ verb }) => verb !== wereLost);
  const operation = shownOperation(ofResponses.flatMap(({ exchanges }) => exchanges));
  const verbs = ofResponses.map(({ verb }) => verb);
  const responses = [`responses ${listed(verbs, "or")}`, ...(operation === undefined ? [] : [operation])].join(", ");
  const lost = `submissions ${wereLost}`;
  if (verbs.length === 0) return lost;
  return verbs.length === kinds.length ? responses : `${responses}, and ${lost}`;
}
