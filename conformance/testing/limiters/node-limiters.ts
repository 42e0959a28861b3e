/** The rate limiters on Node that `npm run limiters` judges. */
import { inRepository, sourceOf } from "./folder.ts";
import { type RealLimiter, versionIn } from "./real-limiter.ts";
import type { Toolchain } from "./toolchain.ts";

/** `npm ci` installs what they need. */
const toolchain: Toolchain = {
  language: "Node",
  missing: async () => undefined,
  install: async () => {},
  folder: () => inRepository("node_modules"),
};

const onNode = (library: string, use: string, algorithm: string, file: string, ...args: string[]): RealLimiter => ({
  name: use === "" ? library : `${library}, ${use}`,
  version: versionIn(inRepository(`node_modules/${library}/package.json`), /"version": "([^"]+)"/),
  algorithm,
  toolchain,
  command: () => ({ command: process.execPath, args: [sourceOf(`node/${file}`), ...args] }),
});

const fixed = "fixed window from the first request";

export const nodeLimiters: readonly RealLimiter[] = [
  onNode("express-rate-limit", "", fixed, "express-rate-limit.mjs", "legacy"),
  onNode("express-rate-limit", "standard headers only", fixed, "express-rate-limit.mjs", "standard"),
  onNode("rate-limiter-flexible", "", fixed, "rate-limiter-flexible.mjs"),
  onNode("@fastify/rate-limit", "", fixed, "fastify-rate-limit.mjs"),
  onNode("bottleneck", "refreshed", "reservoir, refreshed each window", "bottleneck.mjs", "refresh"),
  onNode("bottleneck", "increased", "reservoir, increased twice a window", "bottleneck.mjs", "increase"),
];
