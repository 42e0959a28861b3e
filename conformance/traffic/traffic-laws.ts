/** Laws for requests that others send. `fpk check` has cases for the same clauses, which send the requests themselves. */
import type { Contract } from "../../spec/contract.ts";
import { rejectionLaws } from "../fuzz/fuzz-laws.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { Credential } from "../target-file/target.ts";
import { askedForLaws } from "./asked-for.ts";
import { credentialsFirst } from "./credentials-first.ts";
import { foreignItems } from "./foreign-items.ts";
import { foreignInstallation, foreignOrganization } from "./foreign-organizations.ts";
import { statusKept } from "./status-kept.ts";

/**
 * Fails if the request was served, or rejected as if its credentials were others. Other responses prove nothing: they may come from a
 * wrong body, a limit by address, a gateway or an outage.
 */
function rejectedWith(status: 401 | 403, exchange: Exchange, what: string) {
  if (exchange.status === status || exchange.status === 429) return holds;
  const other = status === 401 ? 403 : 401;
  const isRead = exchange.request.method === "GET";
  const isServed = exchange.isSuccess || exchange.status === 304;
  const isWrong = isServed || exchange.status === other || (isRead && exchange.status === 404 && status === 401);
  return isWrong
    ? fails({ expected: `${status} for ${exchange.operation} ${what}`, actual: answerOf(exchange) })
    : notApplicable;
}

const withoutCredentials: Law = {
  id: "traffic.without-credentials",
  clause: "endpoint.authorization",
  claim:
    "Without an Authorization header nothing is served, nor answered as if the caller were known (403, or 404 to a read)",
  judge(exchange) {
    if (!isAnswered(exchange) || exchange.kind !== "none") return notApplicable;
    return rejectedWith(401, exchange, "without credentials");
  },
};

const expiredKey: Law = {
  id: "traffic.expired-key",
  clause: "auth.key-expiry",
  claim: "With an expired key nothing is served, nor answered as if it were valid (403, or 404 to a read)",
  judge(exchange) {
    if (!isAnswered(exchange) || exchange.kind !== "expired") return notApplicable;
    return rejectedWith(401, exchange, `with ${exchange.credential}, which the target file declares as expired`);
  },
};

const denied = (credentials: readonly Credential[]): Law => {
  const operations = new Map(credentials.map((credential) => [credential.label, credential.denied]));
  return {
    id: "traffic.denied-caller",
    clause: "auth.forbidden",
    claim: "A caller that is not permitted an operation is answered 403",
    judge(exchange) {
      const isDenied = operations.get(exchange.credential)?.some((operation) => operation === exchange.operation);
      if (!isAnswered(exchange) || exchange.kind === "expired" || isDenied !== true) return notApplicable;
      return rejectedWith(403, exchange, `with ${exchange.credential}, to which the target file declares it as denied`);
    },
  };
};

/** The organizations of the API keys that the target file declares as valid. */
const organizationsOf = (credentials: readonly Credential[]): ReadonlySet<string> =>
  new Set(
    credentials.flatMap(({ kind, expired, org }) => (kind === "api-key" && !expired && org !== undefined ? [org] : [])),
  );

/** Laws over more than one exchange. */
export const trafficSequenceLaws = (credentials: readonly Credential[]): readonly SequenceLaw[] => [
  foreignItems,
  foreignOrganization(organizationsOf(credentials)),
  foreignInstallation(organizationsOf(credentials)),
  ...askedForLaws,
  credentialsFirst,
  statusKept,
];

/** A recording does not say whether a token was ever issued, so requests with unknown tokens are not judged. */
export const trafficLaws = (credentials: readonly Credential[], contract: Contract): readonly Law[] => [
  withoutCredentials,
  expiredKey,
  denied(credentials),
  ...rejectionLaws(contract, "traffic", "with a wrong value"),
];
