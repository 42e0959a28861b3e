/** §2.11: the fields of a submission. */
import { defineCase, Skip } from "../case.ts";
import { acceptedSubmission, hasContextAndActor, noContextOrActor } from "../shared/accepted-submission.ts";
import { expectSuccess } from "../shared/expect.ts";
import { fullSubmission } from "../shared/full-submission.ts";
import { uniqueMark } from "../shared/unique-names.ts";

export const allFieldsAccepted = defineCase({
  id: "submission.all-fields",
  clause: "submission.fields",
  claim: "A submission with every field set is accepted",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, exchange, references, omitted } = await acceptedSubmission(context);
    if (!hasContextAndActor(references)) throw new Skip(noContextOrActor(context), ["listContexts", "listActors"]);
    if (omitted === undefined) return;
    const body = fullSubmission(references, await uniqueMark(context), context.contract);
    const fields = omitted.fields.join(", ");
    const full = await actor.send("submitFeedback", { body });
    expectSuccess(full, `for a submission with every field set, as for the same without ${fields}`, [
      omitted.rejection,
      exchange,
    ]);
  },
});
