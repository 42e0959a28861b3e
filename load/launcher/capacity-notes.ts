/** What a run with a rising load says of the target's capacity. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { isMissingStatus } from "../in-k6/answers.ts";
import { type Measured, mayBeThisMachine, measureCapacity, type ScenarioTraffic, type Strain } from "./capacity.ts";
import { type FirstResponses, minResponses } from "./first-responses.ts";
import { minNotedBusy } from "./machine-load.ts";
import type { Requests } from "./outcomes.ts";
import { medianLatency } from "./rising-latency.ts";

export function capacityNotes(traffic: ScenarioTraffic): readonly string[] {
  const measured = measureCapacity(traffic);
  if (measured === undefined) return [];
  const { sentAtLowRates, sentOnlyAtHighRates, perSecond, before } = measured;
  const [answered, leftOut] =
    sentAtLowRates.length === 0 ? [[], []] : [[shownCapacity(measured)], shownMissing(before)];
  const unknown = perSecond === 0 ? [] : sentOnlyAtHighRates.map(whyUnknown);
  const stalls = firstOnes(measured.stalls.map(shownStall));
  return [
    inSentences([...answered, ...shownStrain(measured), ...shownEnding(measured), ...stalls, ...unknown, ...leftOut]),
  ];
}

/** `up to 60. At 70 requests a second, …`: the full stop after the last one is left out, as in all notes. */
export const inSentences = (sentences: readonly string[]): string =>
  sentences.map((each, at) => (at === 0 ? each : each.charAt(0).toUpperCase() + each.slice(1))).join(". ");

const maxStalls = 3;

/** Of many stalls, the first ones and how many more there are. */
export const firstOnes = (stalls: readonly string[]): readonly string[] =>
  stalls.length <= maxStalls
    ? stalls
    : [...stalls.slice(0, maxStalls), `${stalls.length - maxStalls} more such stalls`];

const shownStall = (stall: Strain) =>
  [`a passing stall ${shownRates(stall)}: ${shownExceptions(stall)}`, ...shownMachine(stall)].join("; ");

/** Why it is open whether a strain lasts. */
export const shownEnd = ({ isAtEnd }: Strain) => (isAtEnd ? "at the end of the run" : "a rate that was not sent again");

/** At the end of a run, a passing stall looks the same as a capacity that is exceeded. */
export function shownEnding(measured: Measured): readonly string[] {
  const { ending, perSecond } = measured;
  if (ending === undefined) return [];
  const rises = ending.maxPerSecond > perSecond;
  return [
    `${shownRates(ending)}, ${shownEnd(ending)}: ${shownExceptions(ending)}${rises ? ", so the capacity may be there: a load that rises further shows it" : ""}`,
    ...shownMachine(ending),
  ];
}

/** `from second 9 to 11, at 90 to 110 requests a second`. */
export function shownRates(strain: Strain): string {
  const { perSecond: from, maxPerSecond: to } = strain;
  return `${shownSeconds(strain)}, at ${from < to ? `${from} to ` : ""}${to} requests a second`;
}

const ofMachine = ({ busy = 0 }: Strain) => `the processors of this machine were ${Math.round(100 * busy)}% busy`;

const shownMachine = (strain: Strain) => ((strain.busy ?? 0) < minNotedBusy ? [] : [ofMachine(strain)]);

function shownCapacity({ sentAtLowRates, sentOnlyAtHighRates, perSecond, before }: Measured): string {
  const exceptNotCovered =
    sentOnlyAtHighRates.length === 0 ? "" : ` but ${listed(sentOnlyAtHighRates.map(({ operation }) => operation))}`;
  const exceptions = exceptionsIn(before).map(({ shown }) => shown);
  const shown = exceptions.length === 0 ? "" : `, except that ${listed(exceptions)}`;
  return `up to ${perSecond} requests a second every operation${exceptNotCovered} was answered as at the beginning${shownMedians(sentAtLowRates)}${shown}`;
}

function shownMissing({ sent, toBeServed }: Requests): readonly string[] {
  const counted = new Set(toBeServed);
  const isLeftOut = (exchange: Exchange) =>
    exchange.intent === "valid" && isMissingStatus(exchange) && !counted.has(exchange);
  const missing = sent.filter(isLeftOut).length;
  return missing === 0
    ? []
    : [`${missing} reads showed no status, as of a new or old submission is legal, and are left out`];
}

/** `from second 9 to 11`. */
export const shownSeconds = ({ number, lastNumber }: Pick<Strain, "number" | "lastNumber">) =>
  number === lastNumber ? `in second ${number}` : `from second ${number} to ${lastNumber}`;

/** An operation that is first sent at a high rate may be slow from then on. */
const whyUnknown = ({ operation, median, perSecond }: FirstResponses) =>
  `whether ${operation} gets slower is not known: it was served fewer than ${minResponses} times${median === undefined ? "" : ` below ${perSecond} requests a second`}`;

/** `at 70 requests a second, from second 9 on`; `later at …` if the target answered well at that rate before. `perSecond`: its capacity. */
export const shownStart = (strain: Strain, perSecond: number, unit = " requests a second") =>
  `${strain.perSecond > perSecond ? "" : "later "}at ${strain.perSecond}${unit}, from second ${strain.number} on`;

/** From which rate on the target is strained, how many requests show it, and what else may be the cause: each is a sentence. */
export function shownStrain(measured: Measured): readonly string[] {
  const { lastingStrain, perSecond } = measured;
  if (lastingStrain === undefined) return [];
  const { number, seconds } = lastingStrain;
  const shown = `${shownStart(lastingStrain, perSecond)}, ${shownExceptions(lastingStrain, ` in ${seconds} s`)}`;
  return mayBeThisMachine(measured)
    ? [
        `from second ${number} on, ${ofMachine(lastingStrain)}, so k6 may have been what was slow: the capacity of the target is not known`,
        shown,
      ]
    : [
        shown,
        ...shownMachine(lastingStrain),
        "a run at that rate from the beginning shows whether the rate or the time is the cause",
      ];
}

/** `4 of 60 in 3 s were slow, only of listProducts (4 of 9, median of these 80 ms), 2 failed, and 3 were answered 429`. */
function shownExceptions(requests: Requests, where = ""): string {
  const parts = exceptionsIn(requests, where).map(({ shown, details }) => shown + details);
  return [...parts.slice(0, -2), parts.slice(-2).join(", and ")].join(", ");
}

/** The first one says of how many requests. Empty if all was answered as at the beginning. */
function exceptionsIn({ sent, toBeServed, slow, failed, lost, followed, limited }: Requests, where = " requests") {
  const kinds = [
    { of: slow, verb: `${were(slow)} slow`, details: () => `, ${shownSlowest(slow, toBeServed)}` },
    { of: failed, verb: "failed", details: () => ` (${shownFailures(failed)})` },
    { of: limited, verb: `${were(limited)} answered 429`, details: () => "" },
  ].filter(({ of }) => of.length > 0);
  const ofRequests = kinds.map(({ of, verb, details }, at) => ({
    shown: `${of.length} ${at === 0 ? `of ${sent.length}${where} ` : ""}${verb}`,
    details: details(),
  }));
  const ofSubmissions = `${lost.length} of ${followed.length} accepted submissions whose status was read had none`;
  return lost.length === 0 ? ofRequests : [...ofRequests, { shown: ofSubmissions, details: "" }];
}

const were = ({ length }: readonly Exchange[]) => (length === 1 ? "was" : "were");

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
  const whose = shownOperation(slow) ?? `most often ${operation}`;
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
