/** Faults in reading bodies: an array as its item, a text with an @ as an address, unusual characters (§4, §7). */
import { isRecord, type OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues, ignoreIssues } from "../seams/requests.ts";
import { changeUpdate } from "../seams/resources.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const unpacked = (operation: OperationId) =>
  combine(
    ignoreIssues(operation, ({ path = [] }) => path.length === 0),
    replaceRoute(operation, (route) => (request) => {
      const { body } = request;
      if (Array.isArray(body) && body[0] === undefined) throw new HttpError("invalid", "The body is empty.");
      return route({ ...request, body: Array.isArray(body) ? body[0] : body });
    }),
  );

const failingBody = (operation: OperationId, isFailing: (body: unknown) => boolean) =>
  addIssues(operation, (body) => {
    if (isFailing(body)) throw new HttpError("internal", "Something went wrong here.");
    return [];
  });

const isEmail = (value: unknown) => typeof value === "string" && /^[^@]+@/.test(value);

const cutAtEmoji = (name: string) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, "");

export default [
  defineMutant({
    id: "array-unpacked",
    clause: "error.refusal",
    fault: "A submission or an invitation is accepted in an array",
    change: combine(unpacked("submitFeedback"), unpacked("inviteMember")),
  }),
  defineMutant({
    id: "number-body-500",
    clause: "error.no-server-error",
    fault: "A submission, an organization or an invitation that is a number fails with 500",
    change: combine(
      ...(["submitFeedback", "createOrganization", "inviteMember"] as const).map((operation) =>
        failingBody(operation, (body) => typeof body === "number"),
      ),
    ),
  }),
  defineMutant({
    id: "empty-body-500",
    clause: "error.no-server-error",
    fault: "A POST without a body fails with 500",
    change: replace("responseWriter", ({ send }) => ({
      send: (response, status, body, operation) =>
        status === 400 && response.req.headers["content-length"] === "0"
          ? send(response, 500, { error: "Something went wrong here." }, operation)
          : send(response, status, body, operation),
    })),
  }),
  defineMutant({
    id: "content-left-out-500",
    clause: "error.no-server-error",
    fault: "A submission without content, or with null as its content, fails with 500",
    change: failingBody("submitFeedback", (body) => isRecord(body) && (body.content ?? null) === null),
  }),
  defineMutant({
    id: "marks-of-direction-500",
    clause: "submission.text",
    fault: "A submission with characters that change the direction of text fails with 500",
    change: failingBody("submitFeedback", (body) => /[\u202a-\u202e\u2066-\u2069]/.test(JSON.stringify(body))),
  }),
  defineMutant({
    id: "address-with-an-at",
    clause: "invitation.format",
    fault: "Any text with characters before an @ is accepted as an e-mail address",
    change: combine(
      ignoreIssues("inviteMember", ({ path = [] }) => path.length > 0),
      addIssues("inviteMember", (body) =>
        isEmail(Object(body).email) ? [] : [{ code: "format", message: "must be an address", path: ["email"] }],
      ),
    ),
  }),
  defineMutant({
    id: "names-cut-at-an-emoji",
    clause: "profile.kept",
    fault: "The last name of a user is cut at its first emoji",
    change: changeUpdate((update) => ({
      ...update,
      ...(update.lastName === undefined ? {} : { lastName: cutAtEmoji(update.lastName) }),
    })),
  }),
] satisfies readonly Mutant[];
