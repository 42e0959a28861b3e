import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { callerOf, malformed, noCredentials, unknownToken } from "./caller.ts";
import { answered, clientWith, credential, key, read, target } from "./client.test.support.ts";
import { Cut } from "./client.ts";
import { limiters } from "./limited.test.support.ts";

describe("the budget", () => {
  it.each(Object.keys(limiters))("is never overspent by many concurrent requests: %s", async (name) => {
    const clock = virtualClock(30_000);
    const serve = limiters[name]?.({ limit: 20, windowSeconds: 60 }, clock);
    const { client, sent } = clientWith(
      () => {
        const left = serve?.();
        return left === undefined ? answered(429) : answered(200, { "X-RateLimit-Remaining": String(left) });
      },
      { clock, latency: 40 },
    );
    const lanes = Array.from({ length: 10 }, async () => {
      for (let at = 0; at < 8; at += 1) await client.send(read());
    });
    await Promise.all(lanes);
    expect(sent).toHaveLength(80);
    expect(client.exchanges.every(({ status }) => status === 200)).toBe(true);
  });

  it("is the organization's: its callers share one, and others have their own", async () => {
    const { client, clock } = clientWith(() => answered(200));
    const session = callerOf({ ...credential, label: "SESS", kind: "session" }, "org_1");
    for (let at = 0; at < 10; at += 1) await client.send(read());
    for (let at = 0; at < 9; at += 1) await client.send(read(session));
    for (let at = 0; at < 19; at += 1) await client.send(read(callerOf(credential, "org_2")));
    expect(clock.now()).toBe(0);
    await client.send(read(session));
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  });

  it("holds all without valid credentials together under the limit, by our own count", async () => {
    const { client, clock, sent } = clientWith(() => answered(401, { "X-RateLimit-Remaining": "20" }), { latency: 10 });
    const expired = callerOf({ ...credential, expired: true }, "org_1");
    const nobodies = [noCredentials, unknownToken("x"), malformed("Bearer"), expired];
    const times: number[] = [];
    for (let at = 0; at < 50; at += 1) {
      await client.send(read(nobodies[at % nobodies.length]));
      times.push(clock.now());
    }
    expect(sent).toHaveLength(50);
    for (const time of times)
      expect(times.filter((other) => other > time - 60_000 && other <= time).length).toBeLessThan(20);
  });

  it("of an expired key is its organization's too", async () => {
    const { client, clock } = clientWith(() => answered(401));
    const expired = callerOf({ ...credential, expired: true }, "org_1");
    for (let at = 0; at < 19; at += 1) await client.send(read(expired));
    expect(clock.now()).toBe(0);
    await client.send(read());
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  });

  it("is the credential's own where its organization is not known", async () => {
    const { client, clock } = clientWith(() => answered(200));
    const nameless = callerOf(credential, undefined);
    for (let at = 0; at < 19; at += 1) await client.send(read(nameless));
    await client.send(read(callerOf({ ...credential, label: "KEY_B" }, undefined)));
    expect(clock.now()).toBe(0);
    await client.send(read(nameless));
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  });

  it("has no bottom where the target has no rate limit", async () => {
    const { client, clock } = clientWith(() => answered(200), { target: { ...target, rateLimit: null } });
    for (let at = 0; at < 300; at += 1) await client.send(read());
    expect(clock.now()).toBe(0);
  });
});

describe("a run that is cut", () => {
  it("at --max-requests sends no more, concurrently or not, but puts back what it changed", async () => {
    const { client, sent } = clientWith(() => answered(200), { maxRequests: 5, latency: 10 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => client.send(read())));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(reasons).toEqual([expect.any(Cut), expect.any(Cut), expect.any(Cut)]);
    await expect(client.send({ ...read(), ignoresBudget: true })).rejects.toThrow(
      "at 5 requests, as --max-requests says",
    );
    await client.send({ operation: "updateMe", caller: key, body: {}, isCleanup: true });
    expect(sent).toHaveLength(6);
  });

  it("at --max-requests is cut for those too who waited for budget meanwhile", async () => {
    const { client, sent } = clientWith(() => answered(200), { maxRequests: 21 });
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => client.send(read())));
    expect(sent).toHaveLength(21);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(9);
  });

  it("by its signal stops waiting and sending, with the signal's reason", async () => {
    const controller = new AbortController();
    const clock = virtualClock(0);
    const { client, sent } = clientWith((_, at) => answered(at === 1 ? 429 : 200), {
      clock,
      signal: controller.signal,
    });
    await client.send(read()).catch(() => {});
    const release = clock.hold();
    const waiting = client.send(read());
    const sleeping = client.sleep(1000);
    controller.abort(new Error("cut after 1 s"));
    for (const stopped of [waiting, sleeping, client.send(read())]) {
      await expect(stopped).rejects.toThrow(Cut);
      await expect(stopped).rejects.toThrow("cut after 1 s");
    }
    expect(sent).toHaveLength(1);
    await client.send({ operation: "updateMe", caller: key, body: {}, isCleanup: true });
    expect(sent).toHaveLength(2);
    release();
  });

  it("in the middle of a request is cut, not a lost connection", async () => {
    const controller = new AbortController();
    const { client } = clientWith(
      () => {
        controller.abort(new Error("by hand"));
        return { failure: "stopped before the answer came", reason: "lost" };
      },
      { signal: controller.signal },
    );
    await expect(client.send(read())).rejects.toThrow(Cut);
    expect(client.exchanges).toHaveLength(1);
  });
});
