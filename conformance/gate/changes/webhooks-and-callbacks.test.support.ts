/** Changes of webhooks and callbacks: the API sends them, and its clients answer. */
import type { Document } from "../contract.test.support.ts";
import { type Single, single } from "./single.test.support.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const event = (now: object = {}) => ({ type: "object", required: ["id"], properties: { id: text, ...now } });

interface Sent {
  readonly body?: object;
  readonly responses?: object;
  readonly parameters?: readonly object[];
  readonly security?: readonly object[];
}

const operation = ({
  body = event(),
  responses = { "200": { description: "" } },
  parameters = [],
  security,
}: Sent) => ({
  summary: "Done",
  parameters,
  requestBody: json(body),
  ...(security && { security }),
  responses,
});

const webhook = (sent: Sent) => (document: Document) => {
  document.webhooks = { done: { post: operation(sent) } };
  document.components.securitySchemes.basic = { type: "http", scheme: "basic" };
};
const callback = (sent: Sent) => (document: Document) => {
  document.paths["/v1/feedback"].post.callbacks = {
    done: { "{$request.body#/sourceUrl}": { post: operation(sent) } },
  };
  document.components.securitySchemes.basic = { type: "http", scheme: "basic" };
};

const answered = (schema: object) => ({ "200": { description: "", ...json(schema) } });
const header = { name: "X-Signature", in: "header", schema: text };

/** Both as a webhook and as a callback. */
const both = (name: string, label: Single["label"], now: Sent, before: Sent = {}): readonly Single[] => [
  single(`a webhook: ${name}`, label, webhook(now), webhook(before)),
  single(`a callback: ${name}`, label, callback(now), callback(before)),
];

export function webhookAndCallbackChanges(): readonly Single[] {
  return [
    single("a webhook is gone", "BA", () => {}, webhook({})),
    single(
      "a webhook is described otherwise",
      "EE",
      (d) => {
        webhook({})(d);
        d.webhooks.done.post.summary = "Otherwise";
      },
      webhook({}),
    ),
    ...both("another optional field is sent", "AA", { body: event({ more: text }) }),
    ...both("a field is no longer sent", "BA", { body: event() }, { body: event({ more: text }) }),
    ...both("a field is always sent", "AB", { body: { ...event(), required: ["id", "name"] } }, { body: event() }),
    ...both("a field need not be sent", "BA", { body: { ...event(), required: [] } }),
    ...both(
      "a further value is sent",
      "BA",
      { body: event({ kind: { enum: ["a", "b"] } }) },
      { body: event({ kind: { enum: ["a"] } }) },
    ),
    ...both(
      "a longer text is sent",
      "BA",
      { body: event({ kind: text }) },
      { body: event({ kind: { ...text, maxLength: 9 } }) },
    ),
    ...both("a header is no longer sent", "BA", {}, { parameters: [header] }),
    ...both("a header is always sent", "AB", { parameters: [{ ...header, required: true }] }, { parameters: [header] }),
    ...both(
      "a longer text may be answered",
      "AB",
      { responses: answered(event({ note: text })) },
      { responses: answered(event({ note: { ...text, maxLength: 9 } })) },
    ),
    ...both(
      "a field must be answered",
      "BA",
      {
        responses: answered({ ...event(), required: ["id", "note"], properties: { id: text, note: text } }),
      },
      { responses: answered({ ...event(), properties: { id: text, note: text } }) },
    ),
    ...["410", "4XX", "default"].flatMap((error) =>
      both(
        `${error} may no longer be answered`,
        "BA",
        {},
        {
          responses: { "200": { description: "" }, [error]: { description: "" } },
        },
      ),
    ),
    ...both(
      "one of two successes may no longer be answered",
      "BA",
      { responses: { "200": { description: "" } } },
      { responses: { "200": { description: "" }, "204": { description: "" } } },
    ),
    ...both("credentials are sent", "AB", { security: [{ bearer: [] }] }),
    ...both("credentials are no longer sent", "BA", {}, { security: [{ bearer: [] }] }),
    ...both("credentials need not be sent", "BA", { security: [{ bearer: [] }, {}] }, { security: [{ bearer: [] }] }),
    ...both("other credentials are sent", "BB", { security: [{ basic: [] }] }, { security: [{ bearer: [] }] }),
    ...both(
      "other credentials may be sent",
      "BA",
      { security: [{ basic: [] }, { bearer: [] }] },
      { security: [{ bearer: [] }] },
    ),
    ...both("another success must be answered", "BB", { responses: { "202": { description: "" } } }),
  ];
}
