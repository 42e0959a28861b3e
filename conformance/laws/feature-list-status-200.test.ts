import { describe, expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { exchangeOf } from "../model/exchange.ts";
import { featureListIs200 } from "./feature-list-status-200.ts";
import { context, verdictOf } from "./judged.test.support.ts";

const list: ExchangeOverrides = { operation: "listFeatures", json: { data: [samples.Feature] } };
const verdict = (overrides: ExchangeOverrides) => verdictOf(featureListIs200, { ...list, ...overrides });

describe("featureListIs200", () => {
  it("holds for a list of features that is answered 200, whoever asked, and with whatever in it", () => {
    expect(verdict({ status: 200 })).toBe("pass");
    expect(verdict({ status: 200, kind: "session", json: { data: [] } })).toBe("pass");
  });

  it("fails for any other success, and says which", () => {
    for (const status of [201, 202, 203, 204, 206]) expect(verdict({ status })).toBe("fail");
    const judged = featureListIs200.judge(exchangeWith({ ...list, status: 203 }), context);
    expect(judged).toMatchObject({ expected: "status 200", actual: "status 203" });
  });

  it("says nothing of other lists, errors, redirects and lost answers", () => {
    expect(verdict({ operation: "listProblems", status: 203 })).toBe("not-applicable");
    for (const status of [0, 302, 304, 401, 404, 500]) expect(verdict({ status })).toBe("not-applicable");
  });

  it("says nothing of a part that was asked for", () => {
    const whole = exchangeWith({ ...list, status: 206 });
    const asking = (name: string) =>
      exchangeOf({ ...whole, request: { ...whole.request, headers: [[name, "bytes=0-9"]] } });
    expect(featureListIs200.judge(asking("Range"), context).verdict).toBe("not-applicable");
    expect(featureListIs200.judge(asking("Accept"), context).verdict).toBe("fail");
  });
});
