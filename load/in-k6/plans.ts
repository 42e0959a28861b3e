/** The scenarios: what each claims and needs, and a forecast of its requests. Pure: the launcher uses it, too. */
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import type { Environment, Role } from "./environment.ts";
import {
  authPhases,
  type FloodPhases,
  firstSubmissions,
  isolationPhases,
  limitOf,
  maxConcurrent,
  maxPartBefore,
  recoverySeconds,
  rejectedOnPurpose,
  resetCount,
  rounds,
  sampledShare,
  sendersOfEachKind,
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
  /** A sentence without a full stop. */
  readonly claim: string;
  /** The scenario cannot run without these. */
  readonly requiredRoles: readonly Role[];
  /** The scenario judges more with these. */
  readonly optionalRoles: readonly Role[];
  /** Whether the scenario needs a target with a rate limit. */
  readonly requiresLimit: boolean;
  /** The operations that the scenario may send after `setup`. */
  readonly sends: readonly OperationId[];
  /** Whether the scenario sends POST, or PUT with values that it has read before. */
  readonly writes: boolean;
  /** For a target that conforms, from a fresh window. `latencySeconds`: the latency of one response. */
  forecast(environment: Environment, latencySeconds?: number): Forecast;
}

export interface Forecast {
  readonly requests: number;
  readonly seconds: number;
  /** The requests a second that a flood needs. */
  readonly floodRate?: number;
}

/** The most requests that `setup` sends. */
const setupRequests = 10;
/**
 * The average number of requests for a submission and the reads of its status. To measure it and the other averages here again, compare the
 * forecast that `fpk load NAME` prints with its report.
 */
const requestsOfSubmission = 3.7;
/** About how long k6 takes to start a virtual user, which runs the script anew. */
const secondsOfUser = 0.005;
/** If responses take longer, several requests are sent concurrently: see `sendUntilRejected`. */
const maxLatencySeconds = 0.025;

/** How long one request takes of those that exceed the limit. */
function secondsPerRequest({ limit, windowSeconds }: RateLimit, latencySeconds: number): number {
  const concurrent = Math.max(maxConcurrent, (2 * latencySeconds * limit) / windowSeconds);
  return Math.max(Math.min(latencySeconds, maxLatencySeconds), latencySeconds / concurrent);
}
/**
 * About how many requests are sent beyond the limit in one round, on average. In `limit`, a round with one key sends about 22, and a round
 * with all kinds of requests about 12 for each sender, but no more than the limit.
 */
const requestsBeyond = {
  limit: (limit: number) => (22 + Math.min(limit, 12 * sendersOfEachKind(limit))) / 2,
  recovery: () => 2,
};

/** About how many requests of the organization are sent to learn whose credentials these are. */
const requestsBefore = 4;

/**
 * Each process exceeds the limit `rounds` times. In `limit` it waits for a fresh window before each time, so the processes exceed the
 * limit one after the other, and nobody waits after the last time; every second time it sends so much concurrently that this hardly
 * takes time. The first window is not fresh if the requests before used much of a small limit. In `recovery` they exceed it mostly
 * together, and once more in total.
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
  const isFresh = name === "limit" && requestsBefore <= maxPartBefore * limit;
  const waits = isFresh ? crossings - 1 : crossings;
  const sentOneByOne = name === "limit" ? instances * Math.ceil(rounds / 2) : crossings;
  return {
    requests: instances * setupRequests + crossings * (limit + requestsBeyond[name](limit)),
    seconds:
      1 +
      waits * recoverySeconds(limitOf(environment)) +
      sentOneByOne * secondsPerRequest(limitOf(environment), latencySeconds) * limit +
      secondsAround(latencySeconds),
  };
}

/** About how many virtual users of a flood send at the same time, on average over its duration: k6 starts them one by one. */
const floodUsers = 45;
/** The requests before and after those of the plan, which are sent one after the other. */
const secondsAround = (latencySeconds = 0) => 3 * latencySeconds;
/** How many requests a second a number of senders can send, if each waits for its response. Infinite if the latency is not known. */
const maxRate = (senders: number, latencySeconds = 0) => senders / latencySeconds;

function forecastOfFlood(
  { instances }: Environment,
  { rounds, floodSeconds, seconds, rate, floodRate }: FloodPhases,
  latencySeconds?: number,
): Forecast {
  const ofCaller = Math.min(rate, maxRate(instances, latencySeconds));
  const ofFlood = Math.min(floodRate, maxRate(floodUsers, latencySeconds));
  return {
    requests: setupRequests + Math.ceil(seconds * ofCaller + rounds * floodSeconds * ofFlood),
    seconds: 2 + seconds + secondsAround(latencySeconds),
    floodRate,
  };
}

export const plans: Readonly<Record<ScenarioName, Plan>> = {
  limit: {
    claim:
      "One organization's limit is exceeded by one key, and by several keys, a session and all methods together: 429 comes when it must and not before, and every response carries the headers",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2", "KEY_B", "SESSION_A"],
    requiresLimit: true,
    sends: ["listProducts", "submitFeedback", "updateMe", "listOrganizations", "getMe"],
    writes: true,
    forecast: (environment, latencySeconds) => {
      const { requests, seconds } = forecastOfCrossings("limit", environment, rounds(environment), latencySeconds);
      return { requests, seconds: Math.max(environment.durationSeconds ?? 0, seconds) };
    },
  },
  isolation: {
    claim:
      "While one organization floods, another stays within its limit: it is not answered 429, and its latency stays within the stated ratio of the latency before",
    requiredRoles: ["KEY_A", "KEY_B"],
    optionalRoles: ["KEY_A2"],
    requiresLimit: true,
    sends: ["listProducts"],
    writes: false,
    forecast: (environment, latencySeconds) =>
      forecastOfFlood(environment, isolationPhases(environment), latencySeconds),
  },
  recovery: {
    claim: "After each reset of the window, for several windows, an organization that was rejected is served again",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B"],
    requiresLimit: true,
    sends: ["listProducts"],
    writes: false,
    forecast: (environment, latencySeconds) => {
      const { requests, seconds } = forecastOfCrossings(
        "recovery",
        environment,
        resetCount(environment),
        latencySeconds,
      );
      const rejected = rejectedOnPurpose(environment);
      const rateLimit = limitOf(environment);
      const secondsOfRejected = rateLimit.windowSeconds + rejected * secondsPerRequest(rateLimit, latencySeconds ?? 0);
      return { requests: requests + rejected, seconds: seconds + (rejected > 0 ? secondsOfRejected : 0) };
    },
  },
  steady: {
    claim:
      "An organization that stays just below its limit for a long time is never answered 429, and X-RateLimit-Remaining never falls by more than was sent",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2"],
    requiresLimit: true,
    sends: ["listProducts"],
    writes: false,
    forecast: (environment, latencySeconds) => {
      const rate = Math.min(steadyRate(environment), maxRate(environment.instances, latencySeconds));
      return {
        requests: setupRequests + Math.ceil(steadySeconds(environment) * rate),
        seconds: 1 + steadySeconds(environment) + secondsAround(latencySeconds),
      };
    },
  },
  flow: {
    claim:
      "Many submissions are sent as fast as the limit allows, and the status of each is read until it leaves the queue, or twice the grace period has passed: their ids are unique, none is lost, and no read is answered 429 while requests remain; the time in the queue is reported as a distribution",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B"],
    requiresLimit: false,
    sends: ["submitFeedback", "getFeedbackStatus"],
    writes: true,
    forecast: (environment, latencySeconds = 0) => {
      const organizations = environment.tokens.KEY_B === undefined ? 1 : 2;
      const requests = Math.ceil(requestsOfSubmission * submissionCount(environment));
      const { limit, windowSeconds } = limitOf(environment);
      return {
        requests: setupRequests + organizations * requests,
        seconds: Math.max(
          environment.durationSeconds ?? 0,
          1 + Math.ceil(requests / limit - 1) * windowSeconds,
          // Each status is read twice or more, one after the other.
          1 + 2 * submissionCount(environment) * latencySeconds,
        ),
      };
    },
  },
  spike: {
    claim:
      "When virtual users, or requests a second, rise from none to many, on a server whose limit is raised for the test, every request is answered like a single request: no 5xx, no 429, no other organization's data",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_A2", "KEY_B"],
    requiresLimit: false,
    sends: ["listProducts", "listFeatures", "listOrganizations", "submitFeedback", "getFeedbackStatus"],
    writes: true,
    forecast(environment, latencySeconds = 0) {
      const { maxRequests, pauseSeconds, seconds, startedUsers } = spikeShape(environment);
      // Some statuses are read when all else is sent.
      const graceSeconds = sampledShare(environment)(0) > 0 ? environment.graceMs / 1000 : 0;
      const part = pauseSeconds === 0 ? 1 : pauseSeconds / (pauseSeconds + latencySeconds);
      return {
        requests: setupRequests + firstSubmissions + Math.ceil(part * maxRequests),
        seconds: 1 + seconds + graceSeconds + secondsOfUser * startedUsers + secondsAround(latencySeconds),
      };
    },
  },
  auth: {
    claim:
      "A flood of unknown, expired and denied credentials is answered 401 or 403 with an error body and the headers; meanwhile a valid key is served, only its own requests count against its limit, and its latency stays within the stated ratio of the latency before",
    requiredRoles: ["KEY_A"],
    optionalRoles: ["KEY_B", "EXPIRED_A", "DENIED_A"],
    requiresLimit: true,
    sends: ["listProducts", "listFeatures"],
    writes: false,
    forecast: (environment, latencySeconds) => forecastOfFlood(environment, authPhases(environment), latencySeconds),
  },
};

/** Throws an Error, with a sentence, for another name: scripts of users give names that nothing has checked. */
export function planOf(name: ScenarioName): Plan {
  if (isScenarioName(name)) return plans[name];
  throw new Error(`no scenario is called ${name}: prepare and summaryOf take ${scenarioNames.join(", ")}`);
}
