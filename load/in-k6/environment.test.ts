import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

const baseUrl = "http://127.0.0.1:1/api";

describe("the settings of a script", () => {
  it("default to the Standard tier's limit, and hold only the credentials that are set", () => {
    const { rateLimit, tokens, graceMs, durationSeconds, instances, isRecording } = readEnvironment({
      BASE_URL: `${baseUrl}/`,
      KEY_A: "a",
      KEY_B: "",
    });
    expect({ rateLimit, tokens, graceMs, durationSeconds, instances, isRecording }).toEqual({
      rateLimit: { limit: 100, windowSeconds: 60 },
      tokens: { KEY_A: "a" },
      graceMs: 5000,
      durationSeconds: undefined,
      instances: 1,
      isRecording: false,
    });
  });

  it("leave out a slash at the end of the base URL", () => {
    expect(readEnvironment({ BASE_URL: `${baseUrl}//` }).baseUrl).toBe(baseUrl);
    expect(() => readEnvironment({ BASE_URL: `${baseUrl}/v1/` })).toThrow(`set BASE_URL=${baseUrl}`);
  });

  it("allow five times the latency, or another ratio", () => {
    expect(readEnvironment({ BASE_URL: baseUrl }).maxLatencyRatio).toBe(5);
    expect(readEnvironment({ BASE_URL: baseUrl, MAX_LATENCY_RATIO: "2.5" }).maxLatencyRatio).toBe(2.5);
  });

  it("take a limit of 0 for no limit", () => {
    expect(readEnvironment({ BASE_URL: baseUrl, LIMIT: "0" }).rateLimit).toBeNull();
  });

  it.each([
    [{}, "set BASE_URL"],
    [{ BASE_URL: "localhost/api" }, "set BASE_URL to the API's base URL, such as BASE_URL=http://"],
    [{ BASE_URL: baseUrl, LIMIT: "many" }, "set LIMIT to a number from 0 up, not many"],
    [{ BASE_URL: baseUrl, WINDOW: "-1" }, "set WINDOW"],
    [{ BASE_URL: baseUrl, MAX_LATENCY_RATIO: "0.5" }, "set MAX_LATENCY_RATIO to a number from 1 up"],
    [{ BASE_URL: baseUrl, INSTANCES: "0" }, "set INSTANCES to a number from 1 up"],
  ])("says what to set: %j", (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence);
  });
});
