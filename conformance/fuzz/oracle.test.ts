import { afterEach, describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { createLawContext } from "../laws/apply.ts";
import type { Law } from "../model/check.ts";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { fails } from "../model/verdict.ts";
import { type Oracle, startOracle } from "./oracle.ts";

const never: Law = {
  id: "some.law",
  clause: "some.clause",
  claim: "Nothing holds",
  judge: () => fails({ expected: "something else", actual: "this" }),
};

let oracle: Oracle | undefined;
afterEach(() => oracle?.close());

async function asking() {
  const phases: string[] = [];
  const started = await startOracle({
    contract: loadContract(),
    laws: [never],
    context: createLawContext(loadContract(), null),
    read: ({ request }) => exchangeWith({ operation: request.url === "b" ? "getMe" : "listProducts" }),
    onCase: (phase) => phases.push(phase),
  });
  oracle = started;
  const ask = async (phase: string, uri = "a") => {
    const question = { phase, label: "KEY_1", case: { id: "1" }, interaction: { request: { uri } } };
    const answer = await fetch(started.url, { method: "POST", body: JSON.stringify(question) });
    return ((await answer.json()) as { findings: string[] }).findings;
  };
  return { ask, phases, url: started.url };
}

describe("the oracle", () => {
  it("says what the laws find, each time it is asked in one phase, so that it can be made small", async () => {
    const { ask, phases } = await asking();
    const found = ["some.law: expected something else"];
    expect([await ask("coverage"), await ask("coverage")]).toEqual([found, found]);
    expect(phases).toEqual(["coverage", "coverage"]);
  });

  it("does not say it again in later phases, where it would hide what else is wrong with the operation", async () => {
    const { ask } = await asking();
    await ask("coverage");
    expect(await ask("fuzzing")).toEqual([]);
    expect(await ask("fuzzing", "b")).toHaveLength(1);
  });

  it("answers nobody who does not know its path, and survives what is no question", async () => {
    const { ask, url } = await asking();
    expect((await fetch(new URL("/", url), { method: "POST", body: "{}" })).status).toBe(404);
    expect((await fetch(url, { method: "POST", body: "{" })).status).toBe(404);
    expect(await ask("coverage")).toHaveLength(1);
  });
});
