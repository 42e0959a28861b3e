/**
 * Tries the target file before k6 starts, as `fpk check` does: finds the organization of each credential, and asks whether the target
 * serves it and reports the declared limit.
 */
import { realClock } from "../../clock.ts";
import type { Caller } from "../../conformance/client/caller.ts";
import { type Client, type ClientOptions, createClient } from "../../conformance/client/client.ts";
import { createTransport } from "../../conformance/client/transport.ts";
import { type Exchange, exchangeOf } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import { limitInDoubt } from "../../conformance/run/declaration/declaration-doubts.ts";
import { limitDoubts } from "../../conformance/run/declaration/declared-limit.ts";
import { longerWindowHint, windowHint } from "../../conformance/run/declaration/declared-window.ts";
import { limitsAsShown } from "../../conformance/run/declaration/other-limit.ts";
import { type Discovery, discover } from "../../conformance/run/discovery/discover.ts";
import { sendIgnoringBudget, Unreachable } from "../../conformance/run/first-requests.ts";
import { rateLimitsOf } from "../../conformance/target-file/rate-limits.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import { loadContract } from "../../spec/contract.ts";

export interface Trial {
  /** The credentials that were not answered 401, with the organizations that the target shows. */
  readonly callers: readonly Caller[];
  /** Whether a credential that is declared as valid was answered 401. */
  readonly hasRejected: boolean;
  /** All exchanges of the trial; they count against the limit, too. */
  readonly exchanges: readonly Exchange[];
  /** What may be wrong in the target file: sentences that each ask for one change. */
  readonly doubts: readonly string[];
  /** Sentences that are printed and not in the report. */
  readonly hints: readonly string[];
  readonly notes: readonly string[];
  /** Why the run is not complete, whatever k6 shows. */
  readonly incomplete: readonly string[];
  /** Why it is of no use to start k6. */
  readonly obstacle?: string;
}

interface ClientSettings {
  readonly signal: AbortSignal;
  /** Whether the server's certificate is not verified. */
  readonly insecure: boolean;
  readonly onSecrets?: ClientOptions["onSecrets"];
}

interface TrialOptions extends ClientSettings {
  /** Whether a scenario sends as much as the declared limit. */
  readonly requiresLimit: boolean;
}

/** Sends a few requests for each credential. It does not wait for a fresh window, because the scripts do. */
export function tryTarget(target: Target, options: TrialOptions): Promise<Trial> {
  const doubts: string[] = [];
  return asking(target, options, {
    async ask(client, unlimited) {
      const discovery = await discover({ client, target: unlimited, notes: [], doubts, exceedsLimit: false });
      return trialOf(discovery, client.exchanges, doubts, target, options);
    },
    unanswered({ message }, { exchanges }) {
      const nobody = { callers: [], hasRejected: false, doubts: [], hints: [], incomplete: [] };
      return { ...nobody, exchanges, notes: [message], obstacle: "the target did not answer" };
    },
  });
}

/** Why the target does not answer any more, after a script whose requests are not recorded; undefined if it does. */
export const whyUnanswered = (target: Target, caller: Caller, options: ClientSettings): Promise<string | undefined> =>
  asking<string | undefined>(target, options, {
    async ask(client) {
      await sendIgnoringBudget(client, "listProducts", caller);
      return undefined;
    },
    unanswered: ({ message }) => message,
  });

interface Asking<T> {
  readonly ask: (client: Client, unlimited: Target) => Promise<T>;
  /** If nothing answers. */
  readonly unanswered: (error: Unreachable, client: Client) => T;
}

/** Asks a target with a client of its own, which does not keep to the limit. */
async function asking<T>(
  target: Target,
  { signal, insecure, onSecrets }: ClientSettings,
  { ask, unanswered }: Asking<T>,
): Promise<T> {
  const transport = createTransport({ clock: realClock, insecure });
  const unlimited = { ...target, rateLimit: null };
  const contract = loadContract();
  const client = createClient({ target: unlimited, contract, transport, clock: realClock, signal, onSecrets });
  try {
    return await ask(client, unlimited);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return unanswered(error, client);
  } finally {
    await transport.close();
  }
}

function trialOf(
  discovery: Discovery,
  sent: readonly Exchange[],
  doubts: readonly string[],
  target: Target,
  { requiresLimit }: TrialOptions,
): Trial {
  const { cast, incomplete } = discovery;
  const exchanges = withOrganizations(sent, cast.callers);
  const trial = {
    callers: cast.callers,
    hasRejected: discovery.rejected.length > 0,
    exchanges,
    doubts,
    hints: [],
    notes: [],
    incomplete,
  };
  if (discovery.kind === "cut") return { ...trial, obstacle: discovery.reason };
  if (discovery.kind === "other-api") return { ...trial, obstacle: discovery.skipReason };
  const limits = rateLimitsOf(target, exchanges);
  const isUndeclared = [...(limits?.tiers?.values() ?? [])].includes("undeclared");
  const isLimitWrong = isUndeclared || (limits !== null && limitsAsShown(limits, target, exchanges) !== undefined);
  const hint = windowHint(limits, exchanges) ?? longerWindowHint(limits, exchanges);
  const ofLimit = limitDoubts(limits, target, exchanges);
  // Without a declared limit every scenario may send more than the server's. A value that stays may be of a limiter that is switched off.
  const isSwitchedOffWrongly = limits === null && ofLimit.length > 0 && hasFallingRemaining(exchanges);
  return {
    ...trial,
    doubts: [...doubts, ...ofLimit],
    hints: hint === undefined ? [] : [hint],
    ...((isLimitWrong && requiresLimit) || isSwitchedOffWrongly
      ? { obstacle: isUndeclared ? "no `rateLimit` is declared" : limitInDoubt }
      : {}),
  };
}

/** `X-RateLimit-Remaining` falls from one request of a credential to a later one. */
function hasFallingRemaining(exchanges: readonly Exchange[]): boolean {
  const max = new Map<string, number>();
  return exchanges.some((exchange) => {
    const [remaining, before = 0] = [remainingOf(exchange), max.get(exchange.credential)];
    if (remaining !== undefined) max.set(exchange.credential, Math.max(before, remaining));
    return remaining !== undefined && remaining < before;
  });
}

/** Adds the organizations, which were not known when the exchanges were sent. */
function withOrganizations(exchanges: readonly Exchange[], callers: readonly Caller[]): readonly Exchange[] {
  const organizations = new Map(callers.map(({ label, organization }) => [label, organization]));
  return exchanges.map((exchange) => {
    const organization = organizations.get(exchange.credential);
    return organization === undefined ? exchange : exchangeOf({ ...exchange, organization });
  });
}
