import { expect, it } from "vitest";
import { renderDifference } from "./difference.ts";

const diffOf = (expected: string, actual: string) =>
  /<pre[^>]*>(.*)<\/pre>/s.exec(renderDifference(expected, actual).text)?.[1];

it("compares expected and actual line by line if both are JSON", () => {
  const diff = diffOf(
    'preferences {"theme":"dark","size":1}, as it was sent',
    'preferences {"theme":"<light>","size":1}',
  );
  expect(diff).toContain("<del>−   &quot;theme&quot;: &quot;dark&quot;</del>");
  expect(diff).toContain("<ins>+   &quot;theme&quot;: &quot;&lt;light&gt;&quot;</ins>");
  expect(diff).toContain("    &quot;size&quot;: 1");
});

it.each([
  ["401 for listProducts", 'GET /v1/products: 200 with {"data":[]}'],
  ['a 4xx for {"name":7}', 'POST /v1/organizations: 201 with {"name":7}'],
  ['tags ["a"', 'tags ["b"]'],
])("compares nothing else: %s", (expected, actual) => {
  expect(diffOf(expected, actual)).toBeUndefined();
  expect(renderDifference(expected, actual).text).toContain("<dt>Actual</dt>");
});
