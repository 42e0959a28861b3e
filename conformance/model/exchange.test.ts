import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeWith } from "./exchange.test.support.ts";
import { type ExchangeRecord, exchangeOf } from "./exchange.ts";

const record: ExchangeRecord = {
  index: 3,
  intent: "valid",
  request: { method: "GET", url: "https://dev.example.com/api/v1/me", headers: [], body: "" },
  kind: "none",
  credential: "",
  sentAt: 1,
  receivedAt: 2,
};
const whole: ExchangeRecord = {
  ...record,
  operation: "getMe",
  response: { status: 200, headers: [["a", "b"]], body: "{}", isUtf8: true, isCut: false },
  kind: "api-key",
  credential: "KEY_A",
  organization: "org_1",
  redirects: 2,
};

describe("an exchange", () => {
  it("is its record, no more and no less", () => {
    for (const sample of [record, whole, { ...record, failure: "timed out", reason: "timeout" as const }]) {
      expect({ ...exchangeOf(sample) }).toStrictEqual(sample);
      expect(JSON.parse(JSON.stringify(exchangeOf(sample)))).toStrictEqual(sample);
      expect({ ...exchangeOf(exchangeOf(sample)) }).toStrictEqual(sample);
    }
  });

  it("reads its response, whatever else a record from a file has", () => {
    const others = { status: 500, isSuccess: false, header: "a", json: "{", isJson: 0, ["__proto__"]: { index: 4 } };
    const exchange = exchangeOf({ ...whole, ...others });
    expect({ ...exchange }).toStrictEqual(whole);
    expect([exchange.status, exchange.isSuccess, exchange.header("A"), exchange.json()]).toEqual([200, true, "b", {}]);
  });

  it("has the status 0, no header and no body where no answer came", () => {
    const exchange = exchangeOf(record);
    expect(exchange).toMatchObject({ status: 0, isSuccess: false });
    expect(exchange.header("date")).toBeUndefined();
    expect([exchange.json(), exchange.isJson()]).toEqual([undefined, false]);
  });

  it("is a success exactly from 200 to 299", () => {
    for (const status of [199, 300, 304, 400, 500]) expect(exchangeWith({ status }).isSuccess).toBe(false);
    for (const status of [200, 202, 204, 299]) expect(exchangeWith({ status }).isSuccess).toBe(true);
  });
});

describe("a header", () => {
  const exchange = exchangeWith({ headers: { "X-One": "1", "x-one": "2", "X-ONE": "", Empty: "" } });

  it("is found whatever its case, several of one name joined as HTTP says", () => {
    for (const name of ["X-One", "x-one", "X-oNE"]) expect(exchange.header(name)).toBe("1, 2, ");
    expect(exchange.header("empty")).toBe("");
    expect(exchange.header("x-ratelimit-limit")).toBe("100");
  });

  it("is undefined where it is not there, also by a name of the prototype", () => {
    for (const name of ["x-two", "x-on", "constructor", ""]) expect(exchange.header(name)).toBeUndefined();
  });
});

describe("a body", () => {
  it("that is JSON is read as it was written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const exchange = exchangeWith({ text: JSON.stringify(value) });
        expect(exchange.isJson()).toBe(true);
        expect(exchange.json()).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("of null is JSON, an empty one is not", () => {
    expect([exchangeWith({ text: "null" }).json(), exchangeWith({ text: "null" }).isJson()]).toEqual([null, true]);
    for (const text of ["", " ", "{", "NaN", "undefined", "{'a':1}", "<p>"]) {
      expect([exchangeWith({ text }).json(), exchangeWith({ text }).isJson()]).toEqual([undefined, false]);
    }
  });

  it("is parsed once", () => {
    const exchange = exchangeWith({ json: { data: [] } });
    expect(exchange.json()).toBe(exchange.json());
  });
});
