/** The rate limiters in Go that `npm run limiters` judges, and how they are built. */
import { join } from "node:path";
import { sourceOf } from "./folder.ts";
import { type RealLimiter, versionIn } from "./real-limiter.ts";
import { toolchainOf } from "./toolchain.ts";

const toolchain = toolchainOf({
  language: "Go",
  sources: "go",
  installedFrom: [".go", "go.mod", "go.sum"],
  needs: [["go", "version"]],
  steps: (sources, cache) => [["go", "build", "-C", sources, "-trimpath", "-o", join(cache, "limiters"), "."]],
});

const inGo = (module: string, use: string, algorithm: string, argument: string): RealLimiter => ({
  name: `${module.replace(/^github\.com\/|\/v\d+$/g, "")}${use === "" ? "" : `, ${use}`}`,
  version: versionIn(sourceOf("go/go.mod"), new RegExp(`\\s${module} v(\\S+)`)),
  algorithm,
  toolchain,
  command: (env) => ({ command: join(toolchain.folder(env), "limiters"), args: [argument] }),
});

export const goLimiters: readonly RealLimiter[] = [
  inGo("github.com/go-chi/httprate", "", "sliding counter of two windows", "httprate"),
  inGo("github.com/throttled/throttled/v2", "", "GCRA", "throttled"),
  inGo("golang.org/x/time", "rate", "token bucket", "time-rate"),
  inGo("golang.org/x/time", "rate with a small burst", "token bucket of a tenth of the limit", "time-rate-burst"),
  inGo("github.com/ulule/limiter/v3", "", "fixed window from the first request", "ulule"),
  inGo("github.com/sethvargo/go-limiter", "", "fixed window from the first request", "go-limiter"),
  inGo("github.com/didip/tollbooth/v7", "", "token bucket", "tollbooth"),
];
