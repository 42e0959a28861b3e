import { describe, expect, it } from "vitest";
import { operationIds } from "../../../spec/contract.ts";
import { standardTier } from "../../model/rate-limit.ts";
import type { Report, SeriesPoint } from "../../model/report.ts";
import { sampleReport } from "../sample.test.report.ts";
import { renderHtml } from "./page.ts";

/** The page without style and script, and what a reader sees of it. */
const markupOf = (of: Partial<Report> = {}) =>
  renderHtml({ ...sampleReport, ...of }).replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, "");
const textOf = (of: Partial<Report> = {}) =>
  markupOf(of)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

/** The section below a heading. */
const section = (id: string, of: Partial<Report> = {}) =>
  new RegExp(`<section[^>]* aria-labelledby="${id}">.*?</section>`, "s").exec(markupOf(of))?.[0] ?? "";

describe("the page", () => {
  it("says the verdict and what it rests on", () => {
    const text = textOf();
    expect(text).toContain("Violates the document");
    expect(text).toContain("https://dev.example.com/api");
    expect(text).toContain("1 passed 2 failed 1 warned 1 inconclusive 1 broken 3 not judged");
    expect(text).toContain("61 /74 stated clauses judged");
    expect(text).toMatch(/Requests 104 in 63\.4 s Started 2025-11-21 04:40:00 UTC Rate limit 100 in 60 s Seed 42/);
    expect(textOf({ conclusion: "conforms" })).toContain("Conforms");
    expect(textOf({ conclusion: "inconclusive" })).toContain("Inconclusive");
    const thresholds = sampleReport.results.map((result) => ({ ...result, section: "" }));
    expect(textOf({ results: thresholds })).toContain("Crosses a threshold");
  });

  it("lists the causes in the order in which to fix them, with the checks that each fails", () => {
    expect(section("causes")).toMatch(
      /<ol.*This does not hold.*href="#check-limit\.shared-by-keys".*id has the wrong type/s,
    );
    expect(textOf({ causes: [] })).not.toContain("What to fix");
  });

  it("has a row for each operation and one for the whole API, and leads from each cell to its checks", () => {
    const matrix = section("matrix");
    expect(matrix.match(/<th scope="row">/g)).toHaveLength(19);
    expect(matrix).toMatch(
      /<td class="cell fail"><a href="#on-whole-API-limits">.*whole API, limits: .*✗.*1<\/span><span class="unseen"> failed/,
    );
    const links = [...matrix.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of links) expect(section("checks")).toContain(`id="${id}"`);
  });

  it("shows in a cell each number after the sign that it counts", () => {
    const [first] = sampleReport.results;
    if (first === undefined) throw new Error("the sample has no result");
    const of = { clause: "endpoint.getMe", section: "4" };
    const results = (["fail", "pass", "pass", "skip"] as const).map((verdict, at) => ({
      ...first,
      ...of,
      id: `answers.getMe-${at}`,
      verdict,
    }));
    const cell = /<td class="cell fail">.*?<\/td>/s.exec(section("matrix", { results }))?.[0] ?? "";
    expect(cell.replace(/<[^>]+>/g, "").replaceAll("&#8239;", " ")).toBe(
      "getMe, flow: ✗ 1 failed, ✓ 2 passed, – 1 not judged",
    );
  });

  it("names in one line the operations that no check of the run is about", () => {
    const text = markupOf({ results: sampleReport.results.slice(0, 1), exchanges: [] });
    const rows = [...text.matchAll(/<th scope="row"><a [^>]*>([^<]*)/g)].map(([, row]) => row);
    const others = (/Without a check in this run: (.*)\.<\/p>/.exec(text)?.[1] ?? "").split(", ");
    expect(others.length).toBeGreaterThan(1);
    expect([...rows, ...others].sort()).toEqual([...operationIds, "whole API"].sort());
  });

  it("shows a failure by its rule, its difference, its proof, and what it shares a cause with", () => {
    const failures = section("failures");
    expect(failures).toContain('id="check-limit.shared-by-keys" open');
    expect(failures).toMatch(/<dt>Expected<\/dt><dd>429 for the second key, once the first had used all 100<\/dd>/);
    expect(failures).toContain('data-exchange="2"');
    expect(failures).toMatch(/<p>In 3 exchanges within \d+\.\d\d s\.<\/p>/);
    expect(failures).toContain("<code>fpk show report.json 2</code> prints it, of the report that");
    expect(failures).toContain("fpk check --only limit.shared-by-keys --seed 42");
    expect(failures).toContain("curl -i -H &quot;Authorization: Bearer $KEY_A2&quot;");
    expect(failures).toMatch(
      /Probably the same cause:<\/b> id has the wrong type in Feature\. Also behind <a href="#check-detail\.agrees"/,
    );
    expect(failures).toContain("3 other findings");
    expect(failures).not.toContain("detail.agrees</code> §");
    expect(section("warnings")).toContain('id="check-detail.agrees"');
  });

  it("quotes the clause, and says whose it is", () => {
    const results = sampleReport.results.map((result) => ({ ...result, clause: "auth.key-expiry" }));
    expect(section("failures", { results })).toMatch(
      /<blockquote[^>]*><p>[^<]*expir[^<]*<\/p><footer>The document, §8/,
    );
    const reading = results.map((result) => ({ ...result, level: "reading" as const }));
    expect(section("failures", { results: reading })).toContain("<footer>Our reading, §");
  });

  it("says what was not judged, why, and the line of the target file that would let it be", () => {
    const message = "needs an expired API key (expired: true): add one to the target file (fpk init writes it)";
    const results = sampleReport.results.map((result) => (result.verdict === "skip" ? { ...result, message } : result));
    const unjudged = section("unjudged", { results, causes: [] });
    expect(unjudged).toContain("Needs an expired API key");
    expect(unjudged).toContain(
      "{EXPIRED}&quot;, &quot;kind&quot;: &quot;api-key&quot;, &quot;org&quot;: &quot;org_1&quot;, &quot;expired&quot;: true }",
    );
    expect(unjudged).toContain("tenancy.foreign-feedback");
    expect(unjudged).toContain("An error in this suite");
  });

  it("shows what the target chose where the document is silent, and its contradictions", () => {
    const silent = section("silent");
    expect(silent).toContain("422 with issues[].code invalid_type");
    expect(silent).toContain("<b>The target contradicts itself</b>");
    expect(silent).toContain("no endpoint has it");
  });

  it("puts first why nothing was judged, and leaves out what is empty", () => {
    const text = markupOf({ results: [], observations: [], causes: [], notes: ["connection refused"] });
    expect(text).toMatch(/<main[^>]*><section aria-labelledby="notes">/);
    expect(text).not.toContain('id="matrix"');
  });

  it("holds every exchange as data, and nothing else that is loaded or run", () => {
    const page = renderHtml(sampleReport);
    const data = /<script type="application\/json" id="exchange-data">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
    expect(JSON.parse(data)).toHaveLength(sampleReport.exchanges.length);
    expect(page.match(/<script\b/g)).toHaveLength(2);
    expect(markupOf()).not.toMatch(/<(link|img|iframe|object|base)\b|\bsrc=|\bon\w+=|\bstyle=/);
    expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
  });
});

describe("the page of a load run", () => {
  const series: readonly SeriesPoint[] = [
    { second: 0, requests: 90, limited: 0, unanswered: 0, remaining: [], latency: { p50: 3, p95: 9 } },
    {
      ...{ second: 2, requests: 30, limited: 20, unanswered: 1, remaining: [], latency: { p50: 4, p95: 41.5 } },
      statuses: { 200: 4, 429: 20, 503: 5 },
    },
    { second: 3, requests: 2, limited: 0, unanswered: 2, remaining: [] },
  ];

  it("shows throughput and latency second by second", () => {
    const load = section("load", { series });
    expect(load).toContain(
      "122 requests in 4 s, at most 90 in a second; 20 answered 429, 5 answered 5xx, 3 not answered.",
    );
    // In the second with 5xx and the one without answers.
    expect(load.match(/<rect class="bars failed"[^>]*>/g)).toHaveLength(3);
    expect(load.match(/<path class="cross"/g)).toHaveLength(3);
    expect(load).toContain("The median was 3 to 4 ms, the 95th percentile 9 to 41.5 ms.");
    expect(load).not.toContain("queue");
    expect(markupOf()).not.toContain('id="load"');
  });

  it("draws no line through seconds in which nothing was sent", () => {
    const lines = section("load", { series }).match(/<polyline class="line" points="[^"]*"/g);
    expect(lines).toHaveLength(2);
  });

  it("names the scenarios, and says that it judged only their clauses", () => {
    const load = { requests: 122, perSecond: 40, limited: 20, unanswered: 3 };
    const text = textOf({ load: { ...load, scenario: "spike" }, conclusion: "conforms" });
    expect(text).toContain("✓ Conforms under load · load run: spike · conformance report");
    expect(text).toContain("Conformance report · load run: spike ");
    expect(text).toContain("61 stated clauses judged, of this scenario only");
    const scenarios = ["steady", "limit"].map((scenario) => ({ ...load, scenario }));
    expect(textOf({ load: { ...load, scenarios } })).toContain("load run: steady, limit");
  });

  it("says under the verdict that the target got slow", () => {
    const load = { requests: 122, perSecond: 40, scenario: "spike", slowdown: "from second 9 on, responses were slow" };
    const underVerdict = (shown: object) => markupOf(shown).split("</h1>")[1]?.trimStart();
    expect(underVerdict({ load, conclusion: "conforms" })).toMatch(
      /^<p class="slowdown warn">From second 9 on, responses were slow<\/p>/,
    );
    expect(underVerdict({ load: { ...load, scenarios: [load, { ...load, scenario: "steady" }] } })).toContain(
      '<p class="slowdown warn">steady: from second 9 on, responses were slow</p>',
    );
    expect(markupOf({ load: { requests: 122, perSecond: 40 } })).not.toContain('class="slowdown');
  });

  it("marks where each of several scenarios begins, and breaks a list of statuses between its items", () => {
    const load = { requests: 61, perSecond: 40, limited: 0, unanswered: 0, statuses: { 200: 60, 503: 1 } };
    const scenarios = [
      { ...load, scenario: "steady", firstSecond: 0 },
      { ...load, scenario: "spike", firstSecond: 2 },
    ];
    const shown = section("load", { series, load: { ...load, scenarios } });
    expect(shown).toContain("3 not answered. steady from 0 s and spike from 2 s.");
    expect(shown.match(/<line class="reset"/g)).toHaveLength(4);
    expect(shown.match(/<text [^>]*>spike<\/text>/g)).toHaveLength(2);
    expect(shown).toContain('<td class="list">60\u00a0×\u00a0200, 1\u00a0×\u00a0503</td>');
  });

  it("shows the load after what is to fix, before the matrix", () => {
    const headings = [...markupOf({ series }).matchAll(/<h2 id="([\w-]+)">/g)].map(([, id]) => id);
    expect(headings.slice(0, 3)).toEqual(["causes", "load", "matrix"]);
  });

  it("shows the time in the queue as a distribution", () => {
    const [read] = sampleReport.exchanges;
    if (read?.response === undefined) throw new Error("the sample begins with an answer");
    const { response } = read;
    const exchange = (
      index: number,
      operation: "submitFeedback" | "getFeedbackStatus",
      receivedAt: number,
      body: object,
    ) => ({
      ...read,
      index,
      operation,
      receivedAt,
      response: { ...response, body: JSON.stringify(body) },
    });
    const exchanges = [
      exchange(0, "submitFeedback", 1000, { feedbackId: "a", status: "queued" }),
      exchange(1, "submitFeedback", 1000, { feedbackId: "b", status: "queued" }),
      exchange(2, "getFeedbackStatus", 1200, { feedbackId: "a", status: "queued" }),
      exchange(3, "getFeedbackStatus", 1400, { feedbackId: "a", status: "processed" }),
      exchange(4, "getFeedbackStatus", 1900, { feedbackId: "a", status: "archived" }),
      exchange(5, "getFeedbackStatus", 2000, { feedbackId: "b", status: "processing" }),
    ];
    expect(section("load", { series, exchanges })).toContain(
      "2 submissions: median 700 ms, 95th percentile 970 ms, longest 1000 ms, as seen by polling, so at most; the median is at least ",
    );
    const queue = { count: 9, p50: 600, p95: 900, max: 1000 };
    const load = { requests: 20, perSecond: 10, queue };
    expect(section("load", { series, exchanges, load })).toContain(
      "9 submissions: the first 2 are drawn, because a long run keeps only its first bodies; the figures above are of all.",
    );
  });
});

describe("the rate limit as a picture", () => {
  const [read] = sampleReport.exchanges;
  /** Reads of one key, 10 ms apart; each reports what `remaining` says. */
  const reads = (remaining: readonly number[]): Report["exchanges"] =>
    remaining.map((left, index) => {
      if (read?.response === undefined) throw new Error("the sample begins with an answer");
      const sentAt = 1_763_700_000_000 + index * 10;
      const headers = [
        ["X-RateLimit-Limit", "100"],
        ["X-RateLimit-Remaining", `${Math.max(0, left)}`],
      ] as const;
      const response = { ...read.response, status: left < 0 ? 429 : 200, headers };
      return { ...read, index, sentAt, receivedAt: sentAt + 1, response };
    });
  const countdown = Array.from({ length: 104 }, (_, at) => 99 - at);

  it("counts requests and 429s, and marks what findings rest on", () => {
    const limit = section("limit", { exchanges: reads(countdown) });
    expect(limit).toContain(
      "104 requests; 4 answered 429, the first after 100; X-RateLimit-Remaining was between 99 and 0.",
    );
    expect(limit).toMatch(
      /<a href="#exchange-2" aria-label="exchange 2, which proves the failure of limit\.shared-by-keys">/,
    );
    expect(limit.match(/class="limited" d="(?:M[^M]+){4}"/)).not.toBeNull();
  });

  it("draws a line for each credential, so that keys with limits of their own show", () => {
    const lines = (credentialOf: (index: number) => string) => {
      const exchanges = reads(countdown).map((each) => ({ ...each, credential: credentialOf(each.index) }));
      return section("limit", { exchanges }).match(/<polyline class="line"/g);
    };
    expect(lines(() => "KEY_A")).toHaveLength(1);
    expect(lines((index) => (index % 2 === 0 ? "KEY_A" : "KEY_B"))).toHaveLength(2);
    // KEY_B sends nothing for a long time.
    expect(lines((index) => (index < 5 || index > 90 ? "KEY_B" : "KEY_A"))).toHaveLength(3);
  });

  it("draws a reset if what remains rises, and nothing if no limit is declared or known", () => {
    const resets = (remaining: readonly number[]) =>
      section("limit", { exchanges: reads(remaining) }).match(/<line class="reset"/g) ?? [];
    expect(resets(countdown.slice(0, 50))).toEqual([]);
    // One in the plot, and its sample in the key.
    expect(resets([...countdown.slice(0, 50), ...countdown.slice(0, 50)])).toHaveLength(2);
    const target = { ...sampleReport.target, rateLimit: null };
    expect(section("limit", { exchanges: reads(countdown), target })).toBe("");
    expect(
      section("limit", { exchanges: reads(countdown).slice(0, 3), target: { ...target, rateLimit: standardTier } }),
    ).toBe("");
  });
});
