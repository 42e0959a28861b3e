/** §5.8: a token that was never issued is not a valid credential, even if it resembles an issued one. */
import { type Caller, unknownToken } from "../../client/caller.ts";
import { forgedTokens } from "../../generate/forged-tokens.ts";
import { similarTokens } from "../../generate/similar-tokens.ts";
import { shellVariableOf } from "../../model/shell-variable.ts";
import { type CaseContext, defineCase, type OperationId, type Role } from "../case.ts";
import { expect401ForEach, knownIdsAndFeedback, sendable } from "../shared/all-operations.ts";
import { whereAvailable } from "../shared/expect.ts";
import { availableActors, neverIssuedToken } from "../shared/permitted.ts";
import { userIn } from "../shared/users.ts";

const roles: readonly Role[] = ["key", "session", "second-key", "other-organization", "denied", "expired"];

/** A caller whose token was never issued; `what`: a clause about the token, `that …`. */
interface NotIssued {
  readonly what: string;
  readonly caller: Caller;
}

/** Operations that a session may call. */
const ofSessions: readonly OperationId[] = ["getMe", "updateMe", "listOrganizations", "listProducts"];

export const unknownTokenRejected = defineCase({
  id: "auth.unknown-token",
  clause: "auth.unauthorized",
  claim: "With a token that was never issued every endpoint answers 401, also with one that is almost an issued one",
  lane: "anonymous",
  async run(context) {
    const ids = await knownIdsAndFeedback(context);
    const expect401With = ({ what, caller }: NotIssued, operation: OperationId) =>
      expect401ForEach(context, context.asCaller(caller), ids, `with a token ${what}`, [
        context.contract.operation(operation),
      ]);
    const [first, second] = new Set(availableActors(context, ["key", "session"]).map(({ caller }) => caller));
    const forged = forgedTokens(await knownUserId(context), ids.orgId, neverIssuedToken(context));
    const tokens: readonly NotIssued[] = [
      { what: "that was never issued", caller: unknownToken(neverIssuedToken(context)) },
      ...similarTo(context, first),
      ...forged.map(([token, what]) => ({ what, caller: unknownToken(token, token) })),
    ];
    for (const [at, { id }] of sendable(context, context.operations).entries()) {
      const [token] = tokens.slice((at + context.seed) % tokens.length);
      if (token !== undefined) await expect401With(token, id);
    }
    const [changed, ...others] = similarTo(context, second);
    const ofSession = [changed, others.findLast(({ caller }) => caller.authorization?.includes("."))];
    const operations = sendable(context, context.operations).filter(({ id }) => ofSessions.includes(id));
    for (const [at, token] of ofSession.entries()) {
      const operation = operations[(at + context.seed) % operations.length];
      if (token !== undefined && operation !== undefined) await expect401With(token, operation.id);
    }
  },
});

/** The id of the first caller whose profile can be read; an unknown id if there is none. */
async function knownUserId(context: CaseContext): Promise<string> {
  for (const actor of availableActors(context, ["session", "key"])) {
    const profile = await whereAvailable(() => actor.read("getMe"));
    const id = profile && userIn(profile)?.id;
    if (typeof id === "string") return id;
  }
  return context.unissuedId(undefined);
}

/** Tokens similar to the caller's, without any that the target has issued. */
function similarTo(context: CaseContext, caller: Caller | undefined): readonly NotIssued[] {
  const issued = availableActors(context, roles).map(({ caller: { credential } }) => credential?.token);
  return similarTokens(caller?.credential?.token ?? "")
    .filter(([token]) => !issued.includes(token))
    .map(([token, what, inShell]) => ({
      what,
      caller: unknownToken(token, inShell(shellVariableOf(caller?.label ?? ""))),
    }));
}
