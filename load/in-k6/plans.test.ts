import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fullSubmission } from "../../conformance/submission.ts";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { readEnvironment } from "./environment.ts";
import { operations, pathOf, type Sendable } from "./operations.ts";
import { ownChecks } from "./own-checks.ts";
import { isolationOf, plans, scenarioNames, spikeOf, steadyRate } from "./plans.ts";
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

  it.each(scenarioNames)("%s goes on for as long as it is told", (name) => {
    const long = plans[name].forecast(environment({ DURATION: "600" })).seconds;
    expect(long).toBeGreaterThanOrEqual(600);
    expect(long).toBeLessThan(900);
  });

  it("keeps the steady and the neighbour below every limit", () => {
    for (const limit of [2, 10, 40, 100, 100_000]) {
      const of = environment({ LIMIT: String(limit), WINDOW: "60" });
      expect(steadyRate(of) * 60).toBeLessThan(limit);
      expect(isolationOf(of).rate * 60).toBeLessThan(limit);
      expect(isolationOf(of).floodRate * isolationOf(of).besideSeconds).toBeGreaterThan(Math.min(limit, 1000));
    }
  });

  it("gives the neighbour of a small limit something to compare", () => {
    for (const of of [{ LIMIT: "5" }, { LIMIT: "5", INSTANCES: "2" }, { LIMIT: "100" }]) {
      const told = environment({ ...of, WINDOW: "60" });
      const { aloneSeconds, besideSeconds, rate } = isolationOf(told);
      expect((Math.min(aloneSeconds, besideSeconds) * rate) / told.instances).toBeGreaterThanOrEqual(4 - 1e-9);
    }
  });

  it("knows the most that a spike sends", () => {
    const { users, seconds, pauseSeconds, mostRequests } = spikeOf(environment());
    expect(mostRequests).toBeGreaterThanOrEqual((users * seconds) / pauseSeconds);
  });
});

describe("what the scripts send", () => {
  const contract = loadContract();

  it.each(Object.keys(operations) as Sendable[])("%s is the contract's", (id) => {
    const { method, path } = contract.operation(id);
    expect(operations[id]).toEqual({ method, path });
  });

  it("carries ids of any characters", () => {
    expect(pathOf("getFeedbackStatus", { feedbackId: "a/b ?" })).toBe("/v1/feedback/a%2Fb%20%3F/status");
  });

  it("has every field of a submission", () => {
    const references = { productId: "p", contextId: "c", actorId: "a" };
    const fields = ({ content, metadata: _, ...rest }: Readonly<Record<string, unknown>>) =>
      [...Object.keys(rest), ...Object.keys(Object(content)).map((name) => `content.${name}`)].sort();
    const own = submissionOf(references, "m");
    expect(own).toHaveProperty("metadata");
    expect(fields(own)).toEqual(fields(fullSubmission(references, "m")));
    expect(own).not.toEqual(submissionOf(references, "n"));
  });
});

it("each own check stands under a clause of the ledger; of latency the document says nothing, and a threshold decides", () => {
  const own = Object.values(ownChecks);
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  for (const { id, clause } of own) {
    expect(findClause(id)).toBeUndefined();
    if (id !== ownChecks.latency.id) expect(findClause(clause)?.kind, `${id}: ${clause}`).toBe("judged");
  }
});
