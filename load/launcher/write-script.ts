/** `--eject DIR`: a scenario as one script, to edit. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { errorMessage } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { bundleScript } from "./bundle-script.ts";
import type { Scenario } from "./scenario.ts";

/** Writes `DIR/NAME.js` and returns its path. Throws `UsageError` if it exists already, or cannot be written. */
export async function writeScript(scenario: Scenario, folder: string): Promise<string> {
  const path = join(folder, `${scenario.name}.js`);
  if (existsSync(path)) throw new UsageError(`${path} exists already and is not overwritten; name another folder`);
  const script = await bundleScript(scenario.path);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, headOf(scenario, path) + script, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${errorMessage(error)}`);
  }
  return path;
}

function headOf({ name }: Scenario, path: string): string {
  return `// The scenario \`${name}\` of fpk-conformance, with all that it imports; the scenario is at the end of this file, for you to edit.
//
//   BASE_URL=… KEY_A=… LIMIT=100 WINDOW=60 k6 run ${path}
//   fpk load ${isAbsolute(path) ? path : `./${path}`} --target FILE

`;
}
