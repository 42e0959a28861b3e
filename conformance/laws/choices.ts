/** §4: statuses that the document leaves open and an overlay pins. Without an overlay these laws are not judged. */

import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

function declares(status: number, declared: readonly string[]): boolean {
  return declared.includes(String(status)) || declared.includes(`${Math.floor(status / 100)}XX`);
}

function statusLaw(id: string, clause: string, what: string, concerns: (exchange: Exchange) => boolean): Law {
  return {
    id,
    clause,
    claim: `The status of ${what} is one that the overlay declares`,
    judge(exchange, context) {
      if (!isAnswered(exchange) || !concerns(exchange)) return notApplicable;
      const declared = context.declaredStatuses(exchange);
      if (declares(exchange.status, declared)) return holds;
      if (!exchange.isSuccess && declared.includes("default")) return holds;
      return fails({ expected: `${exchange.operation}: ${declared.join(" or ")}`, actual: String(exchange.status) });
    },
  };
}

export const successCodes = statusLaw(
  "choice.success-codes",
  "endpoint.success-codes",
  "a success",
  (exchange) => exchange.isSuccess,
);

export const errorCodes = statusLaw(
  "choice.error-codes",
  "endpoint.error-codes",
  "an error",
  (exchange) => exchange.status >= 400,
);
