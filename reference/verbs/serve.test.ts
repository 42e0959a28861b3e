import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { type Clock, realClock, virtualClock } from "../../clock.ts";
import { exchangeBytes } from "../http/hostile/raw-connection.test.support.ts";
import { startReference } from "../start.ts";
import { SnapshotFile } from "../store/snapshot-file.ts";
import { configure, type ServeOptions, serve } from "./serve.ts";

const folder = mkdtempSync(join(tmpdir(), "serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the verb; `line` resolves to its first line on standard output, or to nothing once it has ended without one. */
function run(options: ServeOptions, clock: Clock = realClock) {
  const stop = new AbortController();
  const printed = { stdout: "", stderr: "" };
  let announce: (line: string | undefined) => void = () => {};
  const line = new Promise<string | undefined>((resolve) => {
    announce = resolve;
  });
  const stdout = {
    write(text: string) {
      printed.stdout += text;
      announce(printed.stdout.split("\n")[0]);
    },
  };
  const stderr = {
    write(text: string) {
      printed.stderr += text;
    },
  };
  const code = serve(options, { stdout, stderr, clock, signal: stop.signal }).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    printed.stderr += `fpk serve: ${error.message}\n`;
    return 2;
  });
  code.then(() => announce(undefined));
  onTestFinished(() => stop.abort());
  return { line, code, printed, stop: () => stop.abort() };
}

describe("fpk serve", () => {
  it("prints its bare base URL first, serves, and ends with 0", async () => {
    const verb = run({});
    const baseUrl = await verb.line;
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
    expect((await fetch(`${baseUrl}/v1/me`)).status).toBe(401);
    verb.stop();
    expect(await verb.code).toBe(0);
    expect(verb.printed.stdout).toBe(`${baseUrl}\n`);
    await expect(fetch(`${baseUrl}/v1/me`)).rejects.toThrow();
  });

  it("writes a target that only its owner can read before it prints the URL, and prints no token", async () => {
    const writeTarget = join(folder, "target.json");
    writeFileSync(writeTarget, '{"baseUrl":"http://old","credentials":[]}', { mode: 0o644 });
    const verb = run({
      writeTarget,
      limit: "7",
      window: "2.5",
      mutant: "limit-by-key",
      variant: ["limiter-sliding-log"],
    });
    const baseUrl = await verb.line;
    const target = JSON.parse(readFileSync(writeTarget, "utf8"));
    expect(target).toMatchObject({ baseUrl, rateLimit: { limit: 7, windowSeconds: 2.5 } });
    expect(statSync(writeTarget).mode & 0o777).toBe(0o600);
    const { headers } = await fetch(`${baseUrl}/v1/me`, {
      headers: { authorization: `Bearer ${target.credentials[0].token}` },
    });
    expect(headers.get("x-ratelimit-limit")).toBe("7");
    verb.stop();
    await verb.code;
    expect(verb.printed.stderr).toContain("limit-by-key");
    expect(verb.printed.stderr).toContain("limiter-sliding-log");
    expect(verb.printed.stderr).toContain(writeTarget);
    for (const { token } of target.credentials) expect(verb.printed.stdout + verb.printed.stderr).not.toContain(token);
  });

  it("shows processed feedback where its resultUrl leads (§1)", async () => {
    const writeTarget = join(folder, "knowledge.json");
    const clock = virtualClock();
    const verb = run({ writeTarget }, clock);
    const baseUrl = await verb.line;
    const { token } = JSON.parse(readFileSync(writeTarget, "utf8")).credentials[0];
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const read = async (url: string, init = {}) => JSON.parse(await (await fetch(url, { headers, ...init })).text());
    const { data } = await read(`${baseUrl}/v1/products`);
    const body = JSON.stringify({ productId: data[0].id, content: { body: "It squeaks." } });
    const { url } = await read(`${baseUrl}/v1/feedback`, { method: "POST", body });
    await clock.sleep(1500);
    const { status, resultUrl } = await read(url);
    expect(status).toBe("processed");
    expect(await read(resultUrl)).toMatchObject({ statement: "It squeaks.", status: "unreviewed" });
  });

  it("logs a line of JSON for each request with --log, and no secret in it", async () => {
    const writeTarget = join(folder, "logged.json");
    const verb = run({ log: true, writeTarget });
    const baseUrl = await verb.line;
    const { token, org } = JSON.parse(readFileSync(writeTarget, "utf8")).credentials[0];
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${baseUrl}/v1/products/${token}?key=${token}`, { headers });
    await fetch(`${baseUrl}/${token}`);
    for (const path of ["/", "/docs", "/assets/style.css", `/settings/invitations/${token}`, `/${token}`]) {
      await fetch(new URL(path, baseUrl), { headers: { accept: "text/html" }, redirect: "manual" });
    }
    await fetch(new URL("/healthz", baseUrl));
    const port = Number(new URL(baseUrl ?? "").port);
    const line = `PUT /api/v1/me HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}`;
    await exchangeBytes(port, `no HTTP ${token}\r\n\r\n`);
    await exchangeBytes(port, `${line}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    const linesNow = () => verb.printed.stderr.split("\n").filter((line) => line.startsWith("{"));
    await expect.poll(() => linesNow().length, { timeout: 5000 }).toBe(9);
    verb.stop();
    await verb.code;
    const lines = linesNow();
    const common = { level: "info", time: expect.stringMatching(/^\d{4}-.*Z$/), method: "GET", ms: expect.any(Number) };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...common, path: "/api/v1/products/{productId}", status: 404, organization: org },
      { ...common, status: 401 },
      { ...common, path: "/", status: 200 },
      { ...common, path: "/docs", status: 200 },
      { ...common, path: "/assets", status: 200 },
      { ...common, path: "/settings/invitations/:token", status: 404 },
      { ...common, status: 404 },
      { level: "info", time: common.time, status: 400 },
      { ...common, method: "PUT", path: "/api/v1/me", status: 400, organization: org },
    ]);
    expect(verb.printed.stderr).not.toContain(token);
  });

  it("logs an error as one line of JSON with --log, and as text without", async () => {
    const [data, writeTarget] = [join(folder, "unwritable"), join(folder, "unwritable.json")];
    const noRoom = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const append = vi.spyOn(SnapshotFile.prototype, "append");
    onTestFinished(() => append.mockRestore());
    for (const log of [true, false]) {
      const verb = run({ data, writeTarget, log });
      const baseUrl = await verb.line;
      const before = verb.printed.stderr.length;
      const authorization = `Bearer ${JSON.parse(readFileSync(writeTarget, "utf8")).credentials[0].token}`;
      const headers = { authorization, "content-type": "application/json" };
      append.mockRejectedValue(noRoom);
      expect((await fetch(`${baseUrl}/v1/me`, { method: "PUT", headers, body: "{}" })).status).toBe(507);
      append.mockReset();
      verb.stop();
      await verb.code;
      const [line = "", ...more] = verb.printed.stderr.slice(before).trimEnd().split("\n");
      const sentence = "The data file cannot be written: no space left on device.";
      if (log) expect(JSON.parse(line)).toMatchObject({ level: "error", msg: sentence });
      else expect(line).toBe(sentence);
      expect(more.map((each) => JSON.parse(each).status)).toEqual(log ? [507] : []);
    }
  });

  it("lists the credentials of an earlier start on the same data, as long as they are there", async () => {
    const [data, writeTarget] = [join(folder, "kept"), join(folder, "kept.json")];
    const targets: { readonly credentials: unknown }[] = [];
    for (const more of [{}, {}, { reset: true }]) {
      const verb = run({ data, writeTarget, ...more });
      await verb.line;
      targets.push(JSON.parse(readFileSync(writeTarget, "utf8")));
      verb.stop();
      await verb.code;
    }
    expect(targets[1]?.credentials).toEqual(targets[0]?.credentials);
    expect(targets[2]?.credentials).not.toEqual(targets[0]?.credentials);
  });

  it("overwrites nothing that is not a target file", async () => {
    const writeTarget = join(folder, "diary.json");
    for (const content of ["Dear diary", '{"baseUrl":"http://x"}', "[]", "null"]) {
      writeFileSync(writeTarget, content);
      const verb = run({ writeTarget });
      expect(await verb.code).toBe(2);
      expect(verb.printed).toEqual({
        stdout: "",
        stderr: expect.stringContaining(`${writeTarget} is not a target file`),
      });
      expect(readFileSync(writeTarget, "utf8")).toBe(content);
    }
  });

  it.each<[ServeOptions, RegExp]>([
    [{ mutant: "limit-by-keys" }, /There is no mutant limit-by-keys\. Did you mean .*limit-by-key/],
    [{ variant: ["limiter-sliding"] }, /There is no variant limiter-sliding\. Did you mean limiter-sliding-log/],
    [{ port: "x" }, /--port takes a whole number from 0 to 65535, not x/],
    [{ port: "65536" }, /--port/],
    [{ limit: "0" }, /--limit takes a whole number/],
    [{ limit: "1.5" }, /--limit takes a whole number/],
    [{ window: "-1" }, /--window takes a number/],
    [{ window: "" }, /--window takes a number/],
    [{ reset: true }, /--reset needs --data FILE\./],
    [{ host: "203.0.113.1" }, /203\.0\.113\.1 is not an address of this machine/],
    [{ writeTarget: join(folder, "no", "target.json") }, /cannot write/],
    [{ data: join(folder, "no", "data") }, /cannot be written/],
  ])("%j: one sentence, and 2", async (options, sentence) => {
    const verb = run(options);
    expect(await verb.code).toBe(2);
    expect(verb.printed.stdout).toBe("");
    expect(verb.printed.stderr).toMatch(sentence);
    expect(verb.printed.stderr).toMatch(/^fpk serve: [^\n]+\n$/);
  });

  it("says so when the port is in use", async () => {
    const other = await startReference();
    onTestFinished(() => other.close());
    const { port } = new URL(other.baseUrl);
    const verb = run({ port });
    expect(await verb.code).toBe(2);
    expect(verb.printed.stderr).toBe(`fpk serve: port ${port} on 127.0.0.1 is in use: choose another with --port.\n`);
  });

  it("rejects a file that is not a data file, and leaves it unchanged", async () => {
    const data = join(folder, "notes.txt");
    writeFileSync(data, "Dear diary");
    const verb = run({ data, reset: true });
    expect(await verb.code).toBe(2);
    expect(readFileSync(data, "utf8")).toBe("Dear diary");
    expect(existsSync(join(folder, "target.json.tmp"))).toBe(false);
  });

  it("declares its options", () => {
    const command = new Command("serve");
    configure(command);
    command.parse(["--port", "1", "--variant", "a", "--variant", "b", "--write-target", "t", "--reset"], {
      from: "user",
    });
    const { port, variant, writeTarget, reset, host } = command.opts<ServeOptions>();
    expect({ port, variant, writeTarget, reset, host }).toEqual({
      port: "1",
      variant: ["a", "b"],
      writeTarget: "t",
      reset: true,
      host: "127.0.0.1",
    });
  });
});
