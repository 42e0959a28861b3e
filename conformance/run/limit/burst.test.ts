/** Where the limit was exceeded slowly, it is used once more in a burst. */
import { describe, expect, it } from "vitest";
import { callers } from "../../testing/simulated-limiters/callers.ts";
import { plainRules } from "../../testing/simulated-limiters/rules.ts";
import { simulate } from "../../testing/simulated-limiters/server.ts";
import { sendBursts } from "./burst.ts";
import { read } from "./limit-run.ts";
import { beyondRemaining, readUntil429 } from "./until-429.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

/** A limit that was exceeded, and of which then some reads were served again, and what sends the bursts. */
async function exceededThenRead(reads: number) {
  const rules = plainRules({ rateLimit });
  const { client, clock } = simulate(rules, { latencyMs: 20, jitter: 0, startsAt: 1_790_000_000_000 });
  const run = { client, rateLimit, key: callers.key };
  await readUntil429(run, callers.key);
  await clock.sleep(61_000);
  for (let sent = 0; sent < reads; sent += 1) await read(client, callers.key);
  return run;
}

describe("a burst", () => {
  it("comes without a search for what remains, also where the last request before was not served", async () => {
    const run = await exceededThenRead(30);
    const { client } = run;
    await client.send({ operation: "getProduct", caller: callers.key, parameters: { productId: "unknown" } });

    const before = client.exchanges.length;
    expect(await sendBursts(run)).toBe(true);
    const sent = client.exchanges.slice(before);
    const [first, second, third] = sent.map(({ sentAt }) => sentAt);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(1800);
    expect((third ?? 0) - (second ?? 0)).toBeLessThan(30);
    expect(sent.filter(({ isSuccess }) => isSuccess)).toHaveLength(69);
  });

  it("ends in parallel requests beyond what remains, however much that is: these show a count in two steps", async () => {
    const rejected: number[] = [];
    for (let reads = 1; reads <= 40; reads += 1) {
      const run = await exceededThenRead(reads);
      const before = run.client.exchanges.length;
      expect(await sendBursts(run)).toBe(true);
      rejected.push(run.client.exchanges.slice(before).filter(({ status }) => status === 429).length);
    }
    expect(Math.min(...rejected)).toBeGreaterThan(beyondRemaining);
  });
});
