/** The reference, fuzzed: for tests that run real Schemathesis, which is taken from PATH or the cache. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { loadContract } from "../../spec/contract.ts";
import { createTransport } from "../client/transport.ts";
import { parseTarget } from "../target-file/parse.ts";
import { schemathesis } from "../tools/schemathesis.ts";
import { type FoundTool, outsideContainers, search } from "../tools/tool.ts";
import { fuzz } from "./fuzz.ts";
import type { FuzzOptions } from "./options.ts";

/** Not docker's: its image would have to be fetched. */
export const realSchemathesis = (await search(outsideContainers(schemathesis), process.env)).found;

export const withSchemathesis =
  realSchemathesis === undefined ? "skipped: no schemathesis (fpk doctor --install)" : "with real Schemathesis";

export function requireSchemathesis(): void {
  if (realSchemathesis !== undefined) return;
  if (process.env.FPK_REQUIRE_TOOLS !== "1") console.warn(withSchemathesis);
  else
    it("needs Schemathesis", () =>
      expect.unreachable("there is no schemathesis, and FPK_REQUIRE_TOOLS=1 allows no skip"));
}

const nowhere: FoundTool = { place: "PATH", kind: "command", command: "/nonexistent/schemathesis", version: "4.32.5" };

type Changes = Parameters<typeof startReference>[0];

export interface Fuzzing extends Partial<Omit<FuzzOptions, "generation">> {
  readonly reference?: Changes;
  readonly generation?: Partial<FuzzOptions["generation"]>;
}

/** The report of a run against a new reference with a limit that slows nothing, and what the progress lines. */
export async function fuzzed({ reference: changes, generation, ...others }: Fuzzing = {}) {
  const reference = await startReference({ limit: 100_000, ...changes });
  const transport = createTransport({ clock: realClock });
  const folder = mkdtempSync(join(tmpdir(), "fpk-fuzz-test-"));
  const lines: string[] = [];
  try {
    const report = await fuzz({
      target: parseTarget(reference.target, {}, "the reference"),
      transport,
      clock: realClock,
      contract: loadContract(),
      found: realSchemathesis ?? nowhere,
      readOnly: false,
      strict: false,
      forwardedArgs: [],
      env: process.env,
      platform: process.platform,
      signal: new AbortController().signal,
      progress: { say: (line) => lines.push(line), found() {}, step() {}, waiting() {} },
      replayArguments: "",
      logFile: join(folder, "kept.log"),
      ...others,
      generation: { maxExamples: 5, seed: 1, stateful: false, excluded: [], only: [], ...generation },
    });
    return { report, lines, tokens: reference.target.credentials.map(({ token }) => token) };
  } finally {
    await transport.close();
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
