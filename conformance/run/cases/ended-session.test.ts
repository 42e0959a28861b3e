import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { type Judged, unjudged } from "../../model/verdict.ts";
import { lastAnswered401, withoutServedAgain } from "./ended-session.ts";

const sent = (operation: "getMe" | "listProducts", status: number) =>
  exchangeWith({ operation, status, credential: "SESS", kind: "session" });

it("a session has ended where what it was served is answered 401, and not where its kind is never looked up", () => {
  const served = sent("getMe", 200);
  expect(lastAnswered401("SESS", [served, sent("getMe", 401)])).toMatch(/^needs a session that lasts/);
  expect(lastAnswered401("SESS", [served, sent("listProducts", 401)])).toBe(
    "listProducts answers 401 to the session SESS: see auth.session-on-every-read",
  );
  expect(lastAnswered401("SESS", [sent("listProducts", 401), served])).toBeUndefined();
});

it("a session has not ended where it is served again: the skip names the law that judges such a 401", () => {
  const at = (index: number, status: number) =>
    exchangeWith({ operation: "getMe", status, credential: "SESS", kind: "session", index, sentAt: index * 1000 });
  const [served, rejected] = [at(0, 200), at(1, 401)];
  const reason = lastAnswered401("SESS", [served, rejected]) ?? "";
  const check = { id: "answers.updateMe", clause: "endpoint.updateMe", claim: "" };
  const skipped: Judged = { check, verdict: unjudged("skip", reason, [1]) };
  const reasonAfter = (status: number) =>
    withoutServedAgain(skipped, [served, rejected, at(2, status)]).verdict as { readonly reason?: string };
  expect(reasonAfter(401).reason).toBe(reason);
  expect(reasonAfter(200).reason).toBe(
    "the session SESS was answered 401, and later served again (exchange 2): see auth.rejected-though-served",
  );
});
