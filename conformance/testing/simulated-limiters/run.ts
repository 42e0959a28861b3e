/** A run against the simulated server: functional traffic like the suite's, then the probe, then the limiter's laws. */

import { recoveryMs } from "../../client/budget.ts";
import type { Caller } from "../../client/caller.ts";
import { sequenceLaws } from "../../laws/index.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import type { LawContext, RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { holds, type Verdict } from "../../model/verdict.ts";
import { useAtOnce } from "../../run/limit/burst.ts";
import { probeLimit } from "../../run/limit/probe.ts";
import { type Rules, type Simulation, simulate, type Timing } from "./server.ts";

export interface SimulatedRun {
  readonly exchanges: readonly Exchange[];
  readonly judgements: Readonly<Record<string, Verdict>>;
  /** The ids of the laws that failed. */
  readonly failed: readonly string[];
  readonly seconds: number;
  /** Requests of the organization after its first refusal. */
  readonly beyond: number;
}

export interface RunShape extends Timing {
  /** Requests that others sent just before the run. */
  readonly preUsed: number;
  /** How long before. */
  readonly preUsedMs: number;
  /** Functional requests on the organization. */
  readonly functional: number;
}

export const limiterLaws = sequenceLaws.filter(({ isLimiter }) => isLimiter);

export function judge(exchanges: readonly Exchange[], rateLimit: RateLimit | null): Readonly<Record<string, Verdict>> {
  const context: LawContext = {
    rateLimit,
    problems: () => [],
    declaredStatuses: () => [],
  };
  return Object.fromEntries(limiterLaws.map((law) => [law.id, law.judge(exchanges, context)]));
}

/** An answer without the rate-limit headers. */
function judgeHeaders(exchanges: readonly Exchange[], rateLimit: RateLimit): Verdict {
  const context: LawContext = { rateLimit, problems: () => [], declaredStatuses: () => [] };
  for (const exchange of exchanges) {
    const judgement = headersPresent.judge(exchange, context);
    if (judgement.verdict === "fail") return { ...judgement, exchanges: [exchange.index] };
  }
  return holds;
}

export async function simulatedRun(rules: Rules, shape: RunShape): Promise<SimulatedRun> {
  const simulation = simulate(rules, shape);
  const { client, clock, cast } = simulation;
  simulation.use(shape.preUsed);
  if (shape.preUsedMs > 0) await clock.sleep(shape.preUsedMs);
  const begunAt = clock.now();
  await waitForFreshWindow(simulation, rules.declared);
  await functionalTraffic(simulation, shape.functional);
  const probed = await probeLimit({
    client,
    rateLimit: rules.declared,
    key: cast.key,
    secondKey: cast.secondKey,
    session: cast.session,
    other: cast.other,
    submission: () => ({ operation: "submitFeedback", body: {} }),
  });
  if (probed.wasRefused) {
    await lookBack(simulation);
    await useAtOnce({ client, rateLimit: rules.declared, key: cast.key });
  }
  const { exchanges } = client;
  const judgements = {
    [headersPresent.id]: judgeHeaders(exchanges, rules.declared),
    ...judge(exchanges, rules.declared),
  };
  const own = exchanges.filter(({ organization }) => organization === "org_1");
  const refused = own.findIndex(({ status, kind }) => kind === "api-key" && status === rules.refusal);
  return {
    exchanges,
    judgements,
    failed: Object.keys(judgements).filter((id) => judgements[id]?.verdict === "fail"),
    seconds: (clock.now() - begunAt) / 1000,
    beyond: refused < 0 ? 0 : own.length - refused,
  };
}

/** As the run's discovery does it. */
async function waitForFreshWindow({ client, cast }: Simulation, rateLimit: RateLimit): Promise<void> {
  await client.send({ operation: "listProducts", caller: cast.other, isCrossing: true });
  const first = await client.send({ operation: "listProducts", caller: cast.key, isCrossing: true });
  const remaining = remainingOf(first) ?? 0;
  if (first.status !== 429 && remaining >= rateLimit.limit - 2) return;
  await client.sleep(recoveryMs(rateLimit) + 50);
  await client.send({ operation: "listProducts", caller: cast.key, isCrossing: true });
}

/** As the suite's last lane: statuses are read once more. */
async function lookBack({ client, cast }: Simulation): Promise<void> {
  for (let sent = 0; sent < 12; sent += 1) {
    await client.send({ operation: "listProducts", caller: cast.key }).catch(() => {});
  }
}

async function functionalTraffic({ client, cast }: Simulation, requests: number): Promise<void> {
  const send = async (caller: Caller, kind: "read" | "submit" | "unknown") => {
    try {
      if (kind === "submit") await client.send({ operation: "submitFeedback", caller, body: {} });
      else if (kind === "unknown")
        await client.send({
          operation: "getProduct",
          caller,
          parameters: { productId: "unknown" },
          intent: "unknown-id",
        });
      else await client.send({ operation: "listProducts", caller });
    } catch {
      // A 429 leaves a case unanswered; the laws see it all the same.
    }
  };
  const plan: readonly (readonly [Caller, "read" | "submit" | "unknown", number])[] = [
    [cast.key, "read", 0.4],
    [cast.key, "submit", 0.16],
    [cast.key, "unknown", 0.1],
    [cast.expired, "read", 0.1],
    [cast.secondKey, "read", 0.12],
    [cast.session, "read", 0.12],
  ];
  const own = async () => {
    for (const [caller, kind, share] of plan) {
      for (let sent = 0; sent < Math.round(share * requests); sent += 1) await send(caller, kind);
    }
  };
  const beside = async () => {
    for (let sent = 0; sent < requests / 8; sent += 1) {
      await send(cast.nobody, "read");
      await send(cast.other, "read");
    }
  };
  await Promise.all([own(), beside()]);
}
