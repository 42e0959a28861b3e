import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { lastAnswered401 } from "./ended-session.ts";

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
