/** What a choice says of single operations, fields and statuses, so that runs can be compared that sent different requests. */

export interface Answer {
  /** Such as `a wrong value: `; empty for a choice that names no kind of request. */
  readonly kind: string;
  /** The operation, field or status; empty for a choice that is about nothing in particular. */
  readonly subject: string;
  readonly answer: string;
  /** The choice as it would be of this question alone. */
  readonly text: string;
}

const forms: readonly RegExp[] = [
  // notes may be empty · 401, 404 not counted
  /^(?<subjects>.+?) (?<answer>may (?:not )?be empty|(?:not )?counted)$/,
  // a wrong value: 400 submitFeedback, updateMe
  /^(?<kind>.*: )?(?<answer>\d{3}) (?<subjects>.+)$/,
  // not required: notes, sourceUrl
  /^(?<answer>(?:not )?required): (?<subjects>.+)$/,
];

/** Another seed changes which fields a rejected request lacked, and of how many bytes it was. */
const dependsOnSeed = /^(?:without |a body of \d+ bytes )/;

export function answersIn(choice: string): readonly Answer[] {
  for (const form of forms) {
    const { kind = "", answer = "", subjects = "" } = form.exec(choice)?.groups ?? {};
    if (subjects !== "")
      return subjects.split(", ").map((subject) => ({
        kind,
        subject,
        answer,
        text: choice.replace(subjects, () => subject),
      }));
  }
  return dependsOnSeed.test(choice) ? [] : [{ kind: "", subject: "", answer: choice, text: choice }];
}
