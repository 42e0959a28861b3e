import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { entry, file, harOf, key } from "../traffic/har.test.support.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./judge.ts";

async function judge(files: readonly string[], options: Parameters<typeof run>[1] = {}) {
  const { io, printed } = capture({ env: { KEY_A: key } });
  return { code: await run(files, options, io), printed: printed.stdout };
}

const wrong = entry({ headers: { "X-RateLimit-Reset": "soon" } });

it("ends with 0, and with 1 where a law fails, which it names with what shows it", async () => {
  const nothing = await judge([harOf(entry())]);
  expect(nothing.code).toBe(0);
  expect(nothing.printed).toMatch(
    /\n✓ nothing found in 1 exchange · \d+ checks passed · \d+ of \d+ stated clauses judged/,
  );
  expect(nothing.printed.replaceAll("\n  ", " ")).toContain(
    "• not judged: that an expired key stops working; that a caller without permission is answered 403; that organizations are kept apart: a target file would say whose the credentials are (--target)",
  );
  const { code, printed } = await judge([harOf(entry(), wrong)], { limit: "100" });
  expect(code).toBe(1);
  expect(printed).toContain("✗ limit.reset-numeric");
  expect(printed).toMatch(/again +fpk judge \S+ --limit 100/);
  const strict = await judge([harOf(entry(), wrong)], { strict: true });
  expect(strict.printed).toMatch(/again +fpk judge \S+ --strict/);
});

it("takes a baseline", async () => {
  const baseline = file(JSON.stringify({ known: [{ check: "limit.reset-numeric", reason: "known" }] }));
  const { code, printed } = await judge([harOf(entry(), wrong)], { baseline });
  expect(code).toBe(0);
  expect(printed).toContain("no new failures in 2 exchanges: 1 known failure remains (baseline)");
});

it("a token that is a word of JSON is no secret: the bodies that hold the word stay JSON", async () => {
  const har = harOf(entry({ authorization: "Bearer null", content: { text: '{"data":[],"next":null}' } }));
  const written = `${har}.written.har`;
  await judge([har], { report: [written] });
  expect((await judge([written])).code).toBe(0);
});

it("ends when it is interrupted", async () => {
  const interruption = new AbortController();
  const { io, printed } = capture({ signal: interruption.signal });
  const code = run([harOf(...Array.from({ length: 2_000 }, () => entry()))], {}, io);
  setTimeout(() => interruption.abort(new Error("interrupted")), 1);
  expect(await code).toBe(3);
  expect(printed).toMatchObject({ stdout: "", stderr: "fpk judge: interrupted, nothing was judged\n" });
});

it("ends with 3 where nothing is of this API", async () => {
  const { code, printed } = await judge([harOf(entry({ url: "https://cdn.test/a.js" }))]);
  expect(code).toBe(3);
  expect(printed).toContain("no request of these files is one of this API's operations");
});

it("does not say that nothing was found where an implied clause is not held", async () => {
  const { printed } = await judge([harOf(entry({ headers: { "content-type": "text/plain" } }))]);
  expect(printed).toContain("\n✓ no stated clause violated in 1 exchange · ");
});

it("prints no base URL where no request shows one", async () => {
  const { code, printed } = await judge([harOf()]);
  expect(code).toBe(3);
  expect(printed).toContain("\njudged by fpk-conformance ");
  expect(printed).toContain("\n? inconclusive: these files hold no request at all; ");
});

it("reads the target file, and goes before it with --base-url", async () => {
  const target = file(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the target file.
    JSON.stringify({ baseUrl: "https://prod.test", credentials: [{ token: "${KEY_A}", org: "org_1" }] }),
  );
  const har = harOf(entry());
  expect((await judge([har], { target })).printed).toContain(
    "no request goes to https://prod.test, and 1 to https://api.test",
  );
  const report = file("{}").replace(/\.har$/, ".json");
  expect((await judge([har], { target, baseUrl: "https://api.test/", report: [report] })).code).toBe(0);
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
    requests: { total: 1, byOrganization: { org_1: 1 } },
    target: { credentials: ["KEY_A"] },
  });
});

it("refuses what is not a base URL", async () => {
  await expect(judge([harOf(entry())], { baseUrl: "https://api.test/v1" })).rejects.toThrow("write https://api.test");
});
