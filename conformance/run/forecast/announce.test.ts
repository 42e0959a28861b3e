import { afterEach, expect, it } from "vitest";
import { createProgress } from "../../../cli/progress.ts";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { createTransport, type Transport } from "../../client/transport.ts";
import { parseTarget } from "../../target-file/parse.ts";
import { checkTarget } from "../check-target.ts";
import type { RunOptions } from "../run.ts";

const running: (RunningReference | Transport)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** What a run on a server that knows no feedbackId prints while it goes on, and how many seconds it took. */
async function printed(options: Partial<RunOptions>) {
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: "status-by-job-number" });
  const transport = createTransport({ clock });
  running.push(reference, transport);
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text.trimEnd()) };
  const progress = createProgress({ stdout: stream, stderr: stream, env: {} }, clock);
  const target = { ...parseTarget(reference.target, {}, "the reference"), feedbackGraceSeconds: 20 };
  const { seconds } = await checkTarget({ target, transport, clock, seed: 1, progress, ...options });
  return { forecast: lines[0], waits: lines.filter((line) => line.startsWith("waiting")), seconds };
}

it("each wait for what was written is one line, and the forecast says that they may come", async () => {
  const { forecast, waits, seconds } = await printed({ only: ["answers.getFeedbackStatus"] });
  expect(forecast).toMatch(/if the target shows writes late \(at most 20 s for each: feedbackGraceSeconds\)$/);
  // A failure is repeated.
  const wait = "waiting 20 s: at most, until what answers.getFeedbackStatus wrote is shown (feedbackGraceSeconds: 20)";
  expect(waits).toEqual([wait, wait]);
  expect(seconds).toBeGreaterThanOrEqual(40);
});

it("a run that writes nothing announces no such wait", async () => {
  const { forecast, waits } = await printed({ only: ["answers.listProducts"] });
  expect(forecast).toMatch(/each failed check runs again$/);
  expect(waits).toEqual([]);
});
