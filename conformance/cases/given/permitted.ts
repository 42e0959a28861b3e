/** Which roles may call what is open (§5.7): tries the callers that a target has, and tells a refusal from a fault. */
import type { OperationId } from "../../../spec/contract.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Actor, CaseContext, Role } from "../case.ts";
import { expectSuccess } from "./expect.ts";

/** The actors of these roles that the target has, in order. */
export function actorsOf(context: CaseContext, roles: readonly Role[]): readonly Actor[] {
  return roles.flatMap((role) => {
    try {
      return [context.as(role)];
    } catch (error) {
      if (error instanceof Skip) return [];
      throw error;
    }
  });
}

/** A user's own endpoints may be closed to API keys, in whatever way a target chose. */
function isClosedToKeys(exchange: Exchange): boolean {
  return exchange.kind === "api-key" && exchange.status >= 400 && exchange.status < 500;
}

export interface Permitted {
  readonly actor: Actor;
  readonly exchange: Exchange;
}

interface Allowance {
  /** What says that a caller may not do this; 403 by default. */
  readonly mayForbid?: (exchange: Exchange) => boolean;
  /** Why a 2xx is expected at all: what was answered before. */
  readonly after?: readonly Exchange[];
}

/**
 * The first of the actors that is answered 2xx.
 * Throws `Skip` where all are told so (or are keys, and told another 4xx),
 * and `Mismatch` on any other answer, also where a later actor would be served.
 */
export async function firstPermitted(
  context: CaseContext,
  operation: OperationId,
  roles: readonly Role[],
  send: (actor: Actor) => Promise<Exchange>,
  { mayForbid = ({ status }) => status === 403, after = [] }: Allowance = {},
): Promise<Permitted> {
  const actors = actorsOf(context, roles);
  let closed: Exchange | undefined;
  for (const actor of actors) {
    const exchange = await send(actor);
    if (exchange.isSuccess) return { actor, exchange };
    if (!mayForbid(exchange) && !isClosedToKeys(exchange)) expectSuccess(exchange, `for ${operation}`, after);
    closed = exchange;
  }
  const told = closed === undefined ? "" : ` (${closed.credential} was answered ${closed.status})`;
  throw new Skip(`a caller that may call ${operation}${told}`);
}
