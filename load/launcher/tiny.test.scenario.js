// Sends a few reads and records them as the scenarios do. `TINY` says what else it does.
import { fail } from "k6";
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";

export const claim = "A few reads are answered";
const findings = new Counter("fpk_findings");
const time = new Trend("tiny_time", true);
const mode = __ENV.TINY;

export const options = {
  scenarios: {
    reads: {
      executor: "per-vu-iterations",
      vus: Number(__ENV.INSTANCES),
      iterations: mode === "long" ? 10_000 : 6,
      maxDuration: "60s",
    },
  },
  thresholds: {
    fpk_findings: ["count==0"],
    "tiny_time{kind:read}": [mode === "crossed" ? "p(95)<0" : "p(95)<60000"],
  },
};

export default function () {
  const url = `${__ENV.BASE_URL}/v1/products`;
  const sentAt = Date.now();
  const response = http.get(url, { headers: { Authorization: `Bearer ${__ENV.KEY_A}` } });
  const receivedAt = Date.now();
  time.add(response.timings.duration, { kind: "read" });
  if (mode === "throw") throw new Error(`no good: ${__ENV.KEY_A}`);
  const answer =
    response.status === 0
      ? { failure: response.error, reason: "unreachable" }
      : {
          response: {
            status: response.status,
            headers: Object.entries(response.headers),
            body: response.body,
            isUtf8: true,
            isCut: false,
          },
        };
  const record = {
    operation: "listProducts",
    intent: "valid",
    request: { method: "GET", url, headers: [], body: "" },
    kind: "api-key",
    credential: "KEY_A",
    organization: "A",
    sentAt,
    receivedAt,
    ...answer,
  };
  if (__ENV.FPK_RECORD === "1") console.log(JSON.stringify({ fpk: "exchange", ...record }));
  if (mode === "finds") {
    findings.add(1);
    const judgement = { check: "load.none-lost", clause: "feedback.identifier", expected: "all", actual: "none" };
    console.log(JSON.stringify({ fpk: "judgement", verdict: "fail", ...judgement }));
  }
}

export function handleSummary() {
  return { stdout: "tiny is over\n" };
}

export function setup() {
  if (mode === "refuses") fail(`tiny needs more than ${__ENV.KEY_A}`);
  if (mode === "setup") throw new Error(`no good: ${__ENV.KEY_A}`);
}
