/** Runs the kill matrix once for the tests of a file. */

import { availableParallelism } from "node:os";
import { beforeAll } from "vitest";
import { built } from "../built.test.support.ts";
import type { Matrix } from "./matrix-report.ts";
import { type MatrixOptions, runMatrix } from "./run.ts";

type Selection = Omit<MatrixOptions, "threads"> & { readonly only: readonly string[] };

/** Judges once, before the tests of a file, what `select` asks for, given the names of the tests that will run. */
export function judgeBefore(select: (chosen: ReadonlySet<string>) => Selection): () => Matrix {
  let matrix: Matrix | undefined;
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads this parameter's text, and takes a pattern alone.
  beforeAll(async ({}, suite) => {
    matrix = await run(select(chosenTests(suite)));
  });
  return () => {
    if (matrix === undefined) throw new Error("the matrix has not been run yet");
    return matrix;
  };
}

/** For so few ids nothing needs to be built. */
const fewIds = 12;

/** In this thread for a few ids, on all cores for more. */
function run(selection: Selection): Promise<Matrix> {
  if (selection.only.length <= fewIds) return runMatrix({ ...selection, threads: 0 });
  const worker = built("reference/matrix/worker.js");
  return runMatrix({ ...selection, threads: availableParallelism(), worker });
}

/** The names of the tests below `suite` that will run: `-t` leaves out the others. */
function chosenTests(suite: SuiteOfTests): ReadonlySet<string> {
  const names = suite.tasks.flatMap((task) => {
    if ("tasks" in task) return [...chosenTests(task)];
    return task.mode === "run" || task.mode === "queued" ? [task.name] : [];
  });
  return new Set(names);
}

interface SuiteOfTests {
  readonly tasks: readonly (SuiteOfTests | { readonly name: string; readonly mode: string })[];
}
