/** Faults in the writing of bodies (the paragraph before §1). */

import { inspect } from "node:util";
import { combine, replace } from "../seams/replace.ts";
import { changeUpdate, setFields } from "../seams/resources.ts";
import { jsonType, replaceBody, replaceJson } from "../seams/responses.ts";
import { mutantsOf } from "./mutant.ts";

const isEmptyList = (body: unknown) => JSON.stringify(body) === '{"data":[]}';

export default [
  ...mutantsOf("body.json", {
    "body-with-byte-order-mark": {
      fault: "Bodies begin with a byte order mark, which JSON forbids on the wire",
      change: replaceBody((body) => ({ type: jsonType, bytes: `\uFEFF${JSON.stringify(body)}` })),
    },
    "body-in-latin1": {
      fault: "Bodies are encoded in Latin-1, so that an umlaut is not valid UTF-8",
      change: replaceBody((body) => ({ type: jsonType, bytes: Buffer.from(JSON.stringify(body), "latin1") })),
    },
    "labelled-as-compressed": {
      fault: "Bodies are sent with Content-Encoding: gzip, but not compressed",
      change: replace("responseWriter", { extraHeaders: () => ({ "Content-Encoding": "gzip" }) }),
    },
    "length-in-characters": {
      fault: "Content-Length counts characters instead of bytes, so a body with text beyond ASCII lacks its end",
      change: replaceBody((body) => {
        const text = JSON.stringify(body);
        return { type: jsonType, bytes: Buffer.from(text).subarray(0, text.length) };
      }),
    },
    "object-printed": {
      fault: "The installation is written by a debug function, with unquoted keys and single quotes, which is not JSON",
      change: replaceBody((body, { operation, status }) =>
        operation === "getInstallation" && status === 200 ? { type: jsonType, bytes: inspect(body) } : undefined,
      ),
    },
    "hijacking-guard": {
      fault: "Every bare array begins with a prefix against JSON hijacking, so the body is not JSON",
      change: replaceBody((body) =>
        Array.isArray(body) ? { type: jsonType, bytes: `)]}',\n${JSON.stringify(body)}` } : undefined,
      ),
    },
    "nothing-for-an-empty-list": {
      fault: "An empty list is answered 204 without a body",
      change: replaceBody((body) => (isEmptyList(body) ? { status: 204, bytes: "" } : undefined)),
    },
    "created-without-a-body": {
      fault: "A created organization is answered 201 without a body",
      change: replace("success", ({ body }) => ({
        body: (operation, result) => (operation === "createOrganization" ? undefined : body(operation, result)),
      })),
    },
    "not-a-number-in-config": {
      fault: "The JSON encoder writes the result of a division by zero as NaN",
      change: combine(
        setFields("installation", () => ({ config: { quota: Number.NaN } })),
        replaceJson('"quota":null', '"quota":NaN'),
      ),
    },
    "number-beyond-doubles-shown": {
      fault: "The JSON encoder writes 1e400 in the preferences as Infinity",
      change: combine(
        changeUpdate((update) =>
          JSON.parse(JSON.stringify(update, (_, value) => (value === Number.POSITIVE_INFINITY ? "Infinity" : value))),
        ),
        replaceJson('"Infinity"', "Infinity"),
      ),
    },
  }),
  ...mutantsOf("body.media-type", {
    "json-as-text-html": {
      fault: "JSON bodies are sent with the framework's default Content-Type, text/html",
      change: replaceBody((body) => ({ type: "text/html; charset=utf-8", bytes: JSON.stringify(body) })),
    },
    "no-type-on-what-is-created": {
      fault: "The response to a creation has no Content-Type",
      change: replaceBody((body, { status }) =>
        status === 201 || status === 202 ? { bytes: JSON.stringify(body) } : undefined,
      ),
    },
  }),
];
