import http from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { forward, limit, organizationOf, printAddress, tooManyRequests, windowMs } from "./proxy.mjs";

const rateLimiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 });

function setHeaders(response, { remainingPoints, msBeforeNext }) {
  response.setHeader("X-RateLimit-Limit", limit);
  response.setHeader("X-RateLimit-Remaining", remainingPoints);
  response.setHeader("X-RateLimit-Reset", Math.ceil((Date.now() + msBeforeNext) / 1000));
}

const server = http.createServer((request, response) =>
  rateLimiter.consume(organizationOf(request)).then(
    (consumed) => {
      setHeaders(response, consumed);
      forward(request, response);
    },
    (rejected) => {
      setHeaders(response, rejected);
      response.writeHead(429, {
        "Content-Type": "application/json",
        "Retry-After": Math.ceil(rejected.msBeforeNext / 1000),
      });
      response.end(JSON.stringify(tooManyRequests));
    },
  ),
);
server.listen(0, "127.0.0.1", () => printAddress(server));
