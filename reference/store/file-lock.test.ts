import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { built } from "../built.test.support.ts";

/** Takes each lock that it is sent, at the time it is sent. */
const rival = () => `
import { takeLock } from ${JSON.stringify(built("reference/store/file-lock.js").href)};
process.on("message", ({ lock, at }) => {
  while (Date.now() < at);
  process.send(typeof takeLock(lock) === "function" ? "taken" : "refused");
});
process.send("ready");`;

async function startRival() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", rival()], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill());
  await once(child, "message");
  return async (lock: string, at: number): Promise<unknown> => {
    const answer = once(child, "message");
    child.send({ lock, at });
    return (await answer)[0];
  };
}

it.skipIf("Deno" in globalThis)("of processes that find a dead one's lock together, one takes it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fpk-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rivals = await Promise.all(Array.from({ length: 4 }, startRival));
  for (let round = 0; round < 300; round += 1) {
    const lock = join(folder, `${round}.lock`);
    writeFileSync(lock, "999999999 1");
    const at = Date.now() + 5;
    const answers = await Promise.all(rivals.map((take) => take(lock, at)));
    expect(answers.sort()).toEqual(["refused", "refused", "refused", "taken"]);
  }
  expect(readdirSync(folder).filter((name) => !name.endsWith(".lock"))).toEqual([]);
});
