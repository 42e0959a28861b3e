import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { NotJudgeable } from "../model/check.ts";
import { contract } from "../model/exchange.test.support.ts";
import type { Exchange } from "../model/exchange.ts";
import { rateLimitHeaders } from "../model/rate-limit-headers.ts";
import { callerOf, malformed, noCredentials, unknownToken } from "./caller.ts";
import { answered, clientWith, credential, key, read, target, token } from "./client.test.support.ts";
import { Cut, createClient } from "./client.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

describe("what is sent", () => {
  it("is the operation's method and path, below the base URL, with its parameters escaped", async () => {
    const { client, sent } = clientWith(() => answered(200));
    await client.send({ operation: "getProblem", caller: key, parameters: { productId: "a/b?c", problemId: "ü %" } });
    expect(sent).toEqual([
      {
        method: "GET",
        url: "https://dev.example.com/api/v1/products/a%2Fb%3Fc/problems/%C3%BC%20%25",
        headers: [["authorization", `Bearer ${token}`]],
      },
    ]);
  });

  it("carries a JSON body, or a raw one as it is", async () => {
    const { client, sent } = clientWith(() => answered(202));
    await client.send({ operation: "submitFeedback", caller: key, body: { productId: "p" } });
    await client.send({ operation: "submitFeedback", caller: key, rawBody: "{", intent: "invalid" });
    expect(sent.map(({ body }) => body)).toEqual(['{"productId":"p"}', "{"]);
    const json = expect.arrayContaining([["content-type", "application/json"]]);
    expect(sent.map(({ headers }) => headers)).toEqual([json, json]);
    expect(client.exchanges.map(({ intent }) => intent)).toEqual(["valid", "invalid"]);
  });

  it("presents what the caller presents, and nothing for none", async () => {
    const { client, sent } = clientWith(() => answered(401));
    for (const caller of [noCredentials, unknownToken("nobody"), malformed("Basic eA==")]) {
      await client.send(read(caller));
    }
    expect(sent.map(({ headers }) => headers)).toEqual([
      [],
      [["authorization", "Bearer nobody"]],
      [["authorization", "Basic eA=="]],
    ]);
    // What is not a credential stands for itself; a token may be an altered one of the target's.
    expect(client.exchanges.map(({ credential }) => credential)).toEqual(["", "unknown", "Basic eA=="]);
  });

  it("is nothing where a parameter is not given", async () => {
    const { client, sent } = clientWith(() => answered(200));
    await expect(client.send({ operation: "getProduct", caller: key })).rejects.toThrow("without productId");
    expect(sent).toEqual([]);
  });

  it("sends no write in a read-only run", async () => {
    const { client, sent } = clientWith(() => answered(200), { readOnly: true });
    for (const operation of ["submitFeedback", "updateMe", "createOrganization", "inviteMember"] as const) {
      await expect(client.send({ operation, caller: key, parameters: { orgId: "o" } })).rejects.toThrow("read-only");
    }
    await client.send(read());
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("what is kept", () => {
  it("holds no credential, but its label, kind and organization", async () => {
    const { client } = clientWith(() => answered(200));
    await client.send(read());
    await client.send(read(callerOf({ ...credential, expired: true }, undefined)));
    expect(JSON.stringify(client.exchanges)).not.toContain(token);
    expect(client.exchanges[0]).toMatchObject({ kind: "api-key", credential: "KEY_A", organization: "org_1" });
    expect(client.exchanges[1]).toMatchObject({ kind: "expired", credential: "KEY_A" });
    expect(client.exchanges[1]).not.toHaveProperty("organization");
  });

  it("is numbered in the order of the answers, also of concurrent requests, and reported immediately", async () => {
    const clock = virtualClock(0);
    const reported: Exchange[] = [];
    const transport = {
      async send(request: WireRequest): Promise<WireAnswer> {
        const sentAt = clock.now();
        await clock.sleep(request.url.endsWith("/me") ? 50 : 500);
        return { ...answered(200), sentAt, receivedAt: clock.now(), redirects: [] };
      },
      close: async () => {},
    };
    const client = createClient({
      target,
      contract,
      transport,
      clock,
      onExchange: (exchange) => void reported.push(exchange),
    });
    const [slow, quick] = await Promise.all([client.send(read()), client.send({ operation: "getMe", caller: key })]);
    expect([quick.index, slow.index]).toEqual([0, 1]);
    expect(client.exchanges).toEqual([quick, slow]);
    expect(reported).toEqual([quick, slow]);
    expect([slow.sentAt, slow.receivedAt]).toEqual([0, 500]);
  });

  it("counts each redirect that was followed as a request of its own", async () => {
    const redirects = ["https://dev.example.com/api/v1/products/"];
    const { client, sent } = clientWith(() => ({ ...answered(200), redirects }), { maxRequests: 4 });
    await client.send(read());
    await client.send(read());
    await expect(client.send(read())).rejects.toThrow(Cut);
    expect(sent).toHaveLength(2);
    expect(client.exchanges[0]).toMatchObject({ redirects: 1 });
  });

  it("names the rate limit headers that the first incomplete redirect lacks", async () => {
    const all = rateLimitHeaders.map((name) => [name, "1"] as const);
    const redirects = ["https://dev.example.com/api/v1/products/", "https://dev.example.com/api/v1/products/all"];
    const given = [
      [all, all],
      [all, all.slice(1)],
    ];
    const { client } = clientWith((_, sent) => ({
      ...answered(200),
      redirects,
      redirectHeaders: given[sent - 1] ?? [],
    }));
    expect(await client.send(read())).not.toMatchObject({ redirectLacks: expect.anything() });
    expect(await client.send(read())).toMatchObject({ redirectLacks: rateLimitHeaders.slice(0, 1) });
  });
});

describe("what an answer says about the budget", () => {
  const expired = callerOf({ ...credential, label: "OLD", token: "fpk_key_expired", expired: true }, "org_1");

  it("counts for the organization only where the credential is valid", async () => {
    const { client, clock } = clientWith(({ headers }) =>
      headers.some(([, value]) => value.endsWith("expired"))
        ? answered(401, { "x-ratelimit-remaining": "0" })
        : answered(200, { "x-ratelimit-remaining": "15" }),
    );
    for (const caller of [key, expired, expired, key, expired, key]) await client.send(read(caller));
    expect(clock.now()).toBe(0);
  });

  it("says why the run was stopped, once it kept something from being sent", async () => {
    const { client } = clientWith(() => answered(200), { maxRequests: 1 });
    await client.send(read());
    expect(client.cutBy()).toBeUndefined();
    await expect(client.send(read())).rejects.toThrow(Cut);
    expect(client.cutBy()).toContain("--max-requests");
  });

  it("reports to the restore step that no answer came, also when the run has been cut", async () => {
    const { client } = clientWith(() => ({ failure: "connection reset", reason: "lost" }), {
      signal: AbortSignal.abort(new Error("cut by hand")),
    });
    const error = await client.send({ ...read(), isCleanup: true }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotJudgeable);
    expect(error).not.toBeInstanceOf(Cut);
  });
});

describe("what is not an answer", () => {
  it("is a 429: thrown with its exchange, which is kept, and the organization is left alone for a window", async () => {
    const waits: (readonly [number, string])[] = [];
    const { client, clock } = clientWith((_, sent) => answered(sent === 1 ? 429 : 200), {
      onWait: ({ ms, name }) => waits.push([ms, name]),
    });
    const error = await client.send(read()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotJudgeable);
    expect(error).toMatchObject({ exchange: { status: 429, index: 0 } });
    expect(error).not.toBeInstanceOf(Cut);
    await client.send(read(callerOf(credential, "org_2")));
    expect(clock.now()).toBe(0);
    expect((await client.send(read())).status).toBe(200);
    expect(waits).toEqual([[66_000, "org_1"]]);
    expect(clock.now()).toBe(66_010);
  });

  it("is one where the limit is to be crossed", async () => {
    const { client, clock } = clientWith(() => answered(429));
    for (let at = 0; at < 30; at += 1) {
      expect((await client.send({ ...read(), ignoresBudget: true })).status).toBe(429);
    }
    expect(clock.now()).toBe(0);
  });

  it("is a lost connection: thrown with why", async () => {
    const { client } = clientWith(() => ({ failure: "connection reset", reason: "lost" }));
    const error = await client.send(read()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotJudgeable);
    expect(error).toMatchObject({ message: expect.stringContaining("connection reset"), exchange: { status: 0 } });
    expect(client.exchanges).toMatchObject([{ failure: "connection reset", reason: "lost" }]);
  });
});
