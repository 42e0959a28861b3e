/** Runs a scenario by real k6, as a QA engineer would, on a reference of its own. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { realClock } from "../../clock.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { outsideContainers, search } from "../../conformance/tools/tool.ts";
import type { Mutant } from "../../reference/changes/mutants/index.ts";
import { startReference } from "../../reference/start.ts";
import type { ScenarioName } from "../in-k6/plans.ts";

/** k6 on this machine; a container would need the tree. Undefined if there is none. */
export async function localK6(): Promise<string | undefined> {
  const { found } = await search(outsideContainers(k6), process.env);
  return found?.command;
}

export interface Run {
  readonly exitCode: number | null;
  /** What the script and k6 wrote. */
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

/** Runs a scenario against a reference of its own. It is repeated where k6 says that its own machine was too busy to measure a latency. */
export async function runScenario(...run: Parameters<typeof runScenarioOnce>): Promise<Run> {
  let ran = await runScenarioOnce(...run);
  for (let count = 1; count < maxRuns && ran.output.includes("its machine was too busy"); count += 1)
    ran = await runScenarioOnce(...run);
  return ran;
}

/** A window of 2 s with the smallest limit that still distinguishes each law; for a spike the limit is raised. */
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
  // Whatever K6_… or fpk variable this process has is not the scripts' business.
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

/** At most `width` concurrently: more would have to wait for the processors, and look slow. Who measures time takes the whole `width` for itself. */
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
