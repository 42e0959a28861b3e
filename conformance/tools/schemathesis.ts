/** Schemathesis, which drives `fpk fuzz`: 4.32 or a later 4. */
import { join } from "node:path";
import { makeFolder, runInstaller } from "./install.ts";
import { cacheFolder, commandOnPath, inCache, inDocker, onPath, type Versioned } from "./places.ts";
import { type Environment, type Installation, type Tool, ToolError } from "./tool.ts";

/** The version that is tested, installed and run in docker: `conformance/fuzz/hooks` rests on how it behaves. */
export const schemathesisVersion = "4.32.5";
export const schemathesisImage = `schemathesis/schemathesis:v${schemathesisVersion}`;
const requirement = `schemathesis==${schemathesisVersion}`;

const program: Versioned = {
  name: "schemathesis",
  asks: ["--version"],
  read: (said) => /version (\d+\.\d+\.\d+\S*)/.exec(said)?.[1],
  fault(version) {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > 4) return "is newer than 4, which is not tried";
    return major === 4 && minor >= 32 ? undefined : "is older than 4.32";
  },
};

export const schemathesis: Tool = {
  name: "schemathesis",
  serves: "fpk fuzz",
  places: [inDocker(schemathesisImage, schemathesisVersion), onPath(program), inCache(program)],
  advice: `pip install ${requirement} (https://schemathesis.readthedocs.io)`,
  installation,
};

async function installation(env: Environment): Promise<Installation> {
  const folder = cacheFolder("schemathesis", env);
  const python = (await commandOnPath("python3", env)) ?? (await commandOnPath("python", env));
  if (python === undefined) {
    throw new ToolError(
      "Schemathesis runs on Python, and there is no python3 in PATH: install Python 3.10 or later (https://www.python.org/downloads/)",
    );
  }
  return {
    says: `a Python environment in ${folder}, and ${requirement} in it`,
    async install(told, signal) {
      await makeFolder("Schemathesis", folder);
      await runInstaller({ command: python, args: ["-m", "venv", "--clear", folder], env }, told, signal);
      const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement];
      await runInstaller({ command: join(folder, "bin", "python"), args: pip, env }, told, signal);
    },
  };
}
