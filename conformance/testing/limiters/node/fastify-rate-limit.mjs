import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import { forward, limit, organizationOf, printAddress, tooManyRequests, windowMs } from "./proxy.mjs";

const app = Fastify();
await app.register(rateLimit, {
  max: limit,
  timeWindow: windowMs,
  keyGenerator: ({ raw }) => organizationOf(raw),
  errorResponseBuilder: (_request, { statusCode }) => ({ statusCode, ...tooManyRequests }),
});
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", (_request, _payload, done) => done(null));
app.all("/*", (request, reply) => {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value);
  forward(request.raw, reply.raw);
});
await app.listen({ port: 0, host: "127.0.0.1" });
printAddress(app.server);
