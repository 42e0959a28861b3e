import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { newFolder } from "../repository.test.support.ts";
import { lint, ruleset } from "./redocly.ts";

it("a contract is linted as our contract is", () => {
  const ours = parse(readFileSync(new URL("../../../.redocly.yaml", import.meta.url), "utf8"));
  expect(ruleset).toEqual(ours);
});

it("a linter that reports nothing is not taken for one that finds nothing", async () => {
  await expect(lint(newFolder(), ["nowhere.yaml"])).rejects.toThrow("Redocly's linter could not be run");
});
