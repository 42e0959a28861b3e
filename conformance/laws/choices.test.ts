import { describe, expect, it } from "vitest";
import type { Law } from "../model/check.ts";
import { type ExchangeOverrides, exchangeWith } from "../model/exchange.test.support.ts";
import { errorCodes, successCodes } from "./choices.ts";
import { context, verdictOf } from "./judged.test.support.ts";

/** The verdict under an overlay that declares these statuses for every operation. */
const under = (law: Law, declared: readonly string[], overrides: ExchangeOverrides) =>
  verdictOf(law, overrides, { ...context, declaredStatuses: () => declared });

describe.each([
  { law: successCodes, listed: [200, 204, 299], others: [0, 101, 302, 400, 500] },
  { law: errorCodes, listed: [400, 404, 503], others: [0, 200, 204, 302] },
])("$law.id", ({ law, listed, others }) => {
  it.each(listed)(
    "holds for a %d that is declared, by itself or by its class, and fails for one that is not",
    (status) => {
      const ofClass = `${Math.floor(status / 100)}XX`;
      expect(under(law, [String(status)], { status })).toBe("pass");
      expect(under(law, ["418", ofClass], { status })).toBe("pass");
      expect(under(law, ["201", "418", "1XX"], { status })).toBe("fail");
      expect(under(law, [], { status })).toBe("fail");
    },
  );

  it.each(others)("says nothing of a %d", (status) => {
    expect(under(law, [], { status })).toBe("not-applicable");
  });

  it("says nothing of what is not an endpoint", () => {
    for (const status of listed) expect(under(law, [], { status, operation: undefined })).toBe("not-applicable");
  });
});

it("a default declares every error, and no success", () => {
  expect(under(errorCodes, ["200", "default"], { status: 404 })).toBe("pass");
  expect(under(successCodes, ["200", "default"], { status: 201 })).toBe("fail");
});

it("a finding says what was declared", () => {
  const judged = successCodes.judge(exchangeWith({ status: 204 }), {
    ...context,
    declaredStatuses: () => ["200", "202"],
  });
  expect(judged).toMatchObject({ expected: "listProducts: 200 or 202", actual: "204" });
});
