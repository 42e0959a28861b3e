/** §4: bodies are JSON with a JSON media type. */
import type { OperationId } from "../../spec/contract.ts";
import { isAnswered, quoted } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { isCut, isJsonText, showAny } from "./judge-problems.ts";

const withBody: ReadonlySet<OperationId | undefined> = new Set(showAny);

/** The document shows a body for a success of this operation. */
export const showsBody = ({ operation }: Exchange) => withBody.has(operation);

/** Allows an empty body if the document shows no body. */
export const bodyIsJson: Law = {
  id: "body.is-json",
  clause: "body.json",
  claim: "The body of a 2xx response is JSON, encoded in UTF-8",
  skipReason: "no request was answered with a 2xx and a body: add a credential that is served to the target file",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isSuccess || isCut(exchange)) return notApplicable;
    if (exchange.response?.body === "" && !showsBody(exchange)) return notApplicable;
    return isJsonText(exchange)
      ? holds
      : fails({ expected: "a JSON body in UTF-8, without a byte order mark", actual: answerOf(exchange) });
  },
};

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export const bodyHasJsonType: Law = {
  id: "body.has-json-type",
  clause: "body.media-type",
  claim: "A JSON body has a JSON Content-Type",
  skipReason: "no answer has a JSON body: see body.is-json and error.is-object",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isJson()) return notApplicable;
    const type = exchange.header("content-type");
    if (type !== undefined && jsonType.test(type)) return holds;
    return fails({
      expected: "Content-Type application/json, or one that ends in +json",
      actual: type === undefined ? "no Content-Type" : `Content-Type ${quoted(type)}`,
    });
  },
};
