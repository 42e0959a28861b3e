import http from "node:http";
import Bottleneck from "bottleneck";
import { forward, limit, organizationOf, printAddress, tooManyRequests, windowMs } from "./proxy.mjs";

const reservoirs = {
  refresh: { reservoirRefreshAmount: limit, reservoirRefreshInterval: windowMs },
  // Half of the limit in half of the window: the library looks at its clock every 5 s.
  increase: {
    reservoirIncreaseAmount: limit / 2,
    reservoirIncreaseInterval: windowMs / 2,
    reservoirIncreaseMaximum: limit,
  },
};

const group = new Bottleneck.Group({
  reservoir: limit,
  highWater: 0,
  strategy: Bottleneck.strategy.OVERFLOW,
  ...reservoirs[process.argv[2]],
});

/** Whether a request may pass. */
const admits = (limiter) =>
  limiter
    .schedule(async () => true)
    .catch((error) => {
      if (error instanceof Bottleneck.BottleneckError) return false;
      throw error;
    });

const server = http.createServer(async (request, response) => {
  const limiter = group.key(organizationOf(request));
  const isAdmitted = await admits(limiter);
  response.setHeader("X-RateLimit-Limit", limit);
  response.setHeader("X-RateLimit-Remaining", await limiter.currentReservoir());
  response.setHeader("X-RateLimit-Reset", windowMs / 1000);
  if (isAdmitted) return forward(request, response);
  response.writeHead(429, { "Content-Type": "application/json" });
  response.end(JSON.stringify(tooManyRequests));
});
server.listen(0, "127.0.0.1", () => printAddress(server));
