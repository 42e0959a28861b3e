/** With real k6, legal servers do not fail, and a claim that was not judged is not reported to hold. */
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defineMutant, type Mutant } from "../../reference/changes/mutants/mutant.ts";
import { combine, replace } from "../../reference/changes/seams/replace.ts";
import { replaceRoute } from "../../reference/changes/seams/routes.ts";
import { TokenBucket } from "../../reference/limiters/token-bucket.ts";
import { HttpError } from "../../reference/parts/http-error.ts";
import type { RouteRequest } from "../../reference/parts/route.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { bundleScript } from "../launcher/bundle-script.ts";
import { shippedScenario } from "../launcher/scenario.ts";
import { after } from "./faults.test.support.ts";
import { createTurnstile, localK6, type RunOf, runK6, runScenario } from "./run.test.support.ts";

const k6 = await localK6();

const server = (id: string, change: Mutant["change"]): Mutant =>
  defineMutant({ id, clause: "endpoint.listProducts", fault: id, change });

/** A token bucket from which rejected requests take, too, so that it may hold less than none. */
class OwingBucket extends TokenBucket {
  protected override readonly countsRejected = true;
}

const isKey = ({ caller }: RouteRequest) => caller.kind === "api-key";

/** In scenarios that use both organizations, the first is `KEY_A`'s. */
function forOthers(answer: (body: unknown) => unknown): Mutant["change"] {
  return replaceRoute("listProducts", (route) => {
    let first: string | undefined;
    return (request) => {
      first ??= request.caller.orgId;
      return request.caller.orgId === first ? route(request) : answer(route(request));
    };
  });
}

const refusing = (kind: "forbidden" | "unauthenticated", operation: "submitFeedback" | "getMe") =>
  replaceRoute(operation, (route) => (request) => {
    if (isKey(request)) throw new HttpError(kind, "Not with a key.");
    return route(request);
  });

const emptyList = (operation: "listContexts" | "listActors") => replaceRoute(operation, () => () => ({ data: [] }));

const sameIds = replaceRoute("listProducts", () => () => ({ data: [{ id: "1" }] }));

const slowly = replaceRoute("listProducts", (route) => async (request) => {
  await after(200);
  return route(request);
});

/** Only requests with rejected credentials wait. */
const rejectedSlowly = replace("responseWriter", ({ extraHeaders, beforeBody }) => {
  let status = 200;
  return {
    extraHeaders(operation, ofResponse) {
      status = ofResponse;
      return extraHeaders(operation, ofResponse);
    },
    async beforeBody(...of) {
      if (status === 401) await after(300);
      await beforeBody(...of);
    },
  };
});

const nothingForViewers = replaceRoute("listProducts", (route) => (request) => {
  if (request.caller.role === "viewer") throw new HttpError("forbidden", "Not for viewers.");
  return route(request);
});

/** A proxy on the way loses the connection of every third submission. */
const losingSubmissions = replace("responseWriter", ({ beforeBody }) => {
  let submissions = 0;
  return {
    async beforeBody(response, operation) {
      if (operation === "submitFeedback" && ++submissions % 3 === 0) response.destroy();
      await beforeBody(response, operation);
    },
  };
});

/** The status of processed feedback can be read once. For how long it can be read, the document leaves open. */
const statusReadOnce = replaceRoute("getFeedbackStatus", (route) => {
  const read = new Set<unknown>();
  return (request) => {
    const { feedbackId } = request.params;
    if (read.has(feedbackId)) throw new HttpError("notFound", "No such feedback any more.");
    const status = route(request);
    if ((status as { readonly status: string }).status !== "queued") read.add(feedbackId);
    return status;
  };
});

/** 410 says that there was a status. */
const goneWhenProcessed = combine(
  replace("errors", ({ status }) => ({
    status: (kind, operation) =>
      operation === "getFeedbackStatus" && kind === "conflict" ? 410 : status(kind, operation),
  })),
  replaceRoute("getFeedbackStatus", (route) => (request) => {
    const status = route(request);
    if ((status as { readonly status: string }).status !== "queued") throw new HttpError("conflict", "It is gone.");
    return status;
  }),
);

const holds = "holds";
const open = "could not be judged";

const width = 3;
const measuresTime = (name: ScenarioName) => name === "isolation" || name === "auth";
const inTurn = createTurnstile(width);

it.skipIf(k6 === undefined).concurrent.each<[string, ScenarioName, RunOf, string]>([
  ["a limit of five", "limit", { limit: 5 }, holds],
  ["a neighbour with a limit of five", "isolation", { limit: 5 }, holds],
  ["a limit that no flood reaches", "isolation", { limit: 50_000 }, open],
  ["keys that may not submit", "limit", { mutant: server("no-post", refusing("forbidden", "submitFeedback")) }, holds],
  ["keys that may not use /me", "limit", { mutant: server("no-me", refusing("forbidden", "getMe")) }, holds],
  [
    "another organization without products",
    "flow",
    {
      mutant: server(
        "no-products",
        forOthers(() => ({ data: [] })),
      ),
    },
    holds,
  ],
  [
    "an organization without contexts and actors",
    "flow",
    { mutant: server("no-contexts", combine(emptyList("listContexts"), emptyList("listActors"))) },
    holds,
  ],
  ["a status that can be read once", "flow", { mutant: server("read-once", statusReadOnce) }, holds],
  ["a status that is 410 when it leaves the queue", "flow", { mutant: server("gone", goneWhenProcessed) }, holds],
  ["submissions limited apart", "flow", { variants: ["submissions-limited-apart"] }, open],
  ["an overloaded server", "flow", { variants: ["overloaded-at-times"] }, holds],
  ["an overloaded server", "spike", { variants: ["overloaded-at-times"] }, holds],
  ["submissions that get no answer", "flow", { mutant: server("losing", losingSubmissions) }, open],
  ["submissions that get no answer", "spike", { mutant: server("losing", losingSubmissions) }, open],
  ["an overloaded server", "auth", { variants: ["overloaded-at-times"], env: { MAX_LATENCY_RATIO: "1000" } }, holds],
  ["products counted from 1 in each organization", "spike", { mutant: server("same-ids", sameIds) }, holds],
  [
    "rejections that take their time, and count against the expired key's own organization",
    "auth",
    { mutant: server("slow-401", rejectedSlowly), variants: ["expired-counted"] },
    holds,
  ],
  [
    "a lower limit by address without valid credentials",
    "auth",
    { variants: ["unauthenticated-limited-by-address"] },
    holds,
  ],
  [
    "rejected requests that use up later windows",
    "recovery",
    { mutant: server("owing", replace("limiter", { createAlgorithm: () => new OwingBucket() })) },
    holds,
  ],
  ["a key alone", "auth", { env: { KEY_B: "", EXPIRED_A: "", DENIED_A: "" } }, holds],
  ["a denied key that lists no products", "auth", { mutant: server("no-list", nothingForViewers) }, open],
  ["answers too slow to come near the limit", "steady", { mutant: server("slow", slowly) }, open],
])(
  "%s: %s",
  async (_, name, of, verdict) => {
    const { exitCode, output } = await inTurn(measuresTime(name) ? width : 1, () => runScenario(k6 ?? "", name, of));
    expect(output).not.toContain("TypeError");
    expect(output).toContain(`${name}: ${verdict}`);
    expect(exitCode, output).toBe(verdict === holds ? 0 : 99);
  },
  300_000,
);

it.skipIf(k6 === undefined)(
  "a limit that was used up before does not fail steady, which says so",
  async () => {
    const usedUp = replace("limiter", ({ createAlgorithm }) => ({
      createAlgorithm() {
        const algorithm = createAlgorithm();
        let isFirst = true;
        return {
          hit(...of) {
            const hit = algorithm.hit(...of);
            const answered = isFirst ? { ...hit, admitted: false, remaining: 0 } : hit;
            isFirst = false;
            return answered;
          },
          peek: (...of) => algorithm.peek(...of),
          decrement: (bucket) => algorithm.decrement(bucket),
        };
      },
    }));
    const { exitCode, output } = await runScenario(k6 ?? "", "steady", { mutant: server("used-up", usedUp) });
    expect(exitCode, output).toBe(0);
    expect(output).toContain(
      "429 before it began: earlier requests, the run's other processes or another client may have used the limit",
    );
  },
  60_000,
);

it.skipIf(k6 === undefined)(
  "a script that ends before it has judged does not hold",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "fpk-cut-"));
    try {
      const whole = await bundleScript(shippedScenario("steady").path);
      const cut = whole.replace(/await waitForFreshWindow\(client\w*, "KEY_A"\);/, 'throw new Error("cut off");');
      expect(cut).not.toBe(whole);
      const script = join(folder, "cut.js");
      writeFileSync(script, cut);
      const run = (_: string, args: readonly string[], env: Parameters<typeof runK6>[2]) =>
        runK6(k6 ?? "", [...args.slice(0, -1), script], env);
      const { exitCode, output } = await runScenario(k6 ?? "", "steady", {}, run);
      expect(output).toContain(
        "steady: could not be judged: the script did not get as far as judging load.never-refused",
      );
      expect(exitCode).toBe(99);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  60_000,
);
