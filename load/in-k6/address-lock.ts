/**
 * Which 429s beside a flood of rejected requests may be of a gateway, which locks out their address or thins out what comes from there.
 * The document excludes that nowhere; it speaks of organizations' limits (§8). Pure.
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { SentBeside } from "./beside-flood.ts";
import type { FloodPhases } from "./shapes.ts";

/** What counts the requests of a second is done with the flood so long after it, in milliseconds. */
const afterFloodMs = 500;

/** Those that report some requests as remaining, while the flood goes on, and as long as the caller is then rejected without a pause. */
export function rejectionsOfAddress({ exchanges, startedAt }: SentBeside, phases: FloodPhases): ReadonlySet<Exchange> {
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
