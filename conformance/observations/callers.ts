/** §5: key prefixes, and which caller may call which operation. */
import type { Exchange } from "../model/exchange.ts";
import { keyPrefixOf } from "../model/key-form.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import { findAlternation } from "./contradictions.ts";
import { distinct } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice } from "./reading.ts";

/** The prefix of a key, if it is a short word followed by at least 8 characters: no part of the secret is returned. */
export function shownPrefixOf(token: string): string | undefined {
  const prefix = keyPrefixOf(token);
  if (prefix === undefined || token.length - prefix.length < 8) return undefined;
  return /^[A-Za-z0-9]{1,20}_key_$/.test(prefix) ? prefix : undefined;
}

const keyPrefix: Observer = {
  clause: "auth.key-prefix",
  unobserved: "the target file has no API key",
  observe: (_, { keyPrefixes }) => ({
    choices: distinct(
      keyPrefixes.map((prefix) => prefix ?? "none of this form, or a secret of fewer than 8 characters"),
    ),
  }),
};

/** Operations that were answered 403 and never served. A 403 to an operation that is served has another reason. */
function operationsDeniedTo(exchanges: readonly Exchange[], credential: string): readonly string[] {
  const calls = exchanges.filter((exchange) => exchange.credential === credential);
  const served = new Set(calls.filter(({ isSuccess }) => isSuccess).map(({ operation }) => operation));
  const forbidden = calls.filter(({ status, operation }) => status === 403 && !served.has(operation));
  return [...new Set(forbidden.map(({ operation }) => operation ?? ""))];
}

/** Where nothing remains, a limiter may answer 403. */
const isForbidden = (exchange: Exchange) => exchange.status === 403 && remainingOf(exchange) !== 0;

const roles: Observer = {
  clause: "auth.roles",
  unobserved: "no caller received a response",
  observe(exchanges) {
    const requests = exchanges.filter((exchange) => isChoice(exchange) && exchange.intent === "valid");
    if (requests.length === 0) return { choices: [] };
    const denied = [...new Set(requests.map(({ credential }) => credential))].flatMap((credential) => {
      const operations = operationsDeniedTo(requests, credential);
      return operations.length === 0 ? [] : [`${credential} may not ${operations.join(", ")}`];
    });
    const permissions = requests.filter((exchange) => exchange.isSuccess || isForbidden(exchange));
    const callerAndRequest = ({ credential, request }: Exchange) => [credential, request];
    return {
      choices: denied.length === 0 ? ["no caller received only 403 for an operation"] : denied,
      contradiction: findAlternation(permissions, callerAndRequest, ({ isSuccess }) => (isSuccess ? "a 2xx" : "403")),
    };
  },
};

export const callerObservers: readonly Observer[] = [
  keyPrefix,
  { clause: "auth.session", unobservable: "session tokens are given in the target file, and no endpoint issues them" },
  roles,
];
