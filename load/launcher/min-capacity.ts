/** A user's own threshold on the capacity: `--min-capacity 100`. */
import { UsageError } from "../../cli/usage-error.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import {
  isRamp,
  type Measured,
  mayBeThisMachine,
  measureCapacity,
  type ScenarioTraffic,
  type Strain,
} from "./capacity.ts";
import { inSentences, shownEnding, shownStrain } from "./capacity-notes.ts";
import { isUserScript, type Scenario } from "./scenario.ts";

/** Whether the scenario's rate may rise; that of a user's script may. */
export const mayRamp = (scenario: Scenario) => isUserScript(scenario) || scenario.name === "spike";

/** Throws `UsageError` if no scenario has a rate that may rise. With `--rate`, that of `spike` does not. */
export function requireRamp(minCapacity: number | undefined, scenarios: readonly Scenario[], rate?: string): void {
  if (minCapacity === undefined || scenarios.some(isUserScript)) return;
  if (!scenarios.some(mayRamp))
    throw new UsageError(
      "--min-capacity is for spike, and for scripts of your own: the rate of no other scenario rises",
    );
  if (rate !== undefined)
    throw new UsageError("--min-capacity needs a rate that rises: --stages 30s:200/s in place of --rate");
}

export const capacityId = "capacity";

/** Empty without `--min-capacity`, and for one of our scenarios whose rate does not rise. */
export function judgeMinCapacity(
  minCapacity: number | undefined,
  scenario: Pick<Scenario, "plan">,
  sent: ScenarioTraffic,
): readonly Judged[] {
  if (minCapacity === undefined || !isMeant(scenario, sent)) return [];
  const check = {
    id: capacityId,
    clause: `--min-capacity ${minCapacity}`,
    claim: `Your own threshold: up to ${minCapacity} requests a second every operation is answered as at the beginning`,
  };
  return [{ check, verdict: verdictOf(minCapacity, sent) }];
}

const isMeant = (scenario: Pick<Scenario, "plan">, sent: ScenarioTraffic) => isUserScript(scenario) || isRamp(sent);

/** Why `--min-capacity` was not judged: the scenario whose rate rises was left out or no longer started, or the records are of another one. */
export function whyNoCapacity(
  minCapacity: number | undefined,
  runs: readonly { readonly scenario: Scenario; readonly result: ScenarioTraffic }[],
): readonly string[] {
  const isJudged = runs.some(({ scenario, result }) => isMeant(scenario, result));
  return minCapacity === undefined || isJudged
    ? []
    : [`--min-capacity ${minCapacity} was not judged: no scenario ran whose rate rises`];
}

const open = (reason: string) => unjudged("inconclusive", reason);

function verdictOf(minCapacity: number, sent: ScenarioTraffic): Verdict {
  if (!isRamp(sent)) return open("the script plans no rising rate: it has no scenario with ramping-arrival-rate");
  const measured = measureCapacity(sent);
  if (measured === undefined) return open("the highest rate was less than twice that of the first three seconds");
  const { sentAtLowRates, sentOnlyAtHighRates, perSecond, lastingStrain, ending } = measured;
  if (sentAtLowRates.length === 0 && (lastingStrain ?? ending) !== undefined)
    return open("there is no rate at which the target was not slow, and did not fail");
  if (perSecond < minCapacity) return ofLowerCapacity(minCapacity, measured);
  if (wasSlowLater(minCapacity, measured)) return ofSlowLater(minCapacity, measured);
  if (sentOnlyAtHighRates.length === 0) return holds;
  const operations = listed(sentOnlyAtHighRates.map(({ operation }) => operation));
  return open(`too few requests were served at low rates, so whether these get slower is not known: ${operations}`);
}

function ofLowerCapacity(minCapacity: number, measured: Measured): Verdict {
  const { perSecond, lastingStrain, ending } = measured;
  if (ending !== undefined && ending.maxPerSecond > perSecond)
    return open(`the capacity may be ${perSecond} requests a second: ${inSentences(shownEnding(measured))}`);
  if (lastingStrain === undefined)
    return open(`the load rose to ${perSecond} requests a second only: let it rise further`);
  if (mayBeThisMachine(measured)) return open(inSentences(shownStrain(measured)));
  if (lastingStrain.perSecond > minCapacity)
    return open(
      `the capacity is between ${perSecond} and ${lastingStrain.perSecond} requests a second: a load that rises more slowly would show it`,
    );
  return failsBy(lastingStrain, minCapacity, measured);
}

/**
 * Whether the target was strained at the required rate or a lower one, although it had answered well at a rate as high before. At the same rate, the
 * number of requests in a second differs by up to one.
 */
const wasSlowLater = (minCapacity: number, { perSecond, lastingStrain, ending }: Measured) =>
  ((lastingStrain ?? ending)?.perSecond ?? Number.POSITIVE_INFINITY) <= Math.min(perSecond, minCapacity + 1);

function ofSlowLater(minCapacity: number, measured: Measured): Verdict {
  const { lastingStrain } = measured;
  if (lastingStrain === undefined)
    return open(`whether that lasts is not known: ${inSentences(shownEnding(measured))}`);
  if (mayBeThisMachine(measured) || lastingStrain.perSecond > minCapacity)
    return open(inSentences(shownStrain(measured)));
  return failsBy(lastingStrain, minCapacity, measured);
}

function failsBy(strain: Strain, minCapacity: number, measured: Measured): Verdict {
  const [firstFailed] = [...strain.failed, ...strain.lost].toSorted((a, b) => a.index - b.index);
  const exception = firstFailed ?? strain.limited[0] ?? strain.slow[0];
  return fails({
    expected: `${minCapacity} requests a second or more, answered as at the beginning`,
    actual: inSentences([`up to ${measured.perSecond}`, ...shownStrain(measured)]),
    exchanges: exception === undefined ? [] : [exception.index],
  });
}
