/** A list that was asked for as the document describes, and rejected by something else than the rate limit. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { answerOf } from "../model/response-text.ts";

export const isRejectedList = ({ intent, status }: Exchange) => intent === "valid" && status >= 400 && status !== 429;

/** `/v1/products was answered 404 with {"error":"…"} for KEY_A`. */
export const rejectionOf = (list: Exchange) => `${pathOf(list)} was answered ${answerOf(list)} for ${list.credential}`;
