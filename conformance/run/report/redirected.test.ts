import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { redirectedNote } from "./redirected.ts";

it("requests of the document that were redirected are counted, and the first is named", () => {
  expect(redirectedNote([exchangeWith({ index: 0 }), exchangeWith({ index: 1, redirects: 1 })])).toEqual([
    expect.stringMatching(
      /^1 request of 2 was redirected within the target, such as GET \/v1\/products \(exchange 1\), and the response/,
    ),
  ]);
});

it("redirects of other paths and of faulty requests are not", () => {
  const others = [
    exchangeWith({}),
    exchangeWith({ operation: undefined, redirects: 1 }),
    exchangeWith({ intent: "invalid", redirects: 1 }),
  ];
  expect(redirectedNote(others)).toEqual([]);
});
