/** Makes the target file that `fpk init` writes from the options of the verb. */
import { numberOption } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Shown } from "./try-target.ts";

export interface DraftOptions extends Partial<Record<"key" | "session" | "expired" | "denied", readonly string[]>> {
  readonly limit?: string;
  readonly window?: string;
  readonly unlimited?: boolean;
}

interface Entry {
  readonly token: string;
  readonly kind: "api-key" | "session";
  org?: string;
  expired?: true;
  denied?: string[];
}

/** The content of a target file, in the format of `target.schema.json`. */
export interface Draft {
  readonly baseUrl: string;
  readonly credentials: Entry[];
  readonly rateLimit: { readonly limit: number; readonly windowSeconds: number } | null;
}

/** Adds the organizations and the rate limit that the target shows. */
export const withShown = ({ rateLimit, credentials, ...draft }: Draft, shown: Shown): Draft => ({
  ...draft,
  credentials: credentials.map((entry) => {
    const org = shown.organizations.get(entry.token.slice(2, -1));
    return org === undefined ? entry : { ...entry, org };
  }),
  rateLimit: rateLimit && { ...rateLimit, ...shown.rateLimit },
});

/** Throws `UsageError` for options that name no variable, or that contradict each other. */
export function draftOf(url: string, options: DraftOptions): Draft {
  const entries = [
    ...(options.key ?? []).map((text) => entryOf(text, "api-key")),
    ...(options.session ?? []).map((text) => entryOf(text, "session")),
    ...(options.expired ?? []).map((text) => ({ ...entryOf(text, "api-key"), expired: true as const })),
  ];
  for (const text of options.denied ?? []) denyOperation(entries, text);
  return { baseUrl: url, credentials: entries, rateLimit: rateLimitOf(options) };
}

function denyOperation(entries: readonly Entry[], text: string): void {
  const [name, operation] = text.split(":");
  const entry = entries.find(({ token }) => token === `\${${name}}`);
  if (entry === undefined || operation === undefined) {
    throw new UsageError(
      `--denied ${text} must name a variable of --key or --session and an operation: SESS:listFeatures`,
    );
  }
  entry.denied = [...(entry.denied ?? []), operation];
}

function rateLimitOf({ limit, window, unlimited }: DraftOptions): Draft["rateLimit"] {
  if (unlimited === true && (limit !== undefined || window !== undefined)) {
    throw new UsageError("--unlimited says that there is no limit; leave out --limit and --window");
  }
  if (unlimited === true) return null;
  return {
    limit: numberOption("--limit", limit, { whole: true, min: 1 }) ?? 100,
    windowSeconds: numberOption("--window", window, { min: 0.001 }) ?? 60,
  };
}

/** Parses `NAME@ORG`. NAME must be an environment variable, because a token must not be written to a file. */
function entryOf(text: string, kind: Entry["kind"]): Entry {
  const [name = "", org] = text.replace(/^env:/, "").split("@");
  if (!/^[A-Za-z_]\w{0,63}$/.test(name) || /_key_/i.test(name)) {
    throw new UsageError("a credential is named by its variable (letters, digits, _), such as KEY_A or KEY_A@org_1");
  }
  return { token: `\${${name}}`, kind, ...(org === undefined || org === "" ? {} : { org }) };
}
