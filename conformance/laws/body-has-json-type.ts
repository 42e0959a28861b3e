import { isAnswered, quoted } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export const bodyHasJsonType: Law = {
  id: "body.has-json-type",
  clause: "body.media-type",
  claim: "A JSON body has a JSON Content-Type",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isJson()) return notApplicable;
    const type = exchange.header("content-type");
    if (type !== undefined && jsonType.test(type)) return holds;
    return fails({
      expected: "Content-Type application/json, or one that ends in +json",
      actual: type === undefined ? "no Content-Type" : quoted(type),
    });
  },
};
