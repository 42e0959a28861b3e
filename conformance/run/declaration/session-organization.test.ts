import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../model/exchange.test.support.ts";
import { sessionDoubts } from "./session-organization.ts";

const products = (id: string, by: ExchangeOverrides) => exchangeWith({ json: { data: [{ id }] }, ...by });
const session = { kind: "session", credential: "SESSION", organization: "org_2" } as const;
const keyLists = [products("prd_1", {}), products("prd_2", { credential: "KEY_B", organization: "org_2" })];
const invitation = (status: number) =>
  exchangeWith({ ...session, operation: "inviteMember", path: "/v1/organizations/org_2/invite", status });

const doubts = (...exchanges: ReturnType<typeof products>[]) =>
  sessionDoubts(
    { credentials: [{ label: "SESSION", token: "s", kind: "session", org: "org_2", expired: false, denied: [] }] },
    [...keyLists, ...exchanges],
  );

it("names a session that is shown another organization's products, and that its declared organization does not know", () => {
  expect(doubts(products("prd_1", session), invitation(404))).toEqual([
    expect.stringMatching(
      /SESSION.* is declared to be of org_2, but GET \/v1\/products shows it only products of org_1, and POST \/v1\/organizations\/org_2\/invite is answered 404. Is `org` right\?$/,
    ),
  ]);
});

it("does not where the session is shown the declared one's products, is served in it, or is denied nothing", () => {
  expect(doubts(products("prd_2", session), invitation(404))).toEqual([]);
  expect(doubts(products("prd_1", session), invitation(404), invitation(200))).toEqual([]);
  expect(doubts(products("prd_1", session), invitation(400))).toEqual([]);
});
