import { describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { loadContract } from "../../../spec/contract.ts";
import { conform } from "../../index.ts";
import { createLawContext } from "../../laws/apply.ts";
import { laws } from "../../laws/index.ts";
import { type ExchangeOverrides, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import { causingWrite } from "./causing-write.ts";

it("is named where a read is wrong only since a write, and goes before the read in the command to copy", async () => {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock });
  let isWritten = false;
  const forgetting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.url.endsWith("/v1/me")) return response;
    isWritten ||= init?.method === "PUT" && response.ok;
    if (!isWritten || init?.method === "PUT" || !response.ok) return response;
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    const profile: object = JSON.parse(await response.text());
    return new Response(JSON.stringify({ ...profile, preferences: null }), { headers });
  };
  try {
    const only = ["user.field-types"];
    const { results, exchanges } = await conform({ ...target, fetch: forgetting, clock, seed: 1, only });
    const [failure] = results;
    expect(failure).toMatchObject({ verdict: "fail", after: expect.any(Number) });
    expect(exchanges[failure?.after ?? -1]?.request).toMatchObject({ url: `${target.baseUrl}/v1/me` });
    expect(failure?.curl).toMatch(/^curl -i -X PUT .*\/v1\/me; curl -i .*\/v1\/me; curl -i -X PUT .*\/v1\/me$/);
    // The case that wrote it reads it, too, and shows it alone.
    expect(failure?.replay).toMatch(/^fpk check --only user\.field-types --sent-by [\w.-]+ --seed 1$/);
  } finally {
    await close();
  }
});

it("is the last one before the wrong read, also if a read between an earlier write and it was rejected", async () => {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock, mutant: "update-clears-the-rest" });
  let reads = 0;
  const rejecting: typeof fetch = async (input, init) => {
    const isRead = String(input).endsWith("/v1/me") && init?.method === "GET";
    if (isRead) reads += 1;
    return isRead && reads % 3 === 0 ? Response.json({ error: "busy" }, { status: 503 }) : fetch(input, init);
  };
  try {
    const { results, exchanges } = await conform({ ...target, fetch: rejecting, clock, seed: 1 });
    const failure = results.find(({ id }) => id === "user.field-types");
    const wrong = failure?.exchanges[0] ?? 0;
    const updates = exchanges.filter(
      ({ index, operation, response }) => index < wrong && operation === "updateMe" && response?.status === 200,
    );
    expect(failure?.after).toBe(updates.at(-1)?.index);
  } finally {
    await close();
  }
});

it("goes before the read in the command of a case, too, and is undone after it", async () => {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock, mutant: "update-not-stored" });
  try {
    const { results } = await conform({ ...target, clock, seed: 1, only: ["profile.update-kept"] });
    const [put = "", get = "", undo = "", ...rest] = (results[0]?.curl ?? "").split(/; (?=curl )/);
    expect(put).toMatch(/^curl -i -X PUT .*"firstName":"007"/);
    expect(get).toMatch(/^curl -i -H [^;]*\/v1\/me$/);
    expect(undo).toMatch(/^curl -i -X PUT .*"firstName":"Ada"/);
    expect(rest).toEqual([]);
  } finally {
    await close();
  }
});

describe("for a list of members that its caller never read before", () => {
  const member = (userId: string, firstName: string | null) => ({
    userId,
    firstName,
    lastName: "Byron",
    email: `${userId}@example.com`,
    role: "owner",
    joinedAt: "2026-01-01T00:00:00Z",
  });
  const profile = { operation: "getMe", credential: "SESS", json: { id: "usr_1", firstName: "Ada" } } as const;
  const update = (sent: object, answer: object = {}) =>
    exchangeWith({
      index: 1,
      operation: "updateMe",
      credential: "SESS",
      requestBody: JSON.stringify(sent),
      json: answer,
    });
  const [cleared, other] = [member("usr_1", null), member("usr_2", "Abe")];
  const writeBefore = (
    write: Exchange,
    members: readonly object[] = [cleared, other],
    first: ExchangeOverrides = profile,
  ) => {
    const list = exchangeWith({ index: 2, operation: "listMembers", json: members });
    const law = laws.find(({ id }) => id === "member.field-types");
    const exchanges = [exchangeWith({ index: 0, ...first }), write, list];
    return law && causingWrite(law, list, exchanges, createLawContext(loadContract(), null))?.index;
  };

  it("is the update that left out what the list lacks, and the profile showed", () => {
    expect(writeBefore(update({ lastName: "Byron" }))).toBe(1);
  });

  it("is the update whose answer shows that member without it, too, whatever the profile shows", () => {
    const otherProfile = { ...profile, json: { id: "usr_2", firstName: "Abe" } };
    const write = (answer: object) => writeBefore(update({ avatarType: "image" }, answer), undefined, otherProfile);
    expect(write({ id: "usr_1", firstName: null })).toBe(1);
    expect(write({ id: "usr_1", firstName: "Ada" })).toBeUndefined();
    expect(write({ id: "usr_1" })).toBeUndefined();
    expect(write({ id: "usr_2", firstName: null })).toBeUndefined();
  });

  it("is one after another caller was shown the right list, and none where that one was wrong, too", () => {
    const listBefore = (...members: readonly object[]): ExchangeOverrides => ({
      operation: "listMembers",
      credential: "KEY",
      json: members,
    });
    const write = update({ lastName: "Byron" }, { id: "usr_1", firstName: null });
    expect(writeBefore(write, undefined, listBefore(member("usr_1", "Ada"), other))).toBe(1);
    expect(writeBefore(write, undefined, listBefore(cleared, other))).toBeUndefined();
  });

  it("is none where the update sent it, where the list lacks it for others, too, or shows one member", () => {
    const write = update({ lastName: "Byron" });
    expect(writeBefore(update({ firstName: "Ada" }))).toBeUndefined();
    expect(writeBefore(write, [cleared, member("usr_2", null)])).toBeUndefined();
    expect(writeBefore(write, [cleared])).toBeUndefined();
    expect(writeBefore(write, [other, member("usr_3", null)])).toBeUndefined();
  });
});
