import { isUtf8 } from "node:buffer";
import express from "express";
import { HttpError } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import { passes, type RunStep } from "./step.ts";

/** Reads the JSON body of the operations that have one. */
export function body({ parts }: ServerContext): RunStep {
  const parse = express.json({
    limit: parts.validation.bodyLimit,
    strict: false,
    verify: (_request, _response, bytes, encoding) => {
      if (encoding === "utf-8" && !isUtf8(bytes)) throw new HttpError("malformedJson", "The body is not valid UTF-8.");
    },
  });
  return async (request, response) => {
    if (contextOf(request).operation === undefined || request.method === "GET") return;
    // The parser rejects a body that is too large once it has come whole, so that the client reads the answer.
    const isHuge = Number(request.headers["content-length"] ?? 0) > 10 * parts.validation.bodyLimit;
    if (isHuge) throw new HttpError("tooLarge", "The body is too large.", [], { Connection: "close" });
    await passes(parse, request, response).catch((error: unknown) => {
      throw httpErrorOf(error);
    });
  };
}

/** The HttpError for an error of the parser, which distinguishes them by `type`; any other value unchanged. */
function httpErrorOf(error: unknown): unknown {
  const { type, status } = error as { type?: unknown; status?: unknown };
  switch (type) {
    case "entity.too.large":
      return new HttpError("tooLarge", "The body is too large.");
    case "entity.parse.failed":
      return new HttpError("malformedJson", "The body is not valid JSON.");
    case "entity.verify.failed":
      return new HttpError("malformedJson", "The body is not valid UTF-8.");
    case "encoding.unsupported":
    case "charset.unsupported":
      return new HttpError("unsupportedMediaType", "The body's encoding is not supported.");
  }
  return status === 400 ? new HttpError("malformedRequest", "The body could not be read.") : error;
}
