/** §4 and §5.8: a server whose guard compares paths exactly, and whose router takes another spelling of them, too. */
import { expect, it } from "vitest";
import { firstCaller, serveUnauthenticated } from "../../../reference/changes/seams/callers.ts";
import { combine, replace } from "../../../reference/changes/seams/replace.ts";
import { usualSpelling } from "../../../reference/changes/seams/requests.ts";
import { spellings } from "../shared/spellings.ts";
import { resultOf } from "../skipped.test.support.ts";

const ways: readonly (readonly [what: string, isSpelledSo: RegExp])[] = [
  ["a slash at the end", /\/$/],
  ["two slashes", /\/\/v1/],
  ["a capital in the version", /\/V1\//],
  ["capitals", /\/[A-Z]+$/],
  ["an encoded letter", /%[67]\w/],
  [".json at the end", /\.json$/],
  ["a parameter of the path", /;\w+$/],
];

/** Without credentials, serves every path that is spelled so. */
const openWhere = (isSpelledSo: RegExp) => ({
  id: "test",
  clause: "endpoint.authorization",
  fault: "Another spelling of a path needs no credentials",
  change: combine(
    replace("router", () => ({ normalize: (target) => usualSpelling(target.replace(/;\w+$/, "")) })),
    serveUnauthenticated((store, { operation, target }) =>
      operation !== undefined && isSpelledSo.test(target) ? firstCaller(store) : undefined,
    ),
  ),
});

it("every spelling is among these", () => {
  const spelled = spellings.map((spell) => spell("/v1/products/{productId}/features"));
  expect(ways.map(([, pattern]) => spelled.filter((path) => pattern.test(path)))).toEqual(
    spelled.map((path) => [path]),
  );
});

it.each(ways)("a path with %s that is open to anybody is found at one of six seeds", async (_, isSpelledSo) => {
  const start = { mutant: openWhere(isSpelledSo) };
  for (const seed of [0, 1, 2, 3, 4, 5]) {
    const result = await resultOf({ check: "auth.other-spellings", start, options: { seed } });
    if (result.verdict === "fail") return expect(result.message).toContain("no data without an Authorization header");
  }
  expect.unreachable("no seed found it");
});
