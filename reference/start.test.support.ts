/** A reference for one test, and raw requests to it. */

import { onTestFinished } from "vitest";
import { type VirtualClock, virtualClock } from "../clock.ts";
import type { TargetCredential } from "./parts/target.ts";
import { type ReferenceOptions, type RunningReference, startReference } from "./start.ts";

/** Names for the credentials of a new target, in its order. */
export type Who = "key" | "secondKey" | "session" | "expired" | "viewer" | "globex" | "initech" | "hooli";
const order: readonly Who[] = ["key", "secondKey", "session", "expired", "viewer", "globex", "initech", "hooli"];

/** A response: `json` is undefined if there is no body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails if it is missing
  readonly json: any;
}

export interface Sent {
  readonly method?: string;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Started extends RunningReference {
  readonly clock: VirtualClock;
  /** Unexpected errors. */
  readonly reported: readonly unknown[];
  credential(who: Who): TargetCredential & { readonly org: string };
  /** Sends a request below the base URL, with one of the credentials or without. */
  send(who: Who | undefined, path: string, sent?: Sent): Promise<Answer>;
}

/** Starts a reference on a virtual clock, and stops it when the test is over. */
export async function started(options: ReferenceOptions = {}): Promise<Started> {
  const clock = virtualClock();
  const reported: unknown[] = [];
  const running = await startReference({ clock, report: (error) => reported.push(error), ...options });
  onTestFinished(() => running.close());
  const credential = (who: Who) => {
    const found = running.target.credentials[order.indexOf(who)];
    if (found === undefined) throw new Error(`the target has no ${who}`);
    return { ...found, org: found.org ?? "" };
  };
  return {
    ...running,
    clock,
    reported,
    credential,
    async send(who, path, { method, body, headers = {} } = {}) {
      const response = await fetch(running.baseUrl + path, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          ...(who === undefined ? {} : { authorization: `Bearer ${credential(who).token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

/** The id of the first product that a caller lists. */
export async function firstProduct(reference: Started, who: Who): Promise<string> {
  const { json } = await reference.send(who, "/v1/products");
  return json.data[0].id;
}
