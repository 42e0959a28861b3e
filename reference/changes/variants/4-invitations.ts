/** Choices of the addresses that may be invited, and of the number of invitations (§4, endpoint 17). */
import { HttpError, type Issue } from "../../parts/http-error.ts";
import { emailOf, invitedAreMembers } from "../seams/invited-members.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** Rejects some valid addresses. */
const rejectAddresses = (isRejected: (email: string) => boolean, issue: Issue) =>
  addIssues("inviteMember", (body) => (isRejected(emailOf(body)) ? [issue] : []));

const noneInvited = { "endpoint.inviteMember": "no address of example.com may be invited" };

const inviting = (of: Pick<Variant, "id" | "choice" | "change" | "unjudged" | "excludes">): Variant =>
  defineVariant({ ...of, group: "invitations" });

export default [
  inviting({
    id: "invitations-into-one-domain",
    choice: "An organization accepts only members whose address is at its domain, example.com",
    excludes: ["errors"],
    change: rejectAddresses((email) => !email.endsWith("@example.com"), {
      code: "domain",
      message: "is not of the organization's domain",
      path: ["email"],
    }),
  }),
  inviting({
    id: "invitations-without-aliases",
    choice: "Invitations to addresses with a plus sign are rejected",
    change: rejectAddresses((email) => email.includes("+"), { code: "alias", message: "is an alias", path: ["email"] }),
  }),
  inviting({
    id: "invitations-refused-without-issues",
    choice: "Invitations to addresses with a plus sign are rejected, and the error body does not say why",
    unjudged: { "error.issues": "issues are optional, and no error body has any" },
    change: combine(
      rejectAddresses((email) => email.includes("+"), { code: "alias", message: "is an alias", path: ["email"] }),
      replace("errors", { body: ({ message }) => ({ error: message }) }),
    ),
  }),
  inviting({
    id: "invitations-refused-with-one-code",
    choice: "Invitations to addresses with a plus sign are rejected, with the issue code of an invalid address",
    change: rejectAddresses((email) => email.includes("+"), {
      code: "format",
      message: "is an alias",
      path: ["email"],
    }),
  }),
  inviting({
    id: "invitations-to-hosts-there",
    choice: "An invitation to an address with an unknown host is rejected like one to an invalid address",
    change: rejectAddresses((email) => email.includes("@") && !/@(?:www\.)?example\.com$/.test(email), {
      code: "format",
      message: 'must match format "email"',
      path: ["email"],
    }),
  }),
  inviting({
    id: "invitations-of-36-characters",
    choice: "An invitation to an address of more than 36 characters is rejected like one to an invalid address",
    change: rejectAddresses((email) => email.length > 36, {
      code: "format",
      message: 'must match format "email"',
      path: ["email"],
    }),
  }),
  inviting({
    id: "invitations-not-of-examples",
    choice: "Invitations to addresses in domains that are reserved for examples are rejected",
    unjudged: noneInvited,
    change: rejectAddresses((email) => /@(?:.*\.)?example\.com$/.test(email), {
      code: "format",
      message: "is not an e-mail address",
      path: ["email"],
    }),
  }),
  inviting({
    id: "invitations-of-one-seat",
    choice: "The plan allows one more member: the second invitation is rejected with 400",
    change: replaceRoute("inviteMember", (route) => {
      let seats = 1;
      return (request) => {
        const answer = route(request);
        if (seats === 0) throw new HttpError("invalid", "There is no seat left.");
        seats -= 1;
        return answer;
      };
    }),
  }),
  inviting({
    id: "invitations-without-a-seat",
    choice: "The plan allows no more members: every invitation is rejected with 400",
    unjudged: { "endpoint.inviteMember": "nobody may be invited" },
    change: replaceRoute("inviteMember", () => () => {
      throw new HttpError("invalid", "There is no seat left.");
    }),
  }),
  inviting({
    id: "invitations-into-a-full-organization",
    choice: "The plan allows no more members: every invitation is rejected with 400, and an issue at orgId",
    unjudged: { "endpoint.inviteMember": "nobody may be invited" },
    change: rejectAddresses(() => true, { code: "full", message: "has no seat left", path: ["orgId"] }),
  }),
  inviting({
    id: "invitations-of-no-seats",
    choice: "The plan allows no more members: every invitation is rejected with 400, and an issue at seats",
    unjudged: { "endpoint.inviteMember": "nobody may be invited" },
    change: rejectAddresses(() => true, { code: "quota", message: "are all taken", path: ["seats"] }),
  }),
  inviting({
    id: "invitations-in-lower-case",
    choice: "Invitations to addresses with capitals are rejected",
    change: rejectAddresses((email) => /[A-Z]/.test(email), { code: "case", message: "has capitals", path: ["email"] }),
  }),
  inviting({
    id: "invitations-once",
    choice: "A second invitation to an address is rejected with 409, also if only the text after a plus sign differs",
    change: replaceRoute("inviteMember", (route) => {
      const invited = new Set<string>();
      return (request) => {
        const answer = route(request);
        const name = `${request.params.orgId} ${emailOf(request.body).replace(/\+[^@]*/, "")}`;
        if (invited.has(name)) throw new HttpError("conflict", "They have been invited.");
        invited.add(name);
        return answer;
      };
    }),
  }),
  inviting({
    id: "invitations-shown-as-members",
    choice: "The list of members contains invited users immediately, by their address",
    excludes: ["lists", "foreign"],
    change: invitedAreMembers((route) => route),
  }),
] satisfies readonly Variant[];
