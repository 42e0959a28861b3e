import { describe, expect, it } from "vitest";
import { judgeVersion } from "./version.ts";

describe("info.version", () => {
  it.each([
    ["1.0.0", "1.0.0", undefined, true],
    ["1.0.0", "1.0.0", "editorial", true],
    ["1.0.0", "1.0.1", "editorial", true],
    ["1.0.0", "1.0.0", "additive", false],
    ["1.0.0", "1.0.1", "additive", false],
    ["1.0.0", "1.1.0", "additive", true],
    ["1.0.0", "2.0.0", "additive", true],
    ["1.9.0", "1.10.0", "additive", true],
    ["1.0.0", "1.1.0", "breaking", false],
    ["1.4.2", "2.0.0", "breaking", true],
    ["0.3.0", "0.4.0", "breaking", true],
    ["0.3.0", "1.0.0", "breaking", true],
    ["0.3.0", "0.3.1", "breaking", false],
    ["0.3.0", "0.3.1", "additive", true],
    ["1.1.0", "1.0.0", undefined, false],
    ["1.1.0", "1.0.9", "editorial", false],
    ["1.0.0", "1.0.0+build.2", "additive", false],
    // A pre-release guarantees nothing yet, but versions must still increase.
    ["1.0.0", "2.0.0-rc.1", "breaking", true],
    ["1.0.0", "1.1.0-rc.1", "breaking", false],
    ["2.0.0-rc.1", "2.0.0-rc.1", "breaking", false],
    ["2.0.0-rc.1", "2.0.0-rc.2", "breaking", true],
    ["2.0.0-rc.9", "2.0.0-rc.10", "additive", true],
    ["2.0.0-rc.1", "2.0.0", "breaking", true],
    ["2.0.0", "2.0.0-rc.1", "editorial", false],
    ["2.0.0-rc.1", "2.0.0-beta.2", undefined, false],
    ["2.0.0-rc", "2.0.0-rc.1", "breaking", true],
    // Not a semantic version.
    ["first", "first", "editorial", true],
    ["first", "second", "breaking", false],
    ["first", "1.0.0", "breaking", true],
    ["1.0.0", "second", "editorial", false],
    ["2024-10-01", "2024-11-01", "additive", false],
    // Fewer numbers.
    ["1.0", "1.0", "additive", false],
    ["1.0", "1.1", "additive", true],
    ["71", "72", "breaking", true],
    ["v1", "v1", "breaking", false],
    ["1", "2.0.0", "breaking", true],
  ] as const)("from %s to %s for %s changes: %s", (base, head, kind, isEnough) => {
    expect(judgeVersion(base, head, kind)).toMatchObject({ base, head, isEnough });
  });

  it("names the version that is required", () => {
    expect(judgeVersion("1.2.3", "1.2.4", "breaking").text).toContain("at least 2.0.0 (major)");
    expect(judgeVersion("1.2.3", "1.2.3", "additive").text).toContain("at least 1.3.0 (minor)");
    expect(judgeVersion("2.4.0", "3.0.0-rc.1", "breaking").text).toBe(
      "info.version changed from 2.4.0 to 3.0.0-rc.1; the changes require 3.0.0, and this is a pre-release of it",
    );
    expect(judgeVersion("2.4.0", "4.0.0-rc.1", "breaking").text).toContain("at least 3.0.0");
    expect(judgeVersion("2024-01", "2024-02", "breaking").text).toContain("not a semantic version");
    expect(judgeVersion("1.0.0", "1.0.0", "editorial").text).toBe(
      "info.version stays 1.0.0; no change requires another",
    );
  });
});
