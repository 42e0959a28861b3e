/** The reference's document declares the errors with which it answers, and shows the body of each. */

import { expect, it } from "vitest";
import { loadContract, type Operation } from "../../spec/contract.ts";
import { organizationId } from "../seed/ids.ts";
import { type Sent, started, type Who } from "../start.test.support.ts";
import { enforcedDocument } from "./contract.ts";

const { operations } = loadContract(await enforcedDocument());

const bodies: Readonly<Record<string, object>> = {
  submitFeedback: { productId: "unknown", content: { body: "x" } },
  updateMe: {},
  createOrganization: { name: "x", slug: "acme" },
  inviteMember: { email: "x@example.com" },
};
const own = organizationId("acme");

type Cause = readonly [who: Who | undefined, sent?: Sent, id?: string];

/** By status code, requests that are answered with it; the identifiers in their path are unknown unless one is given. */
const causes: Readonly<Record<string, (operation: Operation) => readonly Cause[]>> = {
  "400": ({ id }) => [
    ["key", { body: "{" }],
    ["key", { body: { ...bodies[id], productId: 1, firstName: 1, name: 1, email: 1 } }],
  ],
  "401": () => [[undefined]],
  "403": ({ id }) => [["viewer", { body: bodies[id] }, own]],
  "404": ({ id }) => [[id === "getInstallation" ? "session" : "key", { body: bodies[id] }]],
  "409": ({ id }) => [["key", { body: bodies[id] }]],
  "413": () => [["key", { body: `"${"x".repeat(11 * 1024 * 1024)}"` }]],
  "415": () => [["key", { body: "{}", headers: { "content-type": "text/plain" } }]],
  "429": () => [["globex"]],
  default: () => [["key", { method: "DELETE" }]],
};

interface ErrorBody {
  readonly error: string;
  readonly issues?: readonly { readonly code: string }[];
}

/** An error without what differs from one request to another: which resource, and which fields. */
const kindOf = ({ error, issues = [] }: ErrorBody) => ({
  error: error.replace(/no such \w+ here/, "no such thing here"),
  codes: [...new Set(issues.map(({ code }) => code))],
});

it("each error that an operation declares is answered with a body like one of its examples", async () => {
  const reference = await started();
  for (let sent = 0; sent < 100; sent += 1) await reference.send("globex", "/v1/me");
  for (const operation of operations) {
    const { id, method, path, responses } = operation;
    for (const [code, { examples = [] }] of responses) {
      if (code.startsWith("2")) continue;
      for (const [who, sent, identifier = "unknown"] of causes[code]?.(operation) ?? expect.fail(code)) {
        const url = path.replaceAll(/\{\w+\}/g, identifier);
        const { status, json } = await reference.send(who, url, { method, ...sent });
        expect([id, status]).toEqual([id, code === "default" ? 405 : Number(code)]);
        const shown = examples.map((example) => kindOf(example as ErrorBody));
        expect(shown, `${id} ${code}`).toContainEqual(kindOf(json));
      }
    }
  }
});
