import type { Request, RequestHandler, Response } from "express";

/** Does one step of a request. Throws what is to be answered with an error body. */
export type RunStep = (request: Request, response: Response) => void | Promise<void>;

/** Runs a middleware of a library as a step: resolves when it calls `next`, and rejects with the error that it passes on. */
export const passes = (middleware: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    middleware(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
