/**
 * Tries a target file that was just written: what may be wrong in it, what its credentials allow to judge, and the
 * target's rate limit.
 */
import type { VerbContext } from "../../cli/verb.ts";
import { loadContract } from "../../spec/contract.ts";
import { type Caller, unknownToken } from "../client/caller.ts";
import { type Client, createClient } from "../client/client.ts";
import { createTransport } from "../client/transport.ts";
import { unissuedToken } from "../generate/unissued-token.ts";
import type { Needs } from "../model/check.ts";
import { nameOf } from "../run/declaration/credential-name.ts";
import { expiryDoubts } from "../run/declaration/declared-expiry.ts";
import { limitDoubts } from "../run/declaration/declared-limit.ts";
import { longerWindowHint, windowHint } from "../run/declaration/declared-window.ts";
import { type Discovery, discover } from "../run/discovery/discover.ts";
import { isNobodyServed } from "../run/discovery/rejected-credentials.ts";
import { addOne, callerInRole, missingRoleHint, remedy } from "../run/discovery/roles.ts";
import { sendIgnoringBudget, Unreachable } from "../run/first-requests.ts";
import { readTargetFile } from "../target-file/parse.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Target } from "../target-file/target.ts";
import { type OpenSettings, type RateLimitShown, rateLimitShown } from "./rate-limit-shown.ts";

/** What the target shows and the file does not say, or says differently. */
export interface Shown {
  readonly rateLimit: RateLimitShown;
  /** The organization of each credential without a declared one, by the credential's label. */
  readonly organizations: ReadonlyMap<string, string>;
}

interface Tried {
  readonly exitCode: number;
  readonly shown?: Shown;
}

const judgeableByRole: readonly (readonly [Needs["credential"] & string, string])[] = [
  ["second-key", "that keys of one organization share its limit"],
  ["other-organization", "that organizations are kept apart with API keys"],
  ["expired", "that an expired key stops working"],
  ["session", "sessions and the profile"],
  ["denied", "that a caller without permission is answered 403"],
];

/** Reads the products once for each organization, and prints the results. */
export async function tryTargetFile(path: string, open: OpenSettings, io: VerbContext): Promise<Tried> {
  const declared = readTargetFile(path, io.env);
  const target = { ...declared, rateLimit: null };
  const transport = createTransport({ clock: io.clock });
  try {
    const client = createClient({ target, contract: loadContract(), transport, clock: io.clock, signal: io.signal });
    const notes: string[] = [];
    const doubts: string[] = [];
    const discovery = await discover({ client, target, notes, doubts, exceedsLimit: false, triesExpired: true });
    const rateLimit = discovery.kind === "this-api" ? await rateLimitShown(client, discovery, declared, open, io) : {};
    doubts.push(...declarationDoubts(declared, rateLimit, client));
    for (const doubt of doubts) io.stdout.write(`! ${doubt}\n`);
    if (discovery.kind === "cut") notes.push(discovery.reason);
    for (const note of notes) io.stdout.write(`• ${note}\n`);
    if (discovery.kind !== "this-api") return { exitCode: 3 };
    if (isNobodyServed(discovery.rejected, discovery.cast.callers)) {
      io.stdout.write(`next: correct the tokens, or the base URL in ${path}, then fpk check --target ${path}\n`);
      return { exitCode: 3 };
    }
    const organizations = organizationsShown(discovery, declared);
    sayShown(rateLimit, organizations, io);
    const refuted = await refutedRoles(client, discovery, declared, io);
    sayJudgeable(discovery, declared, refuted, io);
    const hasKey = callerInRole(discovery.cast, "key") !== undefined;
    const next = hasKey ? `next: fpk check --target ${path}` : "○ add an API key: little can be judged without one";
    io.stdout.write(`${next}\n`);
    return { exitCode: 0, shown: { rateLimit, organizations } };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    io.stderr.write(`fpk init: the file is written, but the target does not answer: ${error.message}\n`);
    return { exitCode: 3 };
  } finally {
    await transport.close();
  }
}

/** Contradictions of the file, with the limit that the target shows. */
function declarationDoubts(declared: Target, shown: RateLimitShown, { exchanges }: Client): readonly string[] {
  const target = { ...declared, rateLimit: declared.rateLimit && { ...declared.rateLimit, ...shown } };
  const rateLimits = rateLimitsOf(target, exchanges);
  const hint = windowHint(rateLimits, exchanges) ?? longerWindowHint(rateLimits, exchanges);
  return [...limitDoubts(rateLimits, target, exchanges), ...(hint === undefined ? [] : [hint])];
}

const organizationsShown = ({ cast }: Discovery, { credentials }: Target): Shown["organizations"] =>
  new Map(
    cast.callers.flatMap(({ label, organization }) =>
      organization !== undefined && credentials.some((each) => each.label === label && each.org === undefined)
        ? [[label, organization] as const]
        : [],
    ),
  );

function sayShown(
  { limit, windowSeconds }: RateLimitShown,
  organizations: Shown["organizations"],
  { stdout }: VerbContext,
): void {
  if (organizations.size > 0) {
    const each = [...organizations].map(([label, org]) => `${org} for ${label}`).join(", ");
    stdout.write(`• org is written as the target shows it: ${each}; correct it where it is another\n`);
  }
  if (limit !== undefined)
    stdout.write(`• rateLimit.limit is written as ${limit}, which X-RateLimit-Limit says; --limit sets another\n`);
  if (windowSeconds !== undefined)
    stdout.write(
      `• rateLimit.windowSeconds is written as ${windowSeconds}, which X-RateLimit-Reset says; --window sets another\n`,
    );
}

/** The roles that no credential has, whatever the file declares. Prints what may be wrong. */
async function refutedRoles(
  client: Client,
  { cast, incomplete }: Discovery,
  target: Target,
  { stdout }: VerbContext,
): Promise<ReadonlySet<string>> {
  const doubts = expiryDoubts(target, client.exchanges);
  for (const doubt of doubts) stdout.write(`! ${doubt}\n`);
  const session = callerInRole(cast, "session");
  const isKindInDoubt = incomplete.some((reason) => session !== undefined && reason.includes(session.label));
  const isAnyServed = session !== undefined && (await servesAnyToken(client, session));
  if (isAnyServed)
    stdout.write(
      `! a token that was never issued is served, too: whether ${nameOf(session, target.credentials)} is right cannot be seen until the target answers 401 to it\n`,
    );
  return new Set([...(doubts.length > 0 ? ["expired"] : []), ...(isKindInDoubt || isAnyServed ? ["session"] : [])]);
}

/** Whether a token that resembles the caller's is served as a user (§5.8). */
async function servesAnyToken(client: Client, { credential }: Caller): Promise<boolean> {
  const token = unissuedToken(credential?.token, "fpk-init");
  return (await sendIgnoringBudget(client, "getMe", unknownToken(token))).isSuccess;
}

function sayJudgeable(
  { cast }: Discovery,
  { rateLimit }: Target,
  refuted: ReadonlySet<string>,
  { stdout }: VerbContext,
): void {
  for (const [credential, what] of judgeableByRole) {
    if (refuted.has(credential)) continue;
    const isMissing = callerInRole(cast, credential) === undefined;
    const isSwitchedOff = credential === "second-key" && rateLimit === null;
    if (isSwitchedOff) stdout.write(`○ not judged: ${what}, since rate limiting is switched off in the file\n`);
    else if (isMissing) {
      const advice = remedy(cast, credential);
      stdout.write(`○ to judge ${what}, ${advice === addOne ? `add ${missingRoleHint[credential]}` : advice}\n`);
    } else stdout.write(`✓ can judge ${what}\n`);
  }
}
