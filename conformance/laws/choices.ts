/** §4: statuses that the document leaves open and an overlay pins. Without an overlay these laws are not judged. */
import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

const statusLaw = (kind: "success" | "error", what: string, concerns: (exchange: Exchange) => boolean): Law => ({
  id: `choice.${kind}-codes`,
  clause: `endpoint.${kind}-codes`,
  claim: `The status of ${what} is one that the overlay declares`,
  skipReason: `${what} was not answered in this run: add a credential that is served to the target file`,
  judge(exchange, context) {
    if (!isAnswered(exchange) || !concerns(exchange)) return notApplicable;
    const declared = context.declaredStatuses(exchange);
    const accepted = [String(exchange.status), `${Math.floor(exchange.status / 100)}XX`];
    if (!exchange.isSuccess) accepted.push("default");
    if (accepted.some((status) => declared.includes(status))) return holds;
    return fails({ expected: `${exchange.operation}: ${declared.join(" or ")}`, actual: String(exchange.status) });
  },
});

export const successCodes = statusLaw("success", "a success", ({ isSuccess }) => isSuccess);
export const errorCodes = statusLaw("error", "an error", ({ status }) => status >= 400);
