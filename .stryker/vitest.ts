/** The tests that `npm run mutation` asks of a change: those of the laws and of the budget. */
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The limiter's own tests first: they take milliseconds, those that load the contract a second. */
class FastestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) =>
      Number(!moduleId.includes("/limiter/") || moduleId.endsWith("/laws.test.ts"));
    return files.toSorted((a, b) => isLast(a) - isLast(b));
  }
}

export default defineConfig({
  test: {
    include: [
      "conformance/laws/**/*.test.ts",
      "conformance/client/budget.test.ts",
      "conformance/run/declaration/limiter-behaviour.test.ts",
    ],
    // What takes its time is not a fault here: code that carries 2,000 changes is slow.
    exclude: [...configDefaults.exclude, "**/load.test.ts"],
    sequence: { sequencer: FastestFirst },
    // The contract is loaded once, not for each file; no test leaves anything behind for another.
    isolate: false,
    // Each change meets the same values.
    env: { FPK_SEED: "20261121" },
    setupFiles: ["conformance/testing/seed.test.support.ts"],
    // In milliseconds.
    testTimeout: 30_000,
  },
});
