/** A client on a virtual clock over answers that are given. */
import { virtualClock } from "../../clock.ts";
import { contract } from "../model/exchange.test.support.ts";
import type { Target } from "../target-file/target.ts";
import { type Caller, callerOf } from "./caller.ts";
import { type ClientOptions, createClient } from "./client.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

export const token = "fpk_key_secret-of-a";
export const credential = { label: "KEY_A", token, kind: "api-key", expired: false, denied: [] } as const;
export const key = callerOf(credential, "org_1");
export const target: Target = {
  baseUrl: "https://dev.example.com/api",
  credentials: [credential],
  rateLimit: { limit: 20, windowSeconds: 60 },
  feedbackGraceSeconds: 5,
};

type Answer = Partial<Omit<WireAnswer, "sentAt" | "receivedAt">>;

export function answered(status: number, headers: Readonly<Record<string, string>> = {}, body = "{}"): Answer {
  return { response: { status, headers: Object.entries(headers), body, isUtf8: true, isCut: false } };
}

/** A client on a virtual clock, and what it sent; each answer takes `latency` ms of that clock. */
export function clientWith(
  answer: (request: WireRequest, sent: number) => Answer,
  options: Partial<ClientOptions> & { readonly latency?: number } = {},
) {
  const clock = options.clock ?? virtualClock(0);
  const sent: WireRequest[] = [];
  const transport = {
    async send(request: WireRequest): Promise<WireAnswer> {
      const sentAt = clock.now();
      sent.push(request);
      const given = answer(request, sent.length);
      if (options.latency !== undefined) await clock.sleep(options.latency);
      return { redirects: [], ...given, sentAt, receivedAt: clock.now() };
    },
    close: async () => {},
  };
  return { client: createClient({ target, contract, transport, clock, ...options }), sent, clock };
}

export const read = (caller: Caller = key) => ({ operation: "listProducts", caller }) as const;
