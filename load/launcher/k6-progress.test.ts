import { expect, it } from "vitest";
import { k6Progress } from "./k6-progress.ts";

/** What is shown if k6 prints these lines. */
function shown(...lines: readonly string[]): string {
  let text = "";
  const stream = { write: (part: string) => (text += part) };
  const progress = k6Progress(
    stream,
    (line) => line.replaceAll("secret", "$KEY_1"),
    () => 0,
  );
  for (const line of lines) progress.line(line);
  progress.end();
  return text;
}

it("leaves to the launcher why k6 did nothing, and says what came before it began", () => {
  expect(shown('time="…" level=error msg="unknown flag: --nope"')).toBe("");
  expect(shown("  /\\   Grafana", "a warning", "  execution: local")).toBe("a warning\n  execution: local\n");
});

it("shows an exception that every iteration throws once, and says how often it came", () => {
  const exception = ["TypeError: nothing is not there", "    at default (file:///own.js:3:1(2))"];
  expect(shown("  execution: local", ...exception, ...exception, "another line", ...exception)).toBe(
    `  execution: local\n${exception.join("\n")}\nanother line\nthrown again: 2 times\n`,
  );
  expect(shown("  execution: local", ...exception)).not.toContain("again");
});

it("shows neither bars nor what the report says in sentences, and no token", () => {
  const begun = "  execution: local";
  expect(shown(begun, "limit   [  33% ] 00/04 VUs  1.0s/3s")).toBe(`${begun}\n`);
  expect(shown(begun, "spike ↓ [ 100% ] 09/40 VUs  7s")).toBe(`${begun}\n`);
  const aborted = "thresholds on metrics 'fpk_findings' were crossed; at least one has abortOnFail enabled";
  expect(shown(begun, `${aborted}, stopping test prematurely`)).toBe(`${begun}\n`);
  expect(shown(begun, "Request Failed", "Request Failed")).toBe(`${begun}\n`);
  expect(shown(begun, "thresholds on metrics 'fpk_findings, fpk_unjudged' have been crossed")).toBe(`${begun}\n`);
  const stopped = "test aborted: the target stopped answering at endIfUnanswered (file:///client.js:95:24(44))";
  expect(shown(begun, stopped)).toBe(`${begun}\n`);
  expect(shown(begun, "test run was aborted because k6 received a 'interrupt' signal")).toBe(`${begun}\n`);
  expect(shown(begun, "setTimeout 1 was stopped because the VU iteration was interrupted")).toBe(`${begun}\n`);
  expect(shown(begun, "Error: secret", "\tat setup (file:///a.js:1:2(3))")).toBe(
    `${begun}\nError: $KEY_1\n    at setup (file:///a.js:1:2(3))\n`,
  );
});
