import { expect, it } from "vitest";
import { started } from "../start.test.support.ts";
import { inProcessSender } from "./in-process-sender.ts";

const signal = new AbortController().signal;

it("leaves a header that occurs twice to a socket, and says so", async () => {
  const reference = await started();
  const needs = { socket: false };
  const sender = inProcessSender(reference, needs);
  const request = { method: "GET", url: `${reference.baseUrl}/v1/products`, headers: [["accept", "a/b"]] as const };
  await sender.send(request, signal);
  expect(needs.socket).toBe(false);
  const twice = {
    ...request,
    headers: [
      ["accept", "a/b"],
      ["Accept", "c/d"],
    ] as const,
  };
  await expect(sender.send(twice, signal)).rejects.toThrow("only a socket shows the response");
  expect(needs.socket).toBe(true);
});
