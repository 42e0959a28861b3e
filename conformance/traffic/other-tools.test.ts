/** Recordings of the reference by other tools, as they wrote them but for the tokens and the port. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { file, judged } from "./har.test.support.ts";

const recordings = [
  ["Chromium by Playwright", "chromium.test.har", "13 exchanges judged: listProducts 3, getProduct 1, listFeatures 1"],
  // It writes `[Filtered]` in place of the token.
  ["Schemathesis", "schemathesis.test.har", "7 exchanges judged: listProducts 3, submitFeedback 1, getMe 3"],
] as const;

describe.each(recordings)("%s", (_tool, name, note) => {
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url));

  it("is judged, and not blamed", async () => {
    const report = await judged([path], {}, true);
    expect(report).toMatchObject({
      exitCode: 0,
      conclusion: "conforms",
      target: { baseUrl: "http://127.0.0.1:8080/api" },
    });
    expect(report.notes[0]).toContain(note);
    expect(JSON.stringify(report)).not.toMatch(/fpk_key_66_0+/);
  });

  it("shows a fault", async () => {
    const faulty = readFileSync(path, "utf8").replace(/("X-RateLimit-Reset",\s+"value": ")\d+/i, "$1soon");
    const report = await judged([file(faulty)]);
    expect(report.results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id)).toEqual([
      "limit.reset-numeric",
    ]);
  });
});
