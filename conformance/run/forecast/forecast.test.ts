import { describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { delayed } from "../../client/delayed.test.support.ts";
import { createTransport } from "../../client/transport.ts";
import { parseTarget } from "../../target-file/parse.ts";
import type { Target } from "../../target-file/target.ts";
import { checkTarget } from "../check-target.ts";
import type { RunOptions } from "../run.ts";

/** The forecast in relation to what the run then took. `latencyMs`: how long each answer takes. */
async function forecastRatios(
  change: (target: Target) => Target,
  options: Partial<RunOptions> = {},
  variants: readonly string[] = [],
  latencyMs = 0,
  firstMs = latencyMs,
) {
  const clock = virtualClock();
  const reference = await startReference({ clock, variants });
  const transport = delayed(createTransport({ clock }), clock, latencyMs, firstMs);
  const lines: string[] = [];
  try {
    const target = change(parseTarget(reference.target, {}, "the reference"));
    const progress = { say: (line: string) => void lines.push(line), found() {}, step() {}, waiting() {} };
    const report = await checkTarget({ target, transport, clock, seed: 1, progress, ...options });
    const [, requests, seconds = "0"] = /^(?:about )?(\d+) requests, (?:under 1|(\d+)) s/.exec(lines[0] ?? "") ?? [];
    return { requests: Number(requests) / report.requests.total, seconds: Number(seconds) / report.seconds };
  } finally {
    await transport.close();
    await reference.close();
  }
}

const credentials = (choose: (all: Target["credentials"]) => Target["credentials"]) => (target: Target) => ({
  ...target,
  credentials: choose(target.credentials),
});

it.each([
  ["a whole run", {}],
  ["a case by itself", { only: ["auth.expired-key"] }],
  ["a case with lists", { only: ["scope.every-list"] }],
] as const)("the forecast of %s of the reference is right within 3 %%", async (_, options) => {
  const { requests } = await forecastRatios((target) => target, options);
  expect(Math.abs(requests - 1)).toBeLessThanOrEqual(0.03);
});

it.each([0, 150])(
  "the forecast is right within 20 %% where the first of answers that take %i ms takes 3 s",
  async (ms) => {
    const { requests, seconds } = await forecastRatios((target) => target, {}, [], ms, 3000);
    expect(Math.abs(requests - 1)).toBeLessThanOrEqual(0.2);
    expect(Math.abs(seconds - 1)).toBeLessThanOrEqual(0.2);
  },
);

describe("the forecast is printed first, and is right within 10 %", () => {
  it.each([
    ["of a whole target", credentials((all) => all), {}, []],
    ["of one key", credentials((all) => all.slice(0, 1)), {}, []],
    ["of two keys of one organization", credentials((all) => all.slice(0, 2)), {}, []],
    ["without a session", credentials((all) => all.filter(({ kind }) => kind === "api-key")), {}, []],
    ["of a read-only run", credentials((all) => all), { readOnly: true }, []],
    [
      "of a run without the limit",
      credentials((all) => all),
      {
        skip: [
          "error.429",
          "error.429-only",
          "error.429-only",
          "limit.standard",
          "limit.per-organization",
          "limit.sessions",
          "limit.per-minute",
          "limit.exceeded",
          "limit.remaining-falls",
        ],
      },
      [],
    ],
    ["of some cases", credentials((all) => all), { only: ["answers"] }, []],
    ["with a token bucket", credentials((all) => all), {}, ["limiter-token-bucket"]],
    ["with a sliding log", credentials((all) => all), {}, ["limiter-sliding-log"]],
  ] as const)("%s", async (_, change, options, variants) => {
    const { requests, seconds } = await forecastRatios(change, options, variants);
    expect(Math.abs(requests - 1)).toBeLessThanOrEqual(0.1);
    if (!("skip" in options || "only" in options)) expect(Math.abs(seconds - 1)).toBeLessThanOrEqual(0.1);
  });

  it.each([
    ["of a whole target", credentials((all) => all)],
    ["of one key", credentials((all) => all.slice(0, 1))],
    ["of one organization", credentials((all) => all.filter(({ org }) => org === all[0]?.org))],
  ])("%s whose answers take 150 ms", async (_, change) => {
    const { requests, seconds } = await forecastRatios(change, {}, [], 150);
    expect(Math.abs(requests - 1)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(seconds - 1)).toBeLessThanOrEqual(0.1);
  });
});
