/** Keeps the report of a run of very many exchanges small enough to open. */
import type { ExchangeResponse } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";

/** This many exchanges keep their bodies, and those that prove a result. */
const maxBodies = 2000;
/** In a run with more exchanges than this, the others keep no headers but those of the rate limit. */
const maxHeaders = 50_000;

export function withFewerBodies({ exchanges, results }: Pick<Report, "exchanges" | "results">): Report["exchanges"] {
  if (exchanges.length <= maxBodies) return exchanges;
  const proofs = new Set(results.flatMap((result) => result.exchanges));
  const reduced = exchanges.length > maxHeaders ? withoutBodyAndHeaders : withoutBody;
  return exchanges.map((record, at) => {
    const { response } = record;
    if (at < maxBodies || proofs.has(record.index) || response === undefined) return record;
    return { ...record, response: reduced(response) };
  });
}

function withoutBody(response: ExchangeResponse): ExchangeResponse {
  const { body, bodyBytes = Buffer.byteLength(body) } = response;
  return body === "" ? response : { ...response, body: "", isCut: true, bodyBytes };
}

const withoutBodyAndHeaders = (response: ExchangeResponse): ExchangeResponse => ({
  ...withoutBody(response),
  headers: response.headers.filter(([name]) => /^x-ratelimit-/i.test(name)),
});
