/** §7: servers that take every identifier of the form of theirs, or a pattern, for an existing one. */
import { expect, it } from "vitest";
import { replaceRoute } from "../../../reference/changes/seams/routes.ts";
import { resultOf } from "../skipped.test.support.ts";

/** What is served under an identifier that does not exist. */
const served = {
  getFeedbackStatus: (feedbackId: string) => ({ feedbackId, status: "queued" }),
  getProduct: (id: string) => ({ id, name: "A product" }),
  getProblem: (id: string) => ({ id, name: "A problem" }),
  getOrganization: (id: string) => ({ id, name: "An organization" }),
  listMembers: (userId: string) => [{ userId, role: "owner" }],
};

const servingAny = (form: RegExp, operation: keyof typeof served) => ({
  id: "test",
  clause: "error.unknown-id",
  fault: "Any identifier of the right form is served",
  change: replaceRoute(operation, (route) => (request) => {
    const id = Object.values(request.params).at(-1) ?? "";
    try {
      return route(request);
    } catch (error) {
      if (!form.test(id)) throw error;
      return served[operation](id);
    }
  }),
});

const forms = [
  ["ids-uuids", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
  ["ids-numbers", /^\d+$/],
] as const;

it.each(
  forms.flatMap(([variant, form]) =>
    (["getFeedbackStatus", "getProduct", "listMembers"] as const).map(
      (operation) => [operation, variant, form] as const,
    ),
  ),
)("%s of any identifier, where %s, is found at one of two seeds", async (operation, variant, form) => {
  const start = { mutant: servingAny(form, operation), variants: [variant] };
  for (const seed of [0, 1]) {
    const { verdict, message } = await resultOf({ check: "error.unknown-ids", start, options: { seed } });
    if (verdict === "warn") return expect(message).toMatch(/an unknown (identifier|organization)/);
  }
  expect.unreachable("no seed found it");
});

it.each(["getFeedbackStatus", "getProduct", "getProblem", "getOrganization", "listMembers"] as const)(
  "%s of the pattern of any identifier is found at one of five seeds",
  async (operation) => {
    const start = { mutant: servingAny(/^%$/, operation) };
    const found = await Promise.all(
      [1, 2, 3, 4, 5].map((seed) => resultOf({ check: "error.unknown-ids", start, options: { seed } })),
    );
    expect(found.map(({ verdict }) => verdict)).toContain("warn");
  },
);
