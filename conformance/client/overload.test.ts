import { describe, expect, it } from "vitest";
import { NotJudgeable } from "../model/check.ts";
import { answered, clientWith, read } from "./client.test.support.ts";

describe("503 with Retry-After", () => {
  const overloaded = (value: string) => answered(503, { "retry-after": value });

  it.each(["2", "Thu, 01 Jan 1970 00:00:02 GMT"])("is no answer: the same is sent again after %s", async (value) => {
    const { client, clock } = clientWith((_, sent) => (sent === 1 ? overloaded(value) : answered(200)));
    expect((await client.send(read())).status).toBe(200);
    expect(clock.now()).toBe(2000);
    expect(client.exchanges.map(({ status }) => status)).toEqual([503, 200]);
  });

  it.each([
    ["1", 3],
    ["3600", 1],
    ["soon", 1],
  ])("that stays, with Retry-After %s, leaves the request unanswered after %d", async (value, requests) => {
    const { client, sent } = clientWith(() => overloaded(value));
    await expect(client.send(read())).rejects.toThrow(NotJudgeable);
    expect(sent).toHaveLength(requests);
  });

  it("is waited for half a minute in all", async () => {
    const { client, clock } = clientWith(() => overloaded("5"));
    for (let times = 0; times < 8; times += 1) await expect(client.send(read())).rejects.toThrow(NotJudgeable);
    expect(clock.now()).toBe(30_000);
  });

  it("is an answer to what crosses the limit, and without Retry-After", async () => {
    const { client } = clientWith((_, sent) => (sent === 1 ? overloaded("1") : answered(503)));
    expect((await client.send({ ...read(), ignoresBudget: true })).status).toBe(503);
    expect((await client.send(read())).status).toBe(503);
  });
});
