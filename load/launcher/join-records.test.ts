/** No law fails on what several k6 processes recorded of a legal limiter, although each has its own clock and may be paused at any time. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { concurrently } from "../../conformance/client/concurrently.ts";
import type { Exchange, ExchangeRecord } from "../../conformance/model/exchange.ts";
import { recoveryMs } from "../../conformance/model/rate-limit.ts";
import { read } from "../../conformance/run/limit/limit-run.ts";
import { callers } from "../../conformance/testing/simulated-limiters/callers.ts";
import { type LegalRun, legalRuns, mayFail } from "../../conformance/testing/simulated-limiters/legal-runs.ts";
import { pseudoRandom } from "../../conformance/testing/simulated-limiters/pseudo-random.ts";
import { legalRules } from "../../conformance/testing/simulated-limiters/rules.ts";
import { judge } from "../../conformance/testing/simulated-limiters/run.ts";
import { type Simulation, simulate } from "../../conformance/testing/simulated-limiters/server.ts";
import { clockStartOf } from "../in-k6/clock-start.ts";
import { joinRecords } from "./collect-records.ts";
import { receivedLater } from "./judge-run.ts";
import { maxClockDifferenceMs } from "./run-scenarios.ts";

/** More runs, or others: `RUNS=5000 FPK_SEED=7 npx vitest run load/launcher/join-records.test.ts`. */
const numRuns = Number(process.env.RUNS ?? 100);

const twoProcesses = [0, 1];

/** Twice, each process exhausts the limit, one after the other or concurrently, and reads again after a recovery. */
async function recordedBy(simulation: Simulation, { choices, shape }: LegalRun, random: () => number) {
  const { client, clock } = simulation;
  const { limit, windowSeconds } = choices.rateLimit;
  const exchanges: Exchange[] = [];
  const send = async () => {
    const exchange = await read(client, random() < 0.8 ? callers.key : callers.secondKey);
    exchanges.push(exchange);
    return exchange;
  };
  await clock.sleep(random() * 3 * (shape.latencyMs + 1));
  for (let round = 0; round < 2; round += 1) {
    for (let sent = 0; sent < 3 * limit; ) {
      const count = random() < 0.5 ? 1 : 1 + Math.floor(random() * 7);
      const answers = await concurrently(Array.from({ length: count }, () => send));
      if (answers.some(({ status }) => status === 429)) break;
      if (random() < 0.1) await clock.sleep(random() * 100 * windowSeconds);
      sent += answers.length;
    }
    await clock.sleep(recoveryMs(choices.rateLimit));
    await send();
  }
  return exchanges;
}

/** Now and then a process is paused, also between two readings of its clock. */
function asRecorded(exchanges: readonly Exchange[], random: () => number): readonly ExchangeRecord[] {
  const start = (exchanges[0]?.sentAt ?? 0) - 100 + random();
  let time = start + 40;
  let isStopped = random() < 0.5;
  const elapsedMs = () => {
    time += isStopped ? 100 * random() : 0.01;
    isStopped = false;
    return time - start;
  };
  const offMs = clockStartOf(() => Math.floor(time), elapsedMs) - start;
  const intervalMs = 20 + random() * 400;
  const stops = new Set(Array.from({ length: 100 }, (_, at) => at).filter(() => random() < 0.2));
  return exchanges.map((exchange) => {
    const intervals = (exchange.receivedAt - start) / intervalMs;
    const late = stops.has(Math.floor(intervals) % 100)
      ? Math.ceil(intervals) * intervalMs + start
      : exchange.receivedAt;
    return { ...exchange, sentAt: exchange.sentAt + offMs, receivedAt: late + offMs };
  });
}

async function expectNotFailed(run: LegalRun, seed: number): Promise<void> {
  const random = pseudoRandom(seed);
  const simulation = simulate(legalRules(run.choices), run.shape);
  simulation.use(run.shape.usedBefore);
  const recorded = await Promise.all(twoProcesses.map(() => recordedBy(simulation, run, random)));
  const exchanges = joinRecords(
    recorded.map((of) => asRecorded(of, random)),
    0,
  ).map(receivedLater(maxClockDifferenceMs));
  const failed = Object.entries(judge(exchanges, run.choices.rateLimit)).filter(
    ([id, { verdict }]) => verdict === "fail" && !mayFail(run).includes(id),
  );
  expect(failed).toEqual([]);
}

it("a legal limiter is never failed", async () => {
  await fc.assert(fc.asyncProperty(legalRuns, fc.integer({ min: 1, max: 100_000 }), expectNotFailed), { numRuns });
});
