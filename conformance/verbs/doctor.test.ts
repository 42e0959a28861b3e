import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { k6 } from "../tools/k6.ts";
import { type StandIns, standIns } from "../tools/stand-in.test.support.ts";
import { run } from "./doctor.ts";

let here: StandIns;
beforeEach(() => {
  here = standIns();
});
afterEach(() => here.remove());

async function doctor(options: Parameters<typeof run>[0] = {}) {
  const printed = { stdout: "", stderr: "" };
  const io = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
    env: { PATH: here.folder, XDG_CACHE_HOME: here.folder },
    signal: new AbortController().signal,
  };
  const exitCode = await run(options, io, [k6]);
  return { exitCode, ...printed };
}

describe("fpk doctor", () => {
  it("says where a tool is, and its version", async () => {
    const command = here.add("k6", "echo 'k6 v1.8.1 (go1.26.8, linux/amd64)'");
    expect(await doctor()).toEqual({ exitCode: 0, stderr: "", stdout: `✓ k6 1.8.1   PATH: ${command}\n` });
  });

  it("ends with 1 where one is missing, and says how to get it", async () => {
    const { exitCode, stdout } = await doctor();
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ k6   not found; fpk load needs it");
    expect(stdout).toContain("docker: no docker in PATH");
    expect(stdout).toContain("fpk doctor --install");
  });

  it("--install says what it does, and does it", async () => {
    here.add(
      "go",
      '/bin/mkdir -p "$GOBIN"',
      `printf '#!/bin/sh\\necho k6 v1.8.1\\n' > "$GOBIN/k6"`,
      '/bin/chmod +x "$GOBIN/k6"',
    );
    const { exitCode, stdout, stderr } = await doctor({ install: true });
    expect(stderr).toContain("installing k6: go install go.k6.io/k6@v1.8.1");
    expect(stdout).toContain("✓ k6 1.8.1   cache: ");
    expect(exitCode).toBe(0);
  });

  it("--install without go ends with 3, and says what to install", async () => {
    const { exitCode, stderr } = await doctor({ install: true });
    expect(exitCode).toBe(3);
    expect(stderr).toContain("there is no go in PATH");
  });

  it("--no-docker does not count a tool in a docker image", async () => {
    here.add("docker", 'test "$1" = version && echo 28.2.2');
    expect((await doctor()).stdout).toMatch(/^✓ k6 1\.8\.1 {3}docker: /);
    const { exitCode, stdout } = await doctor({ docker: false });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("✗ k6   not found");
    expect(stdout).not.toContain("docker");
  });

  it("--install leaves alone what is here", async () => {
    here.add("k6", "echo 'k6 v1.8.1 (go1.26.8, linux/amd64)'");
    here.add("go", "echo started >&2");
    expect((await doctor({ install: true })).stderr).toBe("");
  });
});
