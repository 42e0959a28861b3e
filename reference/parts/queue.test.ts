import { expect, it } from "vitest";
import { firstProduct, started } from "../start.test.support.ts";

it("§3: feedback is queued on acceptance, and moves on as time passes", async () => {
  const reference = await started();
  const productId = await firstProduct(reference, "key");
  const accepted = await reference.send("key", "/v1/feedback", { body: { productId, content: { body: "Hello" } } });
  expect(accepted.status).toBe(202);
  const { feedbackId, url } = accepted.json;
  expect(accepted.json).toEqual({ feedbackId: expect.any(String), url: expect.any(String), status: "queued" });

  const status = async () => (await reference.send("key", `/v1/feedback/${feedbackId}/status`)).json;
  expect(await status()).toEqual({ feedbackId, status: "queued", resultUrl: expect.any(String) });
  reference.clock.advance(500);
  expect((await status()).status).toBe("processing");
  reference.clock.advance(1000);
  expect((await status()).status).toBe("processed");

  const headers = { authorization: `Bearer ${reference.credential("key").token}` };
  expect(await (await fetch(url, { headers })).json()).toEqual(await status());
  expect((await fetch((await status()).resultUrl, { headers })).status).toBe(200);
});

it("every submission has an id of its own", async () => {
  const reference = await started();
  const productId = await firstProduct(reference, "key");
  const body = { productId, content: { body: "Hello" } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => reference.send("key", "/v1/feedback", { body })));
  expect(new Set(answers.map(({ json }) => json.feedbackId)).size).toBe(20);
});
