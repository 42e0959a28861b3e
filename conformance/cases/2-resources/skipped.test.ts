/** §2: why a case is skipped, each reason on a target that brings it about. */
import { describeSkipped, emptying, json } from "../skipped.test.support.ts";

/** As the first submission of a run. */
const isPlain = ({ content, sourceUrl, notes, metadata }: ReturnType<typeof JSON.parse>) =>
  content.body === content.title &&
  /^Conformance check [ -z]*$/.test(content.body) &&
  sourceUrl === "https://example.com/feedback" &&
  notes.startsWith("Sent by") &&
  Object.keys(metadata).join() === "mark,attempt,isSample";

describeSkipped([
  {
    check: "submission.all-fields",
    where: "no product has a context",
    says: "needs a product with a context and an actor: add both to one of the first three products of KEY_1",
    edit: emptying(/\/contexts$/),
  },
  {
    check: "submission.feedback-types",
    where: "a quota is used up",
    says: "needs a quota of about 20 submissions: after some were accepted, one was answered 402",
    start: { variants: ["feedback-quota-used-up"] },
  },
  {
    check: "submission.hazards",
    where: "only plain submissions are accepted",
    says: "every submission with unusual text or metadata was rejected with a 4xx. A limit that the document does not show (§8) may be the reason; --verbose lists the rejections: fix those that are not intended",
    answer: ({ method, path, body }) =>
      method === "POST" && path.endsWith("/feedback") && !isPlain(JSON.parse(body)) ? json(422) : undefined,
  },
]);
