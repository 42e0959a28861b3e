import { isUtf8 } from "node:buffer";
import express, { type RequestHandler } from "express";
import { Refusal } from "../../parts/http-error.ts";
import { callOf } from "../request-context.ts";
import type { Running } from "../server-context.ts";

/** Reads the JSON body of the operations that have one. */
export function body({ parts }: Running): RequestHandler {
  const parse = express.json({
    limit: parts.validation.bodyLimit,
    strict: false,
    ...(parts.validation.takesAnyMediaType ? { type: () => true } : {}),
    verify: (_request, _response, bytes, encoding) => {
      if (encoding === "utf-8" && !isUtf8(bytes)) throw new Refusal("malformedJson", "The body is not valid UTF-8.");
    },
  });
  return (request, response, next) => {
    if (callOf(request).operation === undefined || request.method === "GET") return next();
    parse(request, response, (error?: unknown) => next(error === undefined ? undefined : refusalOf(error)));
  };
}

/** The kinds of error that the parser tells apart by `type`. */
function refusalOf(error: unknown): unknown {
  const { type, status } = error as { type?: unknown; status?: unknown };
  switch (type) {
    case "entity.too.large":
      return new Refusal("tooLarge", "The body is too large.");
    case "entity.parse.failed":
      return new Refusal("malformedJson", "The body is not valid JSON.");
    case "entity.verify.failed":
      return new Refusal("malformedJson", "The body is not valid UTF-8.");
    case "encoding.unsupported":
    case "charset.unsupported":
      return new Refusal("unsupportedMediaType", "The body's encoding is not supported.");
  }
  return status === 400 ? new Refusal("malformedRequest", "The body could not be read.") : error;
}
