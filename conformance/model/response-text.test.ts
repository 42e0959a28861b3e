import { describe, expect, it } from "vitest";
import { exchangeWith } from "./exchange.test.support.ts";
import { answerOf } from "./response-text.ts";

const page = `<!DOCTYPE HTML>
<html lang="en">
    <head>
        <meta charset="utf-8"><style type="text/css">p { color: red }</style>
        <title>Error response</title>
    </head>
    <body>
        <p>Error code: 501</p>
        <p>Message: Unsupported method ('x').</p>
    </body>
</html>`;

describe("answerOf", () => {
  it("says that a redirect was not followed", () => {
    const headers = { location: "/v1/organizations/org_1" };
    expect(answerOf(exchangeWith({ status: 303, text: "", headers }))).toBe(
      '303 with an empty body; the redirect to "/v1/organizations/org_1" was not followed',
    );
    expect(answerOf(exchangeWith({ status: 201, text: "", headers }))).toBe("201 with an empty body");
  });

  it("shows of a web page the type and the words", () => {
    const headers = { "content-type": "text/html;charset=utf-8" };
    expect(answerOf(exchangeWith({ status: 501, text: page, headers }))).toMatch(
      /^501 with a web page \(.*text\/html;charset=utf-8\): "Error response Error code: 501 Message: Unsupported method \('x'\)\."$/,
    );
    expect(answerOf(exchangeWith({ status: 502, text: "<html><h1>Bad Gateway</h1>" }))).toMatch(
      /^502 with a web page \(.+\): "Bad Gateway"$/,
    );
  });

  it("shows any other text as it is", () => {
    const headers = { "content-type": "text/html" };
    expect(answerOf(exchangeWith({ status: 500, text: "a < b", headers }))).toBe('500 with the text "a < b"');
  });

  it("names the word for which a text is not JSON, where only that is wrong", () => {
    const shown = (text: string) => answerOf(exchangeWith({ text }));
    expect(shown(`{"a": 1e5, "b": "NaN", "c": [-Infinity]}`)).toMatch(/, where -Infinity is not JSON$/);
    expect(shown("[None]")).toMatch(/, where None is not JSON$/);
    expect(shown("NaN")).toBe('200 with the text "NaN"');
  });

  it("says that the end of JSON is missing, and why where bytes were counted as characters", () => {
    const headers = { "content-length": "20" };
    expect(answerOf(exchangeWith({ text: `{"a": "NaN", "b": "cut Nan`, headers }))).toMatch(
      /cut Nan", the end of which is missing$/,
    );
    expect(answerOf(exchangeWith({ text: '[{"name": "Größe"}', headers }))).toMatch(
      /, the end of which is missing: does Content-Length count characters, not bytes\?$/,
    );
    expect(answerOf(exchangeWith({ text: '[{"name": "Größe"}' }))).toMatch(/, the end of which is missing$/);
    expect(answerOf(exchangeWith({ text: '{"a": "]", }', headers }))).toMatch(/\]\\", }"$/);
  });
});
