import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, samples } from "../model/exchange.test.support.ts";
import { judgeAll } from "./judged.test.support.ts";
import { organizationHasMembers } from "./organization-has-members.ts";

const session: ExchangeOverrides = { kind: "session", credential: "SESSION", organization: "org/1" };
const members = (json: unknown, organization = "org/1", more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listMembers",
  kind: "api-key",
  organization,
  path: `/v1/organizations/${encodeURIComponent(organization)}/members`,
  json,
  ...more,
});
const verdict = (...described: readonly ExchangeOverrides[]) => judgeAll(organizationHasMembers, ...described).verdict;

describe("organizationHasMembers", () => {
  it("fails for an empty list of the organization of a session, whoever reads it", () => {
    const all = [session, members([samples.Member]), members([])];
    expect(judgeAll(organizationHasMembers, ...all)).toMatchObject({ verdict: "fail", exchanges: [2] });
    expect(verdict(members([], "org/1", session))).toBe("fail");
  });

  it("holds for a list with a member", () => {
    expect(verdict(session, members([samples.Member]), members([], "org/2"))).toBe("pass");
  });

  it("is not judged where the answer is no list", () => {
    expect(judgeAll(organizationHasMembers, session, members({ data: [samples.Member] }))).toMatchObject({
      verdict: "not-applicable",
      reason: "GET /v1/organizations/org%2F1/members shows no list: see resource.lists-bare",
    });
  });

  it("fails for a whole list to a session without its own user, whom another caller is shown", () => {
    const me: ExchangeOverrides = { ...session, operation: "getMe", json: { ...samples.User, id: "usr_1" } };
    const [own, other] = ["usr_1", "usr_2"].map((userId) => ({ ...samples.Member, userId }));
    const toKey = members([own, other], "org/1", { credential: "KEY_A" });
    expect(judgeAll(organizationHasMembers, me, toKey, members([other], "org/1", session))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1, 2],
    });
    // A full page may lack the user, and userId may be another identifier than the profile's.
    const isPage = { ...session, headers: { Link: '</x>; rel="next"' } };
    expect(verdict(me, toKey, members([other], "org/1", isPage))).toBe("pass");
    expect(verdict(me, members([other, other]), members([other], "org/1", session))).toBe("pass");
    expect(verdict(me, toKey, members([own], "org/1", session))).toBe("pass");
  });

  it("asks whose profile it is if neither the identifier nor the address is in any list", () => {
    const me = {
      ...session,
      operation: "getMe",
      json: { ...samples.User, id: "usr_1", email: "a@example.com" },
    } as const;
    const shown = (email: string) => members([{ ...samples.Member, userId: "usr_2", email }], "org/1", session);
    // A longer list shows that the other one is no first page.
    const longer = members([samples.Member, { ...samples.Member, userId: "usr_3" }], "org/2");
    expect(judgeAll(organizationHasMembers, me, longer, shown("b@example.com"))).toMatchObject({
      verdict: "not-applicable",
      reason:
        'GET /v1/me shows SESSION the user "usr_1", who is no member of its organization "org/1": is this the session\'s own profile?',
    });
    expect(verdict(me, longer, shown("A@example.com"))).toBe("pass");
    expect(verdict(me, longer, shown(""))).toBe("pass");
  });

  it("fails for any session without its own user, also where the first one is of somebody who is in no list", () => {
    const users = ["usr_1", "usr_2", "usr_3"].map((userId) => ({
      ...samples.Member,
      userId,
      email: `${userId}@example.com`,
    }));
    const operator = { ...samples.User, id: "usr_9", email: "usr_9@example.com" };
    const second: ExchangeOverrides = { ...session, credential: "SESSION_2" };
    const result = judgeAll(
      organizationHasMembers,
      { ...session, operation: "getMe", json: operator },
      { ...second, operation: "getMe", json: { ...samples.User, id: "usr_1" } },
      members(users, "org/1", { credential: "KEY_A" }),
      members(users.slice(1), "org/1", session),
      members(users.slice(1), "org/1", second),
    );
    expect(result).toMatchObject({ verdict: "fail", exchanges: [1, 2, 4] });
  });

  it("says nothing without a session that is served, of other organizations, and of errors", () => {
    expect(verdict(members([]))).toBe("not-applicable");
    expect(verdict({ ...session, status: 401 }, members([]))).toBe("not-applicable");
    expect(verdict(session, members([], "org/2"))).toBe("not-applicable");
    const foreign = members([], "org/1", { organization: "org/2", credential: "KEY_B" });
    expect(verdict(session, foreign)).toBe("not-applicable");
    expect(verdict(session, members([], "org/1", { status: 403 }))).toBe("not-applicable");
    expect(verdict(session, members({ data: [] }))).toBe("not-applicable");
  });
});
