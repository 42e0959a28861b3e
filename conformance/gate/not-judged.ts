/** The gate could not judge: exit code 3, in one sentence that says what to do. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}
