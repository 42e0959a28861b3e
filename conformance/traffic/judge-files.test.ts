import { describe, expect, it } from "vitest";
import type { Report } from "../model/report.ts";
import { heldIn } from "../verbs/planted.test.support.ts";
import { credential, type EntryOptions, entry, file, harOf, judged, key, products } from "./har.test.support.ts";

const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ id }) => id);

const other = "acme_key_fedcba9876543210";
const text = (body: unknown) => ({ text: JSON.stringify(body) });

describe("what single answers show", () => {
  it.each<readonly [string, EntryOptions, readonly string[]]>([
    ["nothing", {}, []],
    ["a header that is not an integer", { headers: { "X-RateLimit-Remaining": "many" } }, ["limit.remaining-integer"]],
    ["more than the limit that remains", { headers: { "X-RateLimit-Remaining": "101" } }, ["limit.remaining-in-range"]],
    ["a list that is not wrapped", { content: text([]) }, ["resource.lists-wrapped"]],
    [
      "an error without a body",
      { status: 429, content: { text: "" }, headers: { "content-length": "0" } },
      ["error.is-object"],
    ],
    [
      "a body in base64",
      { content: { text: Buffer.from("[]").toString("base64"), encoding: "base64" } },
      ["resource.lists-wrapped"],
    ],
    ["bytes that are not UTF-8", { content: { text: "/w==", encoding: "base64" } }, ["body.is-json"]],
    [
      "a body that a report marks as not decoded",
      { headers: { "content-encoding": "gzip" }, content: { text: '{"data":[]}', _isUtf8: false } },
      ["body.is-json"],
    ],
    ["an empty body", { content: { text: "" } }, ["body.is-json"]],
    ["served without credentials", { authorization: undefined }, ["traffic.without-credentials"]],
  ])("%s", async (_what, options, ids) => {
    expect(failed(await judged([harOf(entry(), entry(options))]))).toEqual(ids);
  });
});

describe("what a recording leaves out is not held against the target", () => {
  it.each<readonly [string, readonly object[]]>([
    ["no body", [entry({ content: { size: 500 } })]],
    ["the beginning of a body", [entry({ content: { text: '{"data":[{"id', size: 900 } })]],
    [
      "a body that is still compressed",
      [entry({ headers: { "content-encoding": "gzip" }, content: { text: "H4sI//8=", encoding: "base64" } })],
    ],
    ["no Authorization in the whole file", [entry({ authorization: undefined })]],
    [
      "Authorization in another place than the header",
      [entry(), entry({ authorization: undefined, sent: { cookie: "session=1" } })],
    ],
    ["a token that was filtered", [entry(), entry({ authorization: "Bearer [Filtered]", status: 200 })]],
    ["a redirect", [entry({ status: 307, headers: { location: "/v1/products?page=1" }, content: {} })]],
    [
      "an answer of the browser's cache",
      [{ ...entry({ headers: { "X-RateLimit-Limit": "old" } }), _fromCache: "disk" }, entry()],
    ],
    ["no response", [{ ...entry(), response: undefined }, entry()]],
    ["no headers", [{ ...entry(), response: { status: 200, headers: [], content: { text: products } } }, entry()]],
    ["a preflight", [entry({ method: "OPTIONS", headers: {}, content: {} }), entry()]],
    ["another path", [entry({ url: "https://api.test/health", content: {} }), entry()]],
  ])("%s", async (_what, entries) => {
    expect(failed(await judged([harOf(...entries)], {}, true))).toEqual([]);
  });

  it("nor what others of its organization sent: remaining that falls, or a 429 after one request", async () => {
    const error = { status: 429, headers: { "X-RateLimit-Remaining": "0" }, content: text({ error: "too many" }) };
    const falls = entry({ headers: { "X-RateLimit-Remaining": "12" } });
    expect(failed(await judged([harOf(entry(), falls, entry(error), entry())]))).toEqual([]);
  });
});

it("follows a redirect to the answer that the client got", async () => {
  const redirect = entry({ status: 308, headers: { location: "/v1/products/" }, content: {} });
  const followed = entry({ url: "https://api.test/v1/products/", at: "2026-11-22T10:00:01Z", content: text([]) });
  expect(failed(await judged([harOf(redirect, followed)]))).toEqual(["resource.lists-wrapped"]);
});

it("knows a body that no reading accepts, and that it is not answered 5xx either", async () => {
  const sent = {
    method: "POST",
    url: "https://api.test/v1/feedback",
    body: JSON.stringify({ feedbackType: "praise" }),
  };
  const accepted = { content: text({ feedbackId: "fb_1", url: "https://api.test/fb_1", status: "queued" }) };
  expect(failed(await judged([harOf(entry({ ...sent, ...accepted }))]))).toEqual(["traffic.refused-submit-feedback"]);
  const broken = { status: 500, content: text({ error: "broken" }) };
  expect(failed(await judged([harOf(entry({ ...sent, ...broken }))]))).toEqual(["error.never-5xx"]);
  expect(failed(await judged([harOf(entry({ ...sent, body: "{}", ...broken }))]))).toEqual([]);
});

it("joins several files in the order of time", async () => {
  const at = (second: number) => ({ at: `2026-11-22T10:00:0${second}Z` });
  const rejected = entry({ ...at(2), status: 401, content: text({ error: "no" }) });
  const report = await judged([harOf(rejected), harOf(entry(at(3))), harOf(entry(at(1)))]);
  expect(failed(report)).toEqual(["auth.rejected-though-served"]);
  expect(report.exchanges.map(({ response }) => response?.status)).toEqual([200, 401, 200]);
});

it("keeps the order of what was sent within a millisecond", async () => {
  const rejected = { status: 401, content: text({ error: "Who are you?" }) };
  const within = (microseconds: string, options: EntryOptions = {}) => ({
    ...entry({ ...options, at: `2026-11-22T10:00:00.000${microseconds}Z` }),
    time: 0.1,
  });
  const entries = [within("700"), within("100"), within("400", rejected)];
  expect(failed(await judged([harOf(...entries)]))).toEqual(["auth.rejected-though-served"]);
});

it("judges each of the entries of a file that is read in several chunks, and names one that is not an entry", async () => {
  const at = (count: number) => new Date(Date.UTC(2026, 10, 22) + count * 1000).toISOString();
  const entries = Array.from({ length: 2500 }, (_, count) => entry({ at: at(count) }));
  const last = entry({ at: at(2500), content: text([]) });
  const report = await judged([harOf(...entries, last)]);
  expect(failed(report)).toEqual(["resource.lists-wrapped"]);
  expect(report.requests.total).toBe(2501);
  const results = report.results.find(({ id }) => id === "resource.lists-wrapped");
  expect(results?.exchanges).toEqual([2500]);
  await expect(judged([harOf(...entries, null, last)])).rejects.toThrow("log.entries[2500] is not an object");
});

it("knows who is who by the target file, with what it declares", async () => {
  const credentials = [
    credential({ expired: true }),
    credential({ label: "KEY_B", token: other, denied: ["listProducts"] }),
  ];
  const report = await judged([harOf(entry(), entry({ authorization: `Bearer ${other}` }))], {
    baseUrl: "https://api.test",
    credentials,
  });
  expect(failed(report).sort()).toEqual(["traffic.denied-caller", "traffic.expired-key"]);
  expect(report.exchanges.map((exchange) => exchange.credential)).toEqual(["KEY_A", "KEY_B"]);
});

it("takes each other bearer value for a credential of its own, on whatever tier", async () => {
  const tier = { "X-RateLimit-Limit": "500" };
  const report = await judged([harOf(entry({ headers: tier }), entry({ authorization: `Bearer ${other}` }))]);
  expect(failed(report)).toEqual([]);
  expect(report.target.credentials).toEqual(["FOUND_KEY_1", "FOUND_KEY_2"]);
});

it("finds more served than any limiter of the limit serves, whatever else was sent", async () => {
  const burst = (count: number) => harOf(...Array.from({ length: count }, () => entry()));
  expect(failed(await judged([burst(200)]))).toEqual([]);
  expect(failed(await judged([burst(220)]))).toEqual(["limit.refused-when-exceeded"]);
});

it("judges what goes to most of the base URLs, and says what it did not judge", async () => {
  const dev = entry({ url: "http://127.0.0.1:8080/api/v1/products" });
  const report = await judged([
    harOf(entry(), dev, dev, entry({ url: "https://cdn.test/a.js" }), entry({ url: "data:," })),
  ]);
  expect(report.target.baseUrl).toBe("http://127.0.0.1:8080/api");
  expect(report.notes).toEqual([
    "2 exchanges judged: listProducts 2",
    "not judged: 3 not below the base URL (https://api.test 1, https://cdn.test 1, no http URL 1)",
    expect.stringMatching(/^not judged: that an expired key stops working; /),
    expect.stringMatching(/^not judged, since nothing is sent: /),
  ]);
});

it("says how many bodies were not recorded", async () => {
  const { notes } = await judged([harOf(entry(), entry({ content: { size: 500 } }))]);
  expect(notes[1]).toBe("not judged: the bodies of 1 response, which were not recorded, or not whole");
});

it("does not judge a success in a format that the request prefers, but judges an error", async () => {
  const page = { headers: { "content-type": "text/html" }, content: { text: "<!doctype html>" } };
  const shown = async (accept: string, of: object = {}) => judged([harOf(entry({ ...page, sent: { accept }, ...of }))]);
  for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "image/png, application/json;q=0"]) {
    const report = await judged([harOf(entry(), entry({ ...page, sent: { accept } }))]);
    expect(failed(report)).toEqual([]);
    expect(report.notes).toContain("not judged: 1 in another format than JSON, as the request asked");
    expect(failed(await shown(accept, { status: 404 }))).toContain("error.is-object");
  }
  for (const accept of ["*/*", "application/json, text/html;q=0.9", "application/problem+json"])
    expect(failed(await shown(accept))).toContain("body.is-json");
});

it("names another base URL if nothing goes to this one", async () => {
  const report = await judged([harOf(entry())], { baseUrl: "https://other.test" });
  expect(report).toMatchObject({ exitCode: 3 });
  expect(report.summary).toContain(
    "no request goes to https://other.test, and 1 to https://api.test: --base-url https://api.test judges those",
  );
});

it("says that no response can be judged if none was recorded", async () => {
  const report = await judged([harOf({ ...entry(), response: { status: -1 } })]);
  expect(report).toMatchObject({ exitCode: 3 });
  expect(report.summary).toContain("no response to a request below https://api.test can be judged: the notes say why");
  expect(report.notes).toContain("not judged: 1 without a recorded response");
});

it("judges a body that is nested more deeply than it could be written again", async () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const report = await judged([harOf(entry({ content: { text: deep } }))]);
  expect(failed(report)).toEqual(["resource.lists-wrapped"]);
});

it("lets a rejected token be repeated in the error unless it is declared, and no key in a success", async () => {
  const rejected = entry({ status: 401, content: text({ error: `${key} opens nothing here` }) });
  const served = entry({ content: text({ data: [], caller: key }) });
  expect(failed(await judged([harOf(rejected)]))).toEqual([]);
  expect(failed(await judged([harOf(served)]))).toEqual(["auth.key-never-returned"]);
  const credentials = [credential({ expired: true })];
  expect(failed(await judged([harOf(rejected)], { credentials }))).toEqual(["auth.key-never-returned"]);
});

it("keeps no bearer value and no cookie, wherever they are repeated", async () => {
  const session = "s1.eyJhbGciOiJIUzI1NiJ9.abcdefgh";
  const short = "abcd-1234";
  const echo = JSON.stringify({
    data: [],
    echo: [key, encodeURIComponent(session), Buffer.from(session).toString("base64"), short],
  });
  const report = await judged([
    harOf(
      entry({
        sent: { cookie: `sid=${session}; theme=${short}`, "x-api-key": "x-secret-value" },
        content: { text: echo },
      }),
      entry({
        headers: { "set-cookie": "next=0123456789abcdefghijkl; Path=/", "x-debug": key },
        content: { text: `${echo}!` },
      }),
      entry({ content: text({ data: "0123456789abcdefghijkl" }) }),
    ),
  ]);
  const written = JSON.stringify(report);
  for (const secret of [key, session, short, "x-secret-value", "0123456789abcdefghijkl"])
    expect(written).not.toContain(secret);
  expect(written).not.toContain(Buffer.from(session).toString("base64").slice(4, -4));
});

describe("keeps no bearer value, whatever characters it has", () => {
  it.each<readonly [string, string]>([
    ["of RFC 6750", "aZ09-._~+/=="],
    ["of RFC 9110's tokens", "!#$%&'*+-.^_`|~x0"],
    ["of Laravel Sanctum", "1|abcdEFGH0123456789abcdefgh"],
    ["of a cookie's signature", "s:abc.def,ghi;jkl@mno"],
    ["of JSON", '{"id":"abc","exp":12}'],
    ["in the place of a label", "$abcdefghij"],
    ["in angle brackets", "<abcdefghij>"],
    ["with what masks others", "abc***defghi"],
    ["with a space", "abc defghi"],
    ["of Latin-1", "clé-secrète-ÿ"],
    ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).map((c): [string, string] => [
      c,
      `a1${c}b2c3d4`,
    ]),
  ])("%s", async (_, token) => {
    const authorization = `Bearer ${token}`;
    const issued = `${token}-issued-0123456789`;
    const echo = { data: [], echo: `before ${token} after`, fresh: issued };
    const answer = { headers: { "x-echo": token, "x-auth-token": issued }, content: text(echo) };
    const written = JSON.stringify(await judged([harOf(entry({ authorization, ...answer }), entry())]));
    for (const secret of [token, issued]) expect(heldIn(written, [secret])).toEqual([]);
  });
});

describe("keeps no secret", () => {
  const secret = "s3cr3tQ9fZmX7Lw4";
  const authorization = `Bearer ${key}`;
  const sentIn = (name: string, value: string) => ({ sent: { [name]: value } });
  const answered = (name: string, value: string) => ({ headers: { [name]: value } });
  const inUrl = (rest: string) => ({ url: `https://api.test/v1/products${rest}` });
  it.each<readonly [string, EntryOptions]>([
    ["of a second bearer value", { authorization: `${authorization}, Bearer ${secret}` }],
    ["of Rails' Token", { authorization: `Token token="${secret}"` }],
    ["of Basic", { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString("base64")}` }],
    ["of another header with a bearer value", sentIn("x-forwarded-for-caller", `Bearer ${secret}`)],
    ["of X-Original-Authorization", sentIn("x-original-authorization", `Bearer ${secret}`)],
    ...["x-session-id", "x-auth", "x-credentials", "x-goog-iap-jwt-assertion", "ocp-apim-subscription-key"].map(
      (name): [string, EntryOptions] => [`of ${name}`, sentIn(name, secret)],
    ),
    ["of Referer", sentIn("referer", `https://app.test/?access_token=${secret}`)],
    ["of Origin", sentIn("origin", `https://me:${secret}@app.test`)],
    ["of Location", answered("location", `/next#access_token=${secret}`)],
    ["of a response's Authorization", answered("authorization", `Bearer ${secret}`)],
    ["of Authentication-Info", answered("authentication-info", `nextnonce="${secret}"`)],
    ...["code", "sig", "sid", "jwt", "pwd", "access_token", "apikey"].map((name): [string, EntryOptions] => [
      `of ?${name}=`,
      inUrl(`?a=b&${name}=${secret}`),
    ]),
    ["of a fragment", inUrl(`#access_token=${secret}`)],
    ["of ;jsessionid=", inUrl(`;jsessionid=${secret}`)],
    ...["accessToken", "refresh_token", "password", "apiKey", "client_secret"].flatMap(
      (name): [string, EntryOptions][] => [
        [`of a response's ${name}`, { content: text({ data: [], of: { [name]: secret } }) }],
        [
          `of a request's ${name}`,
          { method: "POST", url: "https://api.test/v1/feedback", body: JSON.stringify({ [name]: secret }) },
        ],
        [
          `of a form's ${name}`,
          {
            method: "POST",
            url: "https://api.test/v1/feedback",
            body: `a=b&${name}=${secret}`,
            sent: { "content-type": "application/x-www-form-urlencoded" },
          },
        ],
      ],
    ),
  ])("%s", async (_, options) => {
    const echo = entry({ content: text({ data: [], echo: secret, in: encodeURIComponent(`a ${secret}`) }) });
    const report = await judged([harOf(entry({ authorization, ...options }), echo)]);
    expect(report.exchanges.length).toBeGreaterThan(0);
    expect(heldIn(JSON.stringify(report), [secret])).toEqual([]);
  });

  it("of a cookie that is only recorded apart from the headers", async () => {
    const recorded = entry({ content: text({ data: [], echo: secret }) });
    const report = await judged([
      harOf({ ...recorded, request: { ...recorded.request, cookies: [{ name: "sid", value: secret }] } }),
    ]);
    expect(heldIn(JSON.stringify(report), [secret])).toEqual([]);
  });
});

it("changes no value that laws judge, though a field with the name of a secret has it, too", async () => {
  const id = "prd_0123456789abcdefghijkl";
  const product = JSON.parse(products).data[0];
  const body = {
    data: [
      { ...product, id },
      { ...product, id },
    ],
    sessionToken: id,
  };
  const sent = { "x-session-product": id, referer: `https://app.test/?code=${id}` };
  const same = await judged([harOf(entry({ sent, content: text(body) }))]);
  const without = await judged([harOf(entry({ content: text({ data: body.data }) }))]);
  expect(failed(same)).toEqual(failed(without));
  expect(JSON.stringify(same.exchanges)).not.toContain(id);
});

it("keeps no credential of a URL", async () => {
  const [token, word, password] = ["0123456789abcdef%2Fghijkl", "open-sesame", "pass=word%zz"];
  const url = `https://me:${password}@api.test/v1/products?access_token=${token}&apiKey=${word}`;
  const report = await judged([harOf(entry({ url, content: { text: JSON.stringify({ self: url }) } }))]);
  expect(report.requests.total).toBe(1);
  const written = JSON.stringify(report);
  for (const secret of [token, decodeURIComponent(token), word, password]) expect(written).not.toContain(secret);
});

describe("a file that is not a HAR", () => {
  it.each<readonly [string, () => string, RegExp]>([
    ["that is not there", () => "/nowhere.har", /^\/nowhere\.har is not there$/],
    ["that is a folder", () => "/", /^\/ is a directory; name a file$/],
    ["that is empty", () => file(""), /is empty: was the recording ended\?$/],
    [
      "that ends in the middle",
      () => file('{"log":{"entries":[{"startedDateTime":"2026'),
      /is not JSON: it ends in the middle: was the recording ended\?$/,
    ],
    ["that is not JSON", () => file(`{ "log": ${key} }`), /is not JSON: (?!.*acme)/],
    ["that was never JSON", () => file("hello"), /is not JSON: (?!it ends in the middle)/],
    ["that is compressed", () => file("PK\u0003\u0004"), /is compressed: unpack it, and name the \.har file$/],
    ["that is in UTF-16", () => file(Buffer.from("\uFEFF{}", "utf16le")), /is in UTF-16: save it in UTF-8$/],
    ["with something after its end", () => file('{"log":{"entries":[]}} x'), /is not JSON: (?!it ends in the middle)/],
    ["without entries", () => file('{"log":{}}'), /is not a HAR: it has no array at log\.entries$/],
    ["of another kind", () => file("[]"), /is not a HAR/],
    ["with an entry that is none", () => harOf(entry(), 7), /: log\.entries\[1\] is not an object$/],
    [
      "with an entry without a request",
      () => harOf({ startedDateTime: "2026-11-22T10:00:00Z" }),
      /log\.entries\[0\]\.request is not an object$/,
    ],
    ["with a wrong date", () => harOf(entry({ at: "yesterday" })), /log\.entries\[0\]\.startedDateTime is not a date$/],
  ])("%s", async (_what, path, sentence) => {
    await expect(judged([path()])).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringMatching(sentence),
    });
  });

  it("is not one that begins with a byte order mark", async () => {
    expect((await judged([file(`\uFEFF${JSON.stringify({ log: { entries: [entry()] } })}`)])).exitCode).toBe(0);
  });

  it("is not one without or with a negative duration, or with 100 MB of text", async () => {
    const large = entry({ content: { text: JSON.stringify({ data: [], more: "x".repeat(100 * 1024 * 1024) }) } });
    const report = await judged([harOf({ ...large, time: null }, { ...entry(), time: -1 })]);
    expect(failed(report)).toEqual([]);
    expect(report.exchanges[0]?.response?.body.length).toBeLessThan(100_000);
  });
});
