/** §8: the unit of the reset header, and the largest sizes that were accepted. */
import { isAnswered } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { integerHeader } from "../model/rate-limit-headers.ts";
import { countedErrors } from "./counted-errors.ts";
import { distinct } from "./format.ts";
import type { ObservedChoices, Observer, TargetProperties } from "./observer.ts";
import { isChoice, isList, shownObjects } from "./reading.ts";

/** Units of times since the epoch, in ms. They differ by a factor of 1000, so a wrong clock does not confuse them. */
const epochUnits = [
  { unit: "seconds since the epoch", ms: 1000 },
  { unit: "milliseconds since the epoch", ms: 1 },
  { unit: "microseconds since the epoch", ms: 1e-3 },
  { unit: "nanoseconds since the epoch", ms: 1e-6 },
] as const;

interface Reset {
  readonly exchange: Exchange;
  readonly value: number;
  /** Undefined if the value is no time since the epoch. Then it is a duration, or of an unknown meaning. */
  readonly unit: string | undefined;
}

function resetOf(exchange: Exchange): Reset | undefined {
  const text = exchange.header("X-RateLimit-Reset")?.trim() ?? "";
  const value = Number(text);
  // In every unit, 0 means that there is nothing to wait for.
  if (text === "" || !Number.isFinite(value) || value === 0) return undefined;
  const unit = epochUnits.find(({ ms }) => Math.abs((value * ms) / exchange.receivedAt - 1) < 0.2)?.unit;
  return { exchange, value, unit };
}

/** The unit of durations, by the largest one: if it fits into the window as seconds, the unit is seconds. */
function durationUnit(values: readonly number[], { rateLimit }: TargetProperties): string {
  const seconds = rateLimit?.windowSeconds ?? 60;
  const largest = Math.max(...values.map(Math.abs));
  if (new Set(values).size === 1 && values.length > 1) return `always ${values[0]}`;
  if (largest <= seconds * 1.1 + 1) return "seconds until the reset";
  return largest <= seconds * 1100 + 1000 ? "milliseconds until the reset" : unknownUnit;
}

const unknownUnit = "numbers in an unknown unit";

function resetUnits(exchanges: readonly Exchange[], properties: TargetProperties): ObservedChoices {
  const resets = exchanges.filter(isAnswered).flatMap((exchange) => resetOf(exchange) ?? []);
  const durations = resets.filter(({ unit }) => unit === undefined).map(({ value }) => value);
  const unitOfDurations = durations.length === 0 ? "" : durationUnit(durations, properties);
  // Some durations in an unknown unit, such as nanoseconds, look like a time since the epoch.
  const isUnknown = unitOfDurations === unknownUnit;
  const units = resets.map((reset) => ({ ...reset, unit: isUnknown ? unknownUnit : (reset.unit ?? unitOfDurations) }));
  // A gateway that answers instead of the service may use another unit, so only successes are compared.
  const served = units.filter(({ exchange }) => exchange.kind === "api-key" && exchange.isSuccess);
  const [first] = served;
  const other = served.find(({ unit }) => unit !== first?.unit);
  const choices = distinct(units.map(({ unit }) => unit));
  if (first === undefined || other === undefined) return { choices };
  const shown = [first, other].map(({ unit, value, exchange }) => `${unit} (${value}, exchange ${exchange.index})`);
  return { choices, contradiction: `X-RateLimit-Reset is given in ${shown.join(", and in ")}` };
}

const bytesOf = ({ request }: Exchange) => new TextEncoder().encode(request.body).length;

const largest = (exchanges: readonly Exchange[], sizeOf: (exchange: Exchange) => number): Exchange | undefined =>
  exchanges.filter((exchange) => sizeOf(exchange) > 0).sort((a, b) => sizeOf(b) - sizeOf(a))[0];

const otherTiers: Observer = {
  clause: "limit.other-tiers",
  unobserved: "no request with an API key was answered",
  observe(exchanges) {
    const answers = exchanges.filter(isChoice);
    const limits = answers
      .filter(({ kind }) => kind === "api-key")
      .flatMap((exchange) => integerHeader(exchange, "X-RateLimit-Limit") ?? []);
    const list = largest(answers.filter(isList), (exchange) => shownObjects(exchange).length);
    const successes = answers.filter(({ isSuccess }) => isSuccess);
    const accepted = largest(successes, bytesOf);
    const tooLarge = answers.filter(({ status }) => status === 413).map(bytesOf);
    return {
      choices: [
        ...distinct(limits.map((limit) => `X-RateLimit-Limit ${limit}`)),
        ...(list === undefined ? [] : [`a list of ${shownObjects(list).length} (${list.operation})`]),
        ...(accepted === undefined ? [] : [`a body of ${bytesOf(accepted)} bytes was accepted`]),
        ...(tooLarge.length === 0 ? [] : [`a body of ${Math.min(...tooLarge)} bytes was rejected as too large`]),
      ],
    };
  },
};

export const limitObservers: readonly Observer[] = [
  {
    clause: "limit.reset-unit",
    unobserved: "no response had a numeric X-RateLimit-Reset other than 0",
    observe: resetUnits,
  },
  countedErrors,
  otherTiers,
];
