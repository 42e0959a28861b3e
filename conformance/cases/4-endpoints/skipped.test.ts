/** §4: why a case is skipped, each reason on a target that brings it about. */
import {
  type Asked,
  answering,
  describeSkipped,
  editing,
  either,
  emptying,
  json,
  type Skipped,
} from "../skipped.test.support.ts";

const invitations =
  (rejects: (email: string) => Response | undefined) =>
  ({ method, path, body }: Asked) =>
    method === "POST" && path.endsWith("/invite") ? rejects(JSON.parse(body).email) : undefined;
const isInvalid = (email: string) => /@$|@@|[<,]/.test(email);
const isEveryForm = (email: string) => email.includes("+") && email.includes("www.") && email.includes("first-last");
const asInvalid = () => json(422, { error: "invalid", issues: [{ code: "e", message: "m", path: ["email"] }] });
const everyOrganizationIsCreated = ({ method, path }: Asked) =>
  method === "POST" && path.endsWith("/organizations")
    ? json(201, { id: "org_new", name: "new", slug: "new" })
    : undefined;
const noWrites = either(
  answering("PUT", /\/me$/, 403),
  answering("POST", /\/organizations$/, 403),
  answering("POST", /\/invite$/, 403),
);
const withAvatar = (avatarType: string) => editing(/\/me$/, (body: object) => ({ ...body, avatarType }));
const withPicture =
  (status: number) =>
  ({ method, body }: Asked) =>
    method === "PUT" && body.includes("avatarBase64") ? json(status) : undefined;
const rejecting = (fields: string) => (asked: Asked) =>
  asked.method === "PUT" && asked.body.includes(fields)
    ? json(422, { error: "no", issues: [{ code: "e", message: "m", path: [fields] }] })
    : undefined;
const withoutOrg: Skipped["credentials"] = (credentials) => credentials.map(({ org: _, ...rest }) => rest);
const sessions: Skipped["credentials"] = (credentials) => credentials.filter(({ kind }) => kind === "session");

/** Only the first product whose contexts are read has any. */
function contextsOfOneProduct(): NonNullable<Skipped["edit"]> {
  let first: string | undefined;
  return (body, { path }) => {
    if (!path.endsWith("/contexts")) return body;
    first ??= path;
    return path === first ? body : { data: [] };
  };
}

const skipped: readonly Skipped[] = [
  {
    check: "answers.getProduct",
    where: "no organization has a product",
    says: "needs a product in the organization of KEY_1: create one",
    edit: emptying(/\/products$/),
  },
  {
    check: "answers.getProduct",
    where: "the list is rejected",
    says: '/v1/products was answered 403 with {"error":"no"}: see answers.listProducts',
    answer: answering("GET", /\/products$/, 403),
  },
  {
    check: "answers.getProblem",
    where: "no product has a problem",
    says: "needs a problem in one of the first three products of KEY_1: create one",
    edit: emptying(/\/problems$/),
  },
  {
    check: "answers.getProblem",
    where: "no problems may be listed",
    says: 'problems was answered 403 with {"error":"no"}: see answers.listProblems',
    answer: answering("GET", /\/problems$/, 403),
  },
  {
    check: "consistency.list-and-detail",
    where: "a problem cannot be read",
    says: 'a listed problem was answered 500 with {"error":"no"}: see answers.getProblem',
    answer: answering("GET", /\/problems\/[^/]+$/, 500),
  },
  {
    check: "profile.field-alone",
    where: "an update needs other fields",
    says: "alone was answered 422: a target may require other fields, too; no action is needed",
    answer: ({ method, body }) =>
      method === "PUT" && Object.keys(JSON.parse(body)).length === 1 ? json(422, { error: "no" }) : undefined,
  },
  {
    check: "consistency.own-problems",
    where: "there is one product",
    says: ": create one without problems, or let a larger page show it",
    edit: editing(/\/products$/, ({ data }: { data: unknown[] }) => ({ data: data.slice(0, 1) })),
  },
  {
    check: "consistency.own-problems",
    where: "problems may not be listed",
    says: 'problems was answered 403 with {"error":"no"}: see answers.listProblems',
    answer: answering("GET", /\/problems$/, 403),
  },
  {
    check: "consistency.own-problems",
    where: "every product lists the same problems",
    says: " list the same problems: see consistency.problems-by-product",
    edit: editing(/\/problems$/, () => ({ data: [{ id: "prb_1" }, { id: "prb_2" }] })),
  },
  {
    check: "consistency.own-problems",
    where: "no list is longer",
    says: " lists 1, which may be first pages of longer lists; one must be shorter than another list, and so whole: add a problem to ",
    edit: editing(/\/(features|problems|releases|contexts|actors)$/, ({ data }: { data: unknown[] }) => ({
      data: data.slice(0, 1),
    })),
  },
  {
    check: "organization.refused-not-created",
    where: "every creation is accepted",
    says: "every creation of an organization was accepted, whatever was sent: see body.wrong-types",
    answer: everyOrganizationIsCreated,
    options: { only: ["organization.refused-not-created", "body.wrong-types"] },
  },
  {
    check: "answers.getOrganization",
    where: "the list of organizations is empty",
    says: "listOrganizations shows KEY_1 no organization: add a credential that is shown one",
    edit: editing(/\/organizations$/, () => []),
  },
  {
    check: "answers.createOrganization",
    where: "nobody may create one",
    says: "needs a caller that may call createOrganization: ",
    answer: answering("POST", /\/organizations$/, 403),
  },
  {
    check: "answers.createOrganization",
    where: "a plan forbids it in general words",
    says: "needs a caller that may create an organization: ",
    answer: answering("POST", /\/organizations$/, 400, { error: "Bad Request" }),
  },
  {
    check: "organization.creation-kept",
    where: "a creation is answered without an id",
    says: "createOrganization answered without an id (a string) by which to read the organization: see organization.has-identifier and resource.identifier-strings",
    edit: (body, { method, path }) => (method === "POST" && path.endsWith("/organizations") ? {} : body),
  },
  {
    check: "answers.getMe",
    where: "no credential may call it",
    says: "needs a caller that may call getMe: KEY_1 was answered 403; add a credential that may to the target file",
    answer: answering("GET", /\/me$/, 403),
  },
  {
    check: "answers.getMe",
    where: "it is not there",
    says: "needs a caller that may call getMe: KEY_1 was answered 404; build that endpoint, or add a credential that may to the target file",
    credentials: (all) => all.filter(({ kind }) => kind !== "session"),
    answer: answering("GET", /\/me$/, 404),
  },
  {
    check: "answers.updateMe",
    where: "the profile is not an object",
    says: "getMe answers without a profile, which could be put back: see answers.getMe",
    edit: editing(/\/v1\/me$/, () => []),
  },
  {
    check: "answers.updateMe",
    where: "only an update with a picture may be accepted, and the user has one",
    says: "an update without a picture was answered 422, and one with a picture could not be undone: add a session of a user without one",
    answer: answering("PUT", /\/me$/, 422),
    edit: withAvatar("image"),
  },
  {
    check: "answers.updateMe",
    where: "the session may not update its user, and a key is there",
    says: "needs a caller that may call updateMe: SESSION_1 was answered 403; add a session that may to the target file, or take SESSION_1 out of it for one run: then KEY_1 sends the updates",
    answer: answering("PUT", /\/me$/, 403),
  },
  {
    check: "profile.each-field",
    where: "the user has a picture",
    says: 'needs a user with a generated avatar (avatarType initials or none), since a picture could not be put back: getMe shows "image"; add',
    edit: withAvatar("image"),
  },
  {
    check: "profile.each-field",
    where: "avatarType is rejected",
    says: "updates with avatarType are rejected: its values are not shown; no action is needed",
    answer: rejecting("avatarType"),
  },
  {
    check: "profile.each-field",
    where: "the picture is rejected",
    says: 'an update with a picture of one pixel was answered 413 with {"error":"no"}: which pictures, and which values of avatarType, are accepted is not shown',
    answer: withPicture(413),
  },
  {
    check: "profile.avatar-type-kept",
    where: "a picture may not be uploaded",
    says: "a picture of one pixel was answered 403: see profile.each-field",
    answer: withPicture(403),
  },
  {
    check: "profile.avatar-type-kept",
    where: "no organization has a picture",
    says: "upload, uploaded, custom or file; where organizations have no pictures, no action is needed",
    edit: editing(/\/organizations$/, (list: object[]) => list.map((item) => ({ ...item, avatarType: "initials" }))),
  },
  {
    check: "profile.others-unchanged",
    where: "there is one user, who may not list members",
    says: "needs another user, with an e-mail address (see member.all-fields): add a session of one to the target file, or a credential that may list members",
    credentials: sessions,
    answer: answering("GET", /\/members$/, 403),
  },
  {
    check: "profile.others-unchanged",
    where: "the user is the only member",
    says: "needs another user: add a session of one to the target file, or a member to the organization",
    credentials: sessions,
    edit: editing(/\/members$/, (list: object[]) => list.slice(0, 1)),
  },
  {
    check: "profile.others-unchanged",
    where: "no member has an e-mail address",
    says: "needs another user, with an e-mail address (see member.all-fields): add a session of one to the target file, or a member to the organization",
    credentials: sessions,
    edit: editing(/\/members$/, (list: object[]) => list.map((member) => ({ ...member, email: "" }))),
  },
  ...["body.wrong-types", "body.valid-values"].map((check) => ({
    check,
    where: "nobody may write",
    says: "no update, organization or invitation was accepted: add a credential that may send one to the target file",
    answer: noWrites,
  })),
  {
    check: "organization.creation-listed",
    where: "there is no session",
    says: "needs a session token (kind: session): add one to the target file (fpk init writes it)",
    credentials: (all) => all.filter(({ kind }) => kind !== "session"),
  },
  {
    check: "organization.creation-listed",
    where: "nothing is to be written",
    says: "needs POST or PUT, which --read-only leaves out: run without it",
    options: { readOnly: true },
  },
  {
    check: "resource.created-once",
    where: "nothing shows when it was created, who it is, or what is the caller's own",
    says: "no resource with a createdAt and an identifier (see resource.identifier-strings) was read twice at the same path: add a second key of the organization",
    answer: answering("GET", /\/(me|members)$/, 403),
    edit: (body) => JSON.parse(JSON.stringify(body, (name, value) => (name === "createdAt" ? undefined : value))),
  },
  {
    check: "answers.inviteMember",
    where: "the caller's organization is unknown",
    says: "needs a caller whose organization is known: set org of its credential in the target file",
    credentials: withoutOrg,
    edit: editing(/\/organizations$/, () => []),
    answer: answering("GET", /\/installations\/me$/, 404),
  },
  {
    check: "body.wrong-types",
    where: "each wrong type makes the server fail",
    says: "a field of another type was answered 500, not rejected: see error.never-5xx",
    answer: either(answering("POST", /\/(organizations|invite)$/, 403), ({ method, body }) =>
      method === "PUT" && !/"lastName":"/.test(body) ? json(500) : undefined,
    ),
  },
  {
    check: "answers.inviteMember",
    where: "the target file denies it to all",
    says: "needs a caller that may call inviteMember: the target file declares it as denied to ",
    credentials: (all) => all.map((each) => ({ ...each, denied: ["inviteMember"] })),
  },
  {
    check: "invitation.ordinary-addresses",
    where: "no invitation is accepted",
    says: "no invitation was accepted: see answers.inviteMember",
    answer: invitations(() => json(404)),
  },
  {
    check: "invitation.ordinary-addresses",
    where: "a rejection has no issues",
    says: '@www.example.com was answered 422 with {"error":"no"}, and neither error nor issues say why: look whether the target takes the address for invalid',
    answer: invitations((email) => (isEveryForm(email) || isInvalid(email) ? json(422) : undefined)),
  },
  {
    check: "invitation.ordinary-addresses",
    where: "the issues of a rejection are not about the address",
    says: "neither error nor issues say why: look whether the target takes the address for invalid",
    answer: invitations((email) =>
      email.includes("+") || isInvalid(email)
        ? json(422, { error: "no", issues: [{ code: "x", message: "y", path: ["content", 0] }] })
        : undefined,
    ),
  },
  {
    check: "invitation.ordinary-addresses",
    where: "addresses are rejected for another reason",
    says: 'was answered 422 with {"error":"no"}, not as an invalid address: a target may have such rules; no action is needed',
    answer: invitations((email) => (isEveryForm(email) ? json(422) : undefined)),
  },
  {
    check: "invitation.ordinary-addresses",
    where: "an address is rejected only where it has every peculiarity",
    says: "but an address with only one of its unusual parts was not rejected like this; no action is needed",
    answer: invitations((email) => (isEveryForm(email) || isInvalid(email) ? asInvalid() : undefined)),
  },
  {
    check: "installation.of-calling-key",
    where: "no organization is declared",
    says: "needs a key with its organization's id as org: set or correct org in the target file",
    credentials: withoutOrg,
  },
  {
    check: "installation.of-calling-key",
    where: "no installation names its organization",
    says: "no key with an org was shown an installation with an orgId: see answers.getInstallation",
    edit: editing(/\/installations\/me$/, ({ orgId: _, ...rest }: { orgId: string }) => rest),
  },
  {
    check: "answers.getFeedbackStatus",
    where: "the acceptance does not name its feedback",
    says: "the acceptance of a submission has no feedbackId: see feedback.acceptance",
    answer: answering("POST", /\/v1\/feedback$/, 202),
  },
  {
    check: "profile.update-kept",
    where: "the profile shows nothing that an update changes",
    says: "getMe shows none of the fields that were updated (firstName, lastName, preferences): see user.all-fields",
    edit: editing(/\/v1\/me$/, ({ id, email }: { id: string; email: string }) => ({ id, email })),
  },
  {
    check: "answers.getInstallation",
    where: "no key has one",
    says: "needs an API key with an installation that it may read: KEY_1 was answered 403, KEY_2 was answered 403, KEY_5 was answered 403; add one to the target file",
    answer: answering("GET", /\/installations\/me$/, 403),
  },
  {
    check: "answers.getInstallation",
    where: "it is not there",
    says: "needs an API key with an installation that it may read: KEY_1 was answered 404, KEY_2 was answered 404, KEY_5 was answered 404; build that endpoint, or add one to the target file",
    answer: answering("GET", /\/installations\/me$/, 404),
  },
  {
    check: "user.all-fields",
    where: "no credential may read it",
    says: "no answer shows a user: see answers.getMe",
    answer: answering("GET", /\/me$/, 403),
  },
  {
    check: "feedback.no-lost-submissions",
    where: "no status may be read",
    says: "needs a caller that may read the status of what it submits, for as long as a run lasts: each read was answered 401, 403 or 410; add one to the target file",
    answer: answering("GET", /\/status$/, 403),
  },
  {
    check: "feedback.status-still-there",
    where: "no status was read early",
    says: "no submission was accepted and looked up before: see answers.submitFeedback and answers.getFeedbackStatus",
    answer: answering("GET", /\/status$/, 403),
  },
  {
    check: "feedback.status-still-there",
    where: "each status has another feedbackId than was asked for",
    says: "no status that was read has the feedbackId that was asked for: see feedback.status-by-id",
    options: { only: ["feedback"] },
    edit: editing(/\/status$/, (status: object) => ({ ...status, feedbackId: "1" })),
  },
  {
    check: "answers.submitFeedback",
    where: "no product takes feedback",
    says: 'needs a product that takes feedback: a submission was answered 402 with {"error":"no"}',
    answer: answering("POST", /\/feedback$/, 402),
  },
  {
    check: "answers.submitFeedback",
    where: "it is rejected for a product without contexts",
    says: "needs a product with a context and an actor: add both to one of the first three products of KEY_1",
    answer: answering("POST", /\/feedback$/, 422),
    edit: emptying(/\/contexts$/),
  },
  {
    check: "answers.submitFeedback",
    where: "the product with a context takes no feedback, and another is rejected in other words",
    says: "needs a product with a context and an actor: add both to one of the first three products of KEY_1",
    answer: ({ method, body }) => {
      if (method !== "POST") return undefined;
      return json(400, { error: body.includes("contextId") ? "switched off" : "contextId is required" });
    },
    edit: contextsOfOneProduct(),
  },
  {
    check: "feedback.acceptance",
    where: "no submission is accepted",
    says: "no submission was accepted: see answers.submitFeedback",
    answer: answering("POST", /\/feedback$/, 500),
  },
  {
    check: "answers.getProduct",
    where: "another API answers",
    says: "what answers at the base URL is not this API: is the base URL right?",
    answer: () => new Response("<html>It works!</html>"),
  },
];

describeSkipped(skipped);
