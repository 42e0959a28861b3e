import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { fieldProblem } from "./field-problem.ts";

/** What is wrong with a timestamp that has no form of RFC 3339. */
function wrongWith(text: string): string {
  const problem = {
    resource: "Product",
    field: "createdAt",
    pointer: "/createdAt",
    kind: "zone",
    actual: JSON.stringify(text),
    expected: "",
  } as const;
  return fieldProblem({ problem, exchange: exchangeWith({}), others: [] }).wrong;
}

it.each([
  ["2026-01-28T12:00:00", "has no time zone"],
  ["2026-01-28T12:00", "has no time zone"],
  ["2026-01-28T12:00:00+0000", "has a time zone without a colon"],
  ["2026-01-28T12:00Z", "has no seconds"],
  ["20260128T120000Z", "is not in the form of RFC 3339"],
  ["2026-01-28T12:00:00+00", "is not in the form of RFC 3339"],
  ["2026-01-28T12:00:00,5Z", "is not in the form of RFC 3339"],
])("%s %s", (text, wrong) => {
  expect(wrongWith(text)).toBe(wrong);
});
