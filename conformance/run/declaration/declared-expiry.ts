/** Whether credentials that are declared as expired have expired (§5.3). */
import type { Exchange } from "../../model/exchange.ts";
import type { Target } from "../../target-file/target.ts";
import { entryOf, nameOf } from "./credential-name.ts";

/**
 * A sentence for each such credential that was served and never answered 401. One that was also answered 401 has expired: the server only noticed
 * it late.
 */
export const expiryDoubts = (
  { credentials }: Pick<Target, "credentials">,
  exchanges: readonly Exchange[],
): readonly string[] =>
  credentials.flatMap((credential) => {
    const answers = exchanges.filter((exchange) => exchange.credential === credential.label);
    const isServed = answers.some(({ isSuccess }) => isSuccess) && !answers.some(({ status }) => status === 401);
    if (!credential.expired || !isServed) return [];
    const entry = entryOf(credential, credentials);
    return [
      `${nameOf(credential, credentials)} is declared as expired, and was served. Is it still valid? Then take "expired": true out of ${entry}; else fix the server`,
    ];
  });
