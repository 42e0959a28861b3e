/** §5: prefixes of keys, and who may call what. */
import type { Exchange } from "../model/exchange.ts";
import { wavering } from "./contradictions.ts";
import { distinct } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice } from "./reading.ts";

/** §5.5: `<prefix>_key_`, where what follows is long enough to be the secret. Never a part of that. */
export function keyPrefixOf(token: string): string | undefined {
  return /^[A-Za-z0-9]{1,20}_key_(?=.{8})/.exec(token)?.[0];
}

const keyPrefix: Observer = {
  clause: "auth.key-prefix",
  unseen: "the target file has no API key",
  observe: (_, { keyPrefixes }) => ({ choices: distinct(keyPrefixes.map((prefix) => prefix ?? "none of this form")) }),
};

/** A caller who was served once may call it: what was forbidden then was not the operation. */
function deniedTo(exchanges: readonly Exchange[], credential: string): readonly string[] {
  const own = exchanges.filter((one) => one.credential === credential);
  const served = new Set(own.filter(({ isSuccess }) => isSuccess).map(({ operation }) => operation));
  const forbidden = own.filter(({ status, operation }) => status === 403 && !served.has(operation));
  return [...new Set(forbidden.map(({ operation }) => operation ?? ""))];
}

const roles: Observer = {
  clause: "auth.roles",
  unseen: "no caller was answered",
  observe(exchanges) {
    const asked = exchanges.filter((one) => isChoice(one) && one.intent === "valid");
    if (asked.length === 0) return { choices: [] };
    const denied = [...new Set(asked.map(({ credential }) => credential))].flatMap((credential) => {
      const operations = deniedTo(asked, credential);
      return operations.length === 0 ? [] : [`${credential} may not ${operations.join(", ")}`];
    });
    const permissions = asked.filter(({ isSuccess, status }) => isSuccess || status === 403);
    const contradiction = wavering(
      permissions.map((exchange) => ({
        exchange,
        conditions: JSON.stringify([exchange.credential, exchange.request]),
        answer: exchange.isSuccess ? "a 2xx" : "403",
      })),
    );
    return {
      choices: denied.length === 0 ? ["no caller was answered 403 throughout"] : denied,
      ...(contradiction === undefined ? {} : { contradiction }),
    };
  },
};

export const callerObservers: readonly Observer[] = [
  keyPrefix,
  { clause: "auth.session", unobservable: "session tokens are given in the target file, and no endpoint issues them" },
  roles,
];
