/** Errors in a target file are reported before k6 starts, in the words of `fpk check`; k6 starts only if a scenario can be judged. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../conformance/model/report.ts";
import { type StandIns, standIns } from "../../conformance/tools/stand-in.test.support.ts";
import { startReference } from "../../reference/start.ts";
import { type Bench, createBench } from "../verbs/load-bench.test.support.ts";

let bench: Bench;
let tools: StandIns;
let credentials: Bench["reference"]["target"]["credentials"];
beforeAll(async () => {
  bench = createBench(await startReference());
  credentials = bench.reference.target.credentials;
  tools = standIns();
  // A k6 that records its environment, and sends nothing.
  tools.add(
    "k6",
    'if [ "$1" = version ]; then echo "k6 v1.8.1"; exit; fi',
    'echo "$FPK_SENT_A $FPK_SENT_B" > "$STARTED"',
  );
});
afterAll(async () => {
  await bench.close();
  tools.remove();
});

const numbered = (index: number) => credentials[index] ?? expect.unreachable("the reference has six credentials");
const withToken = (index: number, token: string) => ({ ...numbered(index), token });

async function loaded(changes: object, scenario = "steady") {
  const started = join(tools.folder, `started-${Math.random()}`);
  const target = bench.write("doubtful.json", { ...bench.reference.target, ...changes });
  const env = { PATH: `${tools.folder}:${process.env.PATH}`, STARTED: started };
  const options = { target, json: true, duration: "1" };
  const { exitCode, stdout, stderr } = await bench.load({ scenario, options, env });
  const report: Report = JSON.parse(stdout);
  // If k6 is not started, only the report says it.
  for (const doubt of report.doubts ?? []) expect(stderr.includes(`! ${doubt}`)).toBe(existsSync(started));
  expect(stdout + stderr).not.toContain("wrong-token");
  return { exitCode, report, doubts: report.doubts ?? [], isStarted: existsSync(started), stderr };
}

describe("a target file that is wrong", () => {
  it("in its only token is doubted, and k6 is not started", async () => {
    const { exitCode, doubts, isStarted, report } = await loaded({ credentials: [withToken(0, "wrong-token")] });
    expect(doubts).toEqual([
      expect.stringMatching(/^\$KEY_1 \(credentials\[0\]\) was answered 401\. Is the token right\?/),
      expect.stringMatching(/^No credential was served\. Is the base URL/),
    ]);
    expect({ exitCode, isStarted, results: report.results }).toEqual({ exitCode: 3, isStarted: false, results: [] });
    expect(report.summary).toMatch(/^load run: inconclusive: \$KEY_1 \(credentials\[0\]\) was answered 401/);
  });

  it("in a token beside a good one is doubted, and the run is not complete", async () => {
    const { exitCode, doubts, isStarted } = await loaded({
      credentials: [numbered(0), withToken(1, "wrong-token")],
    });
    expect(doubts).toEqual([expect.stringMatching(/^\$KEY_2 \(credentials\[1\]\) was answered 401\. /)]);
    expect({ exitCode, isStarted }).toEqual({ exitCode: 3, isStarted: true });
  });

  it("in its base URL is doubted, even if the 404s look like the API's, and k6 is not started", async () => {
    const baseUrl = bench.reference.target.baseUrl.slice(0, -1);
    const { exitCode, doubts, isStarted } = await loaded({ baseUrl });
    expect(doubts).toEqual([expect.stringContaining("Is the base URL right?")]);
    expect({ exitCode, isStarted }).toEqual({ exitCode: 3, isStarted: false });
  });

  it("in the organization of a key is doubted", async () => {
    const swapped = [
      { ...numbered(0), org: numbered(5).org },
      { ...numbered(5), org: numbered(0).org },
    ];
    const { exitCode, doubts } = await loaded({ credentials: swapped });
    expect(doubts).toEqual(expect.arrayContaining([expect.stringContaining("swapped?")]));
    expect(exitCode).toBe(3);
  });

  it("in its limit is doubted, and k6 is not started if the limit decides what is sent", async () => {
    const rateLimit = { limit: 50, windowSeconds: 60 };
    const { exitCode, doubts, isStarted, report } = await loaded({ rateLimit });
    expect(doubts).toEqual([expect.stringMatching(/X-RateLimit-Limit: 100, but a limit of 50 is declared\./)]);
    expect({ exitCode, isStarted }).toEqual({ exitCode: 3, isStarted: false });
    expect(report.summary).toContain("the declared `rateLimit` is in doubt");
    expect((await loaded({ rateLimit }, "flow")).isStarted).toBe(true);
  });

  it.each(["spike", "flow"])(
    "in switching off a limit that the headers show is doubted, and %s is not started",
    async (scenario) => {
      const { exitCode, doubts, isStarted, report } = await loaded({ rateLimit: null }, scenario);
      expect(doubts).toEqual([expect.stringMatching(/^X-RateLimit-Limit is 100, but rateLimit: null .* --limit 100,/)]);
      expect({ exitCode, isStarted }).toEqual({ exitCode: 3, isStarted: false });
      expect(report.summary).toContain("the declared `rateLimit` is in doubt");
    },
  );

  it("in leaving out a limit that is not the Standard tier's is told, and k6 is not started", async () => {
    const other = await startReference({ limit: 50 });
    const { baseUrl, credentials } = other.target;
    const { exitCode, doubts, isStarted } = await loaded({ baseUrl, credentials, rateLimit: undefined });
    await other.close();
    expect(doubts).toEqual([expect.stringMatching(/no rate limit is declared.* Declare it: --limit 50/)]);
    expect({ exitCode, isStarted }).toEqual({ exitCode: 3, isStarted: false });
  });
});

describe("a target file that is right", () => {
  it("is not doubted, and the script learns how much was sent to each organization", async () => {
    const started = join(tools.folder, "counted");
    const env = { PATH: `${tools.folder}:${process.env.PATH}`, STARTED: started };
    const { stdout } = await bench.load({ scenario: "steady", options: { target: bench.target, json: true }, env });
    const { doubts, exchanges }: Report = JSON.parse(stdout);
    expect(doubts).toEqual([]);
    const [first, , , , , other] = credentials;
    const sentTo = (org: string | undefined) => exchanges.filter(({ organization }) => organization === org).length;
    expect(readFileSync(started, "utf8")).toBe(`${sentTo(first?.org)} ${sentTo(other?.org)}\n`);
    expect(sentTo(first?.org)).toBeLessThanOrEqual(5);
  });
});
