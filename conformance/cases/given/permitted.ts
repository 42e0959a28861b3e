/** Which roles may call an operation is open (§5.7): tries the callers of the target in turn, and distinguishes a rejection from a fault. */
import { unissuedToken } from "../../generate/unissued-token.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  type OperationId,
  type Role,
  Skip,
} from "../case.ts";
import { expectSuccess } from "./expect.ts";

/** The actors of these roles that the target has, in this order. */
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

/** A key whose organization's requests are used least: the other organization's, where there is one. */
export const spareKey = (context: CaseContext): Actor =>
  availableActors(context, ["other-organization"])[0] ?? context.as("key");

/** A token that was never issued, and looks like one of the target's. */
export const neverIssuedToken = (context: CaseContext): string =>
  unissuedToken(availableActors(context, ["key", "session"])[0]?.caller.credential?.token, context.mark);

/** What another case may have sent, with an actor that sends for this case. */
export const forThisCase = <T extends { readonly actor: Actor }>(context: CaseContext, shared: T): T => ({
  ...shared,
  actor: context.asCaller(shared.actor.caller),
});

/** A target may close a user's endpoints to API keys, with any 4xx. */
const isClosedToKeys = ({ kind, status }: Exchange) => kind === "api-key" && status >= 400 && status < 500;

/** Why nothing is judged of the bodies of endpoints 12, 14 and 17. */
export const noWriteAccepted =
  "no update, organization or invitation was accepted: add a credential that may send one to the target file";

interface Allowance {
  /** Whether a response says that the caller may not do this; by default where its status is 403. */
  readonly mayForbid?: (exchange: Exchange) => boolean;
  /** Earlier exchanges that show why a 2xx is expected. */
  readonly after?: readonly Exchange[];
  /** What the user does where each is forbidden it. */
  readonly remedy?: string | undefined;
}

/**
 * The first that is answered 2xx. Throws `Skip` where each is forbidden it (or is a key, and answered with any 4xx), and
 * `Mismatch` at the first other answer.
 */
export async function firstPermitted(
  context: CaseContext,
  operation: OperationId,
  roles: readonly Role[],
  send: (actor: Actor) => Promise<Exchange>,
  { mayForbid = ({ status }) => status === 403, after = [], remedy }: Allowance = {},
): Promise<ActorExchange> {
  let rejection: Exchange | undefined;
  for (const actor of availableActors(context, roles)) {
    const exchange = await send(actor);
    if (exchange.isSuccess) return { actor, exchange };
    if (!mayForbid(exchange) && !isClosedToKeys(exchange)) expectSuccess(exchange, `for ${operation}`, after);
    rejection = exchange;
  }
  if (rejection === undefined) throw new Skip(context.missing(roles[0] ?? "key"));
  throw notPermitted(operation, rejection, remedy);
}

/** What a server answers for what is not there; a server may also hide so what the caller may not use. */
const saysNotThere: readonly number[] = [404, 405, 501];

export const notPermitted = (
  operation: OperationId,
  { credential, status }: Exchange,
  remedy = "add a credential that may to the target file",
) =>
  new Skip(
    `needs a caller that may call ${operation}: ${credential} was answered ${status}; ${saysNotThere.includes(status) ? "build that endpoint, or " : ""}${remedy}`,
    [operation],
  );

/** A key may read all of its products (§5.2); throws `Skip` where a session, whose role is open (§5.7), is answered 403. */
export function expectRead(exchange: Exchange, operation: OperationId, after: readonly Exchange[] = []): void {
  if (exchange.kind === "session" && exchange.status === 403) throw notPermitted(operation, exchange);
  expectSuccess(exchange, `for ${operation}`, after);
}

/** Only API keys have installations (§4, rule 2), and not every key needs to have one. */
export const keyActors = (context: CaseContext) =>
  availableActors(context, ["key", "second-key", "other-organization"]).filter(
    ({ caller }) => caller.kind === "api-key",
  );
