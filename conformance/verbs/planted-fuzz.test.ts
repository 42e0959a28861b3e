/** No output of `fpk fuzz` holds a secret, wherever and however the target repeats it; with real Schemathesis. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { realSchemathesis, requireSchemathesis, withSchemathesis } from "../fuzz/fuzz.test.support.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./fuzz.ts";
import { answersWith, heldIn, plantedRun } from "./planted.test.support.ts";

requireSchemathesis();

const key = "acme_key_planted0123456789abcDEF";
const session = "1|planted~session/Cc+dd=";
const secrets = [key, session];

/** Answers the nth request with the nth answer, and begins again after the last one. */
async function startTarget() {
  // Two of five, since each takes a request. Each place and each encoding remains.
  const answers = answersWith(secrets).filter((_, at) => at % 5 < 2);
  const counts = { requests: 0 };
  const server = createServer((_, response) => {
    const answer = answers[counts.requests % answers.length];
    counts.requests += 1;
    response.writeHead(answer?.status ?? 200, answer?.statusText, answer?.headers.flat()).end(answer?.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, counts, answers };
}

/** The cache, in which the tool may be, is another one in this test. */
function pathWithSchemathesis(): string {
  const folder = realSchemathesis?.kind === "command" ? dirname(realSchemathesis.command) : "";
  return [folder, process.env.PATH ?? ""].join(delimiter);
}

describe.skipIf(realSchemathesis === undefined)(`fpk fuzz, ${withSchemathesis}`, () => {
  it("holds no secret in any output", async () => {
    const { baseUrl, counts, answers } = await startTarget();
    const { folder, report, env, outputs } = plantedRun();
    const target = join(folder, "target.json");
    const credentials = [{ token: key }, { token: session, kind: "session" }];
    writeFileSync(target, JSON.stringify({ baseUrl, credentials, rateLimit: null }));
    const { io, printed } = capture({ env: { ...process.env, ...env, PATH: pathWithSchemathesis() } });
    const options = { target, report, verbose: true, seed: "1", maxExamples: "10" };
    const code = await run({ url: undefined, forwardedArgs: [] }, options, io);
    expect(code).toBe(1);
    expect(counts.requests).toBeGreaterThan(answers.length);
    const all = { ...(await outputs()), printed: printed.stdout + printed.stderr };
    expect(Object.values(all).join("")).toContain("$KEY_1");
    for (const [name, text] of Object.entries(all)) expect([name, heldIn(text, secrets)]).toEqual([name, []]);
  });
});
