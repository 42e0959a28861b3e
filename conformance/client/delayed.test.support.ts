/** A transport whose answers take their time, the first of them `firstMs`, on the run's clock. */
import type { Clock } from "../../clock.ts";
import type { Transport } from "./transport.ts";

export function delayed(transport: Transport, clock: Clock, latencyMs: number, firstMs = latencyMs): Transport {
  let sent = 0;
  return {
    ...transport,
    async send(request, signal) {
      const ms = sent === 0 ? firstMs : latencyMs;
      sent += 1;
      if (ms > 0) await clock.sleep(ms);
      return transport.send(request, signal);
    },
  };
}
