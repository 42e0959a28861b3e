/** The matrix on threads from a test: inside vitest no thread runs TypeScript on Node 20, so it gets a translation. */

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll } from "vitest";
import { translate } from "../store/child.test.support.ts";
import type { Matrix } from "./matrix.ts";
import { type MatrixOptions, runMatrix } from "./run.ts";

type Selection = Omit<MatrixOptions, "threads"> & { readonly only: readonly string[] };

/** Judges once before the tests of a file what the tests that are to run (by their names) ask for. Gives the matrix. */
export function judgeBefore(select: (chosen: ReadonlySet<string>) => Selection): () => Matrix {
  let matrix: Matrix | undefined;
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads this parameter's text, and takes a pattern alone.
  beforeAll(async ({}, suite) => {
    matrix = await runHere(select(chosenTests(suite)));
  }, 300_000);
  return () => {
    if (matrix === undefined) throw new Error("nothing was judged");
    return matrix;
  };
}

/** A few subjects are judged sooner than the sources are translated. */
const fewSubjects = 12;

/** `runMatrix` on the sources as they are: in this thread for a few ids, on all cores for more. */
async function runHere(options: Selection): Promise<Matrix> {
  if (options.only.length <= fewSubjects) return runMatrix({ ...options, threads: 0 });
  const { folder, remove } = translate(["spec", "reference", "conformance"]);
  try {
    const worker = pathToFileURL(join(folder, "reference/matrix/worker.js"));
    return await runMatrix({ ...options, threads: availableParallelism(), worker });
  } finally {
    remove();
  }
}

/** The names of the tests below `suite` that are to run: `-t` leaves out the others. */
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
