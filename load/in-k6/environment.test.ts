import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

const baseUrl = "http://127.0.0.1:1/api";

describe("the environment of a script", () => {
  it("has the Standard tier's limit, and only the credentials that there are", () => {
    const { rateLimit, tokens, graceMs, durationSeconds, instances, records } = readEnvironment({
      BASE_URL: `${baseUrl}/`,
      KEY_A: "a",
      KEY_B: "",
    });
    expect({ rateLimit, tokens, graceMs, durationSeconds, instances, records }).toEqual({
      rateLimit: { limit: 100, windowSeconds: 60 },
      tokens: { KEY_A: "a" },
      graceMs: 5000,
      durationSeconds: undefined,
      instances: 1,
      records: false,
    });
  });

  it("takes a slash from the base URL's end", () => {
    expect(readEnvironment({ BASE_URL: `${baseUrl}//` }).baseUrl).toBe(baseUrl);
    expect(() => readEnvironment({ BASE_URL: `${baseUrl}/v1/` })).toThrow(`set BASE_URL=${baseUrl}`);
  });

  it("takes a limit of 0 for none", () => {
    expect(readEnvironment({ BASE_URL: baseUrl, LIMIT: "0" }).rateLimit).toBeNull();
  });

  it.each([
    [{}, "set BASE_URL"],
    [{ BASE_URL: "localhost/api" }, "set BASE_URL"],
    [{ BASE_URL: baseUrl, LIMIT: "many" }, "set LIMIT to a number from 0 up, not many"],
    [{ BASE_URL: baseUrl, WINDOW: "-1" }, "set WINDOW"],
    [{ BASE_URL: baseUrl, INSTANCES: "0" }, "set INSTANCES to a number from 1 up"],
  ])("says what to set: %j", (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence);
  });
});
