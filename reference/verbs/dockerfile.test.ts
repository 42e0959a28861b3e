/**
 * The Dockerfile, its own steps run outside docker: each stage in a folder, with the packages of the registry that npm is configured
 * for, or of its cache. What it starts runs without rights, also if the tests run as root.
 */

import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

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

/** The user `node` of the image: whoever runs the tests, or where that is root, an id without rights. */
const isRoot = process.getuid?.() === 0;
const user = { uid: isRoot ? 1000 : process.getuid?.(), gid: isRoot ? 1000 : process.getgid?.() };

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
  cpSync(join(stage, name), isInto ? join(to, name) : to, { recursive: true, verbatimSymlinks: true });
}

it("builds an image that serves as a user without rights, keeps its data, and reports its health", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dockerfile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const localized = (text: string) =>
    text
      .replaceAll("/data", join(folder, "data"))
      .replaceAll("8080", String(port))
      .replaceAll("node:node", `${user.uid}:${user.gid}`);
  const stages = stagesOf(readFileSync(join(root, "reference/Dockerfile"), "utf8"));

  for (const [stage, steps] of stages) {
    const to = join(folder, stage);
    mkdirSync(to);
    for (const { instruction, rest } of steps) {
      if (instruction === "COPY") copy(rest.split(" "), to, folder);
      if (instruction === "RUN") {
        const env = { ...process.env, npm_config_prefer_offline: "true", npm_config_loglevel: "error" };
        execFileSync("sh", ["-c", localized(rest)], { cwd: to, env, stdio: ["ignore", "ignore", "inherit"] });
      }
    }
  }
  expect(existsSync(join(folder, "final/node_modules/express"))).toBe(true);
  expect(existsSync(join(folder, "final/node_modules/vitest"))).toBe(false);

  const final = stages.get("final") ?? [];
  const step = (instruction: string) => final.find((each) => each.instruction === instruction)?.rest ?? "";
  expect(step("USER")).toBe("node");
  const [name = "", value = ""] = step("ENV").split("=");
  const container = { cwd: join(folder, "final"), env: { PATH: process.env.PATH, [name]: value }, ...user };
  const commandOf = (text: string): string[] => JSON.parse(localized(text).slice(text.indexOf("[")));
  const isHealthy = () => {
    const [, ...args] = commandOf(step("HEALTHCHECK"));
    return promisify(execFile)(process.execPath, args, container).then(
      () => true,
      () => false,
    );
  };
  expect(await isHealthy()).toBe(false);
  const [, ...args] = commandOf(step("ENTRYPOINT"));
  const server = spawn(process.execPath, args, { ...container, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [line] = await once(server.stdout, "data");
  expect(String(line)).toBe(`http://127.0.0.1:${port}/api\n`);
  expect(await isHealthy()).toBe(true);
  expect(statSync(join(folder, "data/reference")).uid).toBe(user.uid);
  const { credentials } = JSON.parse(readFileSync(join(folder, "data/target.json"), "utf8"));
  const headers = { authorization: `Bearer ${credentials[0].token}` };
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/me`, { headers })).status).toBe(200);
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
