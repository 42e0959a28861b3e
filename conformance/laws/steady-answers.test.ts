import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { judgeAll, judgeDeclared } from "./judged.test.support.ts";
import { steadyAnswers } from "./steady-answers.ts";

const run = (...described: readonly ExchangeOverrides[]) =>
  judgeAll(steadyAnswers, ...described.map((of, at) => ({ sentAt: at * 1000, receivedAt: at * 1000 + 100, ...of })));
const read = (status = 200) =>
  ({ operation: "listProducts", path: "/v1/products", status, json: { data: [] } }) as const;
const noneLeft = { "X-RateLimit-Remaining": "0" };
const write = { operation: "updateMe", method: "PUT", path: "/v1/me", json: {} } as const;

describe("a read that is served", () => {
  it("is not answered with a 5xx twice at other times", () => {
    expect(run(read(), read(500), read(), read(502))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1, 3],
      expected: "a 2xx for GET /v1/products each time, as in exchange 0",
      actual: expect.stringContaining("2 of the 4 reads that were sent more than once"),
    });
  });

  it("is not answered 403 or 404 between two times that it is served", () => {
    expect(run(read(), read(404), read(403), read()).verdict).toBe("fail");
    expect(run(read(404), read(), read(403), read(403)).verdict).toBe("pass");
    expect(run(read(), read(401), read(429), read()).verdict).toBe("pass");
  });

  it("may be answered 403 where nothing remains in the window, since that is the limiter's", () => {
    const rejected = { ...read(403), headers: noneLeft };
    expect(run(read(), rejected, rejected, read()).verdict).toBe("pass");
  });

  it("may be answered 403 to a caller whose declaration denies it, and only to that one", () => {
    const denied = [{ label: "KEY_3", denied: ["listProducts"] }];
    const of = (credential: string) =>
      judgeDeclared(
        steadyAnswers,
        denied,
        ...[200, 403, 403, 200].map((status, at) => ({ ...read(status), credential, sentAt: at, receivedAt: at })),
      );
    expect(of("KEY_3").verdict).toBe("not-applicable");
    expect(of("KEY_4").verdict).toBe("fail");
  });

  it("may be answered with a 5xx once, or after a write, or always, or with 501", () => {
    expect(run(read(), read(500), read()).verdict).toBe("pass");
    expect(run(read(), write, read(500), read(500), write, read()).verdict).toBe("pass");
    expect(run(read(500), read(500)).verdict).toBe("pass");
    expect(run(read(), read(501), read(501)).verdict).toBe("pass");
  });
});
