import { expect, it } from "vitest";
import { defineMutant } from "../../reference/changes/mutants/mutant.ts";
import { replace } from "../../reference/changes/seams/replace.ts";
import { TokenBucket } from "../../reference/limiters/token-bucket.ts";
import { resultOf } from "../cases/skipped.test.support.ts";

it("says that no 429 shows an exceeded limit, where a bucket that refills rounds up what remains", async () => {
  const mutant = defineMutant({
    id: "remaining-rounded-up",
    clause: "limit.remaining",
    fault: "A token bucket rounds up what remains, so that 1 remains with each 429",
    change: replace("limiter", ({ headers }) => ({
      createAlgorithm: () => new TokenBucket(),
      headers: (hit, declared, now) =>
        headers({ ...hit, remaining: Math.min(declared, hit.remaining + 1) }, declared, now),
    })),
  });
  expect(await resultOf({ check: "limit.recovers", start: { mutant } })).toEqual({
    verdict: "inconclusive",
    message: expect.stringMatching(/^each 429 reports that requests remain/),
  });
});
