/** BASE has no contract at all (exit code 0): there is nothing to compare HEAD with. */
export class NewContract extends Error {
  static readonly text = "a new contract: nothing to compare with";
  override readonly name = "NewContract";
}

/** The gate could not judge (exit code 3); the message says why, and what to do. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}
