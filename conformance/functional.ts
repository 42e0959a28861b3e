/** Runs the cases: first those that read what others need, then the rest, beside those that need no organization's budget. */
import type { Contract } from "../spec/contract.ts";
import { attempt, type Outcome } from "./attempt.ts";
import type { SuiteCase } from "./case.ts";
import type { Client } from "./client/client.ts";
import { createContext, unmetNeed } from "./context.ts";
import type { Discovery } from "./discover.ts";
import type { Exchange } from "./exchange.ts";
import type { Judged } from "./reports/assemble.ts";
import type { Observation } from "./reports/report.ts";
import type { Target } from "./target/target.ts";

export interface FunctionalOptions {
  readonly client: Client;
  readonly contract: Contract;
  readonly target: Target;
  readonly discovery: Discovery;
  readonly cases: readonly SuiteCase[];
  readonly seed: number;
  readonly readOnly: boolean;
  readonly observations: Observation[];
  readonly notes: string[];
  readonly onDone?: (one: SuiteCase) => void;
}

/** What came of each case; puts back what they changed, however they ended. */
export async function runCases(options: FunctionalOptions): Promise<readonly Judged[]> {
  const { client, discovery, cases, notes } = options;
  const restores: (() => Promise<void>)[] = [];
  const reads = new Map<string, Promise<Exchange>>();
  const made = new Map<string, Promise<unknown>>();
  const shared = { ...options, cast: discovery.cast, restores, reads, made };
  const results: Judged[] = [];

  async function outcomeOf(one: SuiteCase): Promise<Outcome> {
    if (discovery.notThisApi !== undefined) return elsewhere(one, discovery.notThisApi, client.exchanges);
    const unmet = unmetNeed(discovery.cast, one.needs, options.readOnly);
    if (unmet !== undefined) return { verdict: "skip", message: `needs ${unmet}`, exchanges: [] };
    return attempt(one, client, (recording, fresh) => createContext({ ...shared, client: recording }, fresh));
  }

  async function runLane(lane: SuiteCase["lane"]): Promise<void> {
    for (const one of cases.filter((each) => each.lane === lane)) {
      results.push({ check: one, outcome: await outcomeOf(one) });
      options.onDone?.(one);
    }
  }

  try {
    await runLane("first");
    await Promise.all([runLane("anonymous"), runLane(undefined)]);
  } finally {
    for (const restore of restores.reverse()) {
      await restore().catch((error: unknown) => notes.push(`the profile was not restored: ${String(error)}`));
    }
  }
  return results;
}

/** The target answers, but not as this API: one failure says so, and nothing else is asked. */
function elsewhere(one: SuiteCase, what: string, exchanges: readonly Exchange[]): Outcome {
  if (one.id !== "answers.listProducts") {
    return { verdict: "skip", message: "needs a target that answers as this API", exchanges: [] };
  }
  const proof = exchanges.filter(({ operation }) => operation === "listProducts").slice(0, 1);
  return {
    verdict: "fail",
    message: what,
    expected: "an answer of this API",
    actual: what,
    exchanges: proof.map(({ index }) => index),
  };
}
