/** Which roles may call an operation is open (§5.7). Tries callers in turn; a missing permission is no fault. */
import type { Caller } from "../../client/caller.ts";
import { unissuedToken } from "../../generate/unissued-token.ts";
import { listed } from "../../model/in-words.ts";
import { answerOf } from "../../model/response-text.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  type OperationId,
  type Role,
  Skip,
} from "../case.ts";
import { concernsBody } from "./error-response.ts";
import { expectSuccess } from "./expect.ts";

/** The actors with these roles, in this order, if the target has them. */
export function availableActors(context: CaseContext, roles: readonly Role[]): readonly Actor[] {
  return roles.flatMap((role) => {
    try {
      return [context.as(role)];
    } catch (error) {
      if (error instanceof Skip) return [];
      throw error;
    }
  });
}

/** One actor for each credential. */
export const distinctActors = (actors: readonly Actor[]): readonly Actor[] => [
  ...new Map(actors.map((actor) => [actor.caller.label, actor])).values(),
];

/** A key of the organization that the run uses least: the other organization, if there is one. */
export const spareKey = (context: CaseContext): Actor =>
  availableActors(context, ["other-organization"])[0] ?? context.as("key");

/** A token that looks like one of the target's, but was never issued. */
export const neverIssuedToken = (context: CaseContext): string =>
  unissuedToken(availableActors(context, ["key", "session"])[0]?.caller.credential?.token, context.mark);

/** Replaces the actor of a shared result by one that sends for this case. */
export const forThisCase = <T extends { readonly actor: Actor }>(context: CaseContext, shared: T): T => ({
  ...shared,
  actor: context.asCaller(shared.actor.caller),
});

/** A target may close a user's endpoints to API keys, with any 4xx. */
const isClosedToKeys = ({ kind, status }: Exchange) => kind === "api-key" && status >= 400 && status < 500;

/** The skip if endpoints 12, 14 and 17 accept no body. */
export const noWriteAccepted = (): Skip =>
  new Skip(
    "no update, organization or invitation was accepted: add a credential that may send one to the target file",
    ["createOrganization", "inviteMember", "updateMe"],
  );

interface Allowance {
  /** Whether a response says that the caller has no permission; by default, if its status is 403. */
  readonly mayForbid?: (exchange: Exchange) => boolean;
  /** Earlier exchanges that show why a 2xx is expected. */
  readonly after?: readonly Exchange[];
  /** What the user can do if no caller has permission. */
  readonly remedy?: string | undefined;
}

/**
 * The first 2xx. Callers to which the operation is declared as denied are left out. Throws `Skip` if no caller has permission (any 4xx to
 * a key), `Mismatch` at another response.
 */
export async function firstPermitted(
  context: CaseContext,
  operation: OperationId,
  roles: readonly Role[],
  send: (actor: Actor) => Promise<Exchange>,
  { mayForbid = ({ status }) => status === 403, after = [], remedy }: Allowance = {},
): Promise<ActorExchange> {
  let rejection: Exchange | undefined;
  const available = availableActors(context, roles);
  for (const actor of available.filter(({ caller }) => !isDeclaredDenied(caller, operation))) {
    const exchange = await send(actor);
    if (exchange.isSuccess) return { actor, exchange };
    if (!mayForbid(exchange) && !isClosedToKeys(exchange)) expectSuccess(exchange, `for ${operation}`, after);
    rejection = exchange;
  }
  if (rejection !== undefined) throw notPermitted(operation, rejection, remedy);
  const denied = available.map(({ caller }) => caller);
  throw new Skip(denied.length === 0 ? context.missing(roles[0] ?? "key") : declaredDenied(operation, denied, remedy));
}

/** The target file says that this caller may not call the operation, so a 2xx is not expected. */
export const isDeclaredDenied = ({ credential }: Caller, operation: OperationId): boolean =>
  credential?.denied.includes(operation) ?? false;

const addPermitted = "add a credential that may to the target file";

/** The reason of a skip if the only callers are those to which the operation is declared as denied. */
export const declaredDenied = (operation: OperationId, callers: readonly Caller[], remedy = addPermitted): string =>
  `needs a caller that may call ${operation}: the target file declares it as denied to ${listed([...new Set(callers.map(({ label }) => label))])}; ${remedy}`;

/** Statuses of an endpoint that does not exist. A server may also answer so to callers without permission. */
const missingEndpointStatuses: readonly number[] = [404, 405, 501];

/** The first thing to do if an endpoint may be missing. */
export const buildEndpointFirst = (rejections: readonly Exchange[]) =>
  rejections.every(({ status }) => missingEndpointStatuses.includes(status)) ? "build that endpoint, or " : "";

export function notPermitted(operation: OperationId, rejection: Exchange, remedy = addPermitted): Skip {
  const { credential, status } = rejection;
  const isOfBody = rejection.request.method !== "GET" && concernsBody(rejection);
  const orDemanded = isOfBody ? "does it demand more than the document's fields? If not, " : "";
  const remedies = `${orDemanded}${buildEndpointFirst([rejection])}${remedy}`;
  // The text of another error may name the rule that forbids it.
  const answer = status === 403 || missingEndpointStatuses.includes(status) ? status : answerOf(rejection);
  return new Skip(`needs a caller that may call ${operation}: ${credential} was answered ${answer}; ${remedies}`, [
    operation,
  ]);
}

/** A key may read all of its products (§5.2). Throws `Skip` if a session, whose role is open (§5.7), gets 403. */
export function expectRead(exchange: Exchange, operation: OperationId, after: readonly Exchange[] = []): void {
  if (exchange.kind === "session" && exchange.status === 403) throw notPermitted(operation, exchange);
  expectSuccess(exchange, `for ${operation}`, after);
}

/** Only API keys have installations (§4, rule 2), and some may have none. */
export const keyActors = (context: CaseContext) =>
  availableActors(context, ["key", "second-key", "other-organization"]).filter(
    ({ caller }) => caller.kind === "api-key",
  );
