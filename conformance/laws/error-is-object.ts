import { isError, isObject } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { isCut, isJsonText, shownBody } from "./judge-problems.ts";

/** §7.1. */
export const errorIsObject: Law = {
  id: "error.is-object",
  clause: "error.json-object",
  claim: "Every error response is a JSON object",
  judge(exchange) {
    if (!isError(exchange) || isCut(exchange)) return notApplicable;
    if (isJsonText(exchange) && isObject(exchange.json())) return holds;
    return fails({ expected: "a JSON object", actual: shownBody(exchange) });
  },
};
