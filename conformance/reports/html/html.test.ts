import { describe, expect, it } from "vitest";
import { html, jsonFor, lines, sentence, trusted } from "./html.ts";

const markup = `</script><b onload='x'>&"`;

describe("html", () => {
  it("escapes every value, in text and in attributes, but what is HTML itself", () => {
    const inner = html`<i title="${markup}">${markup}</i>`;
    const escaped = "&lt;/script&gt;&lt;b onload=&#39;x&#39;&gt;&amp;&quot;";
    expect(html`<p>${inner}${[inner]}${undefined}${0}</p>`.text).toBe(
      `<p>${`<i title="${escaped}">${escaped}</i>`.repeat(2)}0</p>`,
    );
    expect(html`${trusted("<br>")}`.text).toBe("<br>");
  });

  it("shows what hides or reorders text, and keeps lines where they are asked for", () => {
    expect(html`${"a\u202eb\nc"}`.text).toBe("a\\u202eb\\nc");
    expect(lines("a\u001b\n<b>").text).toBe("a\\u001b\n&lt;b&gt;");
  });

  it("writes JSON in which nothing ends the script element", () => {
    const json = jsonFor({ text: `${markup}<!--` }).text;
    expect(json).not.toContain("<");
    expect(JSON.parse(json)).toEqual({ text: `${markup}<!--` });
  });

  it("leaves the names of fields as they are at the beginning of a sentence", () => {
    expect(sentence("needs an expired key")).toBe("Needs an expired key");
    expect(sentence("createdAt is null")).toBe("createdAt is null");
  });
});
