/**
 * Measures how many requests a second one k6 process sends to the reference: only sending, recording for the launcher (as under
 * `fpk load`), and judging by itself (as under `k6 run`). Exits with 1 if recording leaves less than 0.9 of the rate of only sending,
 * and with 3 if there is no k6.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median } from "../cli/median.ts";
import { k6 } from "../conformance/tools/k6.ts";
import { outsideContainers, search } from "../conformance/tools/tool.ts";
import { isRecord } from "../spec/contract.ts";
import { outputOf, withReference } from "./with-reference.ts";

const script = fileURLToPath(new URL("./load-throughput.js", import.meta.url));

const rounds = 7;
const seconds = 4;
const minRatio = 0.9;
/** A limit that no run reaches. */
const limit = "1000000000";

const modes = {
  bare: {},
  recording: { CLIENT: "1", FPK_RECORD: "1" },
  judging: { CLIENT: "1" },
};
type Mode = keyof typeof modes;

const { found } = await search(outsideContainers(k6), process.env);

if (found === undefined) {
  console.log("load: not measured, there is no k6 on this machine: fpk doctor --install");
  process.exitCode = 3;
} else {
  const { command } = found;
  const rates = await withReference(["--limit", limit], (targetFile) => measure(command, environmentOf(targetFile)));
  const ratioOf = (mode: Mode) => median(rates.map((round) => round[mode] / round.bare));
  const shown = (mode: Mode) => `${mode} ${Math.round(median(rates.map((round) => round[mode])))}`;
  const ratios = `${ratioOf("recording").toFixed(2)} and ${ratioOf("judging").toFixed(2)} of bare`;
  console.log(`load       requests/s: ${shown("bare")} · ${shown("recording")} · ${shown("judging")}: ${ratios}`);
  if (ratioOf("recording") < minRatio) process.exitCode = 1;
}

/** Each round runs all modes one after the other, so that other work on the machine slows all of them. */
async function measure(command: string, env: Record<string, string>): Promise<readonly Record<Mode, number>[]> {
  const measured: Record<Mode, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await rateOf(command, { ...env, ...modes.bare });
    const recording = await rateOf(command, { ...env, ...modes.recording });
    const judging = await rateOf(command, { ...env, ...modes.judging });
    measured.push({ bare, recording, judging });
  }
  return measured;
}

/** The environment of a script that sends to the reference of this target file. */
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
  const output = await outputOf(command, args, { env: { PATH, HOME, ...env } });
  const rate = Number(output.trim());
  if (!(rate > 0)) throw new Error(`k6 reported no rate: ${output.slice(0, 200)}`);
  return rate;
}
