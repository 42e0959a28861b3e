/** The gate could not judge (exit code 3); the message says why, and what to do. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}
