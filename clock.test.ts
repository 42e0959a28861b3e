import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { realClock, virtualClock } from "./clock.ts";

const turnsOfTheLoop = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("the virtual clock", () => {
  it("stands still while nobody sleeps", async () => {
    const clock = virtualClock(1000);
    await turnsOfTheLoop(10);
    expect(clock.now()).toBe(1000);
  });

  it("wakes sleepers in the order of their waking, each at its own time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 8 }), async (naps) => {
        const clock = virtualClock(0);
        const woken: number[] = [];
        const sleepers = naps.map(async (ms) => {
          await clock.sleep(ms);
          woken.push(clock.now());
        });
        await Promise.all(sleepers);
        expect(woken).toEqual([...naps].sort((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  it("wakes those of one time in the order in which they went to sleep", async () => {
    const clock = virtualClock(0);
    const woken: string[] = [];
    await Promise.all(["a", "b", "c"].map((name) => clock.sleep(5).then(() => woken.push(name))));
    expect(woken).toEqual(["a", "b", "c"]);
  });

  it("lets whoever it woke go to sleep again before it goes on", async () => {
    const clock = virtualClock(0);
    const seen: number[] = [];
    const often = (async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await clock.sleep(10);
        seen.push(clock.now());
      }
    })();
    await Promise.all([often, clock.sleep(25).then(() => seen.push(clock.now()))]);
    expect(seen).toEqual([10, 20, 25, 30]);
  });

  it("does not advance while it is held, and advances when all have released it", async () => {
    const clock = virtualClock(0);
    const [first, second] = [clock.hold(), clock.hold()];
    let isAwake = false;
    const sleeper = clock.sleep(60_000).then(() => {
      isAwake = true;
    });
    first();
    first();
    await turnsOfTheLoop(10);
    expect([isAwake, clock.now()]).toEqual([false, 0]);
    second();
    await sleeper;
    expect(clock.now()).toBe(60_000);
  });

  it("does not advance where it is held again before it would", async () => {
    const clock = virtualClock(0);
    const sleeper = clock.sleep(10);
    const release = clock.hold();
    await turnsOfTheLoop(10);
    expect(clock.now()).toBe(0);
    release();
    await sleeper;
  });

  it("rejects an aborted sleep with the signal's reason, and forgets the sleeper", async () => {
    const clock = virtualClock(0);
    const controller = new AbortController();
    const release = clock.hold();
    const sleeper = clock.sleep(10_000, controller.signal);
    controller.abort(new Error("enough"));
    await expect(sleeper).rejects.toThrow("enough");
    release();
    await turnsOfTheLoop(10);
    expect(clock.now()).toBe(0);
    await expect(clock.sleep(5, controller.signal)).rejects.toThrow("enough");
    await turnsOfTheLoop(10);
    expect(clock.now()).toBe(0);
  });

  it("is moved on by hand, waking who is due at its own time", async () => {
    const clock = virtualClock(0);
    const release = clock.hold();
    const woken: number[] = [];
    const early = clock.sleep(10).then(() => woken.push(10));
    const late = clock.sleep(1000).then(() => woken.push(1000));
    clock.advance(500);
    await early;
    await turnsOfTheLoop(10);
    expect([clock.now(), woken]).toEqual([500, [10]]);
    release();
    await late;
    expect(clock.now()).toBe(1000);
  });

  it("wakes in the order of their waking also those whom one move wakes together", async () => {
    const clock = virtualClock(0);
    const release = clock.hold();
    const woken: number[] = [];
    const sleepers = [30, 10, 20].map((ms) => clock.sleep(ms).then(() => woken.push(ms)));
    clock.advance(100);
    await Promise.all(sleepers);
    expect(woken).toEqual([10, 20, 30]);
    release();
  });

  it("takes a negative sleep for none", async () => {
    const clock = virtualClock(7);
    await clock.sleep(-5);
    expect(clock.now()).toBe(7);
  });
});

describe("the real clock", () => {
  it("is the machine's time, and never runs backwards", () => {
    expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(60_000);
    const before = realClock.now();
    expect(realClock.now()).toBeGreaterThanOrEqual(before);
  });

  it("sleeps about as long as asked", async () => {
    const before = realClock.now();
    await realClock.sleep(15);
    expect(realClock.now() - before).toBeGreaterThanOrEqual(14);
  });

  it("rejects an aborted sleep immediately, before and during it", async () => {
    const controller = new AbortController();
    const sleeper = realClock.sleep(3_600_000, controller.signal);
    controller.abort(new Error("enough"));
    await expect(sleeper).rejects.toThrow("enough");
    await expect(realClock.sleep(3_600_000, controller.signal)).rejects.toThrow("enough");
  });

  it("is not stopped by a hold", async () => {
    const before = realClock.now();
    const release = realClock.hold();
    await realClock.sleep(1);
    release();
    expect(realClock.now()).toBeGreaterThanOrEqual(before);
  });
});
