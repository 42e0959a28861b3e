/** Hostile clients get a 4xx with an error body and the rate limit's headers, or a closed connection, and nothing of others. */

import { describe, expect, it } from "vitest";
import { besideApi } from "./beside-api.test.support.ts";
import { besieged } from "./besieged.test.support.ts";
import { bodies } from "./bodies.test.support.ts";
import { framing } from "./framing.test.support.ts";
import { headers } from "./headers.test.support.ts";
import type { HostileRequest } from "./hostile-request.test.support.ts";
import { paths } from "./paths.test.support.ts";
import { requestLines } from "./request-lines.test.support.ts";
import { slow } from "./slow.test.support.ts";

const classes: Readonly<Record<string, readonly HostileRequest[]>> = {
  "request lines": requestLines,
  paths,
  headers,
  framing,
  bodies,
  "beside the API": besideApi,
};

const patient = besieged();
/** Gives clients a fraction of a second. */
const hasty = besieged({ timeouts: { headersMs: 300, requestMs: 300, idleMs: 100 } });

describe.each(Object.entries(classes))("%s", (_class, requests) => {
  it.concurrent.each(requests)("%s", (_what, bytes, statuses) => patient.expectStatuses(bytes, statuses));
});

describe("slow", () => {
  it.concurrent.each(slow)("%s", (_what, bytes, statuses) => hasty.expectStatuses(bytes, statuses));
});

it("there are at least 200 of them", () => {
  expect(Object.values(classes).flat().length + slow.length).toBeGreaterThan(200);
});
