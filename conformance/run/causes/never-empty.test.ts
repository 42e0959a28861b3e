/** Whatever fails together, and whatever in the target file is in doubt: each cause is a sentence, and each failure has one. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { contract, exchangeWith, samples } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { rootCauses } from "./root-causes.ts";

const { userId, joinedAt, ...member } = { ...samples.Member };
const path = "/v1/organizations/org_2/members";
const ofKey = { credential: "KEY_1", organization: "org_1" };

const exchanges = [
  exchangeWith({
    ...ofKey,
    index: 0,
    operation: "listOrganizations",
    json: [{ ...samples.Organization, id: "org_2" }],
  }),
  exchangeWith({
    ...ofKey,
    index: 1,
    operation: "listMembers",
    path,
    intent: "foreign-id",
    json: [{ ...member, user_id: userId, joined_at: joinedAt }],
  }),
  exchangeWith({
    ...ofKey,
    index: 2,
    operation: "listMembers",
    path: "/v1/organizations/org_1/members",
    status: 404,
    json: { detail: "no" },
  }),
  exchangeWith({ ...ofKey, index: 3, operation: "getMe", json: { ...samples.User, createdAt: null, preferences: 7 } }),
  exchangeWith({ ...ofKey, index: 4, operation: "listProducts", json: [samples.Product] }),
  exchangeWith({
    ...ofKey,
    index: 5,
    operation: "getInstallation",
    json: { ...samples.Installation, createdAt: "2026-11-28T19:15:34+0000" },
  }),
];

const failures: readonly (readonly [id: string, exchange: number])[] = [
  ["member.has-identifier", 1],
  ["member.all-fields", 1],
  ["scope.foreign-organization", 1],
  ["answers.listMembers", 2],
  ["error.names-error", 2],
  ["user.field-types", 3],
  ["resource.date-times", 3],
  ["profile.stays-readable", 3],
  ["resource.lists-wrapped", 4],
  ["resource.zoned-date-times", 5],
  ["installation.of-calling-key", 5],
  ["limit.recovers", 0],
];

const resultOf = ([id, exchange]: (typeof failures)[number]) =>
  ({
    id,
    clause: id,
    section: "2",
    level: "stated",
    claim: `${id} holds`,
    verdict: "fail",
    exchanges: [exchange],
  }) as unknown as Result;

it("a cause is never empty", () => {
  const credentials = [
    { token: "a", label: "KEY_1", kind: "api-key", org: "org_1", expired: false, denied: [] },
  ] as const;
  const ofRun = { contract, target: { credentials, rateLimit: null } };
  fc.assert(
    fc.property(fc.subarray([...failures], { minLength: 1 }), fc.subarray(["KEY_1"]), (some, ofDoubtedOrganization) => {
      const causes = rootCauses(some.map(resultOf), new Map(), exchanges, { ...ofRun, ofDoubtedOrganization });
      expect(causes.flatMap(({ checks }) => checks).toSorted()).toEqual(some.map(([id]) => id).toSorted());
      for (const { cause } of causes) expect(cause).toMatch(/^\w/);
    }),
  );
});
