/** §5: why a case is skipped, each reason on a target that brings it about. */
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

type Choose = NonNullable<Skipped["credentials"]>;
type Answer = NonNullable<Skipped["answer"]>;

const only =
  (chosen: (credential: { readonly kind?: string; readonly org?: string }, at: number) => boolean): Choose =>
  (all) =>
    all.filter(chosen);
const twoKeys: Choose = only((_, at) => at < 2);
const sessions = only(({ kind }) => kind === "session");
const withoutOrg: Choose = (all) => all.map(({ org: _, ...rest }) => rest);
const rejected: Choose = (all) =>
  all.map((credential) => (credential.kind === "session" ? { ...credential, token: "mistyped" } : credential));

/** The same numbered product for every organization. */
const numbered = {
  id: "1",
  slug: "a",
  name: "A",
  createdAt: "2024-01-01T00:00:00Z",
  updatedAt: "2024-01-01T00:00:00Z",
};
const sameProducts = editing(/\/products$/, () => ({ data: [numbered] }));
const sharedContexts = editing(/\/contexts$/, () => ({ data: [{ id: "ctx_1", name: "Web", description: "" }] }));
const acceptance = (feedbackId: string) => json(201, { feedbackId, url: "https://example.com/f", status: "queued" });
const submissions =
  (answer: (asked: Asked) => Response | undefined): Answer =>
  (asked) =>
    asked.method === "POST" && asked.path.endsWith("/feedback") ? answer(asked) : undefined;
const status = (answer: (feedbackId: string) => Response | undefined) => (asked: Asked) => {
  const [, feedbackId] = /\/feedback\/([^/]+)\/status$/.exec(asked.path) ?? [];
  return feedbackId === undefined ? undefined : answer(feedbackId);
};
const shownStatus = (feedbackId: string) =>
  json(200, { feedbackId, status: "queued", resultUrl: "https://example.com" });

function countedSeparately(): Answer {
  const counts = { own: 6, other: 7 };
  return either(
    (asked) => submissions(({ isOther }) => acceptance(String(++counts[isOther ? "other" : "own"])))(asked),
    status((feedbackId) => (Number(feedbackId) < 10 ? shownStatus(feedbackId) : undefined)),
  );
}

/** Whatever the other organization submits, but for identifiers that nobody has issued. */
function seconds(answered: number): Answer {
  const products: string[] = [];
  return submissions(({ body, isOther }) => {
    if (!isOther) return undefined;
    const { productId } = JSON.parse(body);
    if (!products.includes(productId)) products.push(productId);
    return products.indexOf(productId) === 1 ? json(answered) : undefined;
  });
}

describeSkipped([
  ...(
    [
      ["auth.key-accepted", "an API key", sessions],
      ["scope.listed-products", "an API key", () => []],
      ["auth.session-accepted", "a session token (kind: session)", only(({ kind }) => kind !== "session")],
      ["auth.expired-key", "an expired API key (expired: true)", only((_, at) => at === 0)],
      ["auth.denied-caller", "a caller that is not permitted an operation (denied: [...])", only((_, at) => at === 0)],
      ["scope.lists-disjoint", "an API key of a second organization", only((_, at) => at === 0)],
      ["auth.key-has-prefix", "an API key", sessions],
      ["scope.feedback-for-products", "an API key", sessions],
    ] as const
  ).map(([check, what, credentials]) => ({
    check,
    where: "there is none",
    says: `needs ${what}: add one to the target file (fpk init writes it)`,
    credentials,
  })),
  {
    check: "auth.session-on-every-read",
    where: "a session is not served",
    says: "needs a session token (kind: session): ",
    credentials: rejected,
  },
  {
    check: "scope.session-organizations",
    where: "the session lists every key's organization",
    says: "the session lists the organizations of all API keys: if its user belongs to all of them, a key of another organization lets this be judged",
    credentials: only((_, at) => at < 6),
  },
  {
    check: "scope.session-organizations",
    where: "the session's list lacks an organization of its user",
    says: " was shown, which the session does not list, but its user may be a member: ",
    credentials: only((_, at) => at < 6),
    edit: editing(/\/organizations$/, (list: readonly unknown[]) => list.slice(0, 1)),
  },
  {
    check: "scope.session-organizations",
    where: "all lists may be first pages, and the session reads another organization",
    says: "an organization was shown that the session does not list, but the list may be a first page: it had no more items after SESSION_1 had created an organization",
    credentials: only((_, at) => at < 6),
    edit: editing(/\/(?:organizations|members)$/, (list: readonly unknown[]) => list.slice(0, 1)),
  },
  {
    check: "scope.session-organizations",
    where: "the same, and nothing may be created",
    says: "may be a first page: none with more items was read; let the session create an organization, without --read-only",
    credentials: only((_, at) => at < 6),
    edit: editing(/\/(?:organizations|members)$/, (list: readonly unknown[]) => list.slice(0, 1)),
    options: { readOnly: true },
  },
  {
    check: "auth.session-submits",
    where: "no caller may submit feedback",
    says: "needs a caller that may call submitFeedback: ",
    answer: submissions(() => json(403, { error: "Forbidden" })),
  },
  {
    check: "auth.session-on-every-read",
    where: "the session ends during the run",
    says: "needs a session that lasts for the whole run: SESSION_1 was served, and later answered 401; set a newer token in the target file",
    start: { variants: ["sessions-of-twenty-seconds"] },
    // By itself the check is done before the session ends.
    options: { only: ["auth.session-on-every-read", "limit.recovers"] },
  },
  {
    check: "scope.other-directions",
    where: "no organization may submit feedback",
    says: "needs a caller that may call submitFeedback: ",
    answer: answering("POST", /\/feedback$/, 403),
  },
  {
    check: "scope.other-directions",
    where: "the second organization has no product",
    says: "needs a product in the organization of KEY_5: create one",
    edit: (body, asked) => (asked.isOther ? emptying(/\/products$/)(body, asked) : body),
  },
  {
    check: "scope.other-directions",
    where: "each organization numbers its feedback",
    says: 'both organizations have a submission with the feedbackId "FB-',
    start: { variants: ["ids-of-feedback-apart-with-prefix"] },
    options: { only: ["scope.other-directions", "submission", "feedback"] },
  },
  {
    check: "scope.other-directions",
    where: "the other organization may have a number, too",
    says: 'each organization may number its own feedback, and have a "FB-77"',
    edit: (body, { isOther, path }) =>
      isOther && path.endsWith("/feedback") && "feedbackId" in Object(body)
        ? { ...Object(body), feedbackId: "FB-77" }
        : body,
  },
  {
    check: "scope.other-directions",
    where: "a submission for an unknown product is accepted, too",
    says: "a submission for an unknown product was accepted, too: check on the server whether it is rejected later",
    answer: (asked) => (asked.isOther ? submissions(() => acceptance("FB-77"))(asked) : undefined),
  },
  {
    check: "scope.lists-disjoint",
    where: "the organizations of the keys are not known",
    says: "needs an API key of a second organization: the organization of KEY_1, ",
    credentials: withoutOrg,
    answer: either(answering("GET", /\/installations\/me$/, 404), answering("GET", /\/organizations$/, 403)),
  },
  {
    check: "scope.lists-disjoint",
    where: "the server says that all keys are of one organization",
    says: "needs an API key of a second organization: KEY_1, KEY_2 are of one organization, as the server says; if that is wrong, set org of KEY_1, KEY_2 in the target file, else add one",
    credentials: (all) => withoutOrg(all.slice(0, 2)),
  },
  {
    check: "scope.foreign-feedback-status",
    where: "the organization cannot read the status, either",
    says: "the organization itself cannot read the status of its feedback: 404; see answers.getFeedbackStatus",
    answer: answering("GET", /\/status$/, 404),
  },
  {
    check: "auth.denied-caller",
    where: "the denied operation needs an id that the caller is not shown",
    says: "needs a denied operation that needs no body, and no id but what KEY_1 sees: declare a GET, such as listProducts",
    credentials: (all) => all.slice(0, 1).map((credential) => ({ ...credential, denied: ["getFeedbackStatus"] })),
  },
  {
    check: "auth.denied-caller",
    where: "the denied operation is rejected for its body",
    says: "needs a denied operation that needs no body: submitFeedback was answered 400, which may be about the body; declare a GET, such as listProducts",
    credentials: (all) => all.slice(0, 1).map((credential) => ({ ...credential, denied: ["submitFeedback"] })),
  },
  {
    check: "auth.session-accepted",
    where: "the session may read nothing",
    says: "needs a session that may read something: getMe: 403, listOrganizations: 403, listProducts: 403; add one to the target file",
    answer: answering("GET", /\/(me|organizations|products)$/, 403),
  },
  {
    check: "auth.expired-key",
    where: "no credential is served",
    says: "needs an expired API key (expired: true): KEY_1 was answered 401; correct its token",
    credentials: (all) => [{ token: "mistyped" }, ...all.filter(({ expired }) => expired)],
  },
  {
    check: "scope.lists-disjoint",
    where: "the key that is not served is declared as of the first organization",
    says: "needs an API key of a second organization: add one to the target file",
    credentials: (all) => all.slice(0, 1).flatMap((key) => [key, { ...key, token: "mistyped" }]),
  },
  {
    check: "limit.shared-by-keys",
    where: "the second key is denied an operation",
    says: "is denied operations; add one that is not to the target file",
    credentials: (all) =>
      all.slice(0, 2).map((credential, at) => (at === 0 ? credential : { ...credential, denied: ["listActors"] })),
  },
  {
    check: "scope.lists-disjoint",
    where: "the key that is denied an operation is of the first organization, too",
    says: "needs an API key of a second organization: KEY_1, KEY_2 are declared as of one organization; if that is wrong, correct org in the target file, else add one",
    credentials: (all) =>
      all.slice(0, 2).map((credential, at) => (at === 0 ? credential : { ...credential, denied: ["listActors"] })),
  },
  {
    check: "scope.lists-disjoint",
    where: "the key of the second organization is denied an operation",
    says: "needs an API key of a second organization: KEY_2 is denied operations; add one that is not to the target file",
    credentials: (all) =>
      all
        .filter(({ kind, org }, at) => at === 0 || (kind === "api-key" && org !== all[0]?.org))
        .slice(0, 2)
        .map((credential, at) => (at === 0 ? credential : { ...credential, denied: ["listActors"] })),
  },
  {
    check: "scope.listed-products",
    where: "there is no product",
    says: "needs a product in the organization of KEY_1: create one",
    edit: emptying(/\/products$/),
  },
  {
    check: "scope.lists-disjoint",
    where: "neither products nor organizations are listed",
    says: "needs a product in one of two organizations: create one",
    answer: answering("GET", /\/organizations$/, 403),
    edit: emptying(/\/products$/),
  },
  {
    check: "scope.lists-disjoint",
    where: "both list the same numbered product",
    says: 'GET /v1/products shows both organizations "1": copies of one sample, or one item that is shown to both. Rename what both list in one organization',
    edit: sameProducts,
  },
  {
    check: "scope.members-disjoint",
    where: "both list a context under a short identifier",
    says: '/contexts shows both organizations "ctx_1": copies of one sample, or one item that is shown to both. Rename what both list in one organization',
    edit: sharedContexts,
  },
  {
    check: "scope.members-disjoint",
    where: "both list the same members, who joined together",
    says: "/members lists the 2 members that the other organization has, too, who all joined within a minute: both organizations may have the same members, or the list ignores the organization. Add a member to one organization",
    edit: editing(/\/members$/, () =>
      ["usr_1", "usr_2"].map((userId) => ({ userId, role: "owner", joinedAt: "2026-01-01T00:00:00Z" })),
    ),
  },
  {
    check: "scope.members-disjoint",
    where: "nothing is listed for either",
    says: "needs contexts, actors or members that both keys can list: create a context in a product of each",
    answer: answering("GET", /\/members$/, 403),
    edit: emptying(/\/(contexts|actors)$/),
  },
  ...["scope.items-disjoint", "scope.contexts-disjoint"].map((check) => ({
    check,
    where: "there is no product",
    says: "were listed for one organization's key at most: create a product in a second organization",
    edit: emptying(/\/products$/),
  })),
  {
    check: "scope.foreign-products",
    where: "both organizations use the same identifiers",
    says: "needs a product with an identifier that GET /v1/products shows to one organization only: create one more in one organization, and none in the other; if both then list it, the list ignores the organization",
    edit: sameProducts,
  },
  {
    check: "scope.foreign-submission",
    where: "both organizations use the same identifiers",
    says: "needs a product with an identifier that GET /v1/products shows to one organization only: create one more in one organization, and none in the other; if both then list it, the list ignores the organization",
    answer: submissions(() => acceptance("fb_1")),
    edit: sameProducts,
  },
  {
    check: "scope.foreign-submission",
    where: "every product is accepted",
    says: "a submission for an unknown product was accepted, too: check on the server whether it is rejected later, which no endpoint shows",
    answer: submissions(() => acceptance("fb_1")),
  },
  {
    check: "scope.foreign-organization",
    where: "every invitation is accepted",
    says: "an invitation into an unknown organization was accepted, too, and into another one shows no effect: check on the server whether it is rejected later, which no endpoint shows; nothing else of another organization was shown",
    answer: answering("POST", /\/invite$/, 200, {}),
  },
  {
    check: "scope.new-organization",
    where: "none is created",
    says: "no organization was created: see answers.createOrganization",
    answer: answering("POST", /\/organizations$/, 404),
  },
  {
    check: "scope.new-organization",
    where: "it is created without an id",
    says: "createOrganization answered without an id (a string) by which to read the organization: see organization.has-identifier and resource.identifier-strings",
    answer: answering("POST", /\/organizations$/, 201, { name: "a" }),
  },
  {
    check: "scope.foreign-feedback-status",
    where: "every status is shown",
    says: "an unknown feedbackId is answered with a success, too: see error.unknown-ids",
    answer: status(shownStatus),
  },
  {
    check: "scope.foreign-feedback-status",
    where: "each organization counts its feedback",
    says: "each organization may number its own feedback, so that this may be the other's own: feedbackIds of 16 random characters would be judged",
    answer: countedSeparately(),
  },
  {
    check: "scope.feedback-for-products",
    where: "each organization has one product",
    says: "needs two products of one organization, and fewer are listed for ",
    edit: editing(/\/products$/, ({ data }: { data: unknown[] }) => ({ data: data.slice(0, 1) })),
  },
  {
    check: "scope.feedback-for-products",
    where: "a product has no context",
    says: "needs two products with a context and an actor each: ",
    edit: emptying(/\/contexts$/),
  },
  {
    check: "scope.feedback-for-products",
    where: "the key may not submit",
    says: "needs an API key that may submit feedback: ",
    answer: answering("POST", /\/feedback$/, 403),
  },
  {
    check: "scope.feedback-for-products",
    where: "the second product takes no feedback",
    says: "needs a second product that takes feedback: a submission for ",
    answer: seconds(409),
  },
  {
    check: "scope.foreign-references",
    where: "the lists are rejected",
    says: 'contexts was answered 403 with {"error":"no"}: see answers.listContexts',
    answer: answering("GET", /\/(contexts|actors)$/, 403),
  },
  {
    check: "scope.foreign-references",
    where: "the other organization lists the same",
    says: "needs a context that KEY_1 lists and ",
    edit: editing(/\/(contexts|actors)$/, () => ({ data: [{ id: "ctx_1", name: "Web", description: "" }] })),
  },
  {
    check: "scope.foreign-references",
    where: "no other list is longer",
    says: "since no list of more than 1 was read: keep fewer contexts in product ",
    edit: editing(/\/(features|problems|releases|contexts|actors)$/, ({ data }: { data: unknown[] }) => ({
      data: data.slice(0, 1),
    })),
  },
  {
    check: "scope.foreign-references",
    where: "no reference is checked",
    says: "an unknown contextId is accepted, too: check on the server whether it is rejected later, which no endpoint shows",
    answer: submissions(() => acceptance("fb_1")),
  },
  {
    check: "scope.foreign-references",
    where: "each organization counts its own contexts",
    says: "for contexts of their own; random identifiers",
    start: { variants: ["ids-numbers-apart"] },
  },
  {
    check: "scope.every-list",
    where: "there is no API key",
    says: "needs an API key: add one to the target file (fpk init writes it)",
    credentials: () => [],
  },
  {
    check: "scope.every-list",
    where: "there is no product",
    says: "needs a product in the organization of KEY_1: create one",
    edit: emptying(/\/products$/),
  },
  ...["scope.other-directions", "scope.items-disjoint"].map((check) => ({
    check,
    where: "all keys are of one organization",
    says: "needs an API key of a second organization: KEY_1, KEY_2 are declared as of one organization; if that is wrong, correct org in the target file, else add one",
    credentials: twoKeys,
  })),
  {
    check: "scope.other-directions",
    where: "nothing is to be written",
    says: "needs POST or PUT, which --read-only leaves out: run without it",
    options: { readOnly: true },
  },
]);
