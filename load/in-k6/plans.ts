/** The six scenarios: what each claims and needs, and about how much it sends. Pure: the launcher reads forecasts here, too. */
import type { RateLimit } from "../../conformance/model/check.ts";
import type { Environment, Role } from "./environment.ts";

export const scenarioNames = ["limit", "isolation", "recovery", "steady", "flow", "spike"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Plan {
  /** What the scenario judges, as a sentence without a full stop. */
  readonly claim: string;
  /** Without these it cannot run. */
  readonly requiredRoles: readonly Role[];
  /** With these it judges more. */
  readonly optionalRoles: readonly Role[];
  /** It judges nothing where rate limiting is switched off. */
  readonly requiresLimit: boolean;
  /** It sends POST, and PUT with what it has read. */
  readonly writes: boolean;
  /** For a target that conforms, from a fresh window. */
  forecast(environment: Environment): Forecast;
}

export interface Forecast {
  /** About how many requests, in total. */
  readonly requests: number;
  /** About how long it takes. */
  readonly seconds: number;
}

/** The most that `setup` sends. */
const setupRequests = 10;

const standardTier: RateLimit = { limit: 100, windowSeconds: 60 };
const limitOf = ({ rateLimit }: Environment) => rateLimit ?? standardTier;

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

/** How often the neighbour is alone, then beside a flood, how many seconds each, and the requests a second of both. */
export const isolationPhases = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  const rate = Math.min(20, (0.6 * limit) / windowSeconds);
  // A small limit admits few requests, and each of several processes sends only its part of them.
  const minSeconds = (4 * environment.instances) / rate;
  const phases = {
    rounds: 2,
    aloneSeconds: Math.max(2, windowSeconds / 4, minSeconds),
    besideSeconds: Math.max(1, (environment.durationSeconds ?? Math.max(6, windowSeconds)) / 2, minSeconds),
    rate,
    floodRate: Math.min(200, Math.max(30, Math.ceil((5 * limit) / windowSeconds))),
  };
  return { ...phases, seconds: phases.rounds * (phases.aloneSeconds + phases.besideSeconds) };
};

/** How many submissions each organization sends: each can be followed within the limit. */
export const submissionCount = (environment: Environment) => {
  const { limit, windowSeconds } = limitOf(environment);
  const windows = Math.max(1, Math.ceil((environment.durationSeconds ?? 0) / windowSeconds));
  return windows * Math.max(2, Math.min(100, Math.floor(0.3 * limit)));
};

/** The virtual users at the top, the seconds up, at the top and down, and how long each user pauses after a request. */
export const spikeShape = (environment: Environment) => {
  const top = environment.durationSeconds ?? 5;
  const shape = { users: 40, upSeconds: 1, topSeconds: top, downSeconds: 1, pauseSeconds: 0.2 };
  const seconds = shape.upSeconds + top + shape.downSeconds;
  return { ...shape, seconds, maxRequests: Math.ceil((shape.users * seconds) / shape.pauseSeconds) };
};

export const plans: Readonly<Record<ScenarioName, Plan>> = {
  limit: {
    claim:
      "One organization's limit is crossed by one key, and by several keys, a session and all methods together: 429 comes when it must and not before, and every response carries the headers",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2", "SESSION_A"],
    requiresLimit: true,
    writes: true,
    forecast: (environment) => {
      const { limit } = limitOf(environment);
      return {
        requests: setupRequests + crossings(environment) * Math.ceil(1.2 * limit + 40),
        seconds: 2 + crossings(environment) * (recoverySeconds(limitOf(environment)) + 0.02 * limit),
      };
    },
  },
  isolation: {
    claim:
      "While one organization floods, another goes on within its limit: it is not answered 429, and its latency stays within the stated ratio of what it was before",
    requiredRoles: ["KEY_A", "KEY_B"],
    optionalRoles: ["KEY_A2"],
    requiresLimit: true,
    writes: false,
    forecast: (environment) => {
      const { rounds, besideSeconds, seconds, rate, floodRate } = isolationPhases(environment);
      return {
        requests: setupRequests + Math.ceil(seconds * rate + rounds * besideSeconds * floodRate),
        seconds: 2 + seconds,
      };
    },
  },
  recovery: {
    claim: "After each reset of the window, for several windows, an organization that was refused is served again",
    requiredRoles: ["KEY_A"],
    optionalRoles: [],
    requiresLimit: true,
    writes: false,
    forecast: (environment) => ({
      requests: setupRequests + resetCount(environment) * (limitOf(environment).limit + 10),
      seconds:
        2 + resetCount(environment) * (recoverySeconds(limitOf(environment)) + 0.01 * limitOf(environment).limit),
    }),
  },
  steady: {
    claim:
      "Just below its limit, for long, an organization is never answered 429, and X-RateLimit-Remaining stays consistent",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2"],
    requiresLimit: true,
    writes: false,
    forecast: (environment) => ({
      requests: setupRequests + Math.ceil(steadySeconds(environment) * steadyRate(environment)),
      seconds: 1 + steadySeconds(environment),
    }),
  },
  flow: {
    claim:
      "Many submissions, as fast as the limit allows, each followed to its status: their ids are unique, none is lost, and the time in the queue is reported as a distribution",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B"],
    requiresLimit: false,
    writes: true,
    forecast: (environment) => {
      const organizations = environment.tokens.KEY_B === undefined ? 1 : 2;
      const requests = 4 * submissionCount(environment);
      const { limit, windowSeconds } = limitOf(environment);
      return {
        requests: setupRequests + organizations * requests,
        seconds: environment.rateLimit === null ? 15 : 5 + Math.ceil((requests / limit) * windowSeconds),
      };
    },
  },
  spike: {
    claim:
      "From no virtual users to many in a second, on a server whose limit is raised for it, every request is answered as a single one is: no 5xx, no lost connection, no 429, no other organization's data",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2", "KEY_B"],
    requiresLimit: false,
    writes: true,
    forecast: (environment) => ({
      requests: setupRequests + spikeShape(environment).maxRequests,
      seconds: 1 + spikeShape(environment).seconds,
    }),
  },
};
