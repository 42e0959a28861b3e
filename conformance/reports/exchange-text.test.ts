import { describe, expect, it } from "vitest";
import type { ExchangeRecord } from "../model/exchange.ts";
import { renderExchange } from "./exchange-text.ts";
import { sampleReport } from "./sample.test.report.ts";

const shown = (index: number, of: Partial<ExchangeRecord> = {}) => {
  const exchange = sampleReport.exchanges[index];
  if (exchange === undefined) throw new Error(`the sample has no exchange ${index}`);
  return renderExchange(sampleReport, { ...exchange, ...of });
};

describe("renderExchange", () => {
  it("shows request and response as they went over the wire, and what rests on them", () => {
    expect(shown(2)).toBe(
      [
        "# exchange 2: listFeatures, with KEY_A2 of org_1, in 80 ms",
        "# shown by limit.shared-by-keys (fail), schema.types (fail)",
        "GET /api/v1/products/prod_1/features HTTP/1.1",
        "Host: dev.example.com",
        "Authorization: Bearer $KEY_A2",
        "accept: application/json",
        "",
        "HTTP/1.1 200 OK",
        "Content-Type: application/json",
        "X-RateLimit-Limit: 100",
        "X-RateLimit-Remaining: 99",
        "",
        '{"data":[{"id":7}]}',
        "",
      ].join("\n"),
    );
  });

  it("shows the body that was sent, and why no answer came", () => {
    const text = shown(3);
    expect(text).toContain("# this is the answer after 1 redirect\n");
    expect(text).toMatch(/\n\n\{"productId":.*🦊"\}\}\n\n# timed out after 30 s\n$/);
  });

  it.each([
    ["none", "", "without credentials", undefined],
    ["unknown", "nobody", "with an unknown token", "Bearer nobody"],
    ["malformed", "Basic x", "with a malformed Authorization header", "Basic x"],
  ] as const)("shows what a caller of the kind %s presented", (kind, credential, words, header) => {
    const text = shown(0, { kind, credential });
    expect(text).toContain(words);
    expect(/^Authorization: (.*)$/m.exec(text)?.[1]).toBe(header);
  });

  it("keeps the lines of a body, escapes what would move the cursor, and says where the report cut it", () => {
    const body = "one\n\u001b[2Jtwo";
    const headers = [["X-Odd", "a\rb"]] as const;
    const text = shown(0, { response: { status: 599, headers, body, isUtf8: true, isCut: true, bodyBytes: 90_000 } });
    expect(text).toContain("HTTP/1.1 599\nX-Odd: a\\rb\n\none\n\\u001b[2Jtwo\n# … the beginning of 90000 bytes");
  });
});
