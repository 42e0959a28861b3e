import { expect, it } from "vitest";
import { loadChecks } from "../../run/checks/registry.ts";
import { namedCases, operationsOfCase } from "./case-operations.ts";

it("names existing checks, among them those that are skipped without a second organization", async () => {
  const ids = (await loadChecks()).map(({ check }) => check.id);
  expect(namedCases.filter((name) => !ids.some((id) => id === name || id.startsWith(`${name}.`)))).toEqual([]);
  const scope = ids.filter((id) => id.startsWith("scope.") && operationsOfCase(id) === undefined);
  expect(scope).toEqual(["scope.always-own", "scope.items-disjoint", "scope.contexts-disjoint"]);
});
