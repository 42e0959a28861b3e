import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import { newReads } from "./new-reads.ts";

it.each([1, 2])(
  "with keys of two organizations, a fault in one problem of the second's second product is found (seed %d)",
  async (seed) => {
    const clock = virtualClock();
    const { target, close } = await startReference({ clock, mutant: "problem-live-by-itself" });
    try {
      const [first, ...others] = target.credentials;
      const second = others.find(({ org }) => org !== first?.org);
      const credentials = target.credentials.filter((each) => each.org === first?.org || each === second);
      const { results } = await conform({ ...target, credentials, clock, seed });
      expect(results.find(({ id }) => id === "problem.statuses")).toMatchObject({ verdict: "fail" });
    } finally {
      await close();
    }
  },
);

it("a problem of each product is read before the rest of a long list", () => {
  const list = (product: string, ids: readonly string[]) =>
    exchangeWith({
      operation: "listProblems",
      path: `/v1/products/${product}/problems`,
      json: { data: ids.map((id) => ({ id })) },
    });
  const served = exchangeWith({ operation: "getProblem", path: "/v1/products/prd_1/problems/prb_1" });
  const shown = [list("prd_1", ["prb_1", "prb_2", "prb_3"]), list("prd_2", ["prb_4", "prb_5"]), served];
  const caller = { kind: "api-key", label: "KEY_A", authorization: "Bearer a" } as const;
  const reads = newReads(caller, shown, contract).filter(({ operation }) => operation === "getProblem");
  expect(reads.map(({ parameters }) => parameters?.problemId)).toEqual(["prb_4", "prb_2", "prb_5", "prb_3"]);
});
