/** k6, which runs the load scenarios: 1.0 or later. */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
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
      await mkdir(bin, { recursive: true }).catch((error: Error) => {
        throw new ToolError(`k6 cannot be put into ${bin}: ${error.message}`);
      });
      // GOOS and GOARCH would make it a program of another machine, which `go install` refuses with GOBIN.
      const { GOOS: _os, GOARCH: _arch, ...rest } = env;
      const child = spawn(go, ["install", module], {
        env: { ...rest, GOBIN: bin },
        stdio: ["ignore", "pipe", "pipe"],
        ...(signal === undefined ? {} : { signal }),
      });
      let last = "";
      for (const output of [child.stdout, child.stderr]) {
        output.setEncoding("utf8").on("data", (text: string) => {
          last = text.trim().split("\n").at(-1) || last;
          told(text);
        });
      }
      const code = await new Promise<number | string>((resolve) => {
        child.once("error", ({ message }) => resolve(message));
        child.once("close", (ended) => resolve(ended ?? "a signal"));
      });
      if (code !== 0) throw new ToolError(`go install ${module} ended with ${code}${last === "" ? "" : `: ${last}`}`);
    },
  };
}
