/**
 * Finds the 429s during a flood of rejected requests that may come from a gateway which blocks the sender's address, or lets only some of
 * its requests through. The document does not forbid that: its limits are those of organizations (§8). Pure.
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { CallerTraffic } from "./caller-during-flood.ts";
import type { FloodPhases } from "./shapes.ts";

/** In milliseconds: a gateway that counts the requests of each second may still answer 429 this long after the flood. */
const afterFloodMs = 500;

/** The 429s without `X-RateLimit-Remaining: 0` that came during the flood, or directly after another one of them. */
export function possibleAddressLocks(
  { exchanges, startedAt }: Pick<CallerTraffic, "exchanges" | "startedAt">,
  phases: FloodPhases,
): ReadonlySet<Exchange> {
  const found = new Set<Exchange>();
  let previous: Exchange | undefined;
  for (const exchange of exchanges) {
    const isWithinLimit = exchange.status === 429 && (remainingOf(exchange) ?? 1) > 0;
    const wasLocked = previous !== undefined && found.has(previous);
    if (isWithinLimit && (wasLocked || isDuringFlood(exchange, startedAt, phases))) found.add(exchange);
    previous = exchange;
  }
  return found;
}

function isDuringFlood({ sentAt, receivedAt }: Exchange, startedAt: number, phases: FloodPhases): boolean {
  const { rounds, quietSeconds, floodSeconds } = phases;
  return Array.from({ length: rounds }, (_, round) => round).some((round) => {
    const from = startedAt + (round * (quietSeconds + floodSeconds) + quietSeconds) * 1000;
    return receivedAt >= from && sentAt <= from + floodSeconds * 1000 + afterFloodMs;
  });
}
