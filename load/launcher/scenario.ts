/** Which script is run: a scenario, or a file of the user's, such as an ejected one. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import leven from "leven";
import { UsageError } from "../../cli/usage-error.ts";
import { type Plan, plans, type ScenarioName, scenarioNames } from "../in-k6/plans.ts";

export interface Scenario {
  readonly name: string;
  /** The script, as an absolute path. */
  readonly path: string;
  /** Absent for a file of the user's: what it needs and sends is not known. */
  readonly plan?: Plan;
}

/** Scripts have the form of this file: TypeScript in the sources, JavaScript after the build. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Throws `UsageError` for a name that is not one of the seven, and for a path without a script. */
export function findScenario(text: string): Scenario {
  const name = scenarioNames.find((known) => known === text);
  if (name !== undefined) return shippedScenario(name);
  if (/[/\\]|\.[jt]s$/.test(text)) {
    if (!existsSync(text)) throw new UsageError(`there is no script ${text}; fpk load SCENARIO --eject DIR writes one`);
    if (!/\.[jt]s$/.test(text)) throw new UsageError(`${text} is not a script: its name must end in .js or .ts`);
    return { name: basename(text, extname(text)), path: resolve(text) };
  }
  const nearest = scenarioNames.find((known) => leven(known, text) <= 2);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`there is no scenario ${text}; there are ${scenarioNames.join(", ")}, and all.${hint}`);
}

/** `all`, or each as `findScenario` reads it. Throws `UsageError` for one that is named twice. */
export function findScenarios(names: readonly string[]): readonly Scenario[] {
  if (names.includes("all")) {
    if (names.length > 1) throw new UsageError("all is all scenarios: name no other beside it");
    return scenarioNames.map(shippedScenario);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice; --duration makes a scenario longer`);
  return names.map(findScenario);
}

/** The scenarios, and after them the URL, if there is one. */
export function splitOperands(operands: readonly string[]): {
  readonly names: readonly string[];
  readonly url?: string;
} {
  const last = operands.at(-1);
  const isUrl = operands.length > 1 && last !== undefined && /[:/.]/.test(last) && !/\.[jt]s$/.test(last);
  return isUrl ? { names: operands.slice(0, -1), url: last } : { names: operands };
}

export function shippedScenario(name: ScenarioName): Scenario {
  return {
    name,
    path: fileURLToPath(new URL(`../scenarios/${name}.${extension}`, import.meta.url)),
    plan: plans[name],
  };
}
