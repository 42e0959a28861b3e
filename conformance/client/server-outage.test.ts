import { describe, expect, it } from "vitest";
import { NotJudgeable } from "../model/check.ts";
import { answered, clientWith, read } from "./client.test.support.ts";
import { Cut } from "./client.ts";
import { serverIsGone } from "./server-outage.ts";

const refused = { reason: "unreachable", failure: "connection refused" } as const;

describe("a server that answered, and refuses connections", () => {
  it("is waited for: the same request is sent again, and answered", async () => {
    const { client, clock } = clientWith((_, sent) => (sent === 2 || sent === 3 ? refused : answered(200)));
    await client.send(read());
    expect((await client.send(read())).status).toBe(200);
    expect(clock.now()).toBe(300);
    expect(client.cutBy()).toBeUndefined();
  });

  it("cuts the run after 5 s, also for what waits meanwhile, and what comes later sends nothing", async () => {
    const { client, clock, sent } = clientWith((_, count) => (count === 1 ? answered(200) : refused));
    await client.send(read());
    const waiting = expect(client.sleep(600_000)).rejects.toThrow(Cut);
    await expect(client.send(read())).rejects.toThrow(serverIsGone);
    await waiting;
    expect(clock.now()).toBe(5000);
    const count = sent.length;
    await expect(client.send(read())).rejects.toThrow(Cut);
    expect(sent).toHaveLength(count);
    expect(client.cutBy()).toBe(serverIsGone);
  });

  it("is not given up while it answers other requests", async () => {
    const isRefused = ({ url }: { readonly url: string }) => url.includes("/members");
    const { client } = clientWith((request) => (isRefused(request) ? refused : answered(200)));
    await client.send(read());
    const lost = expect(
      client.send({ ...read(), operation: "listMembers", parameters: { orgId: "org_1" } }),
    ).rejects.toThrow(NotJudgeable);
    await client.sleep(4000);
    await client.send(read());
    await lost;
    expect(client.cutBy()).toBeUndefined();
  });

  it("is asked once more to restore what was changed, and not again", async () => {
    const { client, sent } = clientWith((_, count) => (count === 1 ? answered(200) : refused));
    await client.send(read());
    await expect(client.send({ ...read(), isCleanup: true })).rejects.toThrow(NotJudgeable);
    expect(sent).toHaveLength(2);
  });
});

it("a server that never answered is not waited for", async () => {
  const { client, clock } = clientWith(() => refused);
  await expect(client.send(read())).rejects.toThrow(NotJudgeable);
  expect(clock.now()).toBe(0);
});

describe("a server that answered, and then answers nothing", () => {
  const timedOut = { reason: "timeout", failure: "timed out after 30 s" } as const;
  const answeredOnce = (latency: number, isAnswered: (sent: number) => boolean = (sent) => sent === 1) =>
    clientWith((_, sent) => (isAnswered(sent) ? answered(200) : timedOut), { latency });
  const operations = ["listProducts", "getMe", "listOrganizations"] as const;
  const sendAll = async ({ client }: ReturnType<typeof answeredOnce>) => {
    for (const operation of operations)
      await client.send({ ...read(), operation }).catch((error: unknown) => expect(error).toBeInstanceOf(NotJudgeable));
    return client.cutBy();
  };

  it("cuts the run after requests of three operations, and names the last answer", async () => {
    const hanging = answeredOnce(30_000);
    await hanging.client.send(read());
    await sendAll(hanging);
    await expect(hanging.client.send(read())).rejects.toThrow(
      "the server stopped answering: the last 3 requests timed out; the last answer was that to GET /v1/products → 200 (exchange 0)",
    );
  });

  it("is asked further if it answers now and then, only one operation hangs, or all hang at the same time", async () => {
    const nowAndThen = answeredOnce(30_000, (sent) => sent === 1 || sent === 3);
    await nowAndThen.client.send(read());
    expect(await sendAll(nowAndThen)).toBeUndefined();
    const { client } = answeredOnce(30_000);
    await client.send(read());
    for (let sent = 0; sent < 4; sent += 1) await expect(client.send(read())).rejects.toThrow(NotJudgeable);
    expect(client.cutBy()).toBeUndefined();
    const brief = answeredOnce(10_000);
    await brief.client.send(read());
    expect(await sendAll(brief)).toBeUndefined();
  });
});
