/** How much, how fast and how long the scenarios send. Pure. */
import { type RateLimit, standardTier } from "../../conformance/model/check.ts";
import type { Environment } from "./environment.ts";

/** More exchanges than these take k6 too long to judge in their order: only the launcher does. */
export const maxExchanges = 5000;

export const limitOf = ({ rateLimit }: Environment) => rateLimit ?? standardTier;

/** After this many seconds without requests every legal limiter but one serves an organization again (§8). */
export const recoverySeconds = ({ limit, windowSeconds }: RateLimit) => windowSeconds * (1 + 2 / limit) + 0.1;

/** How many recoveries the duration has room for. */
const recoveriesIn = (environment: Environment) =>
  Math.ceil((environment.durationSeconds ?? 0) / recoverySeconds(limitOf(environment)));

/** How often the limit is crossed: by one key, and by all kinds of requests concurrently, in turn. */
export const crossings = (environment: Environment) => Math.max(2, recoveriesIn(environment));

/** How many resets of the window are watched. */
export const resetCount = (environment: Environment) =>
  environment.durationSeconds === undefined ? 3 : Math.max(1, recoveriesIn(environment));

/** Seconds that an organization is kept just below its limit. */
export const steadySeconds = (environment: Environment) =>
  environment.durationSeconds ?? 3 * limitOf(environment).windowSeconds;

/** Requests a second that stay just below the limit in every window, with room for the first request. */
export const steadyRate = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  return (0.9 * Math.max(1, limit - 3)) / windowSeconds;
};

/** A caller alone, then beside a flood, again and again. */
export interface FloodPhases {
  readonly rounds: number;
  /** Of each round. */
  readonly aloneSeconds: number;
  readonly besideSeconds: number;
  /** Of all rounds. */
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
    floodRate: Math.min(200, Math.max(30, Math.ceil((5 * limit) / windowSeconds))),
  };
  return { ...phases, seconds: phases.rounds * (phases.aloneSeconds + phases.besideSeconds) };
}

/** A small limit admits few requests. */
export const isolationPhases = (environment: Environment) => floodPhases(environment, (rate) => 4 / rate);

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

/** The limit that a spike stays below; undefined where none is enforced, or the one that is suffices. */
export function missingSpikeLimit(environment: Environment): number | undefined {
  const { rateLimit } = environment;
  if (rateLimit === null) return undefined;
  const { maxRequests, seconds } = spikeShape(environment);
  const inWindow = Math.ceil(maxRequests * Math.min(1, rateLimit.windowSeconds / seconds)) + 20;
  return rateLimit.limit < inWindow ? inWindow : undefined;
}

/** The virtual users at the top, the seconds up, at the top and down, and how long each user pauses after a request. */
export const spikeShape = (environment: Environment) => {
  const top = environment.durationSeconds ?? 5;
  const shape = { users: 40, upSeconds: 1, topSeconds: top, downSeconds: 1, pauseSeconds: 0.2 };
  const seconds = shape.upSeconds + top + shape.downSeconds;
  return { ...shape, seconds, maxRequests: Math.ceil((shape.users * seconds) / shape.pauseSeconds) };
};
