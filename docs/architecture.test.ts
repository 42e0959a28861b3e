/** ARCHITECTURE.md names what there is: each folder of the suite, and each file of the laws of the limiter. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const page = readFileSync(at("ARCHITECTURE.md"), "utf8");
const without = (names: readonly string[], isNamed: (name: string) => boolean) =>
  names.filter((name) => !isNamed(name));

it("the folders of the suite", () => {
  const folders = readdirSync(at("conformance"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(
    without(
      folders.map(({ name }) => name),
      (name) => page.includes(`${name}/`),
    ),
  ).toEqual([]);
});

it("the laws of the limiter", () => {
  const files = readdirSync(at("conformance/laws/limiter")).filter((name) => /^[^.]+\.ts$/.test(name));
  expect(without(files, (name) => page.includes(`\`${name.slice(0, -3)}`))).toEqual([]);
});
