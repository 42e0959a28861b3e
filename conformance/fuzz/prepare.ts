/** Before Schemathesis starts: finds the callers and the input of the hooks, and announces the number of requests. */
import type { Client } from "../client/client.ts";
import { isAuthenticated } from "../model/exchange.ts";
import { discover, typicalLatencyMs } from "../run/discovery/discover.ts";
import { notThisApi } from "../run/discovery/other-api.ts";
import { forecast } from "./forecast.ts";
import { findHookInput, type HookInput, organizationOf } from "./hook-input.ts";
import { type FuzzOptions, type Generation, isIncluded } from "./options.ts";
import { type Profile, readProfile } from "./profile.ts";

export type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** Sentences for the report, to which each step of the run adds. */
export interface Remarks {
  readonly notes: string[];
  /** Reasons why the run is not complete. */
  readonly incomplete: string[];
  /** Whether the server at the base URL has another API, so that no law may judge it. */
  isOtherApi: boolean;
}

/**
 * Undefined if no caller can send; `remarks.incomplete` then says why. Throws `Unreachable` if the target does not answer,
 * and `Cut` if the run is cut.
 */
export async function prepare(options: FuzzOptions, client: Client, remarks: Remarks) {
  const { generation } = options;
  const callers = await findCallers(options, client, remarks);
  if (callers.length === 0) return undefined;
  const found = await findHookInput(options, client, callers);
  const updates = isIncluded(generation, "updateMe");
  const profile = updates ? await readProfile(client, callers) : undefined;
  if (profile === undefined && updates) {
    remarks.notes.push("updateMe was left out: no credential of the target file can read a profile, to restore it");
  }
  const hookInput = withProfile(found, profile);
  const excluded = [...generation.excluded, ...(profile === undefined ? (["updateMe"] as const) : [])];
  const final = { ...generation, excluded: [...new Set(excluded)] };
  const predicted = announceForecast(options, final, hookInput, client);
  return { callers, profile, runInput: { generation: final, hookInput, predicted } };
}

async function findCallers({ target }: FuzzOptions, client: Client, remarks: Remarks) {
  const { notes, incomplete } = remarks;
  // Without a rate limit, discovery does not wait for a fresh window. The run does not exceed the limit, so it needs none.
  const unlimited = { ...target, rateLimit: null };
  const discovery = await discover({ client, target: unlimited, notes, doubts: notes, exceedsLimit: false });
  if (discovery.kind === "other-api") {
    remarks.isOtherApi = true;
    incomplete.push(notThisApi);
  }
  if (discovery.kind !== "this-api") return [];
  const { cast } = discovery;
  incomplete.push(...discovery.incomplete);
  const callers = cast.callers.filter(isAuthenticated);
  if (callers.length === 0) incomplete.push("there is no valid credential to fuzz with: add one to the target file");
  return callers;
}

/** The input in which updateMe is denied to all callers but the one whose profile can be restored. */
function withProfile(hookInput: HookInput, profile: Profile | undefined): HookInput {
  if (profile === undefined) return hookInput;
  const { label } = profile.caller;
  const organization = organizationOf(profile.caller);
  return {
    ...hookInput,
    callers: hookInput.callers.map((caller) =>
      caller.label === label ? caller : { ...caller, denied: [...caller.denied, "updateMe"] },
    ),
    bodies: {
      ...hookInput.bodies,
      [organization]: { ...hookInput.bodies[organization], updateMe: profile.fields },
    },
  };
}

/** Prints how many requests the run will send and how long it will take; returns the number of requests. */
function announceForecast(options: FuzzOptions, generation: Generation, { ids }: HookInput, client: Client): number {
  const { contract, target, progress, found } = options;
  const { requests, seconds } = forecast({
    generation,
    contract,
    operations: contract.operations.filter(({ id }) => isIncluded(generation, id)),
    rateLimit: target.rateLimit,
    organizations: Math.max(1, Object.values(ids).filter(({ productId }) => productId.length > 0).length),
    latencyMs: typicalLatencyMs(client.exchanges),
  });
  progress.say(`about ${requests} requests in about ${seconds} s, by Schemathesis ${found.version} (${found.place})`);
  return requests;
}
