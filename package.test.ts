import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("the package has no tests, and nothing that only tests use", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    maxBuffer: 2 ** 26,
  });
  const [{ files }]: [{ readonly files: readonly { readonly path: string }[] }] = JSON.parse(stdout);
  const paths = files.map(({ path }) => path);
  expect(paths).toContain("dist/cli.js");
  expect(paths.filter((path) => path.includes("/testing/") || path.includes(".test."))).toEqual([]);
});
