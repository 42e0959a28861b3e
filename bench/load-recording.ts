/**
 * What the scripts' oracles cost: requests a second of one k6 process against the reference, with them and without, by turns.
 * `npm run bench` runs it from the build. Exits 1 where less than 0.8 of the bare rate is left, 3 where there is no k6.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serving } from "../conformance/bench/serving.ts";
import { median } from "../conformance/median.ts";
import { k6 } from "../conformance/tools/k6.ts";
import { outsideContainers, search } from "../conformance/tools/tool.ts";
import { isRecord } from "../spec/contract.ts";

const script = fileURLToPath(new URL("./load-throughput.js", import.meta.url));

const rounds = 5;
const seconds = 4;
const least = 0.8;
/** Out of the way. */
const limit = "1000000000";

const { found } = await search(outsideContainers(k6), process.env);

if (found === undefined) {
  console.log("oracles: not measured, there is no k6 on this machine: fpk doctor --install");
  process.exitCode = 3;
} else {
  const { command } = found;
  const rates = await serving(["--limit", limit], async (targetFile) => {
    const env = environmentOf(targetFile);
    const of: Record<string, number[]> = { off: [], on: [], recording: [] };
    for (let round = 0; round < rounds; round += 1) {
      of.off?.push(await rateOf(command, { ...env, ORACLES: "off" }));
      of.on?.push(await rateOf(command, { ...env, ORACLES: "on" }));
      of.recording?.push(await rateOf(command, { ...env, ORACLES: "on", FPK_RECORD: "1" }));
    }
    return of;
  });
  const [off, on, recording] = [rates.off, rates.on, rates.recording].map((one = []) => median(one));
  const ratio = (rate = 0) => (rate / (off ?? 1)).toFixed(2);
  const shown = (rate = 0) => `${Math.round(rate)} requests/s`;
  console.log(
    `oracles    without them ${shown(off)} · with ${shown(on)}: ${ratio(on)} · with the record: ${ratio(recording)}`,
  );
  if (Number(ratio(on)) < least) process.exitCode = 1;
}

/** What a script is told of the reference that wrote this target file. */
function environmentOf(targetFile: string): Record<string, string> {
  const target: unknown = JSON.parse(readFileSync(targetFile, "utf8"));
  if (!isRecord(target) || !Array.isArray(target.credentials)) throw new Error("fpk serve wrote no target");
  const [key] = target.credentials;
  return {
    BASE_URL: String(target.baseUrl),
    KEY_A: String(key.token),
    LIMIT: limit,
    WINDOW: "60",
    DURATION: String(seconds),
  };
}

async function rateOf(command: string, env: Record<string, string>): Promise<number> {
  const args = ["run", "--quiet", "--address", "", "--log-format", "raw", "--console-output", "/dev/null", script];
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { env: { PATH, HOME, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  const rate = Number(text.trim());
  if (!(rate > 0)) throw new Error(`k6 told no rate: ${text.slice(0, 200)}`);
  return rate;
}
