import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { type ConformOptions, conform } from "../../index.ts";

const running: RunningReference[] = [];
afterEach(async () => {
  for (const reference of running.splice(0)) await reference.close();
});

/** A run on the reference with the credentials at these places mistyped. */
async function mistyped(
  isWrong: (credential: { readonly kind?: string; readonly org?: string }, at: number) => boolean,
  options: Pick<ConformOptions, "hasFreshTokens"> = {},
) {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  running.push(reference);
  const credentials: ConformOptions["credentials"] = reference.target.credentials.map((credential, at) =>
    isWrong(credential, at) ? { ...credential, token: `fpk_key_mistyped_${at}` } : credential,
  );
  const report = await conform({ ...reference.target, credentials, clock, seed: 1, ...options });
  const failed = report.results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
  const verdictOf = (id: string) => report.results.find((result) => result.id === id)?.verdict;
  return { report, failed, verdictOf };
}

describe("a credential that is answered 401", () => {
  it("is left out where others of its kind are served, and the run is inconclusive", async () => {
    const { report, failed, verdictOf } = await mistyped((_, at) => at === 1);
    expect(failed).toEqual([]);
    expect(report.exitCode).toBe(3);
    expect(report.summary).toContain("answered 401");
    expect(report.doubts).toEqual([
      '$KEY_2 (credentials[1]) was answered 401. Is the token right? Or has it expired ("expired": true in credentials[1])? Nothing else was judged with it',
    ]);
    expect(verdictOf("limit.shared-by-keys")).not.toBe("fail");
    expect(verdictOf("auth.key-accepted")).toBe("pass");
  });

  it("of another organization makes no case about tenancy pass", async () => {
    const { failed, verdictOf, report } = await mistyped(
      ({ kind, org }, at) => at > 0 && kind !== "session" && org !== "org_acme" && at >= 4,
    );
    expect(failed).toEqual([]);
    expect(report.exitCode).toBe(3);
    expect(verdictOf("scope.lists-disjoint")).toBe("skip");
  });

  it("leaves open whether the server rejects its kind where nobody of that kind is served", async () => {
    const { failed, report, verdictOf } = await mistyped(({ kind }) => kind === "session");
    expect(failed).toEqual([]);
    expect(verdictOf("auth.session-accepted")).toBe("inconclusive");
    expect(verdictOf("auth.key-accepted")).toBe("pass");
    expect(report.results.find(({ id }) => id === "auth.session-accepted")?.message).toMatch(
      /^no session of the target file was served: either SESSION_1 is wrong, or the server rejects every session \(GET/,
    );
    expect(report.doubts?.at(-1)).toContain("? Or does the server reject every session? Nothing else");
    expect(report.exitCode).toBe(3);
  });

  it("fails the case about its kind where the server has just issued it", async () => {
    const { failed, report } = await mistyped(({ kind }) => kind === "session", { hasFreshTokens: true });
    expect(failed).toEqual(["auth.session-accepted"]);
    expect(report.exitCode).toBe(1);
  });

  it("asks for the base URL, too, where no credential is served at all", async () => {
    const { failed, report, verdictOf } = await mistyped(() => true);
    expect(failed).toEqual([]);
    expect(report.doubts?.at(-1)).toBe(`No credential was served. Is the base URL ${report.target.baseUrl} right?`);
    expect(verdictOf("auth.key-accepted")).toBe("inconclusive");
    expect(verdictOf("auth.expired-key")).toBe("skip");
    expect(verdictOf("answers.getProduct")).toBe("skip");
    expect(report.exitCode).toBe(3);
  });
});
