import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StandIns, standIns } from "../tools/stand-in.test.support.ts";
import type { FoundTool } from "../tools/tool.ts";
import { commandLineOf, type Launch } from "./command-line.ts";
import { runProcess } from "./process.ts";

let here: StandIns;
let folder: string;
beforeEach(() => {
  here = standIns();
  folder = mkdtempSync(join(tmpdir(), "fpk-fuzz-test-"));
});
afterEach(() => {
  here.remove();
  rmSync(folder, { recursive: true });
});

const token = "fpk_key_not-on-a-command-line";

const launchOf = (found: FoundTool, change: Partial<Launch> = {}): Launch => ({
  found,
  folder,
  baseUrl: "http://127.0.0.1:4010/api",
  judgingServer: "http://127.0.0.1:4011/secret",
  secrets: { FPK_FUZZ_TOKEN_0: token },
  arguments: ["--include-operation-id", "getMe", "--mode", "positive"],
  env: { PATH: "/usr/bin:/bin", HOME: "/home/somebody" },
  platform: "linux",
  user: "1000:1001",
  container: "fpk-fuzz-1",
  ...change,
});

/** Runs the command line with a stand-in for docker that writes down what it was given, and in which environment. */
async function recorded(change: Partial<Launch> = {}) {
  const command = here.add("docker", `printf '%s\\n' "$@"`, 'echo "env: $FPK_FUZZ_TOKEN_0 $FPK_FUZZ_JUDGING_SERVER"');
  const found: FoundTool = {
    place: "docker",
    kind: "docker",
    command,
    image: "schemathesis:pinned",
    version: "4.32.5",
  };
  const line = commandLineOf(launchOf(found, change));
  const outputFile = join(folder, "output.txt");
  await runProcess(line, { outputFile, cwd: folder, signal: new AbortController().signal });
  const lines = readFileSync(outputFile, "utf8").trimEnd().split("\n");
  return { args: lines.slice(0, -1), env: lines.at(-1) };
}

const valuesOf = (args: readonly string[], name: string) =>
  args.flatMap((arg, at) => (arg === name ? [args[at + 1]] : []));

describe("in a container", () => {
  it("Schemathesis is given one folder, under the same path, and nothing else of this machine", async () => {
    const { args } = await recorded();
    expect(valuesOf(args, "--mount")).toEqual([`type=bind,source=${folder},target=${folder}`]);
    expect(valuesOf(args, "--workdir")).toEqual([folder]);
    expect(args).not.toContain("-v");
  });

  it("runs as the user, is removed when it ends, and has a name", async () => {
    const { args } = await recorded();
    expect(valuesOf(args, "--user")).toEqual(["1000:1001"]);
    expect(valuesOf(args, "--name")).toEqual(["fpk-fuzz-1"]);
    expect(args.slice(0, 3)).toEqual(["run", "--rm", "--init"]);
    expect(valuesOf((await recorded({ user: undefined })).args, "--user")).toEqual([]);
  });

  it("reaches a server on this machine's loopback: by its network, or by its name", async () => {
    const { args, env } = await recorded();
    expect(valuesOf(args, "--network")).toEqual(["host"]);
    expect(valuesOf(args, "--url")).toEqual(["http://127.0.0.1:4010/api"]);
    expect(env).toContain("http://127.0.0.1:4011/secret");
    const elsewhere = await recorded({ platform: "darwin" });
    expect(valuesOf(elsewhere.args, "--network")).toEqual([]);
    expect(valuesOf(elsewhere.args, "--add-host")).toEqual(["host.docker.internal:host-gateway"]);
    expect(valuesOf(elsewhere.args, "--url")).toEqual(["http://host.docker.internal:4010/api"]);
    expect(elsewhere.env).toContain("http://host.docker.internal:4011/secret");
  });

  it("reaches any other server as it is", async () => {
    const { args } = await recorded({ platform: "darwin", baseUrl: "https://dev.example.com/api" });
    expect(valuesOf(args, "--url")).toEqual(["https://dev.example.com/api"]);
  });

  it("is given tokens by the environment, and none on the command line", async () => {
    const { args, env } = await recorded();
    expect(valuesOf(args, "-e")).toEqual(
      expect.arrayContaining(["FPK_FUZZ_TOKEN_0", "FPK_FUZZ_INPUT", "SCHEMATHESIS_HOOKS"]),
    );
    expect(args.join(" ")).not.toContain(token);
    expect(env).toContain(token);
  });

  it("is given forwarded arguments last, after the image", async () => {
    const { args } = await recorded();
    const toSchemathesis = args.slice(args.indexOf("schemathesis:pinned") + 1);
    expect(toSchemathesis.slice(0, 3)).toEqual(["--config-file", `${folder}/schemathesis.toml`, "run"]);
    expect(toSchemathesis.slice(-4)).toEqual(["--include-operation-id", "getMe", "--mode", "positive"]);
  });
});

describe("installed", () => {
  it("Schemathesis is given tokens by the environment, and none on the command line", () => {
    const found: FoundTool = { place: "PATH", kind: "command", command: "/usr/bin/schemathesis", version: "4.32.5" };
    const { command, args, env } = commandLineOf(launchOf(found));
    expect(command).toBe("/usr/bin/schemathesis");
    expect(args.join(" ")).not.toContain(token);
    expect(env).toMatchObject({ FPK_FUZZ_TOKEN_0: token, PATH: "/usr/bin:/bin" });
  });
});

describe("a run that is cut", () => {
  it("is one Ctrl-C to Schemathesis, which then ends by itself", async () => {
    const command = here.add(
      "tool",
      "trap 'echo written; exit 0' INT",
      "echo ready",
      "while true; do /bin/sleep 0.05; done",
    );
    const found: FoundTool = { place: "PATH", kind: "command", command, version: "4.32.5" };
    const cut = new AbortController();
    const outputFile = join(folder, "output.txt");
    const running = runProcess(commandLineOf(launchOf(found)), { outputFile, cwd: folder, signal: cut.signal });
    await expect.poll(() => readFileSync(outputFile, "utf8")).toContain("ready");
    cut.abort();
    // Deno says of whoever was sent a signal that it ended by it.
    expect((await running).failure).toBeUndefined();
    expect(readFileSync(outputFile, "utf8")).toContain("written");
  });
});
