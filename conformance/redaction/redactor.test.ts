import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report } from "../model/report.ts";
import { redactReport } from "../reports/redact-report.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { validateReport } from "../reports/schema.ts";
import { createRedactor, Redactor } from "./redactor.ts";

const token = "fpk_key_a+/b=c~d'e\"f é";
const redact = createRedactor([{ label: "KEY_A", token }]);

/** What §5.1's header can carry: RFC 6750's characters. */
const bearer = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/"),
  minLength: 8,
  maxLength: 60,
});

describe("createRedactor", () => {
  it.each([
    ["itself", token],
    ["upper case", token.toUpperCase()],
    ["lower case in a URL", encodeURIComponent(token.toLowerCase())],
    ["a URL", encodeURIComponent(token)],
    ["a URL in lower case", encodeURIComponent(token).toLowerCase()],
    ["a URL in a URL", encodeURIComponent(encodeURIComponent(token))],
    ["a form", new URLSearchParams({ t: token }).toString().slice(2)],
    ["JSON", JSON.stringify(token).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(token)).slice(3, -3)],
    ["JSON in ASCII", [...token].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
    ["HTML", token.replaceAll("'", "&#39;").replaceAll('"', "&quot;")],
    ["HTML, all of it", [...token].map((c) => `&#${c.charCodeAt(0)};`).join("")],
    ["HTML in hexadecimal", [...token].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join("")],
    ["JavaScript", [...token].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join("")],
    ["JavaScript in JSON", [...token].map((c) => `\\\\x${c.charCodeAt(0).toString(16).toUpperCase()}`).join("")],
    [
      "hexadecimal with spaces",
      Buffer.from(token)
        .toString("hex")
        .replace(/..(?!$)/g, "$& "),
    ],
    [
      "hexadecimal with colons",
      Buffer.from(token)
        .toString("hex")
        .toUpperCase()
        .replace(/..(?!$)/g, "$&:"),
    ],
    [
      "hexadecimal with 0x",
      [...Buffer.from(token)]
        .map((byte) => `0x${byte.toString(16)}`)
        .join(", ")
        .slice(2),
    ],
    ["bytes", [...Buffer.from(token)].join(",")],
    ["bytes in lines", [...Buffer.from(token)].join(",\n    ")],
    ["UTF-16", [...token].join("\0")],
    ["UTF-16 in JSON", [...token].join("\\u0000")],
    ["UTF-16 in hexadecimal", Buffer.from(token, "utf16le").toString("hex").slice(0, -2)],
    ["base64 of base64", Buffer.from(Buffer.from(token).toString("base64")).toString("base64")],
    ["base64 in lines", Buffer.from(token).toString("base64").replace(/.{12}/g, "$&\r\n")],
    ["base64 in lines in JSON", Buffer.from(token).toString("base64").replace(/.{12}/g, "$&\\r\\n")],
    ["quoted-printable", [...Buffer.from(token)].map((byte) => `=${byte.toString(16).padStart(2, "0")}`).join("")],
    ["quoted-printable in lines", `${token.slice(0, 9)}=\r\n${token.slice(9).replace("=", "=3D")}`],
    ["hexadecimal", Buffer.from(token).toString("hex")],
    ["base64", Buffer.from(token).toString("base64")],
    ["base64 for URLs", Buffer.from(token).toString("base64url")],
  ])("finds a token written as %s", (_, form) => {
    expect(redact(`before ${form} after`)).toBe("before $KEY_A after");
  });

  it("finds a token inside a longer base64 text", () => {
    for (const head of ["Bearer ", "user:", "x"]) {
      const encoded = Buffer.from(`${head}${token} and more`).toString("base64");
      expect(redact(encoded)).toContain("$KEY_A");
      expect(Buffer.from(redact(encoded).replace("$KEY_A", ""), "base64").toString()).not.toContain("fpk_key");
    }
  });

  it("finds a token inside a longer base64 text of UTF-16 or of base64", () => {
    const wide = Buffer.from(`user: ${token}, and more`, "utf16le").toString("base64");
    const twice = Buffer.from(Buffer.from(`user: ${token}`).toString("base64")).toString("base64");
    for (const encoded of [wide, twice]) expect(redact(encoded)).toContain("$KEY_A");
  });

  it("finds a secret that is added later, also in a text that it has seen", () => {
    const redactor = new Redactor([{ label: "KEY_A", token }]);
    const text = `${token} and session-of-somebody`;
    expect(redactor.redact(text)).toBe("$KEY_A and session-of-somebody");
    redactor.add([{ label: "COOKIE_1", token: "session-of-somebody" }]);
    expect(redactor.redact(text)).toBe("$KEY_A and $COOKIE_1");
  });

  it("keeps what is added from other redactors of the same secrets", () => {
    const secrets = [{ label: "KEY_A", token }];
    const [one, other] = [new Redactor(secrets), new Redactor(secrets)];
    one.add([{ label: "COOKIE_1", token: "session-of-somebody" }]);
    for (const redactor of [other, new Redactor(secrets)])
      expect(redactor.redact(`${token} and session-of-somebody`)).toBe("$KEY_A and session-of-somebody");
  });

  it("takes no longer for 20,000 secrets that begin alike than for some", () => {
    const secrets = Array.from({ length: 20_000 }, (_, at) => ({
      label: `K_${at}`,
      token: `acme_key_of_number_${at}`,
    }));
    const texts = secrets.map(({ token }) => JSON.stringify({ data: [], echo: `${token}.` }));
    const of = (count: number) => {
      const redactor = new Redactor(secrets.slice(0, count));
      const { user } = process.cpuUsage();
      for (const text of texts.slice(0, 2_000)) expect(redactor.redact(text)).toContain("$K_");
      return process.cpuUsage({ user, system: 0 }).user;
    };
    of(2_000);
    expect(of(20_000)).toBeLessThan(10 * of(2_000));
  });

  it("replaces the longer of two tokens that begin alike", () => {
    const both = createRedactor([
      { label: "SHORT", token: "abcd" },
      { label: "LONG", token: "abcdefgh" },
    ]);
    expect(both("abcdefgh abcd")).toBe("$LONG $SHORT");
  });

  it("leaves other text, and tokens too short to distinguish from it", () => {
    expect(createRedactor([{ label: "K", token: "abc" }])("abc")).toBe("abc");
    expect(redact("fpk_key_b, KEY_A, $KEY_A")).toBe("fpk_key_b, KEY_A, $KEY_A");
  });

  it("does not spell a token by replacing one", () => {
    const two = createRedactor([
      { label: "X", token: "abcd" },
      { label: "Y", token: "$Xefgh" },
    ]);
    expect(two("abcdefgh")).toBe("$Y");
    expect(createRedactor([{ label: "K", token: "x$Kx" }])(`${"x".repeat(20)}$K${"x".repeat(20)}`)).toBe("***");
  });

  it("leaves no token, whatever the tokens and labels are", () => {
    const tokens = fc.array(fc.record({ label: fc.string(), token: fc.string({ minLength: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(tokens, fc.array(fc.oneof(fc.string(), fc.nat({ max: 2 }))), (known, parts) => {
        const text = parts.map((part) => (typeof part === "number" ? known[part]?.token : part)).join("");
        const result = createRedactor(known)(text);
        for (const { token } of known) expect(result.includes(token)).toBe(false);
      }),
    );
  });

  it("comes to an end on text that nearly matches", () => {
    const slow = createRedactor([{ label: "K", token: '\\\\\\\\"\\\\"\\\\\\\\x' }]);
    for (const text of ["\\".repeat(200_000), "&#".repeat(100_000) + "0".repeat(100_000)])
      expect(slow(text)).toBe(text);
  });
});

describe("redactReport", () => {
  it("lets no token survive anywhere in a report", () => {
    fc.assert(
      fc.property(fc.uniqueArray(bearer, { minLength: 1, maxLength: 3 }), (tokens) => {
        const clean = JSON.stringify(sampleReport);
        fc.pre(tokens.every((token) => !clean.includes(token)));
        const redacted = redactReport(
          planted(tokens.join(" and ")),
          createRedactor(tokens.map((token, at) => ({ label: `KEY_${at + 1}`, token }))),
        );
        const text = JSON.stringify(redacted);
        for (const token of tokens) {
          expect(text).not.toContain(token);
          expect(text).not.toContain(encodeURIComponent(token));
        }
        expect(validateReport(redacted)).toEqual([]);
      }),
    );
  });

  it("changes nothing where there is no token, and nothing that the suite chose", () => {
    expect(redactReport(sampleReport, redact)).toEqual(sampleReport);
    const words = ["pass", "stated", "session", "violates", "valid", "listProducts", "timeout"];
    const unlucky = createRedactor(words.map((word) => ({ label: "K", token: word })));
    expect(validateReport(redactReport(sampleReport, unlucky))).toEqual([]);
  });

  it("adds up organizations that become one name", () => {
    const requests = { total: 5, byOrganization: { [token]: 2, $KEY_A: 3 } };
    expect(redactReport({ ...sampleReport, requests }, redact).requests).toEqual({
      total: 5,
      byOrganization: { $KEY_A: 5 },
    });
  });
});

/** The sample with `text` wherever a target could put it. */
function planted(text: string): Report {
  return {
    ...sampleReport,
    summary: text,
    notes: [text],
    clauses: {
      stated: 1,
      judged: 0,
      unjudged: [{ clause: "x", section: "4", reason: text }],
      inPart: [{ clause: "x", section: "4", checks: ["y"], reason: text }],
    },
    requests: { total: 1, byOrganization: { [text]: 1 } },
    observations: [{ clause: "open.x", section: "4", choice: text, choices: [text] }],
    results: sampleReport.results.map((result) => ({ ...result, message: text, actual: text, curl: text })),
    exchanges: sampleReport.exchanges.map((exchange) => ({
      ...exchange,
      organization: text,
      request: { ...exchange.request, url: `https://x/?t=${encodeURIComponent(text)}`, body: JSON.stringify({ text }) },
      response: {
        status: 200,
        headers: [[text, text]],
        body: JSON.stringify(JSON.stringify(text)),
        isUtf8: true,
        isCut: false,
      },
    })),
  };
}
