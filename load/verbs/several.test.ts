/** With real k6: several scenarios in one run, options that shape it, and `--latency` thresholds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import type { Report } from "../../conformance/model/report.ts";
import { validateReport } from "../../conformance/reports/schema.ts";
import { defineMutant } from "../../reference/changes/mutants/mutant.ts";
import { replaceRoute } from "../../reference/changes/seams/routes.ts";
import { HttpError } from "../../reference/parts/http-error.ts";
import { startReference } from "../../reference/start.ts";
import { after } from "../scenarios/faults.test.support.ts";
import { describeWithK6 } from "../scenarios/run.test.support.ts";
import { type Bench, createBench, type LoadArguments, realK6 } from "./load-bench.test.support.ts";

let bench: Bench;
beforeAll(async () => {
  bench = createBench(await startReference({ clock: realClock, limit: 40, windowSeconds: 2 }));
});
afterAll(() => bench.close());

async function loaded({ options, ...args }: LoadArguments, of = bench) {
  const run = await of.load({ ...args, options: { target: of.target, json: true, seed: "7", ...options } });
  const report: Report = JSON.parse(run.stdout);
  expect(validateReport(report)).toEqual([]);
  return { ...run, report };
}
const idsOf = ({ results }: Report, verdict: string) =>
  results.filter((result) => result.verdict === verdict).map(({ id, scenario }) => [id, scenario]);

/** To write beside the `fpk.js` of an ejected scenario. */
const rampingScript = `
import { clientAfterSetup, judgeSequences, prepare, readEnvironment, setupTimeout, summaryOf } from "./fpk.js";
const environment = readEnvironment(__ENV);
export const options = {
  setupTimeout,
  scenarios: {
    ramp: {
      executor: "ramping-arrival-rate",
      preAllocatedVUs: 60,
      // So that the rate of the last whole second is more than twice that of the first ones, whenever the seconds begin.
      stages: [{ duration: "12s", target: 60 }],
    },
  },
};
export const setup = () => prepare("steady", environment);
export default async function (setupData) {
  const client = clientAfterSetup(environment, setupData);
  await client.send("KEY_A", "listProducts");
  judgeSequences(client);
}
export const handleSummary = summaryOf("steady", environment);
`;

const slowly = defineMutant({
  id: "slow",
  clause: "endpoint.listProducts",
  fault: "A response takes half a second",
  change: replaceRoute("listProducts", (route) => async (request) => {
    await after(500);
    return route(request);
  }),
});

describe("before anything is sent", () => {
  it.each<[string, LoadArguments, string]>([
    ["a scenario that is named twice", { scenario: "limit", others: ["limit"] }, "limit is named twice"],
    ["another one beside all", { scenario: "all", others: ["limit"] }, "all is all scenarios"],
    ["a word that is no scenario", { scenario: "limit", others: ["flwo"] }, "there is no scenario flwo"],
    [
      "several to eject",
      { scenario: "limit", others: ["flow"], options: { eject: "x" } },
      "--eject takes one scenario",
    ],
    [
      "a rate under which the claim cannot be judged",
      { scenario: "limit", options: { rate: "5" } },
      "limit takes no --rate",
    ],
    [
      "stages of users and of requests a second",
      { scenario: "spike", options: { stages: "5s:5,5s:5/s" } },
      "or of requests a second, such as 10s:50/s,30s:100/s, not 5s:5,5s:5/s",
    ],
    ["stages without units", { scenario: "spike", options: { stages: "5:5" } }, "--stages takes a duration"],
    [
      "a latency of an operation that is not sent",
      { scenario: "limit", options: { latency: ["getMember:p95=1s"] } },
      "the contract has no operation getMember",
    ],
    [
      "a latency of an operation that this scenario does not send",
      { scenario: "flow", options: { latency: ["listProducts:p95=1s"] } },
      "no scenario of this run sends listProducts; flow sends submitFeedback and getFeedbackStatus",
    ],
    [
      "a capacity where no rate rises",
      { scenario: "limit", options: { minCapacity: "90" } },
      "--min-capacity is for spike",
    ],
    [
      "a capacity of another form",
      { scenario: "spike", options: { minCapacity: "90/s" } },
      "--min-capacity takes a number of at least 1, not 90/s",
    ],
    ["a share of errors without %", { scenario: "limit", options: { maxErrors: "1" } }, "--max-errors takes a share"],
    ["a latency without a time", { scenario: "limit", options: { latency: ["p95"] } }, "not p95"],
    [
      "to abort what is judged at its end",
      { scenario: "limit", options: { abortOnFail: true } },
      "spike and auth take it",
    ],
    [
      "all, with an option that would leave out scenarios",
      { scenario: "all", options: { abortOnFail: true } },
      "takes no --abort-on-fail",
    ],
    ["k6's own virtual users", { scenario: "limit", forwardedArgs: ["--vus", "5"] }, "--vus is not forwarded"],
  ])("%s is refused", async (_, args, why) => {
    await expect(bench.load({ ...args, options: { target: bench.target, ...args.options } })).rejects.toThrow(why);
  });
});

describeWithK6(realK6, "several scenarios", () => {
  it("several scenarios are one report, in the order that the window allows, after a URL or before it", async () => {
    const { exitCode, report, stderr } = await loaded({ scenario: "recovery", others: ["steady"] });
    expect(stderr).toMatch(/in the order that the window allows: steady, recovery; together about \d+ requests/);
    expect(exitCode, report.summary).toBe(0);
    expect(report.load?.scenarios?.map(({ scenario }) => scenario)).toEqual(["steady", "recovery"]);
    expect(report.load?.scenarios?.reduce((sum, { requests }) => sum + requests, 0)).toBe(report.load?.requests);
    expect(idsOf(report, "pass")).toContainEqual(["load.never-refused", "steady"]);
    expect(idsOf(report, "pass")).toContainEqual(["load.served-again", "recovery"]);
    expect(report.notes.join()).not.toContain("another client");
    expect(report.exchanges.map(({ index }) => index)).toEqual([...report.exchanges.keys()]);
  });

  it.each(["steady", "recovery"])(
    "%s violates nothing where X-RateLimit-Reset shows that the window is longer than declared, and the summary asks for it",
    async (scenario) => {
      const longer = createBench(await startReference({ clock: realClock, limit: 40, windowSeconds: 5 }));
      try {
        const { exitCode, report } = await loaded({ scenario, options: { limit: "40", window: "2" } }, longer);
        expect(idsOf(report, "fail")).toEqual([]);
        expect(exitCode).toBe(3);
        expect(report.summary).toContain("the target keeps to a window of 5 s, as X-RateLimit-Reset says, but 2 s are");
        expect(report.notes.join()).not.toContain("use up later windows");
      } finally {
        await longer.close();
      }
    },
    60_000,
  );

  it("a failure says which scenario shows it, and how to run that again", async () => {
    const faulty = createBench(
      await startReference({ clock: realClock, limit: 40, windowSeconds: 2, mutant: "queue-drops-a-burst" }),
    );
    try {
      const { exitCode, report } = await loaded({ scenario: "steady", others: ["flow"] }, faulty);
      expect(exitCode).toBe(1);
      expect(idsOf(report, "fail")).toEqual([["load.none-lost", "flow"]]);
      expect(report.results.find(({ verdict }) => verdict === "fail")?.replay).toBe(
        `fpk load flow --target ${faulty.target} --seed 7`,
      );
    } finally {
      await faulty.close();
    }
  });

  it("what only one scenario claims, and what was answered 503, names it, and so does the command that shows it again", async () => {
    const mutant = defineMutant({
      id: "no-post",
      clause: "endpoint.submitFeedback",
      fault: "Keys may not submit",
      change: replaceRoute("submitFeedback", () => () => {
        throw new HttpError("forbidden", "Not with a key.");
      }),
    });
    const variants = ["overloaded-at-times"];
    const odd = createBench(await startReference({ clock: realClock, limit: 40, windowSeconds: 2, variants, mutant }));
    try {
      const { report } = await loaded({ scenario: "steady", others: ["flow"] }, odd);
      expect(idsOf(report, "inconclusive")).toContainEqual(["feedback.unique-ids", "flow"]);
      const replay = report.results.find(({ id }) => id === "feedback.unique-ids")?.replay;
      expect(replay).toMatch(/^fpk load flow --/);
      expect(report.notes).toContainEqual(
        expect.stringMatching(/^steady: \d+ of \d+ requests were answered 503 with Retry-After/),
      );
    } finally {
      await odd.close();
    }
  });

  it("where requests of another organization reset a count, the cause says that they may", async () => {
    const mutant = "window-renewed-by-other-organizations";
    const faulty = createBench(await startReference({ clock: realClock, limit: 100, windowSeconds: 5, mutant }));
    try {
      const options = { limit: "100", window: "5" };
      const { exitCode, report } = await loaded({ scenario: "isolation", options }, faulty);
      expect(exitCode).toBe(1);
      expect(report.causes?.[0]?.cause).toMatch(/as if requests of another organization reset it, or instances of the/);
      expect(report.doubts).toContainEqual(
        expect.stringContaining(": do requests of another organization reset it? Or"),
      );
    } finally {
      await faulty.close();
    }
  });

  it("a target that hangs ends the run, as the first scenario that it did not answer says, and why", async () => {
    let served = 0;
    const mutant = defineMutant({
      id: "hangs",
      clause: "endpoint.listProducts",
      fault: "After some requests none is answered any more",
      change: replaceRoute("listProducts", (route) => (request) => {
        served += 1;
        return served > 60 ? new Promise<never>(() => {}) : route(request);
      }),
    });
    const hanging = createBench(await startReference({ clock: realClock, limit: 40, windowSeconds: 2, mutant }));
    try {
      const { exitCode, report, stderr } = await loaded({ scenario: "steady", others: ["limit"] }, hanging);
      expect(exitCode).toBe(3);
      expect(report.summary).toMatch(
        /^load run \([^)]+\): inconclusive: steady: the target stopped answering after \d+\.\d s: request timeout; the last 3 of \d+ requests/,
      );
      expect(report.notes).toContain("not started any more: limit");
      expect(report.load?.unanswered).toBe(3);
      expect(report.seconds).toBeLessThan(60);
      expect(stderr).not.toContain("GoError");
      expect(stderr).toContain(`  ${report.load?.requests} requests, 0 answered 429\n`);
    } finally {
      await hanging.close();
    }
  }, 120_000);

  it("what k6 cuts off when it ends at the first failure is not counted as unanswered", async () => {
    let served = 0;
    const mutant = defineMutant({
      id: "crashes-once-while-others-wait",
      clause: "endpoint.listProducts",
      fault: "A request is answered 500, while others take half a second",
      change: replaceRoute("listProducts", (route) => async (request) => {
        served += 1;
        if (served === 80) throw new Error("crash");
        if (served > 60) await after(500);
        return route(request);
      }),
    });
    const faulty = createBench(await startReference({ limit: 100_000, windowSeconds: 60, mutant }));
    try {
      const options = { stages: "1s:20,60s:20", abortOnFail: true };
      const { exitCode, report, stderr } = await loaded({ scenario: "spike", options }, faulty);
      expect(exitCode).toBe(1);
      expect(report.load?.unanswered).toBe(0);
      expect(idsOf(report, "inconclusive")).toEqual([]);
      expect(stderr).toContain(`  ${report.load?.requests} requests, 0 answered 429\n`);
    } finally {
      await faulty.close();
    }
  });

  it("all leaves out what the target cannot run, and says so", async () => {
    const [only] = bench.reference.target.credentials;
    const rateLimit = { limit: 40, windowSeconds: 2 };
    const target = bench.write("alone.json", { ...bench.reference.target, rateLimit, credentials: [only] });
    const ending = new AbortController();
    const onStderr = (text: string) => text.includes("steady (1 of") && ending.abort();
    const { exitCode, report } = await loaded({
      scenario: "all",
      options: { target },
      signal: ending.signal,
      onStderr,
    });
    expect(exitCode).toBe(3);
    expect(report.notes).toContainEqual(expect.stringMatching(/^left out: isolation needs an API key of another/));
    expect(report.notes).toContainEqual(expect.stringMatching(/^left out: spike needs a limit of \d+ requests/));
    expect(report.summary).toContain("the run was interrupted");
  });

  it("a latency of the user's own that is exceeded ends with 1, as theirs and not the document's", async () => {
    const latency = ["p50=0.001ms", "max=60s", "listProducts:p99=60s"];
    const { exitCode, report } = await loaded({
      scenario: "steady",
      options: { duration: "1", latency, maxErrors: "0%" },
    });
    expect(exitCode).toBe(1);
    expect(report.summary).toMatch(/^load run \([^)]+\): violates 1 threshold of your own \(--latency\); /);
    expect(idsOf(report, "fail")).toEqual([["latency.p50", undefined]]);
    const actual = report.results.find(({ id }) => id === "latency.p50")?.actual;
    expect(actual).toContain(`p50 is ${Math.round((report.load?.latency?.p50 ?? 0) * 10) / 10} ms`);
    const claim = "Your own threshold: all responses come within 60000 ms";
    expect(report.results.find(({ id }) => id === "latency.p100")).toMatchObject({ verdict: "pass", claim });
    expect(idsOf(report, "pass").map(([id]) => id)).toEqual(
      expect.arrayContaining(["latency.listProducts.p99", "errors"]),
    );
    expect(report.results[0]?.replay).toContain("listProducts:p99=60s' --max-errors '0%' ");
  });

  it("stages of requests a second send as many, however slow the responses are", async () => {
    const slow = createBench(await startReference({ limit: 100_000, windowSeconds: 60, mutant: slowly }));
    try {
      const { exitCode, report } = await loaded({ scenario: "spike", options: { stages: "1s:30/s,4s:30/s" } }, slow);
      expect(exitCode).toBe(0);
      // 15 in the first second, 30 in each of the others, and those of setup.
      expect(report.load?.requests).toBeGreaterThan(110);
      expect(report.load?.requests).toBeLessThan(170);
      // A status is read before each of the 60 virtual users has sent, and so at a low rate.
      const sent = report.exchanges.map(({ operation }) => operation);
      const setup = sent.lastIndexOf("getInstallation");
      expect(setup).toBeGreaterThanOrEqual(0);
      // As many as the forecast counts, though three keys share them.
      expect(sent.slice(0, setup).filter((operation) => operation === "submitFeedback")).toHaveLength(10);
      const firstRead = sent.indexOf("getFeedbackStatus", setup);
      expect(firstRead).toBeGreaterThan(setup);
      expect(firstRead).toBeLessThan(setup + 40);
      expect(report.load?.operations?.map(({ operation }) => operation)).toContain("submitFeedback");
      // Which requests are sent changes; how many in each second does not.
      const requests = report.series?.map((point) => point.requests) ?? [];
      const first = requests.findIndex((count) => count > 10);
      const everySecond = requests.slice(first + 2, first + 4);
      expect(Math.min(...everySecond)).toBeGreaterThan(25);
      expect(Math.max(...everySecond)).toBeLessThan(35);
    } finally {
      await slow.close();
    }
  });

  it("a script of the user's own whose rate rises has a capacity", async () => {
    // A busy machine does not double half a second, as it does a few milliseconds.
    const slow = await startReference({ clock: realClock, limit: 100_000, windowSeconds: 2, mutant: slowly });
    const own = createBench(slow);
    try {
      await own.load({ scenario: "steady", options: { eject: own.folder } });
      const script = join(own.folder, "ramp.js");
      writeFileSync(script, rampingScript);
      const { exitCode, report } = await loaded({ scenario: script, options: { minCapacity: "20" } }, own);
      expect(exitCode).toBe(0);
      expect(idsOf(report, "pass").map(([id]) => id)).toContain("capacity");
      expect(report.load?.capacity?.perSecond).toBeGreaterThan(25);
      expect(report.notes).toContainEqual(
        expect.stringMatching(/^up to \d+ requests a second every operation was answered as at the beginning/),
      );
    } finally {
      await own.close();
    }
  });

  it("errors within the user's budget are noted and fail nothing, and beyond it they fail what they fail without one", async () => {
    let served = 0;
    const mutant = defineMutant({
      id: "crashes-now-and-then",
      clause: "endpoint.listProducts",
      fault: "Every tenth list of products is answered 500",
      change: replaceRoute("listProducts", (route) => async (request) => {
        served += 1;
        if (served % 10 === 0) throw new Error("crash");
        return route(request);
      }),
    });
    const faulty = createBench(await startReference({ limit: 100_000, windowSeconds: 60, mutant }));
    const of = (maxErrors: string) =>
      loaded({ scenario: "spike", options: { rate: "40", duration: "2", maxErrors, strict: true } }, faulty);
    try {
      const within = await of("30%");
      expect(within.report.notes).toContainEqual(
        expect.stringMatching(
          /^(\d+) of \d+ requests failed, within --max-errors 30%: \1 × listProducts answered 500$/,
        ),
      );
      expect(idsOf(within.report, "fail")).toEqual([]);
      expect(within.exitCode).toBe(0);
      const { failed, statuses = {}, expectedStatuses = {} } = within.report.load ?? {};
      expect(failed).toBe(statuses[500]);
      expect(expectedStatuses[404]).toBeGreaterThan(0);
      const beyond = await of("0.1%");
      const failures = idsOf(beyond.report, "fail").map(([id]) => id);
      expect(failures).toEqual(expect.arrayContaining(["load.answered", "errors"]));
      expect(failures).not.toContain("answers.steady");
      expect(beyond.exitCode).toBe(1);
    } finally {
      await faulty.close();
    }
  });

  it("--abort-on-fail ends at a threshold of the user's own, and says at which", async () => {
    const slow = replaceRoute("listProducts", (route) => async (request) => {
      await after(100);
      return route(request);
    });
    const crash = replaceRoute("listOrganizations", () => () => {
      throw new Error("crash");
    });
    const mutant = defineMutant({
      id: "slow-and-faulty",
      clause: "endpoint.listProducts",
      fault: "A list of products takes 100 ms, and every list of organizations is answered 500",
      change: (parts) => crash(slow(parts)),
    });
    const faulty = createBench(await startReference({ limit: 100_000, windowSeconds: 60, mutant }));
    const of = (own: LoadArguments["options"]) =>
      loaded({ scenario: "spike", options: { stages: "1s:20/s,60s:20/s", abortOnFail: true, ...own } }, faulty);
    try {
      const late = await of({ latency: ["listProducts:p95=50ms"], maxErrors: "30%" });
      expect(late.exitCode).toBe(1);
      expect(late.report.seconds).toBeLessThan(40);
      expect(late.report.summary).toContain("ended when --latency listProducts:p95=50ms was missed (--abort-on-fail)");
      expect(idsOf(late.report, "fail").map(([id]) => id)).toEqual(["latency.listProducts.p95"]);
      const failing = await of({ maxErrors: "1%" });
      expect(failing.report.summary).toContain("ended when --max-errors 1% was missed (--abort-on-fail)");
      expect(failing.report.seconds).toBeLessThan(40);
    } finally {
      await faulty.close();
    }
  });

  it("a spike has the users or the rate that are asked for, and ends at its first failure", async () => {
    const faulty = createBench(
      await startReference({ limit: 100_000, windowSeconds: 60, mutant: "refused-at-random" }),
    );
    try {
      const options = { stages: "1s:5,60s:5", abortOnFail: true };
      const { exitCode, report } = await loaded({ scenario: "spike", options }, faulty);
      expect(exitCode).toBe(1);
      expect(report.seconds).toBeLessThan(40);
      expect(report.summary).toContain("ended at the first failure (--abort-on-fail)");
      expect(idsOf(report, "fail").map(([id]) => id)).toContain("load.never-refused");
    } finally {
      await faulty.close();
    }
  });
});
