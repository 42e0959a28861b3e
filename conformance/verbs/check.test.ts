import { describe, expect, it } from "vitest";
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
    expect(stderr).not.toContain("failed");
    const { stderr: strict } = await checked({ mutant }, { only: ["profile.update-kept"], strict: true });
    expect(strict).toMatch(/^✗ profile\.update-kept /m);
  });

  it("and stops after as many as --bail says, with what it has", async () => {
    const { stdout, stderr, code } = await checked({ mutant: "all-lists-wrapped" }, { bail: "1" });
    expect(stderr).not.toContain("crossing the rate limit");
    expect(stdout).toContain("✗ resource.lists-bare");
    expect(stdout).toMatch(
      /\? \d+ checks could not be judged:\n {4}the run was cut after a failure, as --bail 1 says: /,
    );
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^✗ violates .*; the run was cut after a failure, as --bail 1 says/,
    );
    expect(code).toBe(1);
  });
});
