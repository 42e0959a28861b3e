/** Why a law is skipped: what no exchange shows, and what the user does about it. */
import { describe, expect, it } from "vitest";
import { judgeLaw, judgeSequence } from "./apply.ts";
import { laws, sequenceLaws } from "./index.ts";
import { context } from "./judged.test.support.ts";
import { Sequence } from "./sequence-law.ts";

const ownSentence = {
  verdict: "skip",
  reason: expect.stringMatching(/^.+: (add|create|leave|see|they are optional)\b/),
};

describe("a law that no exchange shows says what is missing", () => {
  it.each(laws.map((law) => [law.id, law] as const))("%s", (_, law) => {
    expect(judgeLaw(law, [], context).verdict).toMatchObject(ownSentence);
  });

  const ofRun = sequenceLaws.filter(({ needs }) => needs === undefined);
  it.each(ofRun.map((law) => [law.id, law] as const))("%s", (_, law) => {
    expect(judgeSequence(law, new Sequence([], null)).verdict).toMatchObject(ownSentence);
  });
});
