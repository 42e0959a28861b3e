/** What a check says where it is skipped, on the reference behind a door that answers some requests in its place. */
import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { type ConformOptions, conform } from "../index.ts";

/** A request as the door sees it; `isOther`: with a key of another organization than the first. */
export interface Asked {
  readonly method: string;
  /** Below the base URL, such as `/v1/me`. */
  readonly path: string;
  readonly body: string;
  readonly isOther: boolean;
}

type Credentials = ConformOptions["credentials"];

export interface Skipped {
  readonly check: string;
  /** What brings it about. */
  readonly where: string;
  /** A part of the sentence. */
  readonly says: string;
  readonly start?: Parameters<typeof startReference>[0];
  readonly credentials?: (all: Credentials) => Credentials;
  readonly options?: Partial<ConformOptions>;
  /** In place of the reference's answer; undefined: as the reference answers. */
  readonly answer?: (asked: Asked) => Response | undefined;
  /** The JSON of a success of the reference, changed. */
  readonly edit?: (body: unknown, asked: Asked) => unknown;
}

const limits = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "90", "x-ratelimit-reset": "1" };

export const json = (status: number, body: unknown = { error: "no" }) =>
  Response.json(body, { status, headers: limits });

/** Answers requests of this method whose path ends so. */
export const answering =
  (method: string, path: RegExp, status: number, body?: unknown) =>
  (asked: Asked): Response | undefined =>
    asked.method === method && path.test(asked.path) ? json(status, body) : undefined;

/** Changes what GET of this path answers. */
export const editing =
  (path: RegExp, change: (body: never) => unknown) =>
  (body: unknown, asked: Asked): unknown =>
    asked.method === "GET" && path.test(asked.path) ? change(body as never) : body;

/** The lists of this path are empty. */
export const emptying = (path: RegExp) => editing(path, () => ({ data: [] }));

/** The first of the answers that is one. */
export const either =
  (...answers: readonly ((asked: Asked) => Response | undefined)[]) =>
  (asked: Asked) =>
    answers.map((answer) => answer(asked)).find((answer) => answer !== undefined);

/** The result of the check alone. */
export async function resultOf({ check, options, ...target }: Omit<Skipped, "where" | "says">) {
  const { results } = await reportOf({ ...target, options: { only: [check], ...options } });
  const [result] = results.filter(({ id }) => id === check);
  return { verdict: result?.verdict, message: result?.message };
}

/** The report of a run. */
export async function reportOf({
  start,
  credentials = (all) => all,
  options,
  answer,
  edit,
}: Omit<Skipped, "check" | "where" | "says">) {
  const clock = virtualClock();
  const reference = await startReference({ clock, ...start });
  const { target, baseUrl } = reference;
  const first = target.credentials[0]?.org;
  const others = target.credentials.filter(({ org }) => org !== first).map(({ token }) => `Bearer ${token}`);
  const door: typeof globalThis.fetch = async (input, init = {}) => {
    const path = String(input).slice(baseUrl.length);
    const isOther = others.includes(new Headers(init.headers).get("authorization") ?? "");
    const sent = await new Response(init.body ?? "").text();
    const asked: Asked = { method: init.method ?? "GET", path, body: sent, isOther };
    const answered = answer?.(asked);
    if (answered !== undefined) return answered;
    const response = await fetch(input, init);
    if (edit === undefined || !response.ok) return response;
    const text = await response.text();
    const body = text === "" ? null : JSON.stringify(edit(JSON.parse(text), asked));
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(body, { status: response.status, headers });
  };
  try {
    const chosen = credentials(target.credentials);
    return await conform({ ...target, credentials: chosen, clock, seed: 1, fetch: door, ...options });
  } finally {
    await reference.close();
  }
}

/** To be called in a test file, with all reasons of a section. */
export function describeSkipped(skipped: readonly Skipped[]): void {
  it.each(skipped)("$check is skipped where $where", async (row) => {
    expect(await resultOf(row)).toEqual({ verdict: "skip", message: expect.stringContaining(row.says) });
  });
}
