/** Faults in accepting the fields of a submission, and in the acceptance, the status and the error body (§2.11 to §2.14). */

import { HttpError, type Issue } from "../../parts/http-error.ts";
import type { Body } from "../../parts/serializers.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues, ignoreIssues } from "../seams/requests.ts";
import { changeResource, omitting, setFields } from "../seams/resources.ts";
import { failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

/** Answers 500 to submissions for which `fails` is true. */
const breakOn = (fails: (body: unknown, text: string) => boolean) =>
  failWhen(["submitFeedback"], ({ body }) => fails(body, JSON.stringify(body)));

/** All strings in a value, one per line. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textOf).join("\n");
}

function hasKey(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === name || hasKey(inner, name));
}

/** Accepts any value of a field of a submission. */
const acceptAny = (field: string) => ignoreIssues("submitFeedback", ({ path = [] }) => path[0] === field);

const unknownField = (name: string): readonly Issue[] => [{ code: "unknown", message: "is not known", path: [name] }];

/** Replaces the body of errors that have issues. */
const withIssues = (write: (issues: readonly Issue[], error: string) => unknown) =>
  replace("errors", ({ body }) => ({
    body: (error, operation) => (error.issues.length > 0 ? write(error.issues, error.message) : body(error, operation)),
  }));

/** The `content` of a submission, of which nothing else is known. */
const contentOf = (body: unknown) =>
  (body as { readonly content?: { readonly title?: unknown; readonly body?: unknown } }).content;

export default [
  ...mutantsOf("submission.fields", {
    "notes-not-in-the-schema": {
      fault:
        "The schema of a submission forbids unlisted fields and does not list notes: a submission with notes is rejected",
      change: addIssues("submitFeedback", (body) => (hasKey(body, "notes") ? unknownField("notes") : [])),
    },
    "metadata-of-texts-only": {
      fault: "metadata is decoded into a map of strings: a number or a boolean in it is rejected with 400",
      change: addIssues("submitFeedback", (body) =>
        Object.values(Object(Object(body).metadata)).every((value) => typeof value === "string")
          ? []
          : [{ code: "type", message: "must be string", path: ["metadata"] }],
      ),
    },
    "context-sought-among-actors": {
      fault: "A contextId is looked up in the table of actors, so a submission with a context is rejected",
      change: replace("tenancy", (tenancy) => ({
        resolve: (store, caller, references) => {
          const { contextId } = references;
          const isActor = store.first("SELECT id FROM actors WHERE id = ?", contextId) !== undefined;
          if (contextId !== null && !isActor) throw new HttpError("notFound", "There is no such context here.");
          return tenancy.resolve(store, caller, references);
        },
      })),
    },
  }),
  ...mutantsOf("submission.feedback-type", {
    "seven-types-but-one": {
      fault: "The enumeration of feedbackType lacks prospect_call, so such a submission is rejected",
      change: addIssues("submitFeedback", (body) =>
        /"feedbackType":"prospect_call"/.test(JSON.stringify(body)) ? unknownField("feedbackType") : [],
      ),
    },
    "type-without-a-queue": {
      fault:
        "Each feedbackType has a queue, and that of research_call does not exist: such a submission is answered 500",
      change: breakOn((_, text) => text.includes('"feedbackType":"research_call"')),
    },
  }),
  ...mutantsOf("submission.refuses", {
    "type-not-checked": {
      fault: "Any string is accepted as feedbackType",
      change: acceptAny("feedbackType"),
    },
    "content-as-text-taken": {
      fault: "A string is accepted as content",
      change: acceptAny("content"),
    },
    "two-fields-checked": {
      fault: "Only productId and feedbackType are validated, and of content only that it is an object",
      change: ignoreIssues("submitFeedback", ({ path = [] }) =>
        path[0] === "content" ? path.length > 1 : !["productId", "feedbackType"].includes(String(path[0])),
      ),
    },
    "context-and-actor-dropped": {
      fault: "A submission is accepted without its contextId or actorId if that is not a string",
      change: combine(
        acceptAny("contextId"),
        acceptAny("actorId"),
        replaceRoute("submitFeedback", (route) => (request) => {
          const kept = Object.entries(request.body as Body).filter(
            ([name, value]) => typeof value === "string" || !["contextId", "actorId"].includes(name),
          );
          return route({ ...request, body: Object.fromEntries(kept) });
        }),
      ),
    },
    "format-and-source-unchecked": {
      fault: "bodyFormat and sourceUrl may be of any type",
      change: ignoreIssues("submitFeedback", ({ path = [] }) =>
        ["bodyFormat", "sourceUrl"].includes(String(path.at(-1))),
      ),
    },
  }),
  ...mutantsOf("submission.text", {
    "title-of-ascii": {
      fault: "The title is put into an e-mail header unencoded: any character beyond ASCII fails with 500",
      change: breakOn((body) => /[^\0-\x7f]/.test(textOf(contentOf(body)?.title))),
    },
    "column-of-latin1": {
      fault: "The texts of a submission are stored in Latin-1: any other character fails with 500",
      change: breakOn((body) => /[^\0-\xff]/.test(textOf(body))),
    },
    "log-in-ascii": {
      fault: "The first 40 characters of a submission's text are logged in ASCII: any other among them fails with 500",
      change: breakOn((body) => /[^\0-\x7f]/.test(textOf(contentOf(body)?.body).slice(0, 40))),
    },
    "column-of-three-bytes": {
      fault: "The texts of a submission are stored in UTF-8 of at most three bytes: an emoji fails with 500",
      change: breakOn((body) => /[\u{10000}-\u{10ffff}]/u.test(textOf(body))),
    },
    "column-of-short-text": {
      fault: "The texts of a submission are stored in columns of 1,000 characters: a longer text fails with 500",
      change: breakOn((body) => textOf(body).length > 1000),
    },
    "notes-as-a-pattern": {
      fault: "notes are used as a regular expression: a brace in them fails with 500",
      change: breakOn((body) => /[{}]/.test(textOf((body as { readonly notes?: unknown }).notes))),
    },
    "text-ends-at-nul": {
      fault: "The database rejects text with a NUL character: the submission fails with 500",
      change: breakOn((body) => textOf(body).includes("\0")),
    },
    "sql-by-concatenation": {
      fault: "The texts of a submission are concatenated into an SQL statement: a quote fails with 500",
      change: breakOn((body) => textOf(body).includes("'")),
    },
    "metadata-merged-into-defaults": {
      fault: "The key __proto__ in metadata fails with 500",
      change: breakOn((body) => hasKey(body, "__proto__")),
    },
    "empty-metadata-is-none": {
      fault: "Empty metadata is taken for missing metadata, which fails with 500",
      change: breakOn((body) => "metadata" in Object(body) && Object.keys(Object(body).metadata).length === 0),
    },
    "metadata-methods-called": {
      fault: "The server calls hasOwnProperty on the metadata: a key of that name fails with 500",
      change: breakOn((body) => hasKey(body, "hasOwnProperty")),
    },
  }),
  ...mutantsOf("acceptance.fields", {
    "url-as-object": {
      fault: "url is an object with href and rel instead of a string",
      change: setFields("acceptance", (body) => ({ url: { href: body.url, rel: "status" } })),
    },
    "url-in-location-only": {
      fault: "The url of an acceptance is in the Location header only, not in the body",
      change: combine(
        changeResource("acceptance", omitting("url")),
        replace("responseWriter", ({ extraHeaders }) => ({
          extraHeaders: (operation, status) =>
            operation === "submitFeedback" && status < 300
              ? { Location: "/v1/feedback" }
              : extraHeaders(operation, status),
        })),
      ),
    },
  }),
  ...mutantsOf("acceptance.queued", {
    "accepted-as-started": {
      fault: "The acceptance has the status processing, because a worker has already taken the submission",
      change: replace("queue", { statusOnAcceptance: () => "processing" }),
    },
    "short-text-at-once": {
      fault: "A submission with a text of less than 20 characters is processed immediately",
      change: replace("queue", {
        statusOnAcceptance: ({ body }) => (Number(body?.length) < 20 ? "processed" : "queued"),
      }),
    },
    "throttled-after-the-first": {
      fault: "A second submission within a second is answered with status pending instead of queued",
      change: replace("queue", () => {
        let before = Number.NEGATIVE_INFINITY;
        return {
          statusOnAcceptance: ({ acceptedAt }) => {
            const isSoon = acceptedAt - before < 1000;
            before = acceptedAt;
            return isSoon ? "pending" : "queued";
          },
        };
      }),
    },
  }),
  ...mutantsOf("feedback-status.fields", {
    "no-result-as-null": {
      fault: "resultUrl is null until the submission is processed",
      change: changeResource("processing", (body) =>
        body.status === "processed" ? body : { ...body, resultUrl: null },
      ),
    },
    "no-result-while-queued": {
      fault: "resultUrl is null while a submission is queued: for 150 ms, or until the next submission",
      change: combine(
        replace("queue", ({ accept }) => {
          let newest = "";
          return {
            accept: (submission, id) => {
              newest = id;
              return accept(submission, id);
            },
            statusAt: ({ id, acceptedAt, outcome }, now) =>
              id === newest && now < acceptedAt + 150 ? "queued" : outcome,
          };
        }),
        changeResource("processing", (body) => (body.status === "queued" ? { ...body, resultUrl: null } : body)),
      ),
    },
  }),
  defineMutant({
    id: "status-of-job",
    clause: "feedback-status.identifier",
    fault: "The processing status has jobId instead of feedbackId",
    change: changeResource("processing", ({ feedbackId, ...rest }) => ({ jobId: feedbackId, ...rest })),
  }),
  defineMutant({
    id: "result-when-there",
    clause: "feedback-status.complete",
    fault: "resultUrl is left out until the submission is processed",
    change: changeResource("processing", ({ resultUrl, ...rest }) =>
      rest.status === "processed" ? { ...rest, resultUrl } : rest,
    ),
  }),
  defineMutant({
    id: "issues-alone",
    clause: "error.body",
    fault: "An error body with issues has no error field",
    change: withIssues((issues) => ({ issues })),
  }),
  ...mutantsOf("error.issues", {
    "message-without-code": {
      fault: "Issues have a message and a path, but no code",
      change: withIssues((issues, error) => ({ error, issues: issues.map(({ code: _, ...issue }) => issue) })),
    },
    "path-of-the-validator": {
      fault: "An issue's path is a string with slashes instead of an array",
      change: withIssues((issues, error) => ({
        error,
        issues: issues.map((issue) => ({ ...issue, path: `/body/${(issue.path ?? []).join("/")}` })),
      })),
    },
  }),
];
