import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fullSubmission } from "../../conformance/cases/shared/full-submission.ts";
import { sequenceLaws } from "../../conformance/laws/index.ts";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { claimsOf } from "./claims.ts";
import { readEnvironment } from "./environment.ts";
import { plans, type ScenarioName, scenarioNames } from "./plans.ts";
import { requestLineOf } from "./request-line.ts";
import { scenarioChecks } from "./scenario-checks.ts";
import { shapeProblem } from "./shape-options.ts";
import {
  authPhases,
  cannotExceed,
  isolationPhases,
  minLatencies,
  rounds,
  sampledShare,
  spikeShape,
  steadyRate,
} from "./shapes.ts";
import { submissionOf } from "./submission.ts";

const environment = (of: Record<string, string> = {}) =>
  readEnvironment({ BASE_URL: "http://127.0.0.1:1/api", KEY_A: "a", ...of });

describe("a plan", () => {
  it.each(scenarioNames)("%s has a script, and a forecast that is finite", (name) => {
    expect(existsSync(new URL(`../scenarios/${name}.ts`, import.meta.url))).toBe(true);
    for (const of of [{}, { LIMIT: "40", WINDOW: "2" }, { LIMIT: "1" }, { LIMIT: "0" }, { DURATION: "3600" }]) {
      const { requests, seconds } = plans[name].forecast(environment(of));
      expect(requests).toBeGreaterThan(0);
      expect(requests).toBeLessThan(10_000_000);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(24 * 3600);
    }
  });

  it.each(scenarioNames)("%s runs for as long as asked", (name) => {
    const long = plans[name].forecast(environment({ DURATION: "600" })).seconds;
    expect(long).toBeGreaterThanOrEqual(600);
    expect(long).toBeLessThan(900);
  });

  it("forecasts the crossings of several processes: in limit one after the other, in recovery mostly together", () => {
    const requestsOf = (name: "limit" | "recovery", instances: number) =>
      plans[name].forecast(environment({ WINDOW: "5", INSTANCES: String(instances) })).requests;
    expect(requestsOf("limit", 3)).toBe(3 * requestsOf("limit", 1));
    expect(requestsOf("recovery", 3) - requestsOf("recovery", 1)).toBe(2 * 10 + 102);
  });

  it("exceeds a small limit three times where the windows are short, so that one request too many can recur", () => {
    const roundsOf = (limit: number, windowSeconds: number, of: Record<string, string> = {}) =>
      rounds(environment({ LIMIT: String(limit), WINDOW: String(windowSeconds), ...of }));
    expect([roundsOf(20, 5), roundsOf(60, 10)]).toEqual([3, 3]);
    // A limiter gives one request back before so many are sent.
    expect(roundsOf(100, 5)).toBe(2);
    expect([roundsOf(20, 20), roundsOf(20, 20, { DURATION: "60" })]).toEqual([2, 3]);
  });

  it("forecasts how long requests take that are sent one by one, from the latency of one response", () => {
    const secondsOf = (latency?: number) => plans.limit.forecast(environment({ LIMIT: "1000" }), latency).seconds;
    expect(secondsOf(0.01) - secondsOf(0.002)).toBeCloseTo(1003 * 0.008, 6);
    expect(secondsOf(0.2) - secondsOf(0.025)).toBeCloseTo(3 * 0.175, 6);
  });

  it("forecasts fewer requests, or a longer run, of a target that takes 3 s for a response", () => {
    const forecast = (name: ScenarioName, latency?: number) =>
      plans[name].forecast(environment({ WINDOW: "5" }), latency);
    for (const name of scenarioNames) {
      expect(forecast(name, 3), name).not.toEqual(forecast(name));
      expect(forecast(name, 3).seconds, name).toBeGreaterThan(forecast(name).seconds + 2);
    }
    // Measured: 101 requests in 19 s after the target was tried.
    expect(forecast("isolation").requests).toBeGreaterThan(700);
    expect(forecast("isolation", 3)).toMatchObject({ requests: 104, seconds: 21 });
  });

  it("forecasts that k6 starts virtual users before a spike", () => {
    const secondsOf = (users: number) => plans.spike.forecast(environment({ USERS: String(users) })).seconds;
    expect(secondsOf(140) - secondsOf(40)).toBeCloseTo(0.5);
  });

  it("forecasts the windows that submissions wait for", () => {
    const forecast = plans.flow.forecast(environment({ WINDOW: "20" }));
    expect(forecast).toEqual({ requests: 121, seconds: 21 });
  });

  it("keeps the steady caller and the neighbour below every limit", () => {
    for (const limit of [2, 10, 40, 100, 100_000]) {
      const of = environment({ LIMIT: String(limit), WINDOW: "60" });
      expect(steadyRate(of) * 60).toBeLessThan(limit);
      expect(isolationPhases(of).rate * 60).toBeLessThan(limit);
    }
  });

  it.each([2, 100, 2_000, 20_000, 100_000])(
    "floods beyond a limit of %d, even if it is refilled meanwhile",
    (limit) => {
      for (const of of [{ WINDOW: "60" }, { WINDOW: "5" }, { WINDOW: "20", DURATION: "30" }]) {
        const settings = environment({ LIMIT: String(limit), ...of });
        const { floodRate, floodSeconds } = isolationPhases(settings);
        expect(floodRate * floodSeconds).toBeGreaterThan(limit + (limit / Number(of.WINDOW)) * floodSeconds);
        expect(shapeProblem("isolation", environment({ LIMIT: String(limit), ...of, RATE: String(floodRate) }))).toBe(
          undefined,
        );
      }
    },
  );

  it("gives the neighbour of a small limit something to compare", () => {
    for (const of of [{ LIMIT: "5" }, { LIMIT: "5", INSTANCES: "2" }, { LIMIT: "100" }]) {
      const settings = environment({ ...of, WINDOW: "60" });
      const { quietSeconds, floodSeconds, rate } = isolationPhases(settings);
      expect((Math.min(quietSeconds, floodSeconds) * rate) / settings.instances).toBeGreaterThanOrEqual(4 - 1e-9);
    }
  });

  it("gives the latency of a valid key enough to compare, or a minute", () => {
    const shortest = (of: Record<string, string>) => {
      const settings = environment({ WINDOW: "60", ...of });
      const { quietSeconds, floodSeconds, rate } = authPhases(settings);
      const seconds = Math.min(quietSeconds, floodSeconds);
      return { seconds, responses: (seconds * rate) / settings.instances };
    };
    for (const of of [{}, { INSTANCES: "2" }, { LIMIT: "40", WINDOW: "2" }, { LIMIT: "1000", DURATION: "1" }]) {
      expect(shortest(of).responses).toBeGreaterThan(minLatencies);
    }
    expect(shortest({ LIMIT: "5" })).toMatchObject({ seconds: 60 });
  });

  it("knows the most that a spike sends", () => {
    // 40 users for 5 s, half of them on average for a second up and one down, each a request in 0.2 s, and its first.
    expect(spikeShape(environment())).toMatchObject({ seconds: 7, maxRequests: 1240, maxPerSecond: 200 });
    expect(spikeShape(environment({ STAGES: "10s:50,30s:100" }))).toMatchObject({ seconds: 40, maxRequests: 12_600 });
    expect(spikeShape(environment({ STAGES: "10s:50/s,30s:100/s" }))).toMatchObject({
      seconds: 40,
      maxRequests: 2500,
      maxPerSecond: 100,
      pauseSeconds: 0,
    });
    expect(spikeShape(environment({ RATE: "300" }))).toMatchObject({ maxRequests: 1650, maxPerSecond: 300 });
  });

  it.each([
    ["limit", { RATE: "5" }, /^limit takes no --rate, .*; steady, isolation, auth and spike take it$/],
    ["flow", { USERS: "5" }, /^flow takes no --users, .*; spike takes it$/],
    ["spike", { RATE: "5", USERS: "5" }, "--rate and --users exclude each other: each says how much spike sends"],
    ["spike", { STAGES: "5s:5", DURATION: "5" }, /^--stages and --duration exclude each other/],
    [
      "steady",
      { RATE: "2" },
      "steady stays just below the limit: here --rate must be from 1.02 to 1.45 requests a second",
    ],
    ["steady", { RATE: "1" }, /^steady stays just below the limit/],
    ["isolation", { RATE: "3" }, "isolation needs a flood: here --rate must be at least 30 requests a second"],
    ["isolation", { RATE: "300", LIMIT: "50000" }, /at least 1667 requests a second$/],
  ] as const)("%s is refused a shape under which its claim could not be judged: %j", (name, of, why) => {
    expect(shapeProblem(name, environment(of))).toMatch(why);
  });

  it.each([
    ["steady", { RATE: "1.2" }],
    ["isolation", { RATE: "500", LIMIT: "2000" }],
    ["auth", { RATE: "30" }],
    ["spike", { STAGES: "500ms:5,1m30s:0" }],
  ] as const)("%s takes %j", (name, of) => {
    expect(shapeProblem(name, environment(of))).toBeUndefined();
  });
});

describe("what the scripts send", () => {
  const contract = loadContract();

  it.each(contract.operations)("$id is the contract's", ({ id, method, path }) => {
    expect(requestLineOf(id, Object.fromEntries(contract.operation(id).parameters.map((name) => [name, "x"])))).toEqual(
      {
        method,
        path: path.replaceAll(/\{\w+\}/g, "x"),
      },
    );
  });

  it("carries ids of any characters", () => {
    expect(requestLineOf("getFeedbackStatus", { feedbackId: "a/b ?" }).path).toBe("/v1/feedback/a%2Fb%20%3F/status");
  });

  it("has every field of a submission", () => {
    const references = { productId: "p", contextId: "c", actorId: "a" };
    const fields = ({ content, metadata: _, ...rest }: Readonly<Record<string, unknown>>) =>
      [...Object.keys(rest), ...Object.keys(Object(content)).map((name) => `content.${name}`)].sort();
    const submission = submissionOf(references, "m");
    expect(submission).toHaveProperty("metadata");
    expect(fields(submission)).toEqual(fields(fullSubmission(references, "m")));
    expect(submission).not.toEqual(submissionOf(references, "n"));
  });
});

it("each check of a scenario has a clause of the ledger; about latency the document says nothing, and a threshold decides", () => {
  const checks = Object.values(scenarioChecks);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  for (const { id, clause } of checks) {
    expect(findClause(id)).toBeUndefined();
    if (id !== scenarioChecks.latency.id) expect(findClause(clause)?.kind, `${id}: ${clause}`).toBe("judged");
  }
});

it.each(scenarioNames)(
  "%s claims sequence laws that exist, and those of several requests only where one process sends",
  (name) => {
    const acceptance = exchangeWith({ operation: "submitFeedback", status: 200 });
    const claimed = (instances: number, hasSecondKey: boolean, exchanges: readonly Exchange[]) =>
      claimsOf(name, { instances, hasSecondKey, exchanges });
    const all = claimed(1, true, [acceptance]);
    expect(sequenceLaws.map(({ id }) => id)).toEqual(expect.arrayContaining([...all]));
    const shared = ["limit.shared-by-keys", "limit.shared-by-methods"];
    const others = all.filter((id) => !shared.includes(id));
    expect(claimed(2, true, [acceptance])).toEqual(others);
    expect(claimed(1, false, [])).toEqual(others);
  },
);

it("a limit that is not exceeded in three windows, or in two with twice as many requests, will not be", () => {
  const limit = { limit: 100, windowSeconds: 10 };
  expect(cannotExceed(limit, 150, 29_000)).toBe(false);
  expect(cannotExceed(limit, 150, 31_000)).toBe(true);
  expect(cannotExceed(limit, 201, 19_000)).toBe(false);
  expect(cannotExceed(limit, 201, 21_000)).toBe(true);
});

it("spike samples as many submissions a second at each rate, at most a quarter of them, and none if it would hold its users up", () => {
  const share = (variables: Readonly<Record<string, string>>, elapsedSeconds: number) =>
    sampledShare(environment(variables))(elapsedSeconds);
  const stages = { STAGES: "10s:120/s,10s:240/s" };
  expect([0, 5, 10, 20, 60].map((at) => share(stages, at))).toEqual([1 / 4, 1 / 5, 1 / 10, 1 / 20, 1 / 20]);
  expect(share({ USERS: "40" }, 5)).toBe(0);
  expect(share({ ...stages, GRACE: "25" }, 5)).toBe(0);
});
