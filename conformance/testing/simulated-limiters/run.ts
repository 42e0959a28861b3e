/** A run against the simulated server: traffic like that of the suite's cases, then the probe, then the limiter's laws. */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { limiterLaws } from "../../laws/index.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { holds, type Verdict } from "../../model/verdict.ts";
import { freshWindowMs } from "../../run/discovery/discover.ts";
import { sendBursts } from "../../run/limit/burst.ts";
import { read } from "../../run/limit/limit-run.ts";
import { probeLimit } from "../../run/limit/probe.ts";
import { readAgainIfOverrun } from "../../run/limit/recovery.ts";
import { exceedInParallel, hasExceededInParallel } from "../../run/limit/until-429.ts";
import { callers } from "./callers.ts";
import type { Rules } from "./rules.ts";
import { type Simulation, simulate, type Timing } from "./server.ts";

export interface SimulatedRun {
  readonly exchanges: readonly Exchange[];
  /** By the ids of the laws. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** The ids of the laws that failed. */
  readonly failed: readonly string[];
  readonly seconds: number;
  /** Requests of the organization after it was first rejected. */
  readonly afterRejection: number;
}

export interface RunShape extends Timing {
  /** Requests that others sent before the run, and how long before. */
  readonly usedBefore: number;
  readonly usedBeforeMs: number;
  /** Whether a third organization reads now and then. */
  readonly hasThirdOrganization?: boolean;
  /** Ends with parallel requests, also where the other organization's limit was exceeded by some. */
  readonly endsInParallel?: boolean;
  /** Requests of the organization like those of the suite's cases. */
  readonly caseRequests: number;
}

export function judge(exchanges: readonly Exchange[], rateLimit: RateLimit | null): Readonly<Record<string, Verdict>> {
  const sequence = new Sequence(exchanges, rateLimit);
  return Object.fromEntries(limiterLaws.map((law) => [law.id, sequence.verdictOf(law)]));
}

function judgeHeaders(exchanges: readonly Exchange[], rateLimit: RateLimit): Verdict {
  const context: LawContext = { rateLimit, problems: () => [], declaredStatuses: () => [] };
  for (const exchange of exchanges) {
    const verdict = headersPresent.judge(exchange, context);
    if (verdict.verdict === "fail") return { ...verdict, exchanges: [exchange.index] };
  }
  return holds;
}

export async function simulatedRun(rules: Rules, shape: RunShape): Promise<SimulatedRun> {
  const simulation = simulate(rules, shape);
  const { client, clock } = simulation;
  simulation.use(shape.usedBefore);
  if (shape.usedBeforeMs > 0) await clock.sleep(shape.usedBeforeMs);
  const startedAt = clock.now();
  await waitForFreshWindow(simulation, rules.declared);
  await sendCaseRequests(simulation, shape.caseRequests);
  const limitRun = { client, rateLimit: rules.declared, key: callers.key };
  const { secondKey, session, otherOrganization, thirdOrganization } = callers;
  const submission = { operation: "submitFeedback", caller: callers.key, body: {} } as const;
  const furtherOrganizations = shape.hasThirdOrganization ? [thirdOrganization] : [];
  const others = { secondKey, session, otherOrganization, furtherOrganizations };
  const reason = await probeLimit({ ...limitRun, ...others, submission });
  if (reason === undefined) {
    await readAgain(simulation);
    await sendBursts(limitRun);
    if (shape.endsInParallel || !hasExceededInParallel(client)) await exceedInParallel(limitRun);
    await readAgainIfOverrun(limitRun);
  }
  const { exchanges } = client;
  const verdicts = {
    [headersPresent.id]: judgeHeaders(exchanges, rules.declared),
    ...judge(exchanges, rules.declared),
  };
  const ofOrganization = exchanges.filter(({ organization }) => organization === "org_1");
  const rejected = ofOrganization.findIndex(
    ({ status, kind }) => kind === "api-key" && status === rules.rejectionStatus,
  );
  return {
    exchanges,
    verdicts,
    failed: Object.keys(verdicts).filter((id) => verdicts[id]?.verdict === "fail"),
    seconds: (clock.now() - startedAt) / 1000,
    afterRejection: rejected < 0 ? 0 : ofOrganization.length - rejected,
  };
}

/** As the discovery of a run does, without its forecast of the requests that the run needs. */
async function waitForFreshWindow({ client }: Simulation, rateLimit: RateLimit): Promise<void> {
  await read(client, callers.otherOrganization);
  const first = await read(client, callers.key);
  const remaining = remainingOf(first) ?? 0;
  if (first.status !== 429 && remaining >= rateLimit.limit - 2) return;
  await client.sleep(freshWindowMs(rateLimit));
  await read(client, callers.key);
}

/** Sends as a case does: a 429 leaves the case unanswered, and the laws see it all the same. */
const sendCaseRequest = (simulation: Simulation, outgoing: Outgoing) =>
  simulation.client.send(outgoing).catch(() => {});

/** As the suite's last cases do, which read statuses once more. */
async function readAgain(simulation: Simulation): Promise<void> {
  for (let sent = 0; sent < 12; sent += 1) {
    await sendCaseRequest(simulation, { operation: "listProducts", caller: callers.key });
  }
}

async function sendCaseRequests(simulation: Simulation, requests: number): Promise<void> {
  const readBy = (caller: Caller): Outgoing => ({ operation: "listProducts", caller });
  const parameters = { productId: "unknown" };
  const { key, secondKey, session, expired, otherOrganization, unauthenticated } = callers;
  const plan: readonly (readonly [Outgoing, share: number])[] = [
    [readBy(key), 0.4],
    [{ operation: "submitFeedback", caller: key, body: {} }, 0.16],
    [{ operation: "getProduct", caller: key, parameters, intent: "unknown-id" }, 0.1],
    [readBy(expired), 0.1],
    [readBy(secondKey), 0.12],
    [readBy(session), 0.12],
  ];
  const ofOrganization = async () => {
    for (const [outgoing, share] of plan) {
      for (let sent = 0; sent < Math.round(share * requests); sent += 1) await sendCaseRequest(simulation, outgoing);
    }
  };
  const ofOthers = async () => {
    for (let sent = 0; sent < requests / 8; sent += 1) {
      await sendCaseRequest(simulation, readBy(unauthenticated));
      await sendCaseRequest(simulation, readBy(otherOrganization));
    }
  };
  await Promise.all([ofOrganization(), ofOthers()]);
}
