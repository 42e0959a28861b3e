import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { realClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { type StandIns, standIns } from "../tools/stand-in.test.support.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./fuzz.ts";

let here: StandIns;
const running: { close(): Promise<void> }[] = [];
beforeEach(() => {
  here = standIns();
});
afterEach(async () => {
  here.remove();
  for (const server of running.splice(0)) await server.close();
});

function context() {
  const limits: unknown[] = [];
  const { io, printed } = capture({
    env: { PATH: join(here.folder, "bin"), XDG_CACHE_HOME: join(here.folder, "cache"), CI: "true" },
    async embedded(options) {
      limits.push(options);
      const reference = await startReference({ limit: options?.limit, windowSeconds: options?.realTimeWindowSeconds });
      running.push(reference);
      return { name: "the embedded reference", target: reference.target, clock: realClock, close: async () => {} };
    },
  });
  return { io, printed, limits };
}

const fuzz = (options: Parameters<typeof run>[1], forwardedArgs: readonly string[] = []) =>
  run({ url: undefined, forwardedArgs }, { embedded: true, ...options }, context().io);

describe("fpk fuzz", () => {
  it.each([
    [{ only: ["submitFedback"] }, /did you mean submitFeedback\?$/],
    [{ only: ["/v1/me"] }, /--only takes an operation, not \/v1\/me; there are listProducts, /],
    [
      { only: ["8"] },
      /--only takes operations, and the checks that 8 names are about no single operation; leave it out/,
    ],
    [{ stateful: true, only: ["profile.*", "getMe"] }, /there is none between updateMe and getMe;/],
    [{ runner: "podman" }, /--runner takes docker, path or cache, not podman/],
    [{ maxExamples: "0" }, /--max-examples takes a whole number of at least 1, not 0/],
    [
      { stateful: true, only: ["getMe", "updateMe"] },
      /^--stateful follows the contract's links, .* and there is none between getMe and updateMe; add --only/,
    ],
    [{ stateful: true, only: ["listProducts"] }, /there is none from listProducts to itself;/],
    [{ stateful: true, readOnly: true, only: ["submitFeedback", "getFeedbackStatus"] }, /there is none between/],
    [{ time: "soon" }, /--time takes a number of at least 1, not soon/],
  ])("refuses %j, and says what to change", async (options, message) => {
    await expect(fuzz(options)).rejects.toThrow(UsageError);
    await expect(fuzz(options)).rejects.toThrow(message);
  });

  it.each([
    [["--report", "har"], /^--report cannot be forwarded to Schemathesis: /],
    [["--report-har-path=run.har"], /^--report-har-path cannot be forwarded to Schemathesis: /],
    [["--phases", "fuzzing", "-w4"], /^-w cannot be forwarded to Schemathesis: /],
    [["--seed=4"], /^--seed cannot be forwarded to Schemathesis: /],
    [["-HAuthorization: Bearer x"], /^a credential has no place on a command line/],
    [["--header", "X-Api-Key: x"], /^a credential has no place on a command line/],
    [["--proxy=http://me:x@proxy.example.com"], /^a credential has no place on a command line/],
  ])("refuses to forward %j", async (forwardedArgs, message) => {
    await expect(fuzz({}, forwardedArgs)).rejects.toThrow(UsageError);
    await expect(fuzz({}, forwardedArgs)).rejects.toThrow(message);
  });

  it("reports forwarded arguments that Schemathesis refuses as wrong usage", async () => {
    here.add(
      "bin/schemathesis",
      'if [ "$1" = --version ]; then echo "schemathesis, version 4.32.5"; exit 0; fi',
      "echo 'Usage: schemathesis run [OPTIONS] LOCATION'",
      "echo \"Error: No such option '--bogus'.\"",
      "exit 2",
    );
    const refused = run({ url: undefined, forwardedArgs: ["--bogus"] }, { embedded: true }, context().io);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/^Schemathesis refuses what follows --: No such option '--bogus'\.$/);
  });

  it("without Schemathesis says where it was looked for, and how to get it: exit 3", async () => {
    const { io, printed } = context();
    expect(await run({ url: undefined, forwardedArgs: [] }, { embedded: true }, io)).toBe(3);
    expect(printed.stderr).toMatch(/^fpk fuzz: needs schemathesis, which is not here \(docker: .*; PATH: .*; cache: /);
    expect(printed.stderr).toMatch(/fpk doctor --install puts it into the cache; or pip install schemathesis==/);
  });

  it("looks only where --runner says", async () => {
    here.add("bin/schemathesis", "echo 'schemathesis, version 4.32.5'");
    const { io, printed } = context();
    expect(await run({ url: undefined, forwardedArgs: [] }, { embedded: true, runner: "cache" }, io)).toBe(3);
    expect(printed.stderr).toMatch(/which is not here \(cache: no schemathesis in /);
  });

  it("starts the reference with a limit that slows nothing, forwards what follows --, and gives server report", async () => {
    const path = here.add(
      "bin/schemathesis",
      'if [ "$1" = --version ]; then echo "schemathesis, version 4.32.5"; exit 0; fi',
      'echo "given: $@"',
      "exit 9",
    );
    const { io, printed, limits } = context();
    const options = { embedded: true, seed: "7", only: ["getMe" as const], json: true };
    const before = process.cwd();
    process.chdir(here.folder);
    try {
      expect(await run({ url: undefined, forwardedArgs: ["--mode", "positive"] }, options, io)).toBe(3);
    } finally {
      process.chdir(before);
    }
    expect(path).toContain(here.folder);
    expect(limits).toEqual([{ limit: 100_000, realTimeWindowSeconds: 60 }]);
    const report = JSON.parse(printed.stdout);
    const broken = report.results.find(({ verdict }: { verdict: string }) => verdict === "broken");
    expect(broken.message).toMatch(
      /given: --config-file .* --include-operation-id getMe --mode positive; its whole output/,
    );
    expect(printed.stderr).toMatch(
      /^target the embedded reference\nabout \d+ requests in about \d+ s, by Schemathesis/,
    );
  });
});
