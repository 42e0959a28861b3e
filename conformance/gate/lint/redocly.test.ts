import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ruleset } from "./redocly.ts";

it("a contract is linted as our contract is", () => {
  const ours = parse(readFileSync(new URL("../../../.redocly.yaml", import.meta.url), "utf8"));
  expect(ruleset).toEqual(ours);
});
