import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateReport } from "../reports/schema.ts";
import { checked } from "./check.test.support.ts";

describe("fpk check reports a failure when it is found", () => {
  it("of a case, once it was run again, and of a law, before the rate limit is crossed", async () => {
    const { stderr, code } = await checked({ mutant: "expired-key-accepted" });
    expect(stderr).toMatch(
      /✗ auth\.expired-key §5\.3: expected 401 .*\n[\s\S]*, 1 failed\n[\s\S]*crossing the rate limit/,
    );
    expect(code).toBe(1);
    const { stderr: ofLaw } = await checked({ mutant: "all-lists-wrapped" });
    expect(ofLaw).toMatch(/✗ resource\.lists-bare §2: expected a bare array; .*\n[\s\S]*crossing the rate limit/);
    expect(ofLaw.match(/resource\.lists-bare/g)).toHaveLength(1);
  });

  it("with a sign of its own where it fails only a strict run", async () => {
    const mutant = "update-not-stored";
    const { stderr } = await checked({ mutant }, { only: ["profile.update-kept"] });
    expect(stderr).toMatch(/^⚠ profile\.update-kept /m);
    expect(stderr).not.toMatch(/done, \d+ failed/);
    const { stderr: strict } = await checked({ mutant }, { only: ["profile.update-kept"], strict: true });
    expect(strict).toMatch(/^✗ profile\.update-kept /m);
  });

  it("and stops after as many as --bail says, with what it has", async () => {
    const { stdout, stderr, code } = await checked({ mutant: "all-lists-wrapped" }, { bail: "1" });
    expect(stderr).not.toContain("crossing the rate limit");
    expect(stdout).toContain("✗ resource.lists-bare");
    expect(stdout).toMatch(
      /\? \d+ checks could not be judged:\n {4}the run was stopped after 1 failure \(--bail 1\)\n/,
    );
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^✗ violates .*; the run was stopped after 1 failure \(--bail 1\)/,
    );
    expect(code).toBe(1);
  });
});

describe("fpk check --failed", () => {
  it("runs what failed last time, until it passes, whatever else was run in between", async () => {
    const mutant = "expired-key-accepted";
    const only = ["auth.expired-key", "auth.no-credentials"];
    const first = await checked({ mutant }, { only });
    const [, kept = ""] =
      /to run again the 1 check that failed: fpk check --embedded --failed \(this report is kept in (.*)\)/.exec(
        first.stderr,
      ) ?? [];
    expect(validateReport(JSON.parse(readFileSync(kept, "utf8")))).toEqual([]);
    await checked({ mutant }, { only: ["auth.unknown-token"] });
    const again = await checked({ mutant }, { failed: true });
    expect(again.stdout).toContain("✗ auth.expired-key");
    expect(again.stdout).toContain("\n1 check: 1 failed\n");
    const fixed = await checked({}, { failed: true });
    expect([fixed.code, fixed.stdout.startsWith("1 check: 1 passed\n")]).toEqual([0, true]);
    expect(fixed.stderr).toContain(
      "what failed in the last run passes now; to judge everything: fpk check --embedded\n",
    );
    await expect(checked({}, { failed: true })).rejects.toThrow(
      "nothing failed in the last run on the embedded reference; leave --failed out",
    );
  });

  it("does not take for fixed what passes by itself, and failed with everything else", async () => {
    const mutant = "expired-key-accepted";
    const only = ["auth.expired-key"];
    const alone =
      "auth.expired-key failed in the last run with everything else, and passes by itself now; to see whether it is fixed: fpk check --embedded --seed 1\n";
    await checked({ mutant });
    const first = await checked({}, { only, seed: "2" });
    expect([first.code, first.stderr.endsWith(alone)]).toEqual([0, true]);
    expect((await checked({}, { failed: true })).stderr.endsWith(alone)).toBe(true);
    await checked({ mutant });
    await checked({ mutant }, { only });
    expect((await checked({}, { only })).stderr).toMatch(/what failed in the last run passes now; .*embedded\n$/);
  });

  it("sends the same as the run that failed: another seed may not show the fault", async () => {
    const mutant = "expired-key-accepted";
    await checked({ mutant }, { only: ["auth.expired-key"], seed: "7" });
    await checked({ mutant }, { only: ["auth.unknown-token"], seed: "8" });
    const again = await checked({ mutant }, { failed: true, json: true });
    expect(JSON.parse(again.stdout).seed).toBe(7);
    const other = await checked({ mutant }, { failed: true, json: true, seed: "9" });
    expect(JSON.parse(other.stdout).seed).toBe(9);
  });

  it("sends only what showed the failure of a law, which passes only where all of that was sent", async () => {
    const mutant = "headers-forgotten-on-401";
    const only = ["limit.headers-present"];
    const whole = await checked({ mutant }, { only, json: true });
    const again = await checked({ mutant }, { failed: true, json: true });
    expect(JSON.parse(again.stdout).results).toMatchObject([{ id: "limit.headers-present", verdict: "fail" }]);
    expect(again.stderr).not.toContain("all cases are sent");
    expect(JSON.parse(again.stdout).requests.total).toBeLessThan(JSON.parse(whole.stdout).requests.total / 2);
    const cut = await checked({ mutant }, { failed: true, maxRequests: "1" });
    expect([cut.code, cut.stdout]).toEqual([3, expect.stringContaining("1 passed")]);
    expect(cut.stderr).toContain(
      "to run again the 1 check that failed in an earlier run: fpk check --embedded --failed",
    );
    expect(cut.stderr).toContain("\nto judge everything: fpk check --embedded\n");
    const fixed = await checked({}, { failed: true, complete: true });
    expect(fixed.stderr).toMatch(/what failed in the last run passes now; .*fpk check --embedded --complete\n/);
  });

  it("runs what a failure hid, too, until it is judged", async () => {
    const mutant = "all-lists-wrapped";
    const only = ["resource.lists-bare", "member.has-identifier"];
    const { stderr } = await checked({ mutant }, { only });
    expect(stderr).toContain("to run again the 1 check that failed, and the 1 that a failure hid: fpk check");
    const lists = await checked({}, { only: ["resource.lists-bare"] });
    expect(lists.stderr).toContain("to run again the 1 check that a failure hid in an earlier run: fpk check");
    const mended = await checked({}, { failed: true });
    expect(mended.stdout).toContain("\n1 check: 1 passed\n");
    expect(mended.stderr).toContain("what failed in the last run passes now");
  });

  it("forgets what failed under an overlay once a whole run without it has passed", async () => {
    const overlay = join(mkdtempSync(join(tmpdir(), "fpk-overlay-")), "pinned.yaml");
    writeFileSync(
      overlay,
      `overlay: 1.0.0
info: { title: Products with 206, version: 1.0.0 }
actions:
  - { target: "$.paths['/v1/products'].get.responses['2XX']", remove: true }
  - target: $.paths['/v1/products'].get.responses
    update: { "206": { $ref: "#/components/responses/ProductList" } }
`,
    );
    const failed = await checked({}, { overlay, only: ["endpoint.success-codes"] });
    expect(failed.stderr).toContain(`fpk check --embedded --overlay ${overlay} --failed`);
    const whole = await checked({}, {});
    expect(whole.stderr).not.toContain("--failed");
  });

  it("keeps the last runs of some targets, not of all that there ever were", async () => {
    const { stderr } = await checked({ mutant: "expired-key-accepted" }, { only: ["auth.expired-key"] });
    const [, kept = ""] = /kept in (.*)\)/.exec(stderr) ?? [];
    const all = dirname(dirname(kept));
    for (let at = 0; at < 60; at += 1) mkdirSync(join(all, `older-${at}`));
    await checked({}, { failed: true });
    expect(readdirSync(all)).toHaveLength(50);
    expect(existsSync(kept)).toBe(true);
  });
});
