/** Redirects of requests of the document, which the client followed: no check judges them, since the document is silent on them. */
import { plural } from "../../../cli/plural.ts";
import type { ExchangeRecord } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";

/** One note, or none. */
export function redirectedNote(exchanges: readonly ExchangeRecord[]): readonly string[] {
  const redirected = exchanges.filter(
    ({ operation, intent, redirects = 0 }) => operation !== undefined && intent === "valid" && redirects > 0,
  );
  const [first] = redirected;
  if (first === undefined) return [];
  return [
    `${plural(redirected.length, "request")} of ${exchanges.length} ${redirected.length === 1 ? "was" : "were"} redirected within the target, such as ${requestName(first)}, and the response after the redirect was judged. The document has no redirects, clients may not follow them, and each costs a request more`,
  ];
}
