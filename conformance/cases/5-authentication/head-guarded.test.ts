import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { loadContract } from "../../../spec/contract.ts";
import { conform } from "../../index.ts";

it("the seeds choose every read in turn", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: "head-passes-the-guard" });
  const reads = loadContract().operations.filter(({ method }) => method === "GET");
  const open = new Set<string>();
  try {
    for (const seed of reads.keys()) {
      const { results } = await conform({ ...reference.target, clock, seed, only: ["auth.head"] });
      const { actual } = results.find(({ verdict }) => verdict === "warn") ?? {};
      open.add(actual?.split(":")[0] ?? "none");
    }
  } finally {
    await reference.close();
  }
  expect([...open].filter((request) => request.startsWith("HEAD /v1/"))).toHaveLength(reads.length);
});
