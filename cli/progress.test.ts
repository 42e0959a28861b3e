import { describe, expect, it } from "vitest";
import { createProgress, type Progress } from "./progress.ts";

function recorded(of: {
  isTerminal: boolean;
  isCi?: boolean;
  colour?: boolean;
  columns?: number;
  clock?: { now(): number };
}): { progress: Progress; text(): string } {
  const written: string[] = [];
  const { isTerminal, isCi = false, colour = false, columns = 80 } = of;
  const write = (text: string) => written.push(text);
  const stderr = { write, columns, isTTY: isTerminal };
  const stdout = { write, isTTY: colour };
  const progress = createProgress({ stdout, stderr, env: isCi ? { CI: "1" } : {} }, of.clock);
  return { progress, text: () => written.join("") };
}

/** What the terminal shows in the end: `\r` and erase-to-end start a line anew. */
function screen(text: string): string[] {
  return text.split("\n").map((line) => line.split("\r\u001b[K").at(-1) ?? "");
}

const steps = (progress: Progress, total: number) => {
  for (let done = 0; done <= total; done += 1) progress.step({ done, total, id: `check.${done}` });
};

describe("on a terminal", () => {
  it("rewrites one line, and takes it away", () => {
    const { progress, text } = recorded({ isTerminal: true });
    steps(progress, 30);
    expect(screen(text())).toEqual(["30/30 check.30"]);
    progress.waiting({ seconds: 41.2, why: "for the window" });
    expect(screen(text())).toEqual(["waiting 42 s: for the window"]);
    progress.end();
    expect(screen(text())).toEqual([""]);
  });

  it("keeps what is printed above the line, with how many checks have failed", () => {
    const { progress, text } = recorded({ isTerminal: true });
    progress.say("first");
    progress.step({ done: 1, total: 2, failed: 1, id: "a" });
    progress.found("✗ second");
    expect(screen(text())).toEqual(["first", "✗ second", "1/2, 1 failed a"]);
  });

  it("never takes more than one line", () => {
    const { progress, text } = recorded({ isTerminal: true, columns: 30 });
    progress.step({ done: 1, total: 2, id: "x".repeat(100) });
    expect(screen(text())[0]).toHaveLength(29);
    progress.waiting({ seconds: 1, why: "a\nb" });
    expect(screen(text())).toEqual(["waiting 1 s: a\\nb"]);
  });

  it("colours only if it is asked to", () => {
    const coloured = recorded({ isTerminal: true, colour: true });
    coloured.progress.waiting({ seconds: 1, why: "x" });
    expect(coloured.text()).toContain("\u001b[33m");
  });
});

describe.each([
  ["a pipe", { isTerminal: false }],
  ["CI", { isTerminal: true, isCi: true }],
])("in %s", (_, of) => {
  it("writes few plain lines: each tenth step, the end", () => {
    const { progress, text } = recorded({ ...of, colour: true });
    steps(progress, 23);
    progress.end();
    expect(text()).toBe(["10 of 23 checks done", "20 of 23 checks done", "23 of 23 checks done", ""].join("\n"));
  });

  it("prints a failure on one line, and how many there are with each count", () => {
    const { progress, text } = recorded(of);
    progress.found(`✗ a.b: ${"x".repeat(500)}\n`);
    progress.step({ done: 10, total: 12, failed: 2, id: "a" });
    const [failure = "", ...rest] = text().split("\n");
    expect([failure.startsWith("✗ a.b: xxx"), failure.length, failure.at(-1)]).toEqual([true, 200, "…"]);
    expect(rest).toEqual(["10 of 12 checks done, 2 failed", ""]);
  });

  it("prints each wait once, whoever waits, until it is over", () => {
    let now = 0;
    const { progress, text } = recorded({ ...of, clock: { now: () => now } });
    for (const seconds of [5, 4, 3]) {
      progress.waiting({ seconds, why: "for org_1" });
      progress.step({ done: 1, total: 3, id: "a" });
      progress.waiting({ seconds: seconds + 1, why: "for org_2" });
      now += 1000;
    }
    now = 9000;
    progress.waiting({ seconds: 5, why: "for org_2" });
    progress.end();
    expect(text().split("\n")).toEqual(["waiting 5 s: for org_1", "waiting 5 s: for org_2", "1 of 3 checks done", ""]);
  });
});
