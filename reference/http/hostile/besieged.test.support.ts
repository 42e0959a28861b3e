/** A reference that hostile requests are sent to. */

import { afterAll, beforeAll, expect } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type ReferenceOptions, type RunningReference, startReference } from "../../start.ts";
import { get } from "./hostile-request.test.support.ts";
import { answersIn, exchangeBytes, type RawAnswer } from "./raw-connection.test.support.ts";

export interface Besieged {
  readonly port: number;
  /** The answers on a connection that sends these bytes; each holds what every answer must. */
  answersTo(bytes: string): Promise<RawAnswer[]>;
  expectStatuses(bytes: string, statuses: readonly number[]): Promise<void>;
  /** Fails unless a valid request is served. */
  expectServes(): Promise<void>;
}

/** A reference with its pages, as `fpk serve` runs it, for the tests of a file; none of them may cause an unexpected error. */
export function besieged(options: ReferenceOptions = {}): Besieged {
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  let reference: RunningReference | undefined;
  beforeAll(async () => {
    reference = await startReference({ clock: virtualClock(), limit: 100_000_000, report, pages: {}, ...options });
  });
  afterAll(async () => {
    await reference?.close();
    expect(reported).toEqual([]);
  });
  const token = (at: number) => reference?.target.credentials[at]?.token ?? "";

  const server: Besieged = {
    get port() {
      return Number(new URL(reference?.baseUrl ?? "").port);
    },
    async answersTo(bytes) {
      const sent = bytes.replaceAll("$KEY", token(0)).replaceAll("$GLOBEX_KEY", token(5));
      const isHead = bytes.startsWith("HEAD");
      const answers = answersIn(await exchangeBytes(server.port, sent), isHead);
      for (const answer of answers) expectWellFormed(answer, isHead);
      return answers;
    },
    async expectStatuses(bytes, statuses) {
      expect((await server.answersTo(bytes)).map(({ status }) => status)).toEqual(statuses);
    },
    expectServes: () => server.expectStatuses(get("/v1/me"), [200]),
  };
  return server;
}

/**
 * No 5xx, an error body and the three headers (§7.1, §8; an interim 100 has none), and nothing of another organization. A page, which
 * is outside the API, has security headers instead.
 */
function expectWellFormed({ status, headers, body }: RawAnswer, isHead: boolean): void {
  expect(status).toBeLessThan(500);
  if (status < 200) return;
  expect(body).not.toMatch(/weather machine|noether/i);
  if (headers.has("content-security-policy")) {
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    return;
  }
  for (const name of ["limit", "remaining", "reset"]) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  if (status >= 400 && !isHead) expect(JSON.parse(body).error).toEqual(expect.any(String));
}
