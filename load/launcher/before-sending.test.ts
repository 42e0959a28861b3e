import { describe, expect, it } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { callerOf } from "../../conformance/client/caller.ts";
import type { Credential } from "../../conformance/target-file/target.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { whyUnfit } from "./choose-scenarios.ts";
import { requireConfirmed } from "./confirm-host.ts";
import { requireForwardable, shownArgs } from "./forwarded-args.ts";
import { assignRoles, missingOptionalRoles, missingRolesHint, unusedOrganizationsNote } from "./roles.ts";
import { findScenario, findScenarios } from "./scenario.ts";

describe("the host", () => {
  it.each(["http://localhost:1/api", "http://127.8.0.1/api", "http://[::1]:2/api", "http://api.localhost/api"])(
    "%s is loopback, and needs no confirmation",
    (baseUrl) => {
      expect(isLoopback(hostOf(baseUrl))).toBe(true);
      expect(() => requireConfirmed(baseUrl, undefined)).not.toThrow();
    },
  );

  it.each([
    "https://dev.example.com/api",
    "http://127.0.0.1.example.com/api",
    "http://10.0.0.1/api",
    "http://[::2]/api",
  ])("%s must be confirmed", (baseUrl) => {
    expect(() => requireConfirmed(baseUrl, undefined)).toThrow(`add --confirm-host ${hostOf(baseUrl)}`);
    expect(() => requireConfirmed(baseUrl, hostOf(baseUrl))).not.toThrow();
    expect(() => requireConfirmed(baseUrl, "other.example.com")).toThrow(UsageError);
  });

  it("is compared without regard to case", () => {
    expect(() => requireConfirmed("https://Dev.example.com/api", "DEV.Example.com")).not.toThrow();
  });

  it("a confirmation of another host is refused for loopback, too", () => {
    expect(() => requireConfirmed("http://localhost/api", "dev.example.com")).toThrow("is not the host of");
  });
});

describe("the roles", () => {
  const key = (label: string, org?: string, more: Partial<Credential> = {}) =>
    callerOf({ label, token: `token-${label}`, kind: "api-key", expired: false, denied: [], ...more }, org);
  const names = (callers: Parameters<typeof assignRoles>[0]) =>
    Object.fromEntries(Object.entries(assignRoles(callers)).map(([role, { label }]) => [role, label]));

  it("KEY_A is the first key of the organization with most keys", () => {
    const session = key("S", "two", { kind: "session" });
    const callers = [key("one", "one"), key("two", "two"), session, key("second", "two")];
    expect(names(callers)).toEqual({ KEY_A: "two", KEY_A2: "second", SESSION_A: "S", KEY_B: "one" });
  });

  it("keys without a known organization are neither of the same nor of another", () => {
    expect(names([key("one"), key("two")])).toEqual({ KEY_A: "one" });
  });

  it("a credential with denied operations comes last, and an expired one is not a valid key", () => {
    const callers = [
      key("old", "a", { expired: true }),
      key("denied", "a", { denied: ["listProducts"] }),
      key("free", "a"),
    ];
    expect(names(callers)).toEqual({ KEY_A: "free", KEY_A2: "denied", EXPIRED_A: "old" });
  });

  it("what is rejected belongs to the organization of KEY_A: an expired key, and one that may not list features", () => {
    const denied = { denied: ["listFeatures"] } as const;
    const callers = [
      key("of b", "b"),
      key("old session", "a", { kind: "session", expired: true }),
      key("old of b", "b", { expired: true }),
      key("old of nobody", undefined, { expired: true }),
      key("old", "a", { expired: true }),
      key("session", "a", { kind: "session", ...denied }),
      key("denied of b", "b", denied),
      key("denied", "a", denied),
      key("free", "a"),
      key("second", "a"),
    ];
    expect(names(callers)).toMatchObject({ KEY_A: "free", KEY_B: "of b", EXPIRED_A: "old", DENIED_A: "denied" });
  });

  it("a note names the keys of organizations that have no role", () => {
    const two = [key("KEY_1", "a"), key("KEY_2", "a"), key("KEY_5", "b")];
    expect(unusedOrganizationsNote(two, assignRoles(two))).toBeUndefined();
    const all = [...two, key("KEY_6", "c"), key("KEY_7", "d")];
    expect(unusedOrganizationsNote(all, assignRoles(all))).toBe(
      "the requests were sent with $KEY_1, $KEY_2 and $KEY_5 only; of 2 other organizations ($KEY_6 and $KEY_7) nothing was compared",
    );
  });

  it("says what to add", () => {
    expect(missingRolesHint(findScenario("isolation"), assignRoles([key("one", "a")]))).toMatch(
      /^isolation needs an API key of another organization, .*: add it to the credentials of the target file/,
    );
    expect(
      missingRolesHint(findScenario("isolation"), assignRoles([key("one", "a"), key("two", "b")])),
    ).toBeUndefined();
    expect(missingRolesHint(findScenario("limit"), {})).toContain("limit needs an API key");
    expect(missingRolesHint(findScenario("auth"), {})).toContain("auth needs an API key");
    expect(missingOptionalRoles(findScenario("auth"), assignRoles([key("one", "a")]))).toEqual([
      "an API key of another organization, with the org of both",
      "an expired API key of the same organization (expired, and org)",
      "an API key of the same organization that may not list features (denied: listFeatures, and org)",
    ]);
  });
});

describe("the scenario", () => {
  it.each([
    ["limti", "Did you mean limit?"],
    ["nothing", "there are limit, isolation, recovery, steady, flow, spike, auth"],
    ["./nowhere.js", "there is no script ./nowhere.js"],
    ["load/launcher", "must end in .js or .ts"],
    ["http://127.0.0.1:8080/api", "the URL comes last: fpk load SCENARIO http://127.0.0.1:8080/api"],
  ])("%s is refused", (text, why) => {
    expect(() => findScenario(text)).toThrow(why);
  });
});

it("a spike on too low a limit is told how to raise it, or how the embedded reference has a higher one", () => {
  const environment = readEnvironment({ BASE_URL: "http://127.0.0.1:1/api", LIMIT: "100", WINDOW: "5" });
  const unfit = (isEmbedded: boolean) => whyUnfit(findScenario("spike"), environment, isEmbedded);
  expect(unfit(false)).toMatch(/^spike needs a limit of \d+ requests in 5 s or more: raise it on the server/);
  expect(unfit(true)).toMatch(/which the embedded reference has if spike is the only scenario: fpk load spike$/);
});

describe("what goes to k6", () => {
  it.each(["--console-output=a", "--summary-export", "--execution-segment=0:1/2"])("%s does not", (arg) => {
    expect(() => requireForwardable(["--tag", "a=b", arg])).toThrow("is not forwarded to k6");
  });

  it.each([
    [["-e", "LIMIT=1"], "-e LIMIT is not forwarded to k6: the target file declares the limit"],
    [["-eKEY_B=x"], "-e KEY_B is not forwarded to k6: the target file holds the credentials"],
    [["--env=FPK_RECORD=0"], "-e FPK_RECORD is not forwarded to k6: the launcher reads what is recorded"],
    [["--tag", "a=b", "--no-thresholds"], "--no-thresholds is not forwarded to k6: the script's thresholds belong"],
  ])("%j does not, which would falsify the verdict", (args, why) => {
    expect(() => requireForwardable(args)).toThrow(why);
  });

  it.each([
    [
      ["limit"],
      "--vus is not forwarded to k6: it would replace what limit sends; of fpk load's options --duration shape",
    ],
    [["spike"], "of fpk load's options --rate, --users, --stages and --duration shape it"],
    [["steady", "spike"], "what steady and spike send; of fpk load's options --rate and --duration shape them"],
  ])("how much a scenario sends does not, and the options are named that shape %j", (names, why) => {
    expect(() => requireForwardable(["--vus", "3"], findScenarios(names))).toThrow(why);
  });

  it("a script of the user's may read the same under another name", () => {
    const own = { name: "own", operand: "own.js", path: "own.js" };
    expect(() => requireForwardable(["-e", "RATE=5"], [own])).toThrow(
      /^-e RATE is not forwarded to k6: .*; a script of yours may read a variable of another name$/,
    );
  });

  it("is repeated by the command that is printed, without what may be secret", () => {
    const args = ["--tag", "a=b c", "-e", "PASSWORD=xyz", "--env=B=1", "--out", "influxdb=http://me:word@host/db"];
    expect(shownArgs(args)).toBe(
      ` -- --tag 'a=b c' -e PASSWORD="$PASSWORD" --env=B="$B" --out 'influxdb=http://…@host/db'`,
    );
    expect(shownArgs([])).toBe("");
    // A second run would overwrite the file of the first.
    expect(shownArgs(["--out", "csv=a.csv", "--tag", "a=b", "--out=json=b", "-ocsv=c"])).toBe(" -- --tag 'a=b'");
  });

  it("anything else does", () => {
    expect(() => requireForwardable(["--out", "json=x", "--http-debug=full", "-e", "MINE=1"])).not.toThrow();
  });
});

it("a script is named like its file, or by its path if a scenario or script of the same name runs, too", () => {
  const path = "load/scenarios/limit.ts";
  expect(findScenarios([path])).toMatchObject([{ name: "limit", operand: path }]);
  expect(findScenarios(["limit", path])).toMatchObject([{ name: "limit" }, { name: path, operand: path }]);
  const same = "load/in-k6/../scenarios/limit.ts";
  expect(findScenarios([path, same])).toMatchObject([{ name: path }, { name: same }]);
});
