import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { byHand } from "./by-hand.ts";

it("uses the limit up with one key, and then shows what another key is answered", () => {
  const keys = ["KEY_A", "KEY_A2", "KEY_A2", "KEY_A"];
  const exchanges = keys.map((credential, index) => exchangeWith({ index, credential, operation: "listProducts" }));
  const [, , , shown] = exchanges;
  if (shown === undefined) throw new Error("there are four");
  const check = { id: "limit.shared-by-keys", clause: "limit.per-organization", claim: "Two keys share a limit" };
  const target = { credentials: [], rateLimit: { limit: 100, windowSeconds: 60 } };
  const command = byHand(check, { shown, write: undefined, proof: [0, 1, 2, 3] }, { target, exchanges });
  expect(command).toMatch(/101.*\$KEY_A[" ].*; curl -i .*\$KEY_A2[" ]/s);
});
