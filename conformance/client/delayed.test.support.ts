/** A transport whose answers take their time, on the run's clock. */
import type { Clock } from "../../clock.ts";
import type { Transport } from "./transport.ts";

export const delayed = (transport: Transport, clock: Clock, latencyMs: number): Transport => ({
  ...transport,
  async send(request, signal) {
    if (latencyMs > 0) await clock.sleep(latencyMs);
    return transport.send(request, signal);
  },
});
