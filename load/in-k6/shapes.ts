/** The shapes of the scenarios: how much, how fast and how long they send. Pure. */
import { type RateLimit, recoveryMs, standardTier } from "../../conformance/model/rate-limit.ts";
import type { Environment } from "./environment.ts";
import type { Stage } from "./stages.ts";

/** k6 judges sequence laws over at most this many exchanges, because more take it too long; the launcher judges any number. */
export const maxExchanges = 5000;

/** k6 takes seconds to read a history of this many exchanges, and minutes to read a much longer one. */
export const maxRead = 3 * maxExchanges;

export const limitOf = ({ rateLimit }: Environment) => rateLimit ?? standardTier;

/** After this time without requests every legal limiter but one serves an organization again (§8); somewhat longer, because clocks differ. */
export const recoverySeconds = (rateLimit: RateLimit) => recoveryMs(rateLimit) / 1000 + 0.1;

/** How many recoveries the duration allows. */
const recoveriesIn = (environment: Environment) =>
  Math.ceil((environment.durationSeconds ?? 0) / recoverySeconds(limitOf(environment)));

/** One request too many is a failure only if it happens twice. With this many rounds of `limit`, requests are sent one by one in two of them. */
export const roundsUntilRecurring = 3;

/** The shortest `--duration`, in whole seconds, with which `limit` has so many rounds. */
export const secondsUntilRecurring = (rateLimit: RateLimit) =>
  Math.floor((roundsUntilRecurring - 1) * recoverySeconds(rateLimit)) + 1;

/** In longer windows a run takes so many rounds only if `--duration` asks for them. */
const maxWaitSeconds = 10;
/** A response hardly takes less time in k6. */
const minLatencyMs = 2;

/** Whether a round more costs little, and the limit can be used up before a limiter may give one request back. */
const isRecurrenceCheap = ({ limit, windowSeconds }: RateLimit) =>
  windowSeconds <= maxWaitSeconds && minLatencyMs * limit < (1000 * windowSeconds) / limit;

/** How often `limit` exceeds the limit: in turn with one key, and with all kinds of requests concurrently. */
export const rounds = (environment: Environment) =>
  Math.max(isRecurrenceCheap(limitOf(environment)) ? roundsUntilRecurring : 2, recoveriesIn(environment));

/**
 * Whether more requests would not exceed the limit either: none was rejected in three windows, or in two in which more than twice the
 * limit was sent.
 */
export const cannotExceed = ({ limit, windowSeconds }: RateLimit, sent: number, elapsedMs: number): boolean =>
  elapsedMs > (sent > 2 * limit ? 2 : 3) * windowSeconds * 1000;

/** The part of the limit that requests before the script may have used, because `steady` needs the rest. */
export const maxPartBefore = 0.1;

/** The number of concurrent senders for each of the four kinds of request in `limit`: a third of the limit, from 3 to 30. */
export const sendersOfEachKind = (limit: number) => Math.max(3, Math.min(30, Math.ceil(limit / 3)));

/** How many resets of the window `recovery` waits for. */
export const resetCount = (environment: Environment) =>
  environment.durationSeconds === undefined ? 3 : Math.max(1, recoveriesIn(environment));

/** How many requests are sent concurrently to exceed a limit, unless it is so large that more are needed. */
export const maxConcurrent = 8;

/**
 * How many requests `recovery` sends beyond the limit before its last pause, which lasts two windows: more than two windows allow, so that
 * it shows whether rejected requests use up later windows. None if the limit is large, or if no other key can show that it is not a limit on
 * the address.
 */
export function rejectedOnPurpose(environment: Environment): number {
  const { instances, tokens } = environment;
  const { limit } = limitOf(environment);
  if (instances > 1 || tokens.KEY_B === undefined || resetCount(environment) < 2 || limit > 400) return 0;
  return Math.ceil(2.5 * limit);
}

/** How long `steady` keeps an organization just below its limit: for two windows at least, since one never shows more than the limit. */
export const steadySeconds = (environment: Environment) => {
  const { windowSeconds } = limitOf(environment);
  return Math.max(2 * windowSeconds, environment.durationSeconds ?? 3 * windowSeconds);
};

/** Requests a second that stay just below the limit in every window, also together with the first request. */
export const steadyRate = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  return environment.rate ?? (0.9 * Math.max(1, limit - 3)) / windowSeconds;
};

/** With a smaller part of these requests, `steady` would miss a limit that is half as high as the declared one. */
export const minSteadyPart = 0.6;

/** In each round a caller sends `quietSeconds` alone, and then `floodSeconds` during a flood. */
export interface FloodPhases {
  readonly rounds: number;
  readonly quietSeconds: number;
  readonly floodSeconds: number;
  /** The duration of all rounds together. */
  readonly seconds: number;
  /** Requests a second of the caller, and of the flood. */
  readonly rate: number;
  readonly floodRate: number;
}

/** `minSeconds`: the shortest quiet phase and the shortest flood, given the caller's requests a second in one process. */
function floodPhases(environment: Environment, minSeconds: (rate: number) => number): FloodPhases {
  const { limit, windowSeconds } = limitOf(environment);
  const rate = Math.min(20, (0.6 * limit) / windowSeconds);
  const min = minSeconds(rate / environment.instances);
  const phases = {
    rounds: 2,
    quietSeconds: Math.max(2, windowSeconds / 4, min),
    floodSeconds: Math.max(1, (environment.durationSeconds ?? Math.max(6, windowSeconds)) / 2, min),
    rate,
    floodRate: environment.rate ?? Math.min(200, Math.max(minFlood, Math.ceil((5 * limit) / windowSeconds))),
  };
  return { ...phases, seconds: phases.rounds * (phases.quietSeconds + phases.floodSeconds) };
}

/** Fewer requests a second are not a flood. */
const minFlood = 30;

/** The smallest rate of a flood that tests the claim: the flood of `isolation` must exceed the limit. */
export function minFloodRate(name: "isolation" | "auth", environment: Environment): number {
  return name === "auth" ? minFlood : Math.max(minFlood, rateBeyondLimit(environment, isolationPhases(environment)));
}

/** The flood exceeds the limit. For a large limit it lasts longer, so that it need not be as fast. */
export function isolationPhases(environment: Environment): FloodPhases {
  const phases = floodPhases(environment, (rate) => 4 / rate);
  if (1.2 * rateBeyondLimit(environment, phases) <= phases.floodRate) return phases;
  const { windowSeconds } = limitOf(environment);
  const longest = Math.max(phases.floodSeconds, environment.durationSeconds === undefined ? windowSeconds : 0);
  const longer = { ...phases, floodSeconds: longest, seconds: phases.rounds * (phases.quietSeconds + longest) };
  return { ...longer, floodRate: environment.rate ?? Math.ceil(1.2 * rateBeyondLimit(environment, longer)) };
}

/** The requests a second that exceed the limit within one flood, even if the limit is refilled meanwhile. */
function rateBeyondLimit(environment: Environment, { floodSeconds }: FloodPhases): number {
  const { limit, windowSeconds } = limitOf(environment);
  return limit / floodSeconds + limit / windowSeconds;
}

/** With fewer responses before the flood `auth` does not compare latencies. */
export const minLatencies = 20;

/** A phase lasts somewhat longer than `minLatencies` requests, but at most a minute: under a very small limit latencies are not compared. */
export const authPhases = (environment: Environment) =>
  floodPhases(environment, (rate) => Math.min(60, 0.5 + (1.2 * minLatencies) / rate));

/** How many submissions `flow` sends for each organization: so few that the limit also allows the reads of their statuses. */
export const submissionCount = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  const windows = Math.max(1, Math.ceil((environment.durationSeconds ?? 0) / windowSeconds));
  return windows * Math.max(2, Math.min(100, Math.floor(0.3 * limit)));
};

/** The limit that `spike` needs; undefined if the declared limit is high enough or switched off. */
export function missingSpikeLimit(environment: Environment): number | undefined {
  const { rateLimit } = environment;
  if (rateLimit === null) return undefined;
  const { maxRequests, maxPerSecond } = spikeShape(environment);
  const inWindow =
    Math.ceil(Math.min(maxRequests, maxPerSecond * (rateLimit.windowSeconds + 1))) + 20 + firstSubmissions;
  return rateLimit.limit < inWindow ? inWindow : undefined;
}

/** How many submissions the setup of `spike` sends: a virtual user reads a status of its own only when all others have sent, too. */
export const firstSubmissions = 10;

/** How many statuses a second `spike` reads as soon as the grace period of their submissions has ended. */
const sampledPerSecond = 2;
/** The status of at most this share of the submissions is read then. */
const maxSampledShare = 1 / 4;
/** About every sixth request of `spike` is a submission. */
const submittedShare = 1 / 6;
/** k6 waits for no more than 30 s for what virtual users do at the end. */
const maxSampledGraceMs = 20_000;

/**
 * The share of submissions whose status `spike` reads then, by the seconds since its beginning. None where its users send in turn: while they
 * wait, they would not send.
 */
export function sampledShare(environment: Environment): (elapsedSeconds: number) => number {
  const { isRate, stages } = spikeShape(environment);
  if (!isRate || environment.graceMs > maxSampledGraceMs) return () => 0;
  return (elapsedSeconds) =>
    Math.min(maxSampledShare, sampledPerSecond / (submittedShare * rateAt(stages, elapsedSeconds)));
}

/** In each stage the rate changes evenly from that of the stage before. */
function rateAt(stages: readonly Stage[], elapsedSeconds: number): number {
  let before = 0;
  let begin = 0;
  for (const { seconds, target } of stages) {
    if (elapsedSeconds < begin + seconds) return before + ((target - before) * (elapsedSeconds - begin)) / seconds;
    begin += seconds;
    before = target;
  }
  return before;
}

/** How many virtual users k6 starts beforehand, at most: each takes memory. */
const maxStartedUsers = 1000;

/**
 * The stages of `spike`, of virtual users or, with a rate, of requests a second; how long a virtual user pauses after a request; and how
 * many k6 starts before it sends.
 */
export function spikeShape(environment: Environment) {
  const { durationSeconds: plateauSeconds = 5, rate, users = 40 } = environment;
  const stagesTo = (target: number, isRate: boolean) => [
    { seconds: 1, target, isRate },
    { seconds: plateauSeconds, target, isRate },
    ...(isRate ? [] : [{ seconds: 1, target: 0, isRate }]),
  ];
  const stages = environment.stages ?? stagesTo(rate ?? users, rate !== undefined);
  const isRate = stages.some((stage) => stage.isRate);
  const seconds = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  // In each stage the number changes evenly from that of the stage before.
  const total = stages.reduce(
    (sum, stage, at) => sum + (stage.seconds * (stage.target + (stages[at - 1]?.target ?? 0))) / 2,
    0,
  );
  const max = Math.max(...stages.map((stage) => stage.target));
  const common = { stages, isRate, seconds };
  if (isRate) {
    // Enough that k6 sends at the rate though the target does not answer for two seconds: k6 drops an iteration for which no user is free.
    const startedUsers = Math.min(maxStartedUsers, Math.max(20, Math.ceil(2 * max)));
    return { ...common, pauseSeconds: 0, maxPerSecond: max, maxRequests: Math.ceil(total), startedUsers };
  }
  const pauseSeconds = 0.2;
  // Each user sends its first request without a pause before it.
  const maxRequests = Math.ceil(total / pauseSeconds) + max;
  return { ...common, pauseSeconds, maxPerSecond: max / pauseSeconds, maxRequests, startedUsers: max };
}
