/** What a whole run costs: its requests, and its seconds from a fresh window of 60 s on. */
import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { delayed } from "../client/delayed.test.support.ts";
import { createTransport } from "../client/transport.ts";
import type { Report } from "../model/report.ts";
import { parseTarget } from "../target-file/parse.ts";
import { checkTarget } from "./check-target.ts";

/** `latencyMs`: how long each answer takes. */
async function reportOf({ seed = 1, latencyMs = 0, variants = [] as readonly string[] }): Promise<Report> {
  const clock = virtualClock();
  const reference = await startReference({ clock, variants });
  const transport = delayed(createTransport({ clock }), clock, latencyMs);
  try {
    const target = parseTarget(reference.target, {}, "the reference");
    return await checkTarget({ target, transport, clock, seed });
  } finally {
    await transport.close();
    await reference.close();
  }
}

it("sends at most 400 requests in the median of three seeds", async () => {
  const totals: number[] = [];
  for (const seed of [1, 2, 3]) totals.push((await reportOf({ seed })).requests.total);
  const [, median] = totals.toSorted((a, b) => a - b);
  expect(median, totals.join()).toBeLessThanOrEqual(400);
});

/** From 3 ms on, the limit is crossed a second time: the first crossing is too slow to show one request too many. */
it("ends within 66 s where each answer takes 5 ms", async () => {
  expect((await reportOf({ latencyMs: 5 })).seconds).toBeLessThanOrEqual(66);
});

it.each(["limiter-token-bucket", "limiter-token-bucket-in-quarters", "limiter-gcra"])(
  "ends within 72 s with %s",
  async (variant) => {
    expect((await reportOf({ latencyMs: 5, variants: [variant] })).seconds).toBeLessThanOrEqual(72);
  },
);
