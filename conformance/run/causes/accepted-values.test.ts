import { expect, it } from "vitest";
import { createLawContext } from "../../laws/apply.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import { acceptedIn, acceptedValues } from "./accepted-values.ts";

it("a value of another type that was accepted is known where it is shown again, and no other is, and none that was shown before", () => {
  const wrong = { name: "Acme", slug: ["one", 7] };
  const organization = {
    id: "org_1",
    avatarType: "initials",
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-01T00:00:00Z",
  };
  const created = (index: number, slug: unknown, intent: "valid" | "invalid", status = 201) =>
    exchangeWith({
      index,
      operation: "createOrganization",
      intent,
      status,
      requestBody: JSON.stringify({ ...wrong, slug }),
      json: { ...organization, ...wrong, slug },
    });
  const accepted = acceptedValues([
    created(3, ["one", 7], "invalid"),
    created(4, 8, "invalid", 400),
    created(5, 9, "valid"),
  ]);
  const isKnown = (index: number, slug: unknown) => {
    const exchange = created(index, slug, "valid");
    const problems = createLawContext(contract, null).problems(exchange);
    return problems.map((problem) => acceptedIn(problem, exchange, accepted)?.index);
  };
  expect([isKnown(6, ["one", 7]), isKnown(6, 8), isKnown(6, 9)]).toEqual([[3], [undefined], [undefined]]);
  expect(isKnown(2, ["one", 7])).toEqual([undefined]);
  const shownBefore = exchangeWith({ index: 1, operation: "getOrganization", json: { slug: ["one", 7] } });
  expect(acceptedValues([shownBefore, created(3, ["one", 7], "invalid")]).has('slug ["one",7]')).toBe(false);
});
