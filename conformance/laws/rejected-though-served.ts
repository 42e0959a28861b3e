/** §5.1 and §5.8: a credential that is served is not answered 401 for other requests. */
import type { OperationId } from "../../spec/contract.ts";
import { type Exchange, isAuthenticated } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/**
 * Whether the request is to an endpoint, with credentials that are declared as valid. A session's read of a key's installation is left out: there
 * it may count as no credentials.
 */
const mayBeServed = (exchange: Exchange) =>
  isAuthenticated(exchange) &&
  exchange.operation !== undefined &&
  !(exchange.kind === "session" && exchange.operation === "getInstallation");

/** With another body, such as another product in it, a request may rightly be rejected. */
const isSameRequest = (a: Exchange, b: Exchange) =>
  a.credential === b.credential &&
  a.operation === b.operation &&
  pathOf(a) === pathOf(b) &&
  a.request.body === b.request.body;

/** The usual answers to a request that is not to be served. */
const answersTo = { invalid: "400 or 422", "unknown-id": "404", "foreign-id": "403 or 404" } as const;

/** What is right in place of the 401. Never a 2xx for what may be another organization's, which must not be served. */
function expectedFor(rejected: Exchange, served: readonly Exchange[]): string {
  const { credential, request, intent } = rejected;
  const isValid = "it is valid, since it was served before and after";
  if (intent !== "valid") return `${answersTo[intent]}, or another 4xx than 401, to ${credential}: ${isValid}`;
  return served.some((each) => isSameRequest(each, rejected))
    ? `a 2xx, as for other ${request.method} ${pathOf(rejected)} with ${credential}`
    : `403 if ${credential} is not permitted this: ${isValid}`;
}

/** Endpoints 11 to 17. */
const ofUsers: readonly (OperationId | undefined)[] = [
  "getMe",
  "updateMe",
  "listOrganizations",
  "createOrganization",
  "getOrganization",
  "listMembers",
  "inviteMember",
];

/**
 * An API key, at an endpoint of users that serves none. Which callers may use it is open (§5.7). An endpoint that only
 * accepts sessions finds no valid credentials in a key.
 */
const isKeyAmongUsers = (rejected: Exchange, served: readonly Exchange[]) =>
  rejected.kind === "api-key" &&
  ofUsers.includes(rejected.operation) &&
  !served.some(({ kind, operation }) => kind === "api-key" && operation === rejected.operation);

/** The last exchange of each credential, by the credential. */
const byCredential = (exchanges: readonly Exchange[]) =>
  new Map(exchanges.map((exchange) => [exchange.credential, exchange]));

/** The credential must be served before and after the 401, since it may become valid, or expire, during a run. */
const judging =
  (isJudged: (rejected: Exchange, served: readonly Exchange[]) => boolean): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    const answers = exchanges.filter(mayBeServed);
    const served = answers.filter(({ isSuccess }) => isSuccess);
    const [first, last] = [byCredential(served.toReversed()), byCredential(served)];
    for (const rejected of answers.filter((each) => each.status === 401 && isJudged(each, served))) {
      const { credential, request, sentAt, receivedAt } = rejected;
      const [before, after] = [first.get(credential), last.get(credential)];
      if (before === undefined || after === undefined) continue;
      if (before.receivedAt > sentAt || after.sentAt < receivedAt) continue;
      return fails({
        expected: expectedFor(rejected, served),
        actual: `${request.method} ${pathOf(rejected)}: 401`,
        exchanges: [before.index, after.index, rejected.index],
      });
    }
    return served.length > 0 ? holds : notApplicable;
  };

const skipReason = "no credential was served: add one to the target file (fpk init writes it)";

/** §5.1 and §5.8: 401 is for callers without valid credentials, 403 for authenticated callers without permission. */
export const rejectedThoughServed: SequenceLaw = {
  id: "auth.rejected-though-served",
  clause: "auth.bearer",
  claim: "A credential that is served before and after a request is not answered 401 for it",
  skipReason,
  judge: judging((rejected, served) => !isKeyAmongUsers(rejected, served)),
};

/** §5.1 and §5.8: the same for keys at endpoints that may be only for sessions. */
export const keyRejectedByUsers: SequenceLaw = {
  id: "auth.key-rejected-by-users",
  clause: "auth.key-recognized",
  claim: "An API key that may not use the endpoints of users is answered 403 there, not 401",
  skipReason,
  judge: judging(isKeyAmongUsers),
};
