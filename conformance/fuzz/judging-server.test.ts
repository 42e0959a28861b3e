import { afterEach, describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { createLawContext } from "../laws/apply.ts";
import type { Law } from "../model/check.ts";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { fails } from "../model/verdict.ts";
import { createJudge } from "./judged-exchange.ts";
import { type JudgingServer, startJudgingServer } from "./judging-server.ts";

const failing: Law = {
  id: "some.law",
  clause: "some.clause",
  claim: "Nothing holds",
  judge: () => fails({ expected: "something else", actual: "this" }),
};

let server: JudgingServer | undefined;
afterEach(() => server?.close());

async function start() {
  const phases: string[] = [];
  const started = await startJudgingServer({
    judge: createJudge([failing], createLawContext(loadContract(), null)),
    read: ({ request }, index) => exchangeWith({ operation: request.url === "b" ? "getMe" : "listProducts", index }),
    onExchange: (phase) => phases.push(phase),
  });
  server = started;
  const post = (body: object) => fetch(started.url, { method: "POST", body: JSON.stringify(body) });
  const findings = async (phase: string, url = "a") => {
    const answer = await post({ phase, request: { url } });
    return ((await answer.json()) as { findings: string[] }).findings;
  };
  return { post, findings, phases, url: started.url, received: started.received };
}

describe("the judging server", () => {
  it("answers what the laws find, each time within one phase, so that the request can be shrunk", async () => {
    const { findings, phases } = await start();
    const found = ["some.law: expected something else"];
    expect([await findings("coverage"), await findings("coverage")]).toEqual([found, found]);
    expect(phases).toEqual(["coverage", "coverage"]);
  });

  it("does not repeat it in later phases, where it would hide what else is wrong with the operation", async () => {
    const { findings } = await start();
    await findings("coverage");
    expect(await findings("fuzzing")).toEqual([]);
    expect(await findings("fuzzing", "b")).toHaveLength(1);
  });

  it("answers nothing for requests of Schemathesis' own checks, and does not count them in a phase", async () => {
    const { findings, phases } = await start();
    expect(await findings("")).toEqual([]);
    expect(await findings("fuzzing")).toHaveLength(1);
    expect(phases).toEqual(["fuzzing"]);
  });

  it("keeps every exchange once, judged, in the order in which they came", async () => {
    const { findings, received } = await start();
    await findings("coverage");
    await findings("", "b");
    expect(received.judged.map(({ exchange }) => [exchange.index, exchange.operation])).toEqual([
      [0, "listProducts"],
      [1, "getMe"],
    ]);
    expect(received.judged.map(({ judgements }) => judgements.get("some.law")?.verdict)).toEqual(["fail", "fail"]);
  });

  it("keeps errors of the network apart from those of Schemathesis, and knows when it started and finished", async () => {
    const { post, received } = await start();
    expect(received).toMatchObject({ hasStarted: false, hasFinished: false });
    await post({ event: "started" });
    await post({ event: "network-error", message: "GET /v1/me: ReadTimeout: m" });
    await post({ event: "error", message: "GET /v1/me: HookExecutionError: m" });
    await post({ event: "finished" });
    expect(received).toEqual({
      judged: [],
      hasStarted: true,
      hasFinished: true,
      errors: ["GET /v1/me: HookExecutionError: m"],
      networkErrors: ["GET /v1/me: ReadTimeout: m"],
    });
  });

  it("answers nobody who does not know its path, and survives what is not a message", async () => {
    const { findings, url } = await start();
    expect((await fetch(new URL("/", url), { method: "POST", body: "{}" })).status).toBe(404);
    expect((await fetch(url, { method: "POST", body: "{" })).status).toBe(404);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(404);
    expect(await findings("coverage")).toHaveLength(1);
  });
});
