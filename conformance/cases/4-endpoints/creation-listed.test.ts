/** §2.8: the members of an organization that the run has created. */
import { describe, expect, it } from "vitest";
import { isViolated } from "../../model/verdict.ts";
import { type Asked, json, reportOf } from "../skipped.test.support.ts";

/** Of the server: which organizations were created. */
function createdOrganizations() {
  const created: string[] = [];
  return {
    edit(body: unknown, { method, path }: Asked) {
      if (method === "POST" && path.endsWith("/organizations")) created.push(String(Object(body).id));
      return body;
    },
    isOfCreated: ({ path }: Asked) => path.endsWith("/members") && created.some((id) => path.includes(id)),
  };
}

const failuresOf = async (target: Parameters<typeof reportOf>[0]) =>
  (await reportOf(target)).results.filter(isViolated).map(({ id }) => id);

describe("the members of a created organization", () => {
  it("are read, so that a creator without an e-mail address is found", async () => {
    const { edit, isOfCreated } = createdOrganizations();
    const withoutEmail = (members: unknown) => Object(members).map((member: object) => ({ ...member, email: null }));
    const failures = await failuresOf({
      edit: (body, asked) => (isOfCreated(asked) ? withoutEmail(body) : edit(body, asked)),
    });
    expect(failures).toEqual(["member.field-types"]);
  });

  it.each([403, 404])("may be kept from the creator with a %i", async (status) => {
    const { edit, isOfCreated } = createdOrganizations();
    expect(await failuresOf({ edit, answer: (asked) => (isOfCreated(asked) ? json(status) : undefined) })).toEqual([]);
  });
});
