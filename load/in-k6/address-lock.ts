/**
 * Which 429s during a flood of rejected requests may come from a gateway that locks the sender's address or lets only some of its requests
 * through. The document does not forbid that: its limits are those of organizations (§8). Pure.
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { SentBeside } from "./beside-flood.ts";
import type { FloodPhases } from "./shapes.ts";

/** A counter of the requests of one second has forgotten the flood after this time, in milliseconds. */
const afterFloodMs = 500;

/** The 429s that report remaining requests, or no number: during the flood, or directly after another one of these. */
export function rejectionsOfAddress(
  { exchanges, startedAt }: Pick<SentBeside, "exchanges" | "startedAt">,
  phases: FloodPhases,
): ReadonlySet<Exchange> {
  const found = new Set<Exchange>();
  let previous: Exchange | undefined;
  for (const exchange of exchanges) {
    const isLeft = exchange.status === 429 && (remainingOf(exchange) ?? 1) > 0;
    const wasLocked = previous !== undefined && found.has(previous);
    if (isLeft && (wasLocked || isBesideFlood(exchange, startedAt, phases))) found.add(exchange);
    previous = exchange;
  }
  return found;
}

function isBesideFlood({ sentAt, receivedAt }: Exchange, startedAt: number, phases: FloodPhases): boolean {
  const { rounds, aloneSeconds, besideSeconds } = phases;
  return Array.from({ length: rounds }, (_, round) => round).some((round) => {
    const from = startedAt + (round * (aloneSeconds + besideSeconds) + aloneSeconds) * 1000;
    return receivedAt >= from && sentAt <= from + besideSeconds * 1000 + afterFloodMs;
  });
}
