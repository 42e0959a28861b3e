import { expect, it } from "vitest";
import { conform } from "../../conformance/index.ts";
import { firstProduct, started } from "../start.test.support.ts";

it("§1: processed feedback becomes a problem, or a feature where one is requested, and resultUrl leads there", async () => {
  const reference = await started({ derivesKnowledge: true });
  const productId = await firstProduct(reference, "key");
  const read = (url: string) => reference.send("key", url.slice(reference.baseUrl.length));
  const list = async (kind: string) => (await reference.send("key", `/v1/products/${productId}/${kind}`)).json.data;
  const submit = async (feedbackType: string, content: object) => {
    const { json } = await reference.send("key", "/v1/feedback", { body: { productId, feedbackType, content } });
    return (await reference.send("key", `/v1/feedback/${json.feedbackId}/status`)).json.resultUrl;
  };
  const before = await list("problems");
  const problem = await submit("bug", { title: "It *squeaks*", body: "Since May.", bodyFormat: "markdown" });
  const feature = await submit("feature_request", { body: "A bell, please.\nA loud one." });
  expect((await read(problem)).status).toBe(404);
  expect(await list("problems")).toEqual(before);
  reference.clock.advance(1500);
  const derived = (await list("problems")).at(-1);
  expect(derived).toMatchObject({
    name: "It *squeaks*",
    statement: "Since May.",
    statementFormat: "markdown",
    status: "unreviewed",
  });
  expect((await read(problem)).json).toEqual(derived);
  expect((await read(feature)).json.data.at(-1)).toMatchObject({
    name: "A bell, please.",
    description: "A bell, please.\nA loud one.",
    descriptionFormat: "text",
    status: "unreviewed",
  });
  expect((await reference.send("globex", `/v1/products/${productId}/problems`)).status).toBe(404);
});

it("a reference that derives them conforms", async () => {
  const reference = await started({ derivesKnowledge: true });
  const { clock, target } = reference;
  const report = await conform({ ...target, clock, seed: 1 });
  expect(report.results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  expect(reference.reported).toEqual([]);
});
