/** The tests that `npm run mutation` asks of a fault: those of the laws and of the budget, then the simulated limiters. */
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The laws' own tests first: the simulated limiters take ten times as long, and most faults never get to them. */
class LawsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => Number(moduleId.includes("/conformance/run/limit/"));
    return files.toSorted((a, b) => isLast(a) - isLast(b));
  }
}

export default defineConfig({
  test: {
    include: [
      "conformance/laws/**/*.test.ts",
      "conformance/client/budget.test.ts",
      "conformance/run/limit/{faults,legal}.test.ts",
    ],
    // What takes its time is no fault here: code that carries 2,500 faults is slow.
    exclude: [...configDefaults.exclude, "**/load.test.ts"],
    sequence: { sequencer: LawsFirst },
    // The contract is loaded once, not for each file; no test leaves anything behind for another.
    isolate: false,
    // Fewer limiters and bodies than in an ordinary run, since each fault that lives meets them all; and each fault the same.
    env: { RUNS: "30", FEWER: "1", FPK_SEED: "20261121" },
    setupFiles: ["conformance/testing/seed.test.support.ts"],
    // In milliseconds.
    testTimeout: 30_000,
  },
});
