/** A report with long bodies could not be opened: it keeps their beginnings. The laws have seen them whole. */
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

/** Its beginning, and how many bytes it had; undefined for a body that a report keeps whole. */
function cutBody(body: string): { readonly body: string; readonly bodyBytes: number } | undefined {
  if (body.length <= maxBytes / 4) return undefined;
  const bodyBytes = Buffer.byteLength(body);
  if (bodyBytes <= maxBytes) return undefined;
  // A character has at least one byte; two may belong together.
  const bytes = Buffer.from(body.slice(0, maxBytes + 1));
  const beginning = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: true });
  return { body: beginning, bodyBytes };
}
