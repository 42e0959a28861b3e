/** Every case by itself, as the replay command of a failure runs it: it needs no other case before it. */
import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { conform } from "../index.ts";
import { loadCases } from "./index.ts";

const ids = (await loadCases()).map(({ id }) => id);

describe("by itself, on the reference", () => {
  it.each(ids)("%s ends, and passes", async (id) => {
    const clock = virtualClock(Date.now());
    const reference = await startReference({ clock });
    onTestFinished(() => reference.close());
    const signal = AbortSignal.timeout(300_000);
    const report = await conform({ ...reference.target, clock, only: [id], signal });
    expect(report.results.map(({ id, verdict, message }) => ({ id, verdict, message }))).toEqual([
      { id, verdict: "pass", message: "" },
    ]);
    expect(report.exitCode).toBe(0);
  });
});
