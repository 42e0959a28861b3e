/**
 * The six scenarios: what each claims, what it needs, and about what it sends. No k6 in it: whoever starts a script reads its
 * forecast here first.
 */
import type { RateLimit } from "../../conformance/check.ts";
import type { Environment, Label } from "./environment.ts";

export const scenarioNames = ["limit", "isolation", "recovery", "steady", "flow", "spike"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Plan {
  /** What the scenario judges, as a sentence. */
  readonly claim: string;
  /** Without these it cannot run. */
  readonly needs: readonly Label[];
  /** With these it judges more. */
  readonly uses: readonly Label[];
  /** It judges nothing where rate limiting is switched off. */
  readonly needsLimit: boolean;
  /** It sends POST, and PUT with what it has read. */
  readonly writes: boolean;
  /** On a target that conforms, from a fresh window. */
  forecast(environment: Environment): Forecast;
}

export interface Forecast {
  /** About how many requests, in all. */
  readonly requests: number;
  /** About how long it takes. */
  readonly seconds: number;
}

/** What `setup` sends at most. */
const discovering = 10;

const standard: RateLimit = { limit: 100, windowSeconds: 60 };
const limitOf = ({ rateLimit }: Environment) => rateLimit ?? standard;

/** How long an organization is left alone, in seconds, so that every legal limiter but one serves it again (§8). */
export const restSeconds = ({ limit, windowSeconds }: RateLimit) => windowSeconds * (1 + 2 / limit) + 0.1;

/** How often the limit is crossed, half of the times by one key, half of them by all at once. */
export const crossings = (of: Environment) =>
  Math.max(2, Math.ceil((of.durationSeconds ?? 0) / restSeconds(limitOf(of))));

/** How many windows' turns are watched. */
export const turns = (of: Environment) =>
  of.durationSeconds === undefined ? 3 : Math.max(1, Math.ceil(of.durationSeconds / restSeconds(limitOf(of))));

/** Seconds that an organization is kept just below its limit. */
export const steadySeconds = (of: Environment) => of.durationSeconds ?? 3 * limitOf(of).windowSeconds;

/** Requests in a second that stay just below the limit in every window, with room for the first look. */
export const steadyRate = (of: Environment) => {
  const { limit, windowSeconds } = limitOf(of);
  return (0.9 * Math.max(1, limit - 3)) / windowSeconds;
};

/** The neighbour's phases, alone and beside the flood, in seconds; how often; its requests in a second; the flood's in a second. */
export const isolationOf = (of: Environment) => {
  const { limit, windowSeconds } = limitOf(of);
  const rate = Math.min(20, (0.6 * limit) / windowSeconds);
  // A small limit lets little through, and each of several processes sends its part of that.
  const fewest = (4 * of.instances) / rate;
  const phases = {
    rounds: 2,
    aloneSeconds: Math.max(2, windowSeconds / 4, fewest),
    besideSeconds: Math.max(1, (of.durationSeconds ?? Math.max(6, windowSeconds)) / 2, fewest),
    rate,
    floodRate: Math.min(200, Math.max(30, Math.ceil((5 * limit) / windowSeconds))),
  };
  return { ...phases, seconds: phases.rounds * (phases.aloneSeconds + phases.besideSeconds) };
};

/** Submissions of each organization, so many that each can be followed within the limit. */
export const submissionsOf = (of: Environment) => {
  const { limit, windowSeconds } = limitOf(of);
  const windows = Math.max(1, Math.ceil((of.durationSeconds ?? 0) / windowSeconds));
  return windows * Math.max(2, Math.min(100, Math.floor(0.3 * limit)));
};

/** The most virtual users, the seconds up, at the top and down, and how long each pauses after a request. */
export const spikeOf = (of: Environment) => {
  const top = of.durationSeconds ?? 5;
  const shape = { users: 40, upSeconds: 1, topSeconds: top, downSeconds: 1, pauseSeconds: 0.2 };
  const seconds = shape.upSeconds + top + shape.downSeconds;
  return { ...shape, seconds, mostRequests: Math.ceil((shape.users * seconds) / shape.pauseSeconds) };
};

export const plans: Readonly<Record<ScenarioName, Plan>> = {
  limit: {
    claim:
      "One organization's limit is crossed by one key, and by several keys, a session and all methods at once: 429 comes when it must and not before, and every response carries the headers",
    needs: ["KEY_A"],
    uses: ["KEY_A2", "SESSION_A"],
    needsLimit: true,
    writes: true,
    forecast: (of) => {
      const { limit } = limitOf(of);
      return {
        requests: discovering + crossings(of) * Math.ceil(1.2 * limit + 40),
        seconds: 2 + crossings(of) * (restSeconds(limitOf(of)) + 0.02 * limit),
      };
    },
  },
  isolation: {
    claim:
      "While one organization floods, another goes on within its limit: it is not answered 429, and its answers come within the stated ratio of their time before",
    needs: ["KEY_A", "KEY_B"],
    uses: ["KEY_A2"],
    needsLimit: true,
    writes: false,
    forecast: (of) => {
      const { rounds, besideSeconds, seconds, rate, floodRate } = isolationOf(of);
      return {
        requests: discovering + Math.ceil(seconds * rate + rounds * besideSeconds * floodRate),
        seconds: 2 + seconds,
      };
    },
  },
  recovery: {
    claim: "After each turn of the window, for several windows, an organization that was refused is served again",
    needs: ["KEY_A"],
    uses: [],
    needsLimit: true,
    writes: false,
    forecast: (of) => ({
      requests: discovering + turns(of) * (limitOf(of).limit + 10),
      seconds: 2 + turns(of) * (restSeconds(limitOf(of)) + 0.01 * limitOf(of).limit),
    }),
  },
  steady: {
    claim:
      "Just below its limit, for long, an organization is never answered 429, and X-RateLimit-Remaining stays consistent",
    needs: ["KEY_A"],
    uses: ["KEY_A2"],
    needsLimit: true,
    writes: false,
    forecast: (of) => ({
      requests: discovering + Math.ceil(steadySeconds(of) * steadyRate(of)),
      seconds: 1 + steadySeconds(of),
    }),
  },
  flow: {
    claim:
      "Many submissions, as fast as the limit allows, each followed to its status: their ids are unique, none is lost, and the time in the queue is told as a distribution",
    needs: ["KEY_A"],
    uses: ["KEY_B"],
    needsLimit: false,
    writes: true,
    forecast: (of) => {
      const organizations = of.tokens.KEY_B === undefined ? 1 : 2;
      const own = 4 * submissionsOf(of);
      const { limit, windowSeconds } = limitOf(of);
      return {
        requests: discovering + organizations * own,
        seconds: of.rateLimit === null ? 15 : 5 + Math.ceil((own / limit) * windowSeconds),
      };
    },
  },
  spike: {
    claim:
      "From nothing to many virtual users at once, on a server whose limit is raised for it, every request is answered as one alone is: no 5xx, no lost connection, no 429, nobody else's answer",
    needs: ["KEY_A"],
    uses: ["KEY_A2", "KEY_B"],
    needsLimit: false,
    writes: true,
    forecast: (of) => ({ requests: discovering + spikeOf(of).mostRequests, seconds: 1 + spikeOf(of).seconds }),
  },
};
