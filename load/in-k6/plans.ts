/** The scenarios: what each claims and needs, and about how much it sends. Pure: the launcher reads forecasts here, too. */
import type { Environment, Role } from "./environment.ts";
import {
  authPhases,
  type FloodPhases,
  isolationPhases,
  limitOf,
  recoverySeconds,
  resetCount,
  rounds,
  spikeShape,
  steadyRate,
  steadySeconds,
  submissionCount,
} from "./shapes.ts";

export const scenarioNames = ["limit", "isolation", "recovery", "steady", "flow", "spike", "auth"] as const;
export type ScenarioName = (typeof scenarioNames)[number];
export const isScenarioName = (name: string): name is ScenarioName =>
  (scenarioNames as readonly string[]).includes(name);

export interface Plan {
  /** What the scenario judges, as a sentence without a full stop. */
  readonly claim: string;
  /** Without these it cannot run. */
  readonly requiredRoles: readonly Role[];
  /** With these it judges more. */
  readonly optionalRoles: readonly Role[];
  /** It judges nothing if rate limiting is switched off. */
  readonly requiresLimit: boolean;
  /** It sends POST, and PUT with what it has read. */
  readonly writes: boolean;
  /** For a target that conforms, from a fresh window. `latencySeconds`: how long one response takes. */
  forecast(environment: Environment, latencySeconds?: number): Forecast;
}

export interface Forecast {
  /** About how many requests, in total. */
  readonly requests: number;
  /** About how long it takes. */
  readonly seconds: number;
}

/** The most requests that `setup` sends. */
const setupRequests = 10;
/** A submission with the reads of its status, on average. */
const requestsOfSubmission = 3.7;
/** Slower responses are awaited several at a time. */
const maxLatencySeconds = 0.025;
/** About how many requests each crossing sends beyond the limit. */
const requestsBeyond = { limit: 32, recovery: 2 };

/**
 * Each process crosses the limit `rounds` times. In `limit` it waits for a fresh window before each crossing, so that the processes
 * cross one after the other, and it does not wait after the last one. In `recovery` they cross mostly together, once more in all.
 */
function forecastOfCrossings(
  name: "limit" | "recovery",
  environment: Environment,
  rounds: number,
  latencySeconds = maxLatencySeconds,
): Forecast {
  const { instances } = environment;
  const { limit } = limitOf(environment);
  const crossings = name === "limit" || instances === 1 ? instances * rounds : rounds + 1;
  const waits = name === "limit" ? crossings - 1 : crossings;
  return {
    requests: instances * setupRequests + crossings * (limit + requestsBeyond[name]),
    seconds:
      1 +
      waits * recoverySeconds(limitOf(environment)) +
      crossings * Math.min(latencySeconds, maxLatencySeconds) * limit,
  };
}

const forecastOf = ({ rounds, besideSeconds, seconds, rate, floodRate }: FloodPhases): Forecast => ({
  requests: setupRequests + Math.ceil(seconds * rate + rounds * besideSeconds * floodRate),
  seconds: 2 + seconds,
});

export const plans: Readonly<Record<ScenarioName, Plan>> = {
  limit: {
    claim:
      "One organization's limit is crossed by one key, and by several keys, a session and all methods together: 429 comes when it must and not before, and every response carries the headers",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2", "SESSION_A"],
    requiresLimit: true,
    writes: true,
    forecast: (environment, latencySeconds) => {
      const { requests, seconds } = forecastOfCrossings("limit", environment, rounds(environment), latencySeconds);
      return { requests, seconds: Math.max(environment.durationSeconds ?? 0, seconds) };
    },
  },
  isolation: {
    claim:
      "While one organization floods, another goes on within its limit: it is not answered 429, and its latency stays within the stated ratio of what it was before",
    requiredRoles: ["KEY_A", "KEY_B"],
    optionalRoles: ["KEY_A2"],
    requiresLimit: true,
    writes: false,
    forecast: (environment) => forecastOf(isolationPhases(environment)),
  },
  recovery: {
    claim: "After each reset of the window, for several windows, an organization that was rejected is served again",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B"],
    requiresLimit: true,
    writes: false,
    forecast: (environment, latencySeconds) =>
      forecastOfCrossings("recovery", environment, resetCount(environment), latencySeconds),
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
      const requests = Math.ceil(requestsOfSubmission * submissionCount(environment));
      const { limit, windowSeconds } = limitOf(environment);
      return {
        requests: setupRequests + organizations * requests,
        seconds: Math.max(environment.durationSeconds ?? 0, 1 + Math.ceil(requests / limit - 1) * windowSeconds),
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
  auth: {
    claim:
      "A flood of unknown, expired and denied credentials is answered 401 or 403 with an error body and the headers; beside it a valid key is served, only its own requests take from its limit, and its latency stays within the stated ratio of what it was before",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B", "EXPIRED_A", "DENIED_A"],
    requiresLimit: true,
    writes: false,
    forecast: (environment) => forecastOf(authPhases(environment)),
  },
};
