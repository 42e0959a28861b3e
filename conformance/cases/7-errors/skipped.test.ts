/** §7: why a case is skipped, each reason on a target that brings it about. */
import { type Asked, answering, describeSkipped, json } from "../skipped.test.support.ts";

const invalidInvitation = (status: number) => (asked: Asked) =>
  asked.path.endsWith("/invite") && /@"|@@|[<,]/.test(asked.body) ? json(status) : undefined;
/** An update with a name that is not text. */
const wrongUpdate = (status: number) => (asked: Asked) =>
  asked.method === "PUT" && !/"lastName":"/.test(asked.body) ? json(status) : undefined;

describeSkipped([
  {
    check: "invitation.refused-adds-nobody",
    where: "what is not an address is invited",
    says: "what is not an e-mail address was invited: see invitation.refused",
    answer: invalidInvitation(201),
  },
  {
    check: "invitation.refused-adds-nobody",
    where: "the rejection may have another reason",
    says: "what is not an e-mail address was answered 409, which may have another reason; no action is needed",
    answer: invalidInvitation(409),
  },
  {
    check: "invitation.refused-adds-nobody",
    where: "nobody may list the members",
    says: "needs a caller that may invite, and list the members: ",
    answer: answering("GET", /\/members$/, 403),
  },
  {
    check: "profile.refused-update",
    where: "the update is accepted",
    says: "an update with a name that is not text was answered 200, not rejected: see body.wrong-types",
    answer: wrongUpdate(200),
  },
  {
    check: "profile.refused-update",
    where: "the update makes the server fail",
    says: "an update with a name that is not text was answered 500, not rejected: see error.never-5xx",
    answer: wrongUpdate(500),
  },
  {
    check: "profile.refused-update",
    where: "nobody may update a profile",
    says: "needs a caller that may call updateMe: ",
    answer: wrongUpdate(403),
  },
  {
    check: "error.incomplete-bodies",
    where: "there is no API key",
    says: "needs an API key: add one to the target file (fpk init writes it)",
    credentials: () => [],
  },
  {
    check: "error.incomplete-bodies",
    where: "nothing is to be written",
    says: "needs POST or PUT, which --read-only leaves out: run without it",
    options: { readOnly: true },
  },
]);
