/** §5.2: a key that the target file declares for an organization, of which the server shows it nothing. */
import { expect, it } from "vitest";
import { type Asked, json, resultOf } from "../skipped.test.support.ts";

const check = "scope.every-list";

/** The other organization's key is declared to be the first's, and its installation says so, too. */
function declaredAsFirst(answer?: (asked: Asked) => Response | undefined) {
  let first: string | undefined;
  return resultOf({
    check,
    credentials: (all) => {
      first = all[0]?.org;
      return all.map((credential) => ({ ...credential, ...(first === undefined ? {} : { org: first }) }));
    },
    edit: (body, { path }) =>
      path === "/v1/installations/me" && typeof body === "object" ? { ...body, orgId: first } : body,
    ...(answer && { answer }),
  });
}

it("is found by the product that it is not shown", async () => {
  const { verdict, message } = await declaredAsFirst();
  expect(verdict).toBe("fail");
  expect(message).toContain("were not of org_");
});

it("is found by the lists, of which it is shown none, where products are shown to everybody", async () => {
  const product = (asked: Asked) =>
    asked.isOther && /\/products\/[^/]+$/.test(asked.path)
      ? json(200, {
          id: "p",
          slug: "p",
          name: "P",
          createdAt: "2024-01-01T00:00:00Z",
          updatedAt: "2024-01-01T00:00:00Z",
        })
      : undefined;
  const { verdict, message } = await declaredAsFirst(product);
  expect(verdict).toBe("fail");
  expect(message).toContain("404 for each list that");
});
