import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { k6, k6Image, k6Version } from "./k6.ts";
import { type StandIns, standIns } from "./stand-in.test.support.ts";
import { requireTool, search, ToolError } from "./tool.ts";

let here: StandIns;
beforeEach(() => {
  here = standIns();
});
afterEach(() => here.remove());

const says = (version: string) => `echo 'k6 v${version} (go1.26.8, linux/amd64)'`;
const engine = 'test "$1" = version && echo 28.2.2';
const inCache = "cache/fpk/tools/k6/bin/k6";

describe("k6 is looked for in PATH, then docker, then the cache", () => {
  it("takes PATH's before all others", async () => {
    const command = here.add("a/k6", says("1.8.1"));
    here.add("a/docker", engine);
    here.add(inCache, says("1.8.1"));
    const { found } = await search(k6, here.env("a"));
    expect(found).toEqual({ place: "PATH", kind: "command", command, version: "1.8.1" });
  });

  it("takes docker where an engine answers", async () => {
    const command = here.add("a/docker", engine);
    here.add(inCache, says("1.8.1"));
    const { found, missing } = await search(k6, here.env("a"));
    expect(found).toEqual({ place: "docker", kind: "docker", command, image: k6Image, version: k6Version });
    expect(missing).toEqual([{ place: "PATH", missing: "no k6 there" }]);
  });

  it("passes over docker where no engine answers", async () => {
    here.add("a/docker", "echo 'Cannot connect to the Docker daemon.' >&2", "exit 1");
    const command = here.add(inCache, says("1.8.1"));
    const { found, missing } = await search(k6, here.env("a"));
    expect(found).toEqual({ place: "cache", kind: "command", command, version: "1.8.1" });
    expect(missing[1]?.missing).toBe("no docker engine answers: Cannot connect to the Docker daemon");
  });

  it.each([
    ["an older one", says("0.57.0"), /^k6 0\.57\.0 at .*\/a\/k6 is older than 1\.0$/],
    ["another program of that name", "echo 'K6 synthesizer 2.0'", /^k6 at .*\/a\/k6 prints no version$/],
  ])("passes over %s", async (_, line, why) => {
    here.add("a/k6", line);
    const { missing } = await search(k6, here.env("a"));
    expect(missing[0]?.missing).toMatch(why);
    const command = here.add("b/k6", says("1.0.0"));
    expect((await search(k6, here.env("a", "b"))).found).toMatchObject({ place: "PATH", command });
  });

  it("where it is nowhere, says where it was looked for and how to get it", async () => {
    const message = await requireTool(k6, here.env("a")).catch((error: ToolError) => error.message);
    expect(message).toMatch(/^needs k6, which is not here \(PATH: .*; docker: no docker in PATH; cache: .*\)/);
    expect(message).toMatch(/fpk doctor --install puts it into the cache; or see https:/);
  });
});

describe("the installation of k6", () => {
  it("is `go install`, with the cache as GOBIN", async () => {
    here.add(
      "a/go",
      'echo "$@ $GOOS"',
      '/bin/mkdir -p "$GOBIN"',
      `printf '#!/bin/sh\\n${says("1.8.1").replaceAll("'", '"')}\\n' > "$GOBIN/k6"`,
      '/bin/chmod +x "$GOBIN/k6"',
    );
    const installation = await k6.installation(here.env("a"));
    expect(installation.description).toContain(join(here.folder, "cache/fpk/tools/k6/bin"));
    let output = "";
    await installation.install((text) => {
      output += text;
    });
    expect(output.trim()).toBe(`install go.k6.io/k6@v${k6Version}`);
    expect((await search(k6, here.env("a"))).found).toMatchObject({ place: "cache", version: "1.8.1" });
  });

  it("says what failed", async () => {
    here.add("a/go", "echo 'dial tcp: no route to host' >&2", "exit 1");
    const { install } = await k6.installation(here.env("a"));
    await expect(install(() => {})).rejects.toThrow(/go install .* ended with 1: dial tcp: no route to host/);
  });

  it("without go says what to install", async () => {
    await expect(k6.installation(here.env("a"))).rejects.toThrow(ToolError);
    await expect(k6.installation(here.env("a"))).rejects.toThrow(
      /no go in PATH: install Go \(https:\/\/go.dev\/dl\/\)/,
    );
  });
});
