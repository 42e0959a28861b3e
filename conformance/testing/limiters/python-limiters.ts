/** The rate limiters in Python that `npm run limiters` judges, and how they are installed. */
import { join } from "node:path";
import { sourceOf } from "./folder.ts";
import { type Command, type RealLimiter, versionIn } from "./real-limiter.ts";
import { toolchainOf } from "./toolchain.ts";

const requirements = sourceOf("python/requirements.txt");

const toolchain = toolchainOf({
  language: "Python",
  sources: "python",
  installedFrom: ["requirements.txt"],
  needs: [["python3", "--version"]],
  steps: (_, cache) => [
    ["python3", "-m", "venv", cache],
    [join(cache, "bin", "pip"), "install", "--quiet", "--requirement", requirements],
  ],
});

/** How to run a server, and the options of the limiter in its environment. */
type Server = readonly [env: Command["env"], ...args: string[]];

const inPython = (library: string, use: string, algorithm: string, [env, ...args]: Server): RealLimiter => ({
  name: use === "" ? library : `${library}, ${use}`,
  version: versionIn(requirements, new RegExp(`^${library}==(.+)$`, "m")),
  algorithm,
  toolchain,
  command: (environment) => ({
    command: join(toolchain.folder(environment), "bin", "python"),
    args: ["-B", "-m", ...args],
    cwd: sourceOf("python"),
    ...(env === undefined ? {} : { env }),
  }),
});

/** One process, whose threads share the count. Without `--keep-alive` it closes connections that are idle for 2 s. */
const gunicorn = (strategy: string): Server => [
  { STRATEGY: strategy },
  "gunicorn",
  "--no-control-socket",
  ...["--bind", "127.0.0.1:0"],
  ...["--threads", "8"],
  ...["--keep-alive", "75"],
  "flask_limiter_proxy:app",
];

const uvicorn = (keyStyle: string): Server => [
  { KEY_STYLE: keyStyle },
  "uvicorn",
  "--no-access-log",
  ...["--port", "0"],
  "slowapi_proxy:app",
];

const fixed = "fixed window from the first request";

export const pythonLimiters: readonly RealLimiter[] = [
  inPython("Flask-Limiter", "fixed window", fixed, gunicorn("fixed-window")),
  inPython("Flask-Limiter", "moving window", "sliding log", gunicorn("moving-window")),
  inPython("Flask-Limiter", "sliding window", "sliding counter of two windows", gunicorn("sliding-window-counter")),
  inPython("slowapi", "", fixed, uvicorn("endpoint")),
  inPython("slowapi", "each URL by itself", fixed, uvicorn("url")),
];
