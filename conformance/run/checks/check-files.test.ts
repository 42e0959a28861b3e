import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadCheckFiles } from "./check-files.ts";
import { loadChecks } from "./registry.ts";

const files = await loadCheckFiles();

it("names a file of the repository for every check, and for nothing else", async () => {
  const ids = (await loadChecks()).map(({ check }) => check.id);
  expect([...files.keys()].sort()).toEqual([...ids].sort());
  for (const file of files.values())
    expect(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")).not.toBe("");
});

it("names the file that the check is written in", () => {
  const file = files.get("auth.expired-key") ?? "";
  expect(file).toMatch(/^conformance\/cases\/5-authentication\/[a-z-]+\.ts$/);
  expect(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")).toContain('id: "auth.expired-key"');
  expect(files.get("body.is-json")).toMatch(/^conformance\/laws\/[a-z-]+\.ts$/);
});

it("names a file after its only check, by the id's part after the dot; endpoint cases are named by what they claim", () => {
  const isShared = (file: string) => [...files.values()].filter((other) => other === file).length > 1;
  for (const [id, file] of files)
    if (!isShared(file) && !id.startsWith("answers.")) expect(file).toContain(id.replace(/^.*\./, ""));
});
