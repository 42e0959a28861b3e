import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { type Exchange, Mismatch, NotJudgeable } from "../case.ts";
import { expectEach, expectStatus } from "./expect.ts";

const served = exchangeWith({ operation: "listProducts", status: 200 });
const wrong = async () => expectStatus(served, 401, "for listProducts");
const unanswered = async () => {
  throw new NotJudgeable("answered 429");
};
const right = async () => {};

it("expectEach names all that it finds, and what was found before one that cannot be judged", async () => {
  await expectEach([right, right]);
  await expect(expectEach([right, wrong, wrong])).rejects.toThrow(
    "GET /v1/products: 200 with an empty body; and GET /v1/products: 200",
  );
  await expect(expectEach([wrong, unanswered, wrong])).rejects.toThrow(Mismatch);
  await expect(expectEach([right, unanswered, wrong])).rejects.toThrow(NotJudgeable);
});

it("expectEach shows first what was served without credentials", async () => {
  const anonymous = (operation: "listProducts" | "getMe", status: number) =>
    exchangeWith({ operation, status, kind: "none", credential: "none" });
  const expect401 = (exchange: Exchange) => async () => expectStatus(exchange, 401, "");
  await expect(
    expectEach([expect401(anonymous("listProducts", 403)), expect401(anonymous("getMe", 200))]),
  ).rejects.toThrow("GET /v1/me: 200 with an empty body; and GET /v1/products: 403");
});
