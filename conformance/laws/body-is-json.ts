import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { isCut, isJsonText, shownBody } from "./judge-problems.ts";

/** Whether the document shows a body for a success of this operation. */
function showsBody(exchange: Exchange): boolean {
  const { operation } = exchange;
  return (
    operation !== undefined &&
    resources.some((resource) => resource.listedBy.includes(operation) || resource.shownBy.includes(operation))
  );
}

/** An empty body is allowed where the document shows no body. */
export const bodyIsJson: Law = {
  id: "body.is-json",
  clause: "body.json",
  claim: "The body of a success is JSON",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isSuccess || isCut(exchange)) return notApplicable;
    if (exchange.response?.body === "" && !showsBody(exchange)) return notApplicable;
    return isJsonText(exchange) ? holds : fails({ expected: "a JSON body in UTF-8", actual: shownBody(exchange) });
  },
};
