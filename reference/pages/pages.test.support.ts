/** Visits to the pages over HTTP, as a browser without JavaScript makes them. */

import { type Started, started } from "../start.test.support.ts";
import type { ReferenceOptions } from "../start.ts";

interface Visited {
  readonly status: number;
  readonly html: string;
  /** The path that the answer leads to; undefined: none. */
  readonly location: string | undefined;
  readonly headers: Headers;
}

export interface Visit {
  /** Sends a request with the cookie of the answers before. */
  get(path: string): Promise<Visited>;
  /** Sends a form, with the hidden field of the page `from`. */
  submit(from: string, path: string, fields: Readonly<Record<string, string>>): Promise<Visited>;
  /** Sends a form as it is. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Visited>;
  signIn(email: string): Promise<Visited>;
}

/** A reference with pages. */
export const withPages = (options: ReferenceOptions = {}): Promise<Started> => started({ pages: {}, ...options });

/** A visitor with cookies of their own. */
export function visitTo({ baseUrl }: { readonly baseUrl: string }): Visit {
  const root = baseUrl.replace(/\/api$/, "");
  let cookie = "";
  async function send(path: string, init: RequestInit = {}): Promise<Visited> {
    const headers = { accept: "text/html", ...(cookie === "" ? {} : { cookie }), ...init.headers };
    const response = await fetch(root + path, { ...init, headers, redirect: "manual" });
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    const { status, headers: answered } = response;
    return { status, html: await response.text(), location: answered.get("location") ?? undefined, headers: answered };
  }
  const visit: Visit = {
    get: (path) => send(path),
    post: (path, fields, headers = {}) => send(path, { method: "POST", body: new URLSearchParams(fields), headers }),
    async submit(from, path, fields) {
      const form = /name="form" value="([^"]+)"/.exec((await send(from)).html)?.[1] ?? "";
      return visit.post(path, { form, ...fields });
    },
    signIn: (email) => visit.submit("/settings/sign-in", "/settings/sign-in", { email }),
  };
  return visit;
}
