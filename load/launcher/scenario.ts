/** The script to run: one of the scenarios, or a user's file, such as an ejected scenario. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import leven from "leven";
import { UsageError } from "../../cli/usage-error.ts";
import { type Plan, plans, type ScenarioName, scenarioNames } from "../in-k6/plans.ts";

export interface Scenario {
  readonly name: string;
  /** As a command names it: the scenario's name, or the user's path. */
  readonly operand: string;
  /** The absolute path of the script. */
  readonly path: string;
  /** Absent for a user's file: what it needs and sends is not known. */
  readonly plan?: Plan;
}

/** Whether the script is a user's file. */
export const isUserScript = ({ plan }: Pick<Scenario, "plan">): boolean => plan === undefined;

/** Scenarios have the extension of this file: `ts` in the sources, `js` after the build. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** Throws `UsageError` for an unknown name, and for a path at which there is no script. */
export function findScenario(text: string): Scenario {
  const name = scenarioNames.find((known) => known === text);
  if (name !== undefined) return shippedScenario(name);
  if (/^https?:\/\//.test(text)) throw new UsageError(`the URL comes last: fpk load SCENARIO ${text}`);
  if (/[/\\]|\.[jt]s$/.test(text)) {
    if (!existsSync(text)) throw new UsageError(`there is no script ${text}; fpk load SCENARIO --eject DIR writes one`);
    if (!/\.[jt]s$/.test(text)) throw new UsageError(`${text} is not a script: its name must end in .js or .ts`);
    return { name: basename(text, extname(text)), operand: text, path: resolve(text) };
  }
  const nearest = scenarioNames.find((known) => leven(known, text) <= 2);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`there is no scenario ${text}; there are ${scenarioNames.join(", ")}, and all.${hint}`);
}

/** All scenarios for `all`, otherwise those that are named. Throws `UsageError` for a name that comes twice. */
export function findScenarios(names: readonly string[]): readonly Scenario[] {
  if (names.includes("all")) {
    if (names.length > 1) throw new UsageError("all is all scenarios: name no other beside it");
    return scenarioNames.map(shippedScenario);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice; --duration makes a scenario longer`);
  // A script that is named like a scenario or another script of the same run is called by its path.
  const found = names.map(findScenario);
  const isRepeated = ({ name }: Scenario) =>
    names.includes(name) || found.filter((each) => each.name === name).length > 1;
  return found.map((each) => (isRepeated(each) ? { ...each, name: each.operand } : each));
}

/** Splits the operands into the scenarios, and the URL that may follow them. */
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
    operand: name,
    path: fileURLToPath(new URL(`../scenarios/${name}.${extension}`, import.meta.url)),
    plan: plans[name],
  };
}
