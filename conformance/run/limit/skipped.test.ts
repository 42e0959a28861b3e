/** §8: why a law is skipped, each reason on a target that brings it about. */
import { answering, describeSkipped, either, type Skipped } from "../../cases/skipped.test.support.ts";

const withoutOrg: Skipped["credentials"] = (all) => all.slice(0, 2).map(({ org: _, ...rest }) => rest);
const ofTwoOrganizations: Skipped["credentials"] = (all) => {
  const organizations = [...new Set(all.map(({ org }) => org))].slice(0, 2);
  return all.filter(({ org }) => organizations.includes(org));
};
const unknownOrganization = either(
  answering("GET", /\/installations\/me$/, 404),
  answering("GET", /\/organizations$/, 403),
);

describeSkipped([
  ...["limit.answered-429", "limit.headers-present", "limit.limit-declared"].map((check) => ({
    check,
    where: "the limit is switched off",
    says: "the target file says that rate limiting is switched off (rateLimit: null): declare the limit where there is one",
    options: { rateLimit: null },
  })),
  {
    check: "limit.recovers",
    where: "there is no API key",
    says: "needs an API key: add one to the target file (fpk init writes it)",
    credentials: (all) => all.filter(({ kind }) => kind === "session"),
  },
  {
    check: "limit.recovers",
    where: "--max-requests is too small",
    says: "requests to cross a limit of 100, more than --max-requests 60 leaves: raise it",
    options: { maxRequests: 60 },
  },
  {
    check: "limit.shared-by-methods",
    where: "nothing is to be written",
    says: "needs POST or PUT, which --read-only leaves out: run without it",
    options: { readOnly: true },
  },
  {
    check: "limit.shared-by-methods",
    where: "the key may not submit",
    says: "no submission was sent while the limit was exceeded: see answers.submitFeedback",
    answer: answering("POST", /\/feedback$/, 403),
  },
  {
    check: "limit.shared-by-sessions",
    where: "the session is of another organization",
    says: "needs a session of the organization of KEY_1: add one to the target file, or set its org",
    credentials: (all) =>
      all.map((credential) => (credential.kind === "session" ? { ...credential, org: "x" } : credential)),
  },
  {
    check: "limit.refused-when-exceeded",
    where: "two keys may share the limit",
    says: "needs the organizations of the API keys, and the target does not report that of KEY_1: set org of each in the target file",
    credentials: withoutOrg,
    answer: unknownOrganization,
  },
  {
    check: "limit.shared-by-keys",
    where: "the organizations of the keys are not known",
    says: "needs a second API key of one organization: the organization of KEY_1, KEY_2 is not known; set its org in the target file",
    credentials: withoutOrg,
    answer: unknownOrganization,
  },
  {
    check: "limit.shared-by-keys",
    where: "X-RateLimit-Remaining never changes, so that nothing shows who shares it",
    says: "what fails limit.remaining-falls shows here, too: fix that first",
    start: { mutant: "remaining-frozen" },
  },
  {
    check: "limit.shared-by-keys",
    where: "the limit is small",
    says: "needs a limit of about 40 requests or more: with 5, too few requests can be sent for a certain verdict; raise it for this run",
    start: { limit: 5 },
  },
  {
    check: "limit.window-ends",
    where: "there are keys of two organizations",
    says: "no other organization was in use without a pause for longer than a window: add API keys of three organizations to the target file, which lets many runs judge it, or run fpk load steady, which always does",
    credentials: ofTwoOrganizations,
  },
  {
    check: "limit.recovers",
    where: "another API answers",
    says: "what answers at the base URL is not this API: is the base URL right?",
    answer: () => new Response("<html>It works!</html>"),
  },
]);
