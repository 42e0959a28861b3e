/** What a run with a rising load says of the target's capacity. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { isMissingStatus } from "../in-k6/answers.ts";
import { type Measured, mayBeThisMachine, measureCapacity, type ScenarioTraffic, type Strain } from "./capacity.ts";
import { type FirstResponses, minResponses } from "./first-responses.ts";
import { type Requests, slowMs } from "./outcomes.ts";
import { medianLatency } from "./rising-latency.ts";

export function capacityNotes(traffic: ScenarioTraffic): readonly string[] {
  const measured = measureCapacity(traffic);
  if (measured === undefined) return [];
  const { sentAtLowRates, sentOnlyAtHighRates, perSecond } = measured;
  const answered = sentAtLowRates.length === 0 ? [] : [shownCapacity(measured)];
  const unknown = perSecond === 0 ? [] : sentOnlyAtHighRates.map(whyUnknown);
  const stalls = firstOnes(measured.stalls.map((stall) => shownStall(stall, perSecond)));
  return [[...answered, ...stalls, ...unknown, ...shownStrain(measured), ...shownEnding(measured)].join("; ")];
}

const maxStalls = 3;

/** Of many stalls, the first ones and how many more there are. */
export const firstOnes = (stalls: readonly string[]): readonly string[] =>
  stalls.length <= maxStalls
    ? stalls
    : [...stalls.slice(0, maxStalls), `${stalls.length - maxStalls} more such stalls`];

/** `perSecond`: the rate up to which the target later answered as at the beginning. */
const shownStall = (stall: Strain, perSecond: number) =>
  `${shownRates(stall)}: of ${stall.sent.length} ${shownExceptions(stall)}, but later up to ${perSecond} requests a second were answered as at the beginning: ${["a passing stall", ...shownMachine(stall)].join("; ")}`;

/** Why it is open whether a strain lasts. */
export const shownEnd = ({ isAtEnd }: Strain) => (isAtEnd ? "at the end of the run" : "a rate that was not sent again");

/** At the end of a run, a passing stall looks the same as a capacity that is exceeded. */
export function shownEnding(measured: Measured): readonly string[] {
  const { ending, perSecond } = measured;
  if (ending === undefined) return [];
  const rises = ending.maxPerSecond > perSecond;
  return [
    `${shownRates(ending)}, ${shownEnd(ending)}: of ${ending.sent.length} ${shownExceptions(ending)}${rises ? ", so the capacity may be there: a load that rises further shows it" : ""}`,
    ...shownMachine(ending),
  ];
}

/** `from second 9 to 11, at 90 to 110 requests a second`. */
export function shownRates(strain: Strain): string {
  const { perSecond: from, maxPerSecond: to } = strain;
  return `${shownSeconds(strain)}, at ${from < to ? `${from} to ` : ""}${to} requests a second`;
}

const ofMachine = ({ busy = 0 }: Strain) => `the processors of this machine were ${Math.round(100 * busy)}% busy`;

/** From this share on, this machine may be part of the cause. */
const minNotedBusy = 0.7;

const shownMachine = (strain: Strain) => ((strain.busy ?? 0) < minNotedBusy ? [] : [ofMachine(strain)]);

function shownCapacity({ sentAtLowRates, sentOnlyAtHighRates, perSecond, before }: Measured): string {
  const exceptNotCovered =
    sentOnlyAtHighRates.length === 0 ? "" : ` but ${listed(sentOnlyAtHighRates.map(({ operation }) => operation))}`;
  const exceptions = shownExceptions(before);
  const shown = exceptions === "" ? "" : `, but of ${before.sent.length} requests ${exceptions}`;
  const missing = missingStatuses(before);
  const leftOut =
    missing === 0
      ? ""
      : `; ${missing} reads showed no status, as of a new or old submission is legal, and are left out`;
  return `up to ${perSecond} requests a second every operation${exceptNotCovered} was answered as at the beginning${shownMedians(sentAtLowRates)}${shown}${leftOut}`;
}

function missingStatuses({ sent, toBeServed }: Requests): number {
  const counted = new Set(toBeServed);
  return sent.filter((exchange) => exchange.intent === "valid" && isMissingStatus(exchange) && !counted.has(exchange))
    .length;
}

/** `from second 9 to 11`. */
export const shownSeconds = ({ number, lastNumber }: Pick<Strain, "number" | "lastNumber">) =>
  number === lastNumber ? `in second ${number}` : `from second ${number} to ${lastNumber}`;

/** An operation that is first sent at a high rate may be slow from then on. */
const whyUnknown = ({ operation, median, perSecond }: FirstResponses) =>
  `${operation} was served fewer than ${minResponses} times${median === undefined ? "" : ` below ${perSecond} requests a second`}, so whether it gets slower is not known`;

/** Since when the target is strained, how many requests show it, and what else may be the cause. */
export function shownStrain(measured: Measured): readonly string[] {
  const { lastingStrain } = measured;
  if (lastingStrain === undefined) return [];
  const { number, perSecond, sent, seconds } = lastingStrain;
  return [
    `from second ${number} on, at ${perSecond} requests a second: of ${sent.length} in ${seconds} s ${shownExceptions(lastingStrain)}`,
    ...(mayBeThisMachine(measured)
      ? [
          `${ofMachine(lastingStrain)}, so it may be this machine, with k6, that was too slow: the capacity of the target is not known`,
        ]
      : [
          ...shownMachine(lastingStrain),
          "a run at that rate from the beginning shows whether the rate is the cause, or the time",
        ]),
  ];
}

/** `4 took more than twice the time and 20 ms more, only of listProducts (4 of 9, median of these 80 ms), 2 failed, and 3 were answered 429`; empty if there is none. */
function shownExceptions({ toBeServed, slow, failed, lost, followed, limited }: Requests): string {
  const parts = [
    ...(slow.length === 0
      ? []
      : [`${slow.length} took more than twice the time and ${slowMs} ms more, ${shownSlowest(slow, toBeServed)}`]),
    ...(failed.length === 0 ? [] : [`${failed.length} failed (${shownFailures(failed)})`]),
    ...(lost.length === 0
      ? []
      : [`${lost.length} of ${followed.length} accepted submissions whose status was read had none`]),
    ...(limited.length === 0 ? [] : [`${limited.length} were answered 429`]),
  ];
  return [...parts.slice(0, -2), parts.slice(-2).join(", and ")].join(", ");
}

/** `only of listFeatures: 9 × 404`. */
function shownFailures(failed: readonly Exchange[]): string {
  const statuses = groupBy(failed, ({ status }) => String(status)).map(([first, ...more]) => {
    const status = first?.response === undefined ? "without an answer" : `× ${first.status}`;
    return `${more.length + 1} ${status}`;
  });
  return [shownOperation(failed) ?? [], statuses.join(", ")].flat().join(": ");
}

/** `mostly of listProducts (4 of 9, median of these 80 ms)`. */
function shownSlowest(slow: readonly Exchange[], toBeServed: readonly Exchange[]): string {
  const operations = byOperation(slow);
  const [slowest = []] = operations;
  const operation = slowest[0]?.operation;
  const sent = toBeServed.filter((exchange) => exchange.operation === operation).length;
  const whose = shownOperation(slow) ?? `of ${operations.length} operations, most often ${operation}`;
  const latency = `${slowest.length === 1 ? "" : "median of these "}${Math.round(medianLatency(slowest))} ms`;
  return `${whose} (${slowest.length} of ${sent}, ${latency})`;
}

/** `only of listProducts` or `mostly of listProducts`; undefined if no more than half of the exchanges are of one operation. */
export function shownOperation(exchanges: readonly Exchange[]): string | undefined {
  const [most = []] = byOperation(exchanges);
  if (2 * most.length <= exchanges.length) return undefined;
  return `${most.length === exchanges.length ? "only" : "mostly"} of ${most[0]?.operation}`;
}

/** The exchanges of each operation, the one with the most exchanges first. */
const byOperation = (exchanges: readonly Exchange[]) =>
  groupBy(exchanges, ({ operation }) => operation ?? "").toSorted((a, b) => b.length - a.length);

/** ` (median 5 ms)`, or ` (medians from 5 to 23 ms)`. */
function shownMedians(first: readonly FirstResponses[]): string {
  const medians = first.flatMap(({ median }) => median ?? []);
  const [min, max] = [Math.min(...medians), Math.max(...medians)].map(Math.round);
  return min === max ? ` (median ${min} ms)` : ` (medians from ${min} to ${max} ms)`;
}
