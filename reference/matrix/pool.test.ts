import { describe, expect, it } from "vitest";
import { judgeAll } from "./pool.ts";
import type { Task } from "./subject.ts";

const taskOf = (id: string): Task => ({ subject: { kind: "mutant", id }, without: [] });

/** A thread that does what the subject's id says. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ subject: { id } }) => {
      if (id === "throws") throw new Error("out of luck");
      if (id === "exits") process.exit(7);
      if (id === "stalls") for (;;);
      parentPort.postMessage({ id, failure: "judged" });
    });
  `)}`,
);

describe("the threads", () => {
  it("judge every task, in the order of the tasks, and report each", async () => {
    const reported: string[] = [];
    const ids = ["a", "b", "c", "d", "e"];
    const judged = await judgeAll(ids.map(taskOf), { threads: 2, worker, onJudged: ({ id }) => reported.push(id) });
    expect(judged.map(({ id }) => id)).toEqual(ids);
    expect(reported.sort()).toEqual(ids);
  });

  it.each([
    ["throws", "the thread died: out of luck"],
    ["exits", "the thread ended with 7"],
    ["stalls", "no verdict after 3 s"],
  ])("lose only the subject on which one %s", async (id, failure) => {
    const judged = await judgeAll(["a", id, "b"].map(taskOf), { threads: 1, worker, timeoutMs: 3_000 });
    expect(judged).toEqual([
      { id: "a", failure: "judged" },
      { id, failure },
      { id: "b", failure: "judged" },
    ]);
  });

  it("stop at the signal, and say so for the rest", async () => {
    const end = new AbortController();
    const judging = judgeAll(["a", "stalls", "b"].map(taskOf), {
      threads: 1,
      worker,
      signal: end.signal,
      onJudged: ({ id }) => id === "a" && end.abort(),
    });
    expect((await judging).slice(1)).toEqual([
      { id: "stalls", failure: "interrupted" },
      { id: "b", failure: "interrupted" },
    ]);
  });
});

describe("without threads", () => {
  it("this one judges, and says why it cannot", async () => {
    const [judged] = await judgeAll([taskOf("none-such")], { threads: 0 });
    expect(judged).toEqual({ id: "none-such", failure: expect.stringContaining("There is no mutant none-such") });
  });
});
