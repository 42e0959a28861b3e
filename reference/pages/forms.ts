/** The fields of a form that was sent. */

import type { Request, Response } from "express";
import { type Html, html } from "../../cli/html.ts";
import { isRecord } from "../../spec/contract.ts";
import type { ServerContext } from "../http/server-context.ts";

/** A field's text without blanks around it; empty if the form has none. */
export function formText(request: Request, name: string): string {
  const value = isRecord(request.body) ? request.body[name] : undefined;
  return typeof value === "string" ? value.trim() : "";
}

/** Redirects to the page with the result, after the change is written to the data file. */
export async function redirectTo({ store }: ServerContext, response: Response, page: string): Promise<void> {
  await store.flushed();
  response.redirect(303, page);
}

/** What is wrong with a form, and what was in it. */
export interface Refused {
  readonly form: string;
  readonly message: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The message over a form that was refused. */
export const problem = (form: string, refused: Refused | undefined): Html | undefined =>
  refused?.form === form ? html`<p class="problem" role="alert">${refused.message}</p>` : undefined;

/** What was in a field of a form that was refused. */
export const keptValue = (form: string, refused: Refused | undefined, name: string): string =>
  (refused?.form === form ? refused.values[name] : undefined) ?? "";
