/** Runs a scenario with real k6 against a reference server of its own. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { outsideContainers, search } from "../../conformance/tools/tool.ts";
import type { Mutant } from "../../reference/changes/mutants/index.ts";
import { startReference } from "../../reference/start.ts";
import type { ScenarioName } from "../in-k6/plans.ts";

/** k6 outside containers, in which the scripts would have to be mounted. Undefined if there is none. */
export async function localK6(): Promise<string | undefined> {
  const { found } = await search(outsideContainers(k6), process.env);
  return found?.command;
}

/** A `describe` that is skipped if there is no k6, and fails then under `FPK_REQUIRE_TOOLS=1`. */
export function describeWithK6(found: unknown, name: string, tests: () => void): void {
  if (found === undefined && process.env.FPK_REQUIRE_TOOLS === "1") {
    it("needs k6", () => expect.unreachable("there is no k6, and FPK_REQUIRE_TOOLS=1 allows no skip"));
  }
  const reason = found === undefined ? ", skipped: no k6 (fpk doctor --install)" : "";
  describe.skipIf(found === undefined)(`${name}${reason}`, tests);
}

export interface Run {
  readonly exitCode: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface RunOf {
  readonly variants?: readonly string[];
  readonly mutant?: string | Mutant;
  readonly limit?: number;
  readonly windowSeconds?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const maxRuns = 4;

/** Repeats the run if k6 reports that the machine was too busy to measure a latency. */
export async function runScenario(...run: Parameters<typeof runScenarioOnce>): Promise<Run> {
  let ran = await runScenarioOnce(...run);
  for (let count = 1; count < maxRuns && ran.output.includes("its machine was too busy"); count += 1)
    ran = await runScenarioOnce(...run);
  return ran;
}

/** By default with a window of 2 s and the smallest limit that every law can judge; for `spike` the limit is raised. */
async function runScenarioOnce(
  command: string,
  name: ScenarioName,
  of: RunOf = {},
  run: typeof runK6 = runK6,
): Promise<Run> {
  const isSpike = name === "spike";
  const limit = of.limit ?? (isSpike ? 100_000 : 40);
  const windowSeconds = of.windowSeconds ?? 2;
  const { variants, mutant } = of;
  const reference = await startReference({ clock: realClock, limit, windowSeconds, variants, mutant });
  try {
    const [first, second, session, expired, denied, other] = reference.target.credentials;
    const env = {
      BASE_URL: reference.baseUrl,
      KEY_A: first?.token,
      KEY_A2: second?.token,
      SESSION_A: session?.token,
      KEY_B: other?.token,
      EXPIRED_A: expired?.token,
      DENIED_A: denied?.token,
      LIMIT: String(limit),
      WINDOW: String(windowSeconds),
      GRACE: "1",
      ...(isSpike ? { DURATION: "2" } : {}),
      ...of.env,
    };
    return await run(command, ["run", "--quiet", "--no-color", "--address", "", scriptOf(name)], env);
  } finally {
    await reference.close();
  }
}

const scriptOf = (name: ScenarioName) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

export function runK6(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Run> {
  // The scripts must not inherit other variables, such as K6_… and FPK_….
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, TMPDIR, K6_NO_USAGE_REPORT: "true", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}

/**
 * Admits work of at most `width` at the same time: more would wait for processors, and look slow. Work that measures latencies `takes`
 * the whole width.
 */
export function createTurnstile(width: number): <T>(takes: number, work: () => Promise<T>) => Promise<T> {
  let free = width;
  const waiting: { readonly takes: number; readonly enter: () => void }[] = [];
  const admit = () => {
    for (let first = waiting[0]; first !== undefined && first.takes <= free; first = waiting[0]) {
      waiting.shift();
      free -= first.takes;
      first.enter();
    }
  };
  return async (takes, work) => {
    await new Promise<void>((enter) => {
      waiting.push({ takes, enter });
      admit();
    });
    try {
      return await work();
    } finally {
      free += takes;
      admit();
    }
  };
}
