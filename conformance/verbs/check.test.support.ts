/** `fpk check` in this process, on a reference of the test's choice and its virtual clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Clock, virtualClock } from "../../clock.ts";
import { type ReferenceOptions, startReference } from "../../reference/start.ts";
import { run } from "./check.ts";
import { capture } from "./context.test.support.ts";

// On Deno several files share this module, and only the first would have its hooks.
const caches = mkdtempSync(join(tmpdir(), "fpk-check-"));
process.once("exit", () => rmSync(caches, { recursive: true, force: true }));
const tests: string[] = [];

/** A folder for each test: what a run keeps, the runs of the same test find. */
function cacheOfTest(): string {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const test = `${testPath} ${currentTestName}`;
  if (!tests.includes(test)) tests.push(test);
  return join(caches, String(tests.indexOf(test)));
}

export interface Checked {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Resolves to what `fpk check --embedded` prints, where the embedded reference is one with these faults. */
export async function checked(
  reference: Omit<ReferenceOptions, "clock">,
  options: Parameters<typeof run>[1] = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Checked> {
  const { io, printed } = capture({
    env: { XDG_CACHE_HOME: cacheOfTest(), ...env },
    embedded: () => embedded(reference, virtualClock()),
  });
  const code = await run(undefined, { embedded: true, ...(options.failed ? {} : { seed: "1" }), ...options }, io);
  return { code, ...printed };
}

async function embedded(options: ReferenceOptions, clock: Clock) {
  const { target, baseUrl, close } = await startReference({ ...options, clock });
  return { name: baseUrl, target, clock, close };
}
