/** How answers are written to the wire. */

import type { ServerResponse } from "node:http";
import type { Response } from "express";
import type { OperationId } from "../../spec/contract.ts";

/** Writes a status and a body as JSON; without a body (undefined) it writes none. */
export type SendsJson = (response: Response, status: number, body: unknown, operation: OperationId | undefined) => void;

/** Through `json`, which response validation listens to. */
export const sendsJson: SendsJson = (response, status, body) => {
  response.status(status);
  if (body === undefined) response.end();
  else response.json(body);
};

export interface HttpHabits {
  /** Whether HEAD is answered like GET, without the body. */
  readonly answersHead: boolean;
  /** Further headers of an answer. */
  headers(operation: OperationId | undefined, status: number): Readonly<Record<string, string>>;
  /** Called when an answer is complete but for its body, so that it can be written differently. */
  prepare(response: ServerResponse, operation: OperationId | undefined): void | Promise<void>;
}

export const http: HttpHabits = {
  answersHead: true,
  headers: () => ({}),
  prepare: () => {},
};
