/** The ids of checks that no clause lists: those of `fpk load`, of `fpk fuzz`, and of `fpk judge` and `fpk proxy`. */
const names = {
  load: [
    "answered",
    "denied-rejected",
    "expired-rejected",
    "key-served",
    "latency-of-others",
    "never-refused",
    "none-lost",
    "own-answer",
    "own-requests-only",
    "served",
    "served-again",
    "unknown-rejected",
  ],
  fuzz: [
    "answered",
    "invalid-credentials",
    "no-server-error",
    "refused-invite-member",
    "refused-submit-feedback",
    "schemathesis",
    "submission-text",
    "without-credentials",
  ],
  traffic: [
    "asked-for-organization",
    "asked-for-problem",
    "asked-for-product",
    "credentials-first",
    "denied-caller",
    "expired-key",
    "foreign-items",
    "foreign-organization",
    "installation-of-calling-key",
    "refused-invite-member",
    "refused-submit-feedback",
    "status-by-id",
    "status-kept",
    "without-credentials",
  ],
};

export const checksOfOtherVerbs: readonly string[] = Object.entries(names).flatMap(([verb, of]) =>
  of.map((name) => `${verb}.${name}`),
);
