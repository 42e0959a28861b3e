/** Finds the input of the hooks with a few requests before Schemathesis starts. `hooks/fpk_input.py` reads it. */
import type { OperationId } from "../../spec/contract.ts";
import { isPathSegment } from "../../spec/match-path.ts";
import { fullSubmission } from "../cases/shared/full-submission.ts";
import { type Caller, isDenied } from "../client/caller.ts";
import type { Client, Outgoing } from "../client/client.ts";
import type { Body } from "../generate/place.ts";
import { listItems, stringIn } from "../model/body.ts";
import type { RateLimit } from "../model/rate-limit.ts";
import { ifAnswered } from "./if-answered.ts";
import { type FuzzOptions, isIncluded } from "./options.ts";

/** The identifiers of an organization, by the name of the parameter or field; each problem with its product. */
export interface Ids {
  readonly productId: readonly string[];
  readonly problemId: readonly (readonly [productId: string, problemId: string])[];
  readonly contextId: readonly string[];
  readonly actorId: readonly string[];
  readonly feedbackId: readonly string[];
  readonly orgId: readonly string[];
}

export interface HookInput {
  readonly callers: readonly {
    readonly label: string;
    /** The environment variable that holds the token. */
    readonly variable: string;
    readonly organization: string;
    readonly denied: readonly OperationId[];
  }[];
  readonly ids: Readonly<Record<string, Ids>>;
  /** Bodies that should be accepted, by organization. The hooks take the fields that a generated body lacks from them. */
  readonly bodies: Readonly<Record<string, Readonly<Partial<Record<OperationId, Body>>>>>;
  readonly rateLimit: RateLimit | null;
  /** The text that marks everything that the run creates. */
  readonly mark: string;
  /** The maximum number of requests for shrinking the failing request of an operation. */
  readonly maxShrinkingTries: number;
}

/** A limit, in requests per window, that shrinking does not use up. */
const generousLimit = 1000;

/** The number of products of an organization whose problems are listed. */
const maxProducts = 2;

/** The organization of a caller. If it is unknown, the caller counts as the only one of its organization. */
export const organizationOf = ({ organization, label }: Caller) => organization ?? `of ${label}`;

/** The input of the hooks, without the identifiers of lists that are not answered. Throws `Cut` if the run is cut. */
export async function findHookInput(
  { contract, generation, readOnly, target: { rateLimit } }: FuzzOptions,
  client: Client,
  callers: readonly Caller[],
): Promise<HookInput> {
  const isGenerous = rateLimit === null || rateLimit.limit >= generousLimit;
  const mark = `fpk-${generation.seed.toString(36)}`;
  // Only the status operation needs the identifier of a submission.
  const submits = !readOnly && isIncluded(generation, "getFeedbackStatus");
  const ids: Record<string, Ids> = {};
  const bodies: Record<string, HookInput["bodies"][string]> = {};
  for (const caller of onePerOrganization(callers)) {
    const organization = organizationOf(caller);
    const found = await findIds(caller, client);
    const [productId = "fpk-unknown"] = found.productId;
    const [contextId, actorId] = [found.contextId[0], found.actorId[0]];
    const submitFeedback = fullSubmission({ productId, contextId, actorId }, mark, contract);
    ids[organization] = { ...found, feedbackId: submits ? await submittedId(submitFeedback, caller, client) : [] };
    bodies[organization] = {
      submitFeedback,
      createOrganization: { name: `Conformance ${mark}`, slug: mark },
      inviteMember: { email: `${mark}@example.com` },
    };
  }
  return {
    callers: callers.map((caller, at) => ({
      label: caller.label,
      variable: `FPK_FUZZ_TOKEN_${at}`,
      organization: organizationOf(caller),
      denied: caller.credential?.denied ?? [],
    })),
    ids,
    bodies,
    rateLimit,
    mark,
    maxShrinkingTries: isGenerous || generation.only.length === 1 ? 100 : 20,
  };
}

/** A caller of each organization: one that is denied no operation if possible, and then a key rather than a session. */
function onePerOrganization(callers: readonly Caller[]): readonly Caller[] {
  const rank = (caller: Caller) => (caller.kind === "api-key" ? 0 : 1) + (isDenied(caller) ? 2 : 0);
  // The map keeps the last caller of each organization.
  const sorted = callers.toSorted((a, b) => rank(b) - rank(a)).map((each) => [organizationOf(each), each] as const);
  return [...new Map(sorted).values()];
}

async function findIds(caller: Caller, client: Client): Promise<Ids> {
  const list = async (operation: OperationId, productId?: string) => {
    const parameters = productId === undefined ? {} : { productId };
    const exchange = await sendWithRetry(client, { operation, caller, parameters });
    return exchange === undefined ? [] : listItems(exchange).map(({ id }) => id);
  };
  const productId = (await list("listProducts")).filter(isPathSegment);
  const problemId: [string, string][] = [];
  for (const product of productId.slice(0, maxProducts)) {
    const problems = await list("listProblems", product);
    problemId.push(...problems.filter(isPathSegment).map((id): [string, string] => [product, id]));
  }
  // From one product only, so that a submission names a context and an actor of the product that it is for.
  const [first] = productId;
  const contextId = first === undefined ? [] : await list("listContexts", first);
  const actorId = first === undefined ? [] : await list("listActors", first);
  const organizations = caller.organization === undefined ? await list("listOrganizations") : [caller.organization];
  const orgId = organizations.filter(isPathSegment).slice(0, 1);
  return { productId, problemId, contextId, actorId, feedbackId: [], orgId };
}

/** A list with the feedbackId of the submission; an empty list if it is not accepted. */
async function submittedId(body: Body, caller: Caller, client: Client): Promise<readonly string[]> {
  const submitted = await sendWithRetry(client, { operation: "submitFeedback", caller, body });
  const id = submitted?.isSuccess ? stringIn(submitted, "feedbackId") : undefined;
  return id === undefined ? [] : [id];
}

/** Sends a second time after a 429 or a lost connection; undefined if the second request is not answered either. */
const sendWithRetry = async (client: Client, outgoing: Outgoing) =>
  (await ifAnswered(client.send(outgoing))) ?? ifAnswered(client.send(outgoing));
