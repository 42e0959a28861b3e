import express from "express";
import { rateLimit } from "express-rate-limit";
import { forward, limit, organizationOf, printAddress, tooManyRequests, windowMs } from "./proxy.mjs";

const headers = {
  legacy: { legacyHeaders: true, standardHeaders: false },
  standard: { legacyHeaders: false, standardHeaders: "draft-8" },
};

const app = express();
app.disable("x-powered-by");
app.use(
  rateLimit({ windowMs, limit, keyGenerator: organizationOf, message: tooManyRequests, ...headers[process.argv[2]] }),
);
app.use(forward);
const server = app.listen(0, "127.0.0.1", () => printAddress(server));
