/** The security headers of the reference's pages. */
import type { RequestHandler } from "express";

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

const strict = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** For every page: nothing is loaded from another host, no script stands in the page, and no other site may frame it. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    "Content-Security-Policy": policy(strict),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  next();
};

/** The documentation's renderer writes styles into elements. */
export const documentationPolicy = policy({ ...strict, "style-src": "'self' 'unsafe-inline'" });
