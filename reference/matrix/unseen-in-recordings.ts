/** Which laws and mutants recorded traffic cannot show although a run of the suite does, and why; and which it shows by laws of its own. */

/** The laws of `fpk check` that do not hold if a part of the traffic was not recorded. */
export const unseenLaws: readonly { readonly reason: string; readonly laws: readonly string[] }[] = [
  {
    reason: "the limiter may have counted requests that were not recorded",
    laws: [
      "limit.remaining-falls",
      "limit.remaining-on-errors",
      "limit.not-early",
      "limit.whole-limit-served",
      "limit.none-left-when-exceeded",
      "limit.answered-429",
      "limit.shared-by-keys",
      "limit.shared-by-methods",
      "limit.shared-by-sessions",
      "limit.other-organization",
      "limit.recovers",
      "limit.window-ends",
    ],
  },
  {
    reason: "something may have been changed between two lists that were recorded",
    laws: [
      "feature.parent-resolves",
      "feature.parents-end",
      "feature.release-resolves",
      "resource.created-once",
      "consistency.items-stay-listed",
      "answers.steady",
      "organization.refused-not-created",
      "organization.has-members",
    ],
  },
];

/** Mutants that only a case finds in a run, each with the law of recorded traffic that finds it in the recording of that run. */
export const shownByTrafficLaws: Readonly<Record<string, string>> = {
  "first-row-of-products": "traffic.asked-for-product",
  "first-problem-of-the-product": "traffic.asked-for-problem",
  "status-kept-for-half-a-minute": "traffic.status-kept",
  "organization-of-the-token": "traffic.asked-for-organization",
  "status-of-the-latest": "traffic.status-by-id",
  "organization-of-all": "traffic.foreign-organization",
  "installation-cached-by-path": "traffic.installation-of-calling-key",
  "later-organizations-read-by-all": "traffic.foreign-items",
  "lists-of-all-for-later-keys": "traffic.foreign-items",
};

/** Mutants that a run finds and its recording cannot show, and why; with the laws that find each in the run. */
export const hiddenInRecordings: Readonly<
  Record<string, { readonly reason: string; readonly laws: readonly string[] }>
> = {
  "key-in-a-header": {
    reason: "the value of a header with authorization in its name is hidden, whatever it is",
    laws: ["auth.key-never-returned"],
  },
  "key-in-a-405": {
    reason: "the value of a field authorization is hidden, whatever it is",
    laws: ["auth.key-never-returned"],
  },
  "slash-in-id-html": {
    reason: "a proxy or server may read a path with an encoded slash as another one, outside the contract",
    laws: ["error.is-object"],
  },
};
