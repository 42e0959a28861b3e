import { type Exchange, isAuthenticated } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** With credentials that are declared as valid. An installation belongs to an API key: a session may be none there. */
const mayBeServed = (exchange: Exchange) =>
  isAuthenticated(exchange) &&
  exchange.operation !== undefined &&
  !(exchange.kind === "session" && exchange.operation === "getInstallation");

const isSameRequest = (a: Exchange, b: Exchange) =>
  a.credential === b.credential && a.operation === b.operation && pathOf(a) === pathOf(b);

/**
 * §5.1 and §5.8: 401 is for who has no valid credentials, 403 for who is authenticated and not permitted. Served before
 * and after the 401, since a credential may become valid, or expire, during a run.
 */
export const rejectedThoughServed: SequenceLaw = {
  id: "auth.rejected-though-served",
  clause: "auth.bearer",
  claim: "A credential that is accepted is not answered 401 in between",
  skipReason: "no credential was served: add one to the target file (fpk init writes it)",
  judge({ exchanges }) {
    const answers = exchanges.filter(mayBeServed);
    const served = answers.filter(({ isSuccess }) => isSuccess);
    const last = new Map(served.map((exchange) => [exchange.credential, exchange]));
    const first = new Map([...served].reverse().map((exchange) => [exchange.credential, exchange]));
    for (const rejected of answers.filter(({ status }) => status === 401)) {
      const [before, after] = [first.get(rejected.credential), last.get(rejected.credential)];
      if (before === undefined || after === undefined) continue;
      if (before.receivedAt > rejected.sentAt || after.sentAt < rejected.receivedAt) continue;
      const isServedHere = served.some((each) => isSameRequest(each, rejected));
      return fails({
        expected: isServedHere
          ? `a 2xx, as for other ${rejected.request.method} ${pathOf(rejected)} with ${rejected.credential}`
          : `403 if ${rejected.credential} is not permitted this: it is valid, since it was served before and after`,
        actual: `${rejected.request.method} ${pathOf(rejected)}: 401`,
        exchanges: [before.index, after.index, rejected.index],
      });
    }
    return served.length > 0 ? holds : notApplicable;
  },
};
