import { describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import type { SuiteCase } from "../../cases/case.ts";
import { noCredentials } from "../../client/caller.ts";
import { answered, clientWith } from "../../client/client.test.support.ts";
import { type Client, Cut } from "../../client/client.ts";
import { Mismatch, NotJudgeable, Skip } from "../../model/check.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import { messageOf } from "../../model/verdict.ts";
import { attempt, type ContextFactory } from "./attempt.ts";
import { createContext } from "./case-context.ts";

/**
 * What comes of each `send`, in order; the last comes again for all further ones. `then`: what happens when the reason of
 * a failure is asked for.
 */
type Step = "ok" | "ok, then 429" | "ok, then cut" | "429" | "lost" | "cut" | "fault";

const contextWith: ContextFactory = (client, isFresh) =>
  createContext(
    {
      id: "answers.getMe",
      client,
      contract,
      target: { baseUrl: "https://dev.example.com/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 },
      cast: { callers: [], primaryKey: undefined },
      seed: 1,
      readOnly: false,
      observations: [],
      causedErrors: [],
      notes: [],
      restores: new Map(),
      reads: new Map(),
      made: new Map(),
    },
    isFresh,
  );

/** Answers the first request 200, and all others 401. */
function servingOnce() {
  let count = 0;
  const { client } = clientWith(() => {
    count += 1;
    return answered(count === 1 ? 200 : 401, {}, '{"data":[]}');
  });
  return { client, sent: () => count };
}

const caseOf = (work: SuiteCase["run"]): SuiteCase => ({ id: "a.b", clause: "c.d", claim: "It holds", run: work });

/** A client whose answers are given, and a case that sends one request and then does as `turns` say. */
function attempted(steps: readonly Step[], ...turns: readonly ((exchange: Exchange) => void)[]) {
  const clock = virtualClock(0);
  const exchanges: Exchange[] = [];
  const client: Client = {
    clock,
    exchanges,
    sleep: (ms) => clock.sleep(ms),
    cutBy: () => undefined,
    async examineConnection({ index }) {
      const step = steps[index] ?? steps.at(-1);
      if (step === "ok, then 429") throw new NotJudgeable("answered 429", exchangeWith({ index, status: 429 }));
      if (step === "ok, then cut") throw new Cut("the run was stopped");
      return undefined;
    },
    unreadBefore: new Map(),
    hasRoom: () => true,
    untilCut: (work) => work,
    async send() {
      const step = steps[exchanges.length] ?? steps.at(-1);
      const answered = step === "429" ? 429 : 200;
      const exchange = exchangeWith({ index: exchanges.length, status: step === "lost" ? 0 : answered });
      exchanges.push(exchange);
      if (step === "429") throw new NotJudgeable("answered 429", exchange);
      if (step === "lost") throw new NotJudgeable("connection lost", exchange);
      if (step === "cut") throw new Cut("the run was stopped");
      if (step === "fault") throw new TypeError("no such thing");
      return exchange;
    },
  };
  const fresh: boolean[] = [];
  const contextOf: ContextFactory = (recording, isFresh) => {
    fresh.push(isFresh);
    return contextWith(recording, isFresh);
  };
  let turn = 0;
  const suiteCase = caseOf(async (context) => {
    const exchange = await context.asCaller(noCredentials).send("listProducts");
    turn += 1;
    turns[Math.min(turn, turns.length) - 1]?.(exchange);
  });
  return { outcome: attempt(suiteCase, client, contextOf), exchanges, fresh };
}

const holds = () => {};
const mismatch = (exchange: Exchange) => {
  throw new Mismatch({ expected: "a", actual: "b", exchanges: [exchange] });
};
const skip = () => {
  throw new Skip("needs a product: create one");
};

describe("an attempt", () => {
  it("is not judged where asking for the reason of its failure is answered 429 again and again, or is cut", async () => {
    expect(await attempted(["ok, then 429"], mismatch).outcome).toMatchObject({
      verdict: "inconclusive",
      reason: "answered 429",
    });
    expect(await attempted(["ok, then cut"], mismatch).outcome).toMatchObject({
      verdict: "inconclusive",
      reason: "the run was stopped",
    });
    expect(await attempted(["ok, then 429", "ok"], mismatch).outcome).toMatchObject({ verdict: "fail" });
  });

  it("passes with the exchanges that it sent", async () => {
    const { outcome, fresh } = attempted(["ok"], holds);
    expect(await outcome).toEqual({ verdict: "pass", exchanges: [0] });
    expect(fresh).toEqual([false]);
  });

  it("fails where it fails twice, on reads of its own the second time, with the second's proof", async () => {
    const { outcome, fresh, exchanges } = attempted(["ok"], mismatch);
    expect(await outcome).toEqual({
      verdict: "fail",
      expected: "a",
      actual: "b",
      exchanges: [1],
    });
    expect(fresh).toEqual([false, true]);
    expect(exchanges).toHaveLength(2);
  });

  it("is unsteady where it fails only the first time", async () => {
    for (const second of [holds, skip]) {
      const { outcome } = attempted(["ok"], mismatch, second);
      expect(await outcome).toMatchObject({ verdict: "inconclusive", exchanges: [0] });
      expect(messageOf(await outcome)).toMatch(/^unsteady: expected a; actual b; the second time it/);
    }
  });

  it("fails at once where a request without credentials is served", async () => {
    const { client, sent } = servingOnce();
    const served = caseOf(async (context) => {
      const exchange = await context.asCaller(noCredentials).send("listProducts");
      if (exchange.isSuccess) throw new Mismatch({ expected: "401", actual: "200", exchanges: [exchange] });
    });
    expect(await attempt(served, client, contextWith)).toMatchObject({ verdict: "fail", expected: "401" });
    expect(sent()).toBe(1);
  });

  it("says what was answered the second time", async () => {
    const answers = [200, 200, 501];
    const { client } = clientWith((_, count) => answered(answers[count] ?? 0, {}, '{"error":"no"}'));
    const key = { ...noCredentials, kind: "api-key", label: "KEY_1" } as const;
    const rejected = caseOf(async (context) => {
      const exchange = await context.asCaller(key).send("listProducts");
      if (exchange.isSuccess) throw new Mismatch({ expected: "a 4xx", actual: "200", exchanges: [exchange] });
    });
    expect(await attempt(rejected, client, contextWith)).toMatchObject({
      verdict: "inconclusive",
      reason: 'unsteady: expected a 4xx; actual 200; the second time it was answered 501 with {"error":"no"}',
    });
    expect(await attempted(["ok", "lost"], mismatch).outcome).toMatchObject({
      verdict: "inconclusive",
      reason: "unsteady: expected a; actual b; the second time connection lost",
    });
  });

  it("is skipped with what it needs", async () => {
    const { outcome } = attempted(["ok"], skip);
    expect(await outcome).toEqual({ verdict: "skip", reason: "needs a product: create one", exchanges: [0] });
  });

  it("is sent again after a 429, at most twice: never a pass, never a failure", async () => {
    expect(await attempted(["429", "429", "ok"], holds).outcome).toMatchObject({ verdict: "pass", exchanges: [2] });
    const { outcome, exchanges } = attempted(["429"], holds);
    expect(await outcome).toEqual({ verdict: "inconclusive", reason: "answered 429", exchanges: [2] });
    expect(exchanges).toHaveLength(3);
  });

  it("does not take a 429 between two failures for a third way", async () => {
    expect(await attempted(["ok", "429", "ok"], mismatch).outcome).toMatchObject({ verdict: "fail", exchanges: [2] });
    expect(await attempted(["ok", "429", "ok"], mismatch, holds).outcome).toMatchObject({ verdict: "inconclusive" });
    expect(await attempted(["ok", "429"], mismatch).outcome).toMatchObject({ verdict: "inconclusive" });
  });

  it("is sent again once after a lost connection", async () => {
    expect(await attempted(["lost", "ok"], holds).outcome).toMatchObject({ verdict: "pass" });
    const { outcome, exchanges } = attempted(["lost"], holds);
    expect(await outcome).toEqual({ verdict: "inconclusive", reason: "connection lost", exchanges: [1] });
    expect(exchanges).toHaveLength(2);
  });

  it("ends immediately where the run is cut", async () => {
    const { outcome, exchanges } = attempted(["cut"], holds);
    expect(await outcome).toMatchObject({ verdict: "inconclusive", reason: "the run was stopped" });
    expect(exchanges).toHaveLength(1);
  });

  it("ends soon after the run is cut, whatever the case waits for", async () => {
    const end = new AbortController();
    const { client } = clientWith(() => answered(200), { signal: end.signal });
    const outcome = attempt(
      caseOf(() => new Promise<void>(() => {})),
      client,
      contextWith,
    );
    end.abort(new Error("the run was interrupted"));
    expect(await outcome).toEqual({ verdict: "inconclusive", reason: "the run was interrupted", exchanges: [] });
    expect(client.cutBy()).toBe("the run was interrupted");
  });

  it("makes what cases share once", async () => {
    const { client } = clientWith(() => answered(200));
    const twice = caseOf(async ({ once }) => {
      const made = await Promise.all([once("a", async () => 1), once("a", async () => 2)]);
      expect(made).toEqual([1, 1]);
    });
    expect(await attempt(twice, client, contextWith)).toMatchObject({ verdict: "pass" });
  });

  it("is broken, with the place, where the fault is ours", async () => {
    const { outcome, exchanges } = attempted(["fault"], holds);
    expect(await outcome).toMatchObject({ verdict: "broken" });
    expect(messageOf(await outcome)).toMatch(/^a fault of the suite: no such thing \(at .*attempt\.test\.ts/);
    expect(exchanges).toHaveLength(1);
    const thrown = attempted(["ok"], () => {
      throw "words";
    });
    expect(await thrown.outcome).toMatchObject({ verdict: "broken", reason: "words" });
  });
});
