import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/exchange.test.support.ts";
import { createLawContext, laws } from "./contract.ts";
import { createResponseJudge } from "./judge-responses.ts";

it("counts what each law judges, and reports each failure", () => {
  const failures: [string, boolean][] = [];
  const context = createLawContext({ limit: 100, windowSeconds: 60 });
  const { judge, countsByLaw, takeJudgedCount } = createResponseJudge(laws, context, ({ id }, _, isFirst) => {
    failures.push([id, isFirst]);
  });
  const exchanges = [{ error: "none" }, { error: 1 }, {}].map((json, index) =>
    exchangeWith({ index, status: 404, json }),
  );
  for (const exchange of exchanges) judge(exchange);
  const counts = [...countsByLaw()].map(([{ id }, count]) => ({ id, ...count }));
  expect(counts).toContainEqual({ id: "error.names-error", judged: 3, failed: 2 });
  expect(failures).toEqual([
    ["error.names-error", true],
    ["error.names-error", false],
  ]);
  const judgedByLaw = laws.map((law) =>
    exchanges.filter((one) => law.judge(one, context).verdict !== "not-applicable"),
  );
  expect(takeJudgedCount()).toBe(judgedByLaw.flat().length);
  expect(takeJudgedCount()).toBe(0);
});
