/** Schemathesis, which `fpk fuzz` runs: version 4.32, or a later version 4. */
import { join } from "node:path";
import { installationBy, type Recipe } from "./install.ts";
import { inCache, inDocker, onPath, type Program } from "./places.ts";
import type { Tool } from "./tool.ts";

/** The version that is tested, installed and run in docker. `conformance/fuzz/hooks` depends on its behaviour. */
export const schemathesisVersion = "4.32.5";
export const schemathesisImage = `schemathesis/schemathesis:v${schemathesisVersion}`;
const requirement = `schemathesis==${schemathesisVersion}`;

const program: Program = {
  name: "schemathesis",
  versionArguments: ["--version"],
  parseVersion: (output) => /version (\d+\.\d+\.\d+\S*)/.exec(output)?.[1],
  whyUnfit(version) {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > 4) return "is newer than 4, which has not been tested";
    return major === 4 && minor >= 32 ? undefined : "is older than 4.32";
  },
};

const recipe: Recipe = {
  name: "schemathesis",
  installers: ["python3", "python"],
  advice: "install Python 3.10 or later (https://www.python.org/downloads/)",
  describe: (folder) => `a Python environment in ${folder}, and ${requirement} in it`,
  steps: (python, folder, env) => [
    { command: python, args: ["-m", "venv", "--clear", folder], env },
    {
      command: join(folder, "bin", "python"),
      args: ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement],
      env,
    },
  ],
};

export const schemathesis: Tool = {
  name: "schemathesis",
  usedBy: "fpk fuzz",
  places: [inDocker(schemathesisImage, schemathesisVersion), onPath(program), inCache(program)],
  advice: `pip install ${requirement} (https://schemathesis.readthedocs.io)`,
  installation: (env) => installationBy(recipe, env),
};
