import { describe, expect, it } from "vitest";
import { UsageError } from "../../cli/usage-error.ts";
import { callerOf } from "../../conformance/client/caller.ts";
import type { Credential } from "../../conformance/target-file/target.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";
import { requireConfirmed } from "./host.ts";
import { requirePassable } from "./passed-on.ts";
import { requireRoles, rolesOf } from "./roles.ts";
import { scenarioOf } from "./scenario.ts";

describe("the host", () => {
  it.each(["http://localhost:1/api", "http://127.8.0.1/api", "http://[::1]:2/api", "http://api.localhost/api"])(
    "%s is loopback, and needs no word",
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
  ])("%s is to be named again", (baseUrl) => {
    expect(() => requireConfirmed(baseUrl, undefined)).toThrow(`add --confirm-host ${hostOf(baseUrl)}`);
    expect(() => requireConfirmed(baseUrl, hostOf(baseUrl))).not.toThrow();
    expect(() => requireConfirmed(baseUrl, "other.example.com")).toThrow(UsageError);
  });

  it("has no capitals of its own", () => {
    expect(() => requireConfirmed("https://Dev.example.com/api", "DEV.Example.com")).not.toThrow();
  });

  it("a word for another host is refused for loopback, too", () => {
    expect(() => requireConfirmed("http://localhost/api", "dev.example.com")).toThrow("is not the host of");
  });
});

describe("the roles", () => {
  const key = (label: string, org?: string, more: Partial<Credential> = {}) =>
    callerOf({ label, token: `token-${label}`, kind: "api-key", expired: false, denied: [], ...more }, org);
  const names = (callers: Parameters<typeof rolesOf>[0]) =>
    Object.fromEntries(Object.entries(rolesOf(callers)).map(([role, { label }]) => [role, label]));

  it("KEY_A is the first key of the organization with most keys", () => {
    const session = key("S", "two", { kind: "session" });
    const callers = [key("one", "one"), key("two", "two"), session, key("second", "two")];
    expect(names(callers)).toEqual({ KEY_A: "two", KEY_A2: "second", SESSION_A: "S", KEY_B: "one" });
  });

  it("an organization that is not known is nobody's", () => {
    expect(names([key("one"), key("two")])).toEqual({ KEY_A: "one" });
  });

  it("who is denied something comes last, and who is expired plays none", () => {
    const callers = [
      key("old", "a", { expired: true }),
      key("denied", "a", { denied: ["listProducts"] }),
      key("free", "a"),
    ];
    expect(names(callers)).toEqual({ KEY_A: "free", KEY_A2: "denied" });
  });

  it("says what to add", () => {
    expect(() => requireRoles(scenarioOf("isolation"), rolesOf([key("one", "a")]))).toThrow(
      /^isolation needs an API key of another organization, .*: add it to the credentials of the target file/,
    );
    expect(() => requireRoles(scenarioOf("isolation"), rolesOf([key("one", "a"), key("two", "b")]))).not.toThrow();
    expect(() => requireRoles(scenarioOf("limit"), {})).toThrow("limit needs an API key");
  });
});

describe("the scenario", () => {
  it.each([
    ["limti", "Did you mean limit?"],
    ["nothing", "there are limit, isolation, recovery, steady, flow, spike"],
    ["./nowhere.js", "there is no script ./nowhere.js"],
    ["load/launcher", "must end in .js or .ts"],
  ])("%s is refused", (text, why) => {
    expect(() => scenarioOf(text)).toThrow(why);
  });
});

describe("what goes to k6", () => {
  it.each(["--console-output=a", "--summary-export", "--execution-segment=0:1/2"])("%s does not", (arg) => {
    expect(() => requirePassable(["--tag", "a=b", arg])).toThrow("is not passed on to k6");
  });

  it("anything else does", () => {
    expect(() => requirePassable(["--out", "json=x", "--http-debug=full"])).not.toThrow();
  });
});
