/** What the hooks are told (`hooks/` is the other side), found out with a few requests of our own before Schemathesis starts. */
import type { Contract, OperationId } from "../../spec/contract.ts";
import { fullSubmission } from "../cases/given/full-submission.ts";
import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import type { Body } from "../generate/place.ts";
import { isObject, listedOf } from "../model/body.ts";
import { type RateLimit, Unanswered } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";

/** Identifiers of one organization, by the names of the parameters and fields that take them; a problem with its product's. */
export interface Ids {
  readonly productId: readonly string[];
  readonly problemId: readonly (readonly [productId: string, problemId: string])[];
  readonly contextId: readonly string[];
  readonly actorId: readonly string[];
  readonly feedbackId: readonly string[];
  readonly orgId: readonly string[];
}

export interface Facts {
  readonly callers: readonly {
    readonly label: string;
    /** The environment's variable that holds the token. */
    readonly variable: string;
    readonly organization: string;
    readonly denied: readonly OperationId[];
  }[];
  readonly ids: Readonly<Record<string, Ids>>;
  /** By organization: bodies that should be taken, for what a generated one leaves out. */
  readonly bodies: Readonly<Record<string, Readonly<Partial<Record<OperationId, Body>>>>>;
  readonly rateLimit: RateLimit | null;
  /** In whatever is created. */
  readonly mark: string;
  /** How many smaller inputs are tried for a failure of an operation: each is a request. */
  readonly mostTries: number;
}

export interface FactsOptions {
  readonly client: Client;
  readonly contract: Contract;
  readonly callers: readonly Caller[];
  readonly rateLimit: RateLimit | null;
  readonly seed: number;
  /** Makes a submission, whose status can be asked for. */
  readonly submits: boolean;
}

/** A limit that is not used up by making failures small. */
const plentiful = 1000;

/** How many products of an organization are looked into. */
const mostProducts = 2;

/** An organization that is not known is its credential's own. */
export const organizationOf = ({ organization, label }: Caller) => organization ?? `of ${label}`;

export const variableOf = (at: number) => `FPK_FUZZ_TOKEN_${at}`;

/** Throws `Cut` where the run is cut meanwhile. What is not answered is left out. */
export async function findFacts(options: FactsOptions): Promise<Facts> {
  const { callers, contract, rateLimit, seed } = options;
  const mark = `fpk-${seed.toString(36)}`;
  const ids: Record<string, Ids> = {};
  const bodies: Record<string, Facts["bodies"][string]> = {};
  for (const caller of firstOfEach(callers)) {
    const own = await idsOf(caller, options);
    const [productId = "fpk-unknown"] = own.productId;
    const [contextId, actorId] = [own.contextId[0], own.actorId[0]];
    const submitFeedback = fullSubmission({ productId, contextId, actorId }, mark, contract);
    const submitted = options.submits ? await answer(options, "submitFeedback", caller, {}, submitFeedback) : undefined;
    const accepted = submitted?.isSuccess === true ? submitted.json() : undefined;
    const feedbackId = isObject(accepted) && typeof accepted.feedbackId === "string" ? [accepted.feedbackId] : [];
    ids[organizationOf(caller)] = { ...own, feedbackId };
    bodies[organizationOf(caller)] = {
      submitFeedback,
      createOrganization: { name: `Conformance ${mark}`, slug: mark },
      inviteMember: { email: `${mark}@example.com` },
    };
  }
  return {
    callers: callers.map((caller, at) => ({
      label: caller.label,
      variable: variableOf(at),
      organization: organizationOf(caller),
      denied: caller.credential?.denied ?? [],
    })),
    ids,
    bodies,
    rateLimit,
    mark,
    mostTries: rateLimit === null || rateLimit.limit >= plentiful ? 100 : 20,
  };
}

/** Keys go before sessions, and those that are denied nothing before others. */
function firstOfEach(callers: readonly Caller[]): readonly Caller[] {
  const rank = ({ kind, credential }: Caller) =>
    (kind === "api-key" ? 0 : 1) + ((credential?.denied.length ?? 0) > 0 ? 2 : 0);
  const ordered = callers.toSorted((a, b) => rank(a) - rank(b));
  return ordered.filter((one) => ordered.find((other) => organizationOf(other) === organizationOf(one)) === one);
}

async function idsOf(caller: Caller, options: FactsOptions): Promise<Ids> {
  const list = async (operation: OperationId, productId?: string) => {
    const exchange = await answer(options, operation, caller, productId === undefined ? {} : { productId });
    return exchange === undefined ? [] : listedOf(exchange).map(({ id }) => id);
  };
  const products = (await list("listProducts")).filter(isPlain);
  const found = { problemId: [] as [string, string][], contextId: [] as string[], actorId: [] as string[] };
  for (const productId of products.slice(0, mostProducts)) {
    const problems = await list("listProblems", productId);
    found.problemId.push(...problems.filter(isPlain).map((id): [string, string] => [productId, id]));
    // Of one product only, so that a submission that names a context names one of its own product.
    if (found.contextId.length === 0 && productId === products[0]) {
      found.contextId.push(...(await list("listContexts", productId)));
      found.actorId.push(...(await list("listActors", productId)));
    }
  }
  const organization = caller.organization === undefined ? await list("listOrganizations") : [caller.organization];
  return { productId: products, ...found, feedbackId: [], orgId: organization.filter(isPlain).slice(0, 1) };
}

/** What stays one segment of a path, whoever is on the way: other identifiers are the service's, and not put into paths here. */
export const isPlain = (id: string) => /^[^\p{C}\p{Z}/\\%?#;]+$/u.test(id) && !/^\.|\.$/.test(id);

/** Once more after a 429, which the client waits for. */
async function answer(
  { client }: FactsOptions,
  operation: OperationId,
  caller: Caller,
  parameters: Readonly<Record<string, string>>,
  body?: Body,
): Promise<Exchange | undefined> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      return await client.send({ operation, caller, parameters, ...(body === undefined ? {} : { body }) });
    } catch (error) {
      if (error instanceof Cut || !(error instanceof Unanswered)) throw error;
    }
  }
  return undefined;
}
