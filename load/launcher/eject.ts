/** `--eject DIR`: a copy of a scenario to edit. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import { bundleOf } from "./bundle.ts";
import type { Scenario } from "./scenario.ts";

/** Writes `DIR/NAME.js` and gives its path. Throws `UsageError` where it is there already, or cannot be written. */
export async function eject(scenario: Scenario, folder: string): Promise<string> {
  const path = join(folder, `${scenario.name}.js`);
  if (existsSync(path)) throw new UsageError(`${path} is there already, and is left alone; name another folder`);
  const script = await bundleOf(scenario.path);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, headOf(scenario, path) + script, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return path;
}

function headOf({ name }: Scenario, path: string): string {
  return `// The scenario \`${name}\` of fpk-conformance, with all that it rests on, yours to edit; it stands at the end of this file.
//
//   BASE_URL=… KEY_A=… LIMIT=100 WINDOW=60 k6 run ${path}
//   fpk load ${isAbsolute(path) ? path : `./${path}`} --target FILE

`;
}
