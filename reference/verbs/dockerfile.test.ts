/** The Dockerfile, its steps run outside docker: each stage in a folder, `npm ci` and `npm prune` replaced by what is installed here. */

import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { built } from "../built.test.support.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Step {
  readonly instruction: string;
  readonly rest: string;
}

/** The steps of each stage, by the stage's name. */
function stagesOf(text: string): ReadonlyMap<string, readonly Step[]> {
  const stages = new Map<string, Step[]>();
  let steps: Step[] = [];
  for (const line of text.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [instruction = "", ...words] = line.split(" ");
    if (instruction === "FROM") {
      steps = [];
      stages.set(words[2] ?? "final", steps);
    } else steps.push({ instruction, rest: words.join(" ") });
  }
  return stages;
}

/** What the context holds: as git would commit it now, because the ignored folders are those of `.gitignore`. */
const contextFiles = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((name) => name !== "" && existsSync(join(root, name)));

/** Commands that a build has, and this machine's user may not or need not run. */
function replacedCommands(folder: string): string {
  const commands = join(folder, "commands");
  mkdirSync(commands);
  const scripts = {
    chown: "exit 0",
    npm: `case "$*" in
"ci --ignore-scripts") ln -s "${root}node_modules" node_modules ;;
"run build") cp -r "${root}dist" dist ;;
"prune --omit=dev --ignore-scripts") ;;
*) echo "unexpected: npm $*" >&2; exit 1 ;;
esac`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(commands, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(commands, name), 0o755);
  }
  return commands;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A `COPY` of these words into the stage at `to`: from the context, or with `--from` from another stage below `folder`. */
function copy(words: readonly string[], to: string, folder: string): void {
  const stage = words[0]?.startsWith("--from=") ? words[0].slice("--from=".length) : undefined;
  const [target = ".", ...sources] = words.filter((word) => !word.startsWith("--")).reverse();
  for (const source of sources) {
    if (stage === undefined) copyFromContext(source, to);
    else copyFromStage(join(folder, stage), source.replace("/app/", ""), join(to, target), target === "./");
  }
}

function copyFromContext(source: string, to: string): void {
  for (const name of source === "." ? contextFiles() : [source]) cpSync(join(root, name), join(to, name));
}

function copyFromStage(stage: string, name: string, to: string, isInto: boolean): void {
  if (name.endsWith("node_modules")) symlinkSync(join(root, "node_modules"), to);
  else cpSync(join(stage, name), isInto ? join(to, name) : to, { recursive: true });
}

it("builds an image that serves as a user without rights, keeps its data, and reports its health", async () => {
  built("cli.js");
  const folder = mkdtempSync(join(tmpdir(), "dockerfile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const localized = (text: string) => text.replaceAll("/data", join(folder, "data")).replaceAll("8080", String(port));
  const stages = stagesOf(readFileSync(join(root, "reference/Dockerfile"), "utf8"));
  const env = { ...process.env, PATH: `${replacedCommands(folder)}:${process.env.PATH}` };

  for (const [stage, steps] of stages) {
    const to = join(folder, stage);
    mkdirSync(to);
    for (const { instruction, rest } of steps) {
      if (instruction === "COPY") copy(rest.split(" "), to, folder);
      if (instruction === "RUN") execFileSync("sh", ["-c", localized(rest)], { cwd: to, env });
    }
  }

  const final = stages.get("final") ?? [];
  const step = (instruction: string) => final.find((each) => each.instruction === instruction)?.rest ?? "";
  expect(step("USER")).toBe("node");
  const commandOf = (text: string): string[] => JSON.parse(localized(text).slice(text.indexOf("[")));
  const isHealthy = () => {
    const [, ...args] = commandOf(step("HEALTHCHECK"));
    return promisify(execFile)(process.execPath, args).then(
      () => true,
      () => false,
    );
  };
  expect(await isHealthy()).toBe(false);
  const [, ...args] = commandOf(step("ENTRYPOINT"));
  const server = spawn(process.execPath, args, { cwd: join(folder, "final"), stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [line] = await once(server.stdout, "data");
  expect(String(line)).toBe(`http://127.0.0.1:${port}/api\n`);
  expect(await isHealthy()).toBe(true);
  const { credentials } = JSON.parse(readFileSync(join(folder, "data/target.json"), "utf8"));
  const headers = { authorization: `Bearer ${credentials[0].token}` };
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers })).status).toBe(200);
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
