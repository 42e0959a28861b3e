/** The names of a request and its path in messages. Laws import this file, also inside k6: no npm. */
import type { ExchangeRecord } from "./exchange.ts";

/** The path below the base URL, as the document writes paths. */
export function pathOf(exchange: Pick<ExchangeRecord, "request">): string {
  const at = exchange.request.url.indexOf("/v1/");
  return at < 0 ? exchange.request.url : exchange.request.url.slice(at);
}

export const urlWithoutQuery = ({ request }: Pick<ExchangeRecord, "request">): string =>
  request.url.split("?", 1)[0] ?? "";

/** `POST /v1/feedback (exchange 33)`. */
export const requestName = (exchange: Pick<ExchangeRecord, "request" | "index">) =>
  `${exchange.request.method} ${pathOf(exchange)} (exchange ${exchange.index})`;
