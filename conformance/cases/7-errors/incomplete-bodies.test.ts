/** §7: submissions whose response only the laws judge. */
import { expect, it } from "vitest";
import { halfCharacter } from "../../generate/texts.ts";
import { requestJson } from "../../model/body.ts";
import { reportOf } from "../skipped.test.support.ts";

it("null is sent as the content with every seed, and half a surrogate pair as the text with some", async () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const reports = await Promise.all(
    seeds.map((seed) => reportOf({ options: { seed, only: ["error.incomplete-bodies"] } })),
  );
  const contents = reports.map(({ exchanges }) => exchanges.map((exchange) => Object(requestJson(exchange)).content));
  for (const sent of contents) expect(sent).toContain(null);
  expect(contents.flat().map((content) => Object(content).body)).toContain(halfCharacter);
});
