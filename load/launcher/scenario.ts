/** Which script is run: one of the six, or a file of one's own, such as an ejected one. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import leven from "leven";
import { UsageError } from "../../conformance/verbs/verb.ts";
import { type Plan, plans, type ScenarioName, scenarioNames } from "../in-k6/plans.ts";

export interface Scenario {
  readonly name: string;
  /** The script, as a whole path. */
  readonly path: string;
  /** Absent for a file of one's own: what it needs and sends is not known. */
  readonly plan?: Plan;
}

/** Scripts lie beside this file in the same form: TypeScript in the sources, JavaScript where they are built. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Throws `UsageError` for a name that is none of the six and a path where no script is. */
export function scenarioOf(text: string): Scenario {
  const name = scenarioNames.find((one) => one === text);
  if (name !== undefined) return shipped(name);
  if (/[/\\]|\.[jt]s$/.test(text)) {
    if (!existsSync(text)) throw new UsageError(`there is no script ${text}; fpk load SCENARIO --eject DIR writes one`);
    if (!/\.[jt]s$/.test(text)) throw new UsageError(`${text} is no script: its name must end in .js or .ts`);
    return { name: basename(text, extname(text)), path: resolve(text) };
  }
  const nearest = scenarioNames.find((one) => leven(one, text) <= 2);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`there is no scenario ${text}; there are ${scenarioNames.join(", ")}.${hint}`);
}

export function shipped(name: ScenarioName): Scenario {
  return {
    name,
    path: fileURLToPath(new URL(`../scenarios/${name}.${extension}`, import.meta.url)),
    plan: plans[name],
  };
}
