/** Requests without an answer, between others that were answered: one note, since no check judges what was sent again. */
import type { ExchangeRecord } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";

/** A server may close an idle connection just when a request is sent over it, so fewer say nothing. */
const minLost = 3;

/** Undefined if nearly all valid requests were answered. Requests that the run itself stopped are not counted. */
export function lostAnswersNote(exchanges: readonly ExchangeRecord[]): string | undefined {
  const lost = exchanges.filter(
    ({ reason, intent, failure = "" }) => reason === "lost" && intent === "valid" && !failure.startsWith("stopped"),
  );
  const [first] = lost;
  if (first === undefined || lost.length < minLost) return undefined;
  return `not judged: that ${lost.length} of ${exchanges.length} requests got no answer, such as ${requestName(first)} ("${first.failure}"). They were sent again, or left out: does the server, or a gateway before it, drop connections?`;
}
