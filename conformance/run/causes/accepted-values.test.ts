import { expect, it } from "vitest";
import { createLawContext } from "../../laws/apply.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import { acceptedValues, isShownAgain } from "./accepted-values.ts";

it("a value of another type that was accepted is known where it is shown again, and no other is", () => {
  const wrong = { name: "Acme", slug: ["one", 7] };
  const organization = {
    id: "org_1",
    avatarType: "initials",
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-01T00:00:00Z",
  };
  const created = (slug: unknown, intent: "valid" | "invalid", status = 201) =>
    exchangeWith({
      operation: "createOrganization",
      intent,
      status,
      requestBody: JSON.stringify({ ...wrong, slug }),
      json: { ...organization, ...wrong, slug },
    });
  const accepted = acceptedValues([created(["one", 7], "invalid"), created(8, "invalid", 400), created(9, "valid")]);
  const isKnown = (slug: unknown) =>
    createLawContext(contract, null)
      .problems(created(slug, "valid"))
      .map((problem) => isShownAgain(problem, accepted));
  expect([isKnown(["one", 7]), isKnown(8), isKnown(9)]).toEqual([[true], [false], [false]]);
});
