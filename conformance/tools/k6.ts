/** k6, which runs the load scenarios: 1.0 or later. */
import { join } from "node:path";
import { makeFolder, runInstaller } from "./install.ts";
import { cacheFolder, commandOnPath, inCache, inDocker, onPath, type Versioned } from "./places.ts";
import { type Environment, type Installation, type Tool, ToolError } from "./tool.ts";

/** The version that is tested, installed and run in docker. */
export const k6Version = "1.8.1";
export const k6Image = `grafana/k6:${k6Version}`;
const module = `go.k6.io/k6@v${k6Version}`;

const program: Versioned = {
  name: "k6",
  asks: ["version"],
  read: (said) => /^k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/m.exec(said)?.[1],
  fault: (version) => (Number.parseInt(version, 10) >= 1 ? undefined : "is older than 1.0"),
};

export const k6: Tool = {
  name: "k6",
  serves: "fpk load",
  places: [onPath(program), inDocker(k6Image, k6Version), inCache(program)],
  advice: "see https://grafana.com/docs/k6/latest/set-up/install-k6/",
  installation,
};

async function installation(env: Environment): Promise<Installation> {
  const bin = join(cacheFolder("k6", env), "bin");
  const go = await commandOnPath("go", env);
  if (go === undefined) {
    throw new ToolError(
      `k6 is built by \`go install ${module}\`, and there is no go in PATH: install Go (https://go.dev/dl/), or ${k6.advice}`,
    );
  }
  return {
    says: `go install ${module} (builds k6 into ${bin}; takes a minute or two)`,
    async install(told, signal) {
      await makeFolder("k6", bin);
      // GOOS and GOARCH would make it a program of another machine, which `go install` refuses with GOBIN.
      const { GOOS: _os, GOARCH: _arch, ...rest } = env;
      const args = ["install", module];
      await runInstaller(
        { command: go, args, env: { ...rest, GOBIN: bin }, called: `go install ${module}` },
        told,
        signal,
      );
    },
  };
}
