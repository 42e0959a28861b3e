import { expect, it } from "vitest";
import { checksOfOtherVerbs } from "../baseline/checks-of-other-verbs.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./explain.ts";

it.each(checksOfOtherVerbs.filter((id) => !id.startsWith("load.")))(
  "explains %s, which only fuzz, judge or proxy report",
  async (id) => {
    const { io, printed } = capture();
    expect(await run(id, {}, io)).toBe(0);
    expect(printed.stdout).toContain(`check ${id}   (judges the exchanges of fpk `);
    expect(printed.stdout).toMatch(/\nclause \S+ +§/);
  },
);
