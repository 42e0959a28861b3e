import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schemathesis, schemathesisImage, schemathesisVersion } from "./schemathesis.ts";
import { type StandIns, standIns } from "./stand-in.test.support.ts";
import { search, ToolError } from "./tool.ts";

let here: StandIns;
beforeEach(() => {
  here = standIns();
});
afterEach(() => here.remove());

const says = (version: string) => `echo 'schemathesis, version ${version}'`;
const engine = 'test "$1" = version && echo 28.2.2';
const inCache = "cache/fpk/tools/schemathesis/bin/schemathesis";

describe("Schemathesis is looked for in docker, then PATH, then the cache", () => {
  it("takes docker where an engine answers, with the version that is tested", async () => {
    const command = here.add("a/docker", engine);
    here.add("a/schemathesis", says("4.33.0"));
    const { found } = await search(schemathesis, here.env("a"));
    expect(found).toEqual({
      place: "docker",
      kind: "docker",
      command,
      image: schemathesisImage,
      version: schemathesisVersion,
    });
    expect(schemathesisImage).toBe(`schemathesis/schemathesis:v${schemathesisVersion}`);
  });

  it("takes PATH's where no engine answers, and the cache's where PATH has none", async () => {
    here.add("a/docker", "echo 'Cannot connect to the Docker daemon.' >&2", "exit 1");
    const cached = here.add(inCache, says("4.32.5"));
    expect((await search(schemathesis, here.env("a"))).found).toMatchObject({ place: "cache", command: cached });
    const command = here.add("a/schemathesis", says("4.40.1"));
    const { found } = await search(schemathesis, here.env("a"));
    expect(found).toEqual({ place: "PATH", kind: "command", command, version: "4.40.1" });
  });

  it.each([
    ["an older one", says("4.31.9"), /4\.31\.9 at .* is older than 4\.32$/],
    ["a much older one", says("3.39.16"), /3\.39\.16 at .* is older than 4\.32$/],
    ["a newer one than is known", says("5.0.0"), /5\.0\.0 at .* is newer than 4, which has not been tested$/],
    ["another program of that name", "echo Schemathesis", /^schemathesis at .* prints no version$/],
  ])("passes over %s", async (_, line, why) => {
    here.add("a/schemathesis", line);
    const { found, missing } = await search(schemathesis, here.env("a"));
    expect(found).toBeUndefined();
    expect(missing.find(({ place }) => place === "PATH")?.missing).toMatch(why);
  });
});

describe("the installation of Schemathesis", () => {
  it("is an environment of Python's own in the cache, and pip in it", async () => {
    here.add(
      "a/python3",
      'echo "python3 $@"',
      '/bin/mkdir -p "$4/bin"',
      'printf \'#!/bin/sh\\necho "pip $@"\\n\' > "$4/bin/python"',
      '/bin/chmod +x "$4/bin/python"',
    );
    const installation = await schemathesis.installation(here.env("a"));
    const folder = join(here.folder, "cache/fpk/tools/schemathesis");
    expect(installation.description).toContain(folder);
    let output = "";
    await installation.install((text) => {
      output += text;
    });
    expect(output).toContain(`python3 -m venv --clear ${folder}`);
    expect(output).toMatch(new RegExp(`pip -m pip install .* schemathesis==${schemathesisVersion}\n$`));
  });

  it("says what failed", async () => {
    here.add("a/python3", "echo 'ensurepip is not available' >&2", "exit 1");
    const { install } = await schemathesis.installation(here.env("a"));
    await expect(install(() => {})).rejects.toThrow(/-m venv .* ended with 1: ensurepip is not available$/);
  });

  it("without Python says what to install", async () => {
    await expect(schemathesis.installation(here.env("a"))).rejects.toThrow(ToolError);
    await expect(schemathesis.installation(here.env("a"))).rejects.toThrow(
      /no python3 in PATH: install Python 3\.10 or/,
    );
  });
});
