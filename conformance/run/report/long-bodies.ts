/** Shortens long bodies in a report, so that it can be opened. The laws have judged the whole bodies. */
import type { ExchangeRecord } from "../../model/exchange.ts";

const maxBytes = 64 * 1024;

export function withoutLongBodies(exchange: ExchangeRecord): ExchangeRecord {
  const { request, response } = exchange;
  const sent = cutBody(request.body);
  const received = response === undefined ? undefined : cutBody(response.body);
  if (sent === undefined && received === undefined) return { ...exchange };
  return {
    ...exchange,
    request: { ...request, ...sent },
    ...(response === undefined ? {} : { response: { ...response, ...received, ...(received && { isCut: true }) } }),
  };
}

/** The beginning of the body, and its length in bytes; undefined for a body that the report keeps whole. */
function cutBody(body: string): { readonly body: string; readonly bodyBytes: number } | undefined {
  if (body.length <= maxBytes / 4) return undefined;
  const bodyBytes = Buffer.byteLength(body);
  if (bodyBytes <= maxBytes) return undefined;
  // A character has at least one byte. A surrogate pair must not be divided.
  const bytes = Buffer.from(body.slice(0, maxBytes + 1));
  const beginning = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: true });
  return { body: beginning, bodyBytes };
}
