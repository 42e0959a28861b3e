/** How much, how fast and how long the scenarios send. Pure. */
import { type RateLimit, recoveryMs, standardTier } from "../../conformance/model/rate-limit.ts";
import type { Environment } from "./environment.ts";

/** More exchanges than these take k6 too long to judge in their order: only the launcher does. */
export const maxExchanges = 5000;

export const limitOf = ({ rateLimit }: Environment) => rateLimit ?? standardTier;

/** How long scenarios send nothing, so that every legal limiter but one serves an organization again (§8); somewhat longer, as clocks differ. */
export const recoverySeconds = (rateLimit: RateLimit) => recoveryMs(rateLimit) / 1000 + 0.1;

/** How many recoveries the duration has room for. */
const recoveriesIn = (environment: Environment) =>
  Math.ceil((environment.durationSeconds ?? 0) / recoverySeconds(limitOf(environment)));

/** How often the limit is exceeded: by one key, and by all kinds of requests concurrently, in turn. */
export const rounds = (environment: Environment) => Math.max(2, recoveriesIn(environment));

/** How many resets of the window are watched. */
export const resetCount = (environment: Environment) =>
  environment.durationSeconds === undefined ? 3 : Math.max(1, recoveriesIn(environment));

/** Seconds that an organization is kept just below its limit. */
export const steadySeconds = (environment: Environment) =>
  environment.durationSeconds ?? 3 * limitOf(environment).windowSeconds;

/** Requests a second that stay just below the limit in every window, with room for the first request. */
export const steadyRate = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  return environment.rate ?? (0.9 * Math.max(1, limit - 3)) / windowSeconds;
};

/** A smaller part of these requests would not show a limit that is half as high. */
export const minSteadyPart = 0.6;

/** A caller alone, then beside a flood, again and again. */
export interface FloodPhases {
  readonly rounds: number;
  /** In each round. */
  readonly aloneSeconds: number;
  readonly besideSeconds: number;
  /** In all rounds together. */
  readonly seconds: number;
  /** Requests a second: of the caller, and of the flood. */
  readonly rate: number;
  readonly floodRate: number;
}

/** `minSeconds`: how long the caller is alone, and beside the flood, at least, given its requests a second. */
function floodPhases(environment: Environment, minSeconds: (rate: number) => number): FloodPhases {
  const { limit, windowSeconds } = limitOf(environment);
  // Each of several processes sends only its part of them.
  const rate = Math.min(20, (0.6 * limit) / windowSeconds);
  const min = minSeconds(rate / environment.instances);
  const phases = {
    rounds: 2,
    aloneSeconds: Math.max(2, windowSeconds / 4, min),
    besideSeconds: Math.max(1, (environment.durationSeconds ?? Math.max(6, windowSeconds)) / 2, min),
    rate,
    floodRate: environment.rate ?? Math.min(200, Math.max(minFlood, Math.ceil((5 * limit) / windowSeconds))),
  };
  return { ...phases, seconds: phases.rounds * (phases.aloneSeconds + phases.besideSeconds) };
}

/** The requests a second below which nothing counts as a flood. */
const minFlood = 30;

/** The smallest flood that shows what `isolation` or `auth` claims: that of `isolation` is to exceed the limit. */
export function minFloodRate(name: "isolation" | "auth", environment: Environment): number {
  return name === "auth" ? minFlood : Math.max(minFlood, rateBeyondLimit(environment, isolationPhases(environment)));
}

/** A small limit admits few requests. The flood exceeds any limit; that of a large one is longer, so that it need not be as fast. */
export function isolationPhases(environment: Environment): FloodPhases {
  const phases = floodPhases(environment, (rate) => 4 / rate);
  if (1.2 * rateBeyondLimit(environment, phases) <= phases.floodRate) return phases;
  const { windowSeconds } = limitOf(environment);
  const longest = Math.max(phases.besideSeconds, environment.durationSeconds === undefined ? windowSeconds : 0);
  const longer = { ...phases, besideSeconds: longest, seconds: phases.rounds * (phases.aloneSeconds + longest) };
  return { ...longer, floodRate: environment.rate ?? Math.ceil(1.2 * rateBeyondLimit(environment, longer)) };
}

/** The requests a second that exceed the limit within one flood, even if it is refilled meanwhile. */
function rateBeyondLimit(environment: Environment, { besideSeconds }: FloodPhases): number {
  const { limit, windowSeconds } = limitOf(environment);
  return limit / besideSeconds + limit / windowSeconds;
}

/** With fewer responses before the flood the valid key's latency is not compared. */
export const minLatencies = 20;

/** Somewhat longer than `minLatencies` take, and no longer than a minute: a smaller limit leaves the latency undecided. */
export const authPhases = (environment: Environment) =>
  floodPhases(environment, (rate) => Math.min(60, 0.5 + (1.2 * minLatencies) / rate));

/** How many submissions each organization sends: each can be followed within the limit. */
export const submissionCount = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  const windows = Math.max(1, Math.ceil((environment.durationSeconds ?? 0) / windowSeconds));
  return windows * Math.max(2, Math.min(100, Math.floor(0.3 * limit)));
};

/** The limit that a spike needs to stay below it; undefined if none is enforced, or the declared one is high enough. */
export function missingSpikeLimit(environment: Environment): number | undefined {
  const { rateLimit } = environment;
  if (rateLimit === null) return undefined;
  const { maxRequests, maxPerSecond } = spikeShape(environment);
  const inWindow = Math.ceil(Math.min(maxRequests, maxPerSecond * (rateLimit.windowSeconds + 1))) + 20;
  return rateLimit.limit < inWindow ? inWindow : undefined;
}

/** How many requests each visit of a spike sends, on average: one in four is a submission, whose status is read twice. */
export const requestsOfVisit = 1.5;

/** The stages of a spike's virtual users; or, with a rate, of its requests a second; and how long each user pauses after a request. */
export function spikeShape(environment: Environment) {
  const { durationSeconds: top = 5, rate, users = 40 } = environment;
  const ends = (target: number, down: number) => [
    { seconds: 1, users: target },
    { seconds: top, users: target },
    ...(down === 0 ? [] : [{ seconds: down, users: 0 }]),
  ];
  const stages = environment.stages ?? (rate === undefined ? ends(users, 1) : ends(rate, 0));
  const seconds = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  // Each stage goes evenly from the one before to its own number.
  const total = stages.reduce(
    (sum, stage, at) => sum + (stage.seconds * (stage.users + (stages[at - 1]?.users ?? 0))) / 2,
    0,
  );
  const max = Math.max(...stages.map((stage) => stage.users));
  if (rate !== undefined) return { stages, seconds, pauseSeconds: 0, maxPerSecond: max, maxRequests: Math.ceil(total) };
  const pauseSeconds = 0.2;
  // Each user sends its first request without a pause before it.
  const maxRequests = Math.ceil(total / pauseSeconds) + max;
  return { stages, seconds, pauseSeconds, maxPerSecond: max / pauseSeconds, maxRequests };
}
