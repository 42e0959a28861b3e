/** Keeps the report of a run of very many exchanges small enough to open. */
import type { Report } from "../model/report.ts";

/** This many exchanges keep their bodies, and those that prove a result. */
const maxBodies = 2000;

export function withFewerBodies({ exchanges, results }: Pick<Report, "exchanges" | "results">): Report["exchanges"] {
  if (exchanges.length <= maxBodies) return exchanges;
  const proofs = new Set(results.flatMap((result) => result.exchanges));
  return exchanges.map((record, at) => {
    const { response } = record;
    if (at < maxBodies || proofs.has(record.index) || response === undefined || response.body === "") {
      return record;
    }
    const bodyBytes = response.bodyBytes ?? Buffer.byteLength(response.body);
    return { ...record, response: { ...response, body: "", isCut: true, bodyBytes } };
  });
}
