/** k6, version 1.0 or later, which runs the load scenarios. */
import { join } from "node:path";
import { installationBy, type Recipe } from "./install.ts";
import { inCache, inDocker, onPath, type Program } from "./places.ts";
import type { Tool } from "./tool.ts";

/** The version that is tested, that `fpk doctor` installs, and that is run in docker. */
export const k6Version = "1.8.1";
export const k6Image = `grafana/k6:${k6Version}`;
const module = `go.k6.io/k6@v${k6Version}`;
const page = "https://grafana.com/docs/k6/latest/set-up/install-k6/";

const program: Program = {
  name: "k6",
  versionArguments: ["version"],
  parseVersion: (output) => /^k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1],
  whyUnfit: (version) => (Number.parseInt(version, 10) >= 1 ? undefined : "is older than 1.0"),
};

const recipe: Recipe = {
  name: "k6",
  installers: ["go"],
  advice: `install Go (https://go.dev/dl/), or see ${page}`,
  describe: (folder) => `go install ${module} (builds k6 into ${join(folder, "bin")}; takes a minute or two)`,
  // Without GOOS and GOARCH: they may name another machine, and then `go install` fails, because GOBIN is set.
  steps: (go, folder, { GOOS: _os, GOARCH: _arch, ...env }) => [
    { command: go, args: ["install", module], env: { ...env, GOBIN: join(folder, "bin") } },
  ],
};

export const k6: Tool = {
  name: "k6",
  usedBy: "fpk load",
  places: [onPath(program), inDocker(k6Image, k6Version), inCache(program)],
  advice: `see ${page}`,
  installation: (env) => installationBy(recipe, env),
};
