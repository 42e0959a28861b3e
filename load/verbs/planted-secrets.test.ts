/** No output of `fpk load` holds a secret of the records, wherever and however the target repeats it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { similarTokens } from "../../conformance/generate/similar-tokens.ts";
import { capture } from "../../conformance/verbs/context.test.support.ts";
import { answersWith, heldIn, plantedRun } from "../../conformance/verbs/planted.test.support.ts";
import { filesIn } from "../launcher/k6-command.ts";
import { judgeRecorded } from "./load-judge.ts";

const key = "acme_key_planted0123456789abcDEF";
const other = "acme_key_0therplanted-abcdefghij";
const short = "shortone";
const secrets = [key, other, short];

it("fpk load", async () => {
  const { folder, report, env, outputs } = plantedRun();
  const target = join(folder, "target.json");
  const baseUrl = "http://127.0.0.1:9/api";
  writeFileSync(target, JSON.stringify({ baseUrl, credentials: [{ token: key }, { token: other }] }));
  const records = join(folder, "records");
  mkdirSync(records);
  const sent = {
    operation: "listProducts",
    request: { method: "GET", url: `${baseUrl}/v1/products`, headers: [], body: "" },
  };
  const similar = similarTokens(key).map(([token]) => token);
  const answers = [...answersWith(secrets), ...answersWith(similar).filter((_, at) => at % 7 === 0)];
  const lines = answers.map(({ status, headers, body }, at) =>
    JSON.stringify({
      fpk: "response",
      ...sent,
      credential: at % 3 === 0 ? "unknown" : "KEY_A",
      sentAt: at,
      receivedAt: at + 0.5,
      status,
      headers: Object.fromEntries([...headers, ["X-Session-Id", short]]),
      bodyName: String(at),
      body,
    }),
  );
  writeFileSync(filesIn(records).console, `${lines.join("\n")}\n`);
  const { io, printed } = capture({ env });
  await judgeRecorded([records], { operands: [], forwardedArgs: [] }, { judge: [records], target, report }, io);
  const all = { ...(await outputs()), printed: printed.stdout + printed.stderr };
  expect(Object.values(all).join("")).toContain("$KEY_1");
  for (const [name, text] of Object.entries(all)) expect([name, heldIn(text, secrets)]).toEqual([name, []]);
});
