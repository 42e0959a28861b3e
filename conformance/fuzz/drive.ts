/** Before and after Schemathesis: what it has to know is found out, what it will cost is told, and the profile is put back. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../../cli/median.ts";
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import { discover } from "../run/discovery.ts";
import { type Facts, findFacts, organizationOf } from "./facts.ts";
import { forecast } from "./forecast.ts";
import type { FuzzOptions } from "./fuzz.ts";
import { type Profile, readProfile, restoreProfile } from "./profile.ts";
import { type Ran, runSchemathesis } from "./run.ts";
import { crashedSubmissions, judgeTexts } from "./texts.ts";
import type { Fuzzed } from "./verdicts.ts";

const nothing: Ran = { fuzzed: [], unanswered: [] };

/** `incomplete` is told why there is nothing to fuzz, or nobody to do it. Throws `Unreachable`, and `Cut` where the run is cut. */
export async function drive(options: FuzzOptions, client: Client, notes: string[], incomplete: string[]): Promise<Ran> {
  const callers = await callersOf(options, client, notes, incomplete);
  if (callers.length === 0) return nothing;
  const { target, shape, readOnly } = options;
  const isWanted = (id: OperationId) => shape.only.length === 0 || shape.only.includes(id);
  const asked = { rateLimit: target.rateLimit, seed: shape.seed, submits: !readOnly && isWanted("getFeedbackStatus") };
  const found = await findFacts({ ...options, ...asked, client, callers });
  const updates = !readOnly && isWanted("updateMe");
  const profile = updates ? await readProfile(client, callers) : undefined;
  if (profile === undefined && updates) {
    notes.push("updateMe was left out: nobody here can read a profile, to put it back");
  }
  const facts = withProfile(found, profile);
  const without: readonly OperationId[] = profile === undefined ? [...shape.without, "updateMe"] : shape.without;
  const told = { ...options, shape: { ...shape, without: [...new Set(without)] } };
  const predicted = announce(told, facts, client);
  // Real, as a container is told it: a link would lead elsewhere there.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fpk-fuzz-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  let isUntouched = false;
  try {
    const ran = await runSchemathesis(told, { folder, facts, predicted, notes });
    isUntouched = !options.signal.aborted && allRefused(ran);
    const text = readOnly ? undefined : await textsOf(ran, callers, facts, client);
    return text === undefined ? ran : { ...ran, shown: [text] };
  } finally {
    remove();
    process.removeListener("exit", remove);
    if (profile !== undefined && !isUntouched) await restoreProfile(profile, { client, target, notes });
  }
}

/** A whole run in which every update was refused, and nothing went unanswered: there is nothing to put back. */
export function allRefused({ fuzzed, unanswered, broken }: Ran): boolean {
  const updates = fuzzed.filter(({ exchange }) => exchange.operation === "updateMe");
  const isRefused = ({ exchange: { status } }: Fuzzed) => status >= 400 && status < 500;
  return broken === undefined && unanswered.length === 0 && updates.length > 0 && updates.every(isRefused);
}

/** Whose credentials are served; none where it is said in `incomplete` why not. */
async function callersOf(
  { target }: FuzzOptions,
  client: Client,
  notes: string[],
  incomplete: string[],
): Promise<readonly Caller[]> {
  // The limit is not crossed: no window need be fresh.
  const unlimited = { ...target, rateLimit: null };
  const discovery = await discover({ client, target: unlimited, notes, crosses: false });
  if (discovery.kind !== "this-api") {
    incomplete.push(discovery.reason);
    return [];
  }
  const { cast, rejected } = discovery;
  if (rejected.length > 0) {
    incomplete.push(`${rejected.map(({ caller }) => caller.label).join(", ")} of the target file was refused with 401`);
  }
  const callers = cast.callers.filter(({ kind }) => kind === "api-key" || kind === "session");
  if (callers.length === 0) incomplete.push("there is no valid credential to fuzz with: add one to the target file");
  return callers;
}

/** Whose submission brought about a 5xx, sends its texts again. What a cut keeps from being sent shows nothing. */
async function textsOf({ fuzzed }: Ran, callers: readonly Caller[], facts: Facts, client: Client) {
  const [crashed] = crashedSubmissions(fuzzed);
  const caller = callers.find(({ label }) => label === crashed?.credential);
  const plain = caller === undefined ? undefined : facts.bodies[organizationOf(caller)]?.submitFeedback;
  if (caller === undefined || plain === undefined) return undefined;
  return judgeTexts(fuzzed, { client, caller, plain }).catch((error: unknown) => {
    if (!(error instanceof Cut)) throw error;
    return undefined;
  });
}

/** Only one caller updates the profile: the one whose profile can be put back. */
function withProfile(facts: Facts, profile: Profile | undefined): Facts {
  if (profile === undefined) return facts;
  const { caller, was } = profile;
  const organization = organizationOf(caller);
  return {
    ...facts,
    callers: facts.callers.map((one) =>
      one.label === caller.label ? one : { ...one, denied: [...one.denied, "updateMe"] },
    ),
    bodies: { ...facts.bodies, [organization]: { ...facts.bodies[organization], updateMe: was } },
  };
}

/** Says what the run will cost; gives the requests. */
function announce({ contract, shape, target, progress, found }: FuzzOptions, facts: Facts, client: Client): number {
  const isWanted = (id: OperationId) =>
    !shape.without.includes(id) && (shape.only.length === 0 || shape.only.includes(id));
  const { requests, seconds } = forecast({
    shape,
    contract,
    operations: contract.operations.filter(({ id }) => isWanted(id)),
    rateLimit: target.rateLimit,
    organizations: Math.max(1, Object.values(facts.ids).filter(({ productId }) => productId.length > 0).length),
    latencyMs: median(client.exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt)),
  });
  const which = `Schemathesis ${found.version} (${found.place})`;
  progress.say(`about ${requests} requests in about ${seconds} s, by ${which}`);
  return requests;
}
