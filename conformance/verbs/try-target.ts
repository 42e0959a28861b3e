/** Tries a target file that was just written: what is in doubt, what its credentials allow to judge, and which rate limit its headers show. */
import type { VerbContext } from "../../cli/verb.ts";
import { loadContract } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import { type Client, createClient } from "../client/client.ts";
import { createTransport } from "../client/transport.ts";
import type { Needs } from "../model/check.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import { limitDoubts, limitShownTo } from "../run/declaration/declared-limit.ts";
import { announcedResets, announcedWindow, minResponses, windowHint } from "../run/declaration/declared-window.ts";
import { answerTo, Unreachable } from "../run/discovery/answer-to.ts";
import { type Discovery, discover } from "../run/discovery/discover.ts";
import { addOne, callerInRole, missingRoleHint, remedy } from "../run/discovery/roles.ts";
import { readTargetFile } from "../target-file/parse.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Target } from "../target-file/target.ts";

/** Which of the two no option and no answer has fixed. */
interface Open {
  readonly isLimitOpen: boolean;
  readonly isWindowOpen: boolean;
}

/** What the headers show in place of what is declared: requests, and seconds. */
export interface RateLimitShown {
  readonly limit?: number;
  readonly windowSeconds?: number;
}

/** What the target shows, and the file leaves open or says otherwise. */
export interface Shown {
  readonly rateLimit: RateLimitShown;
  /** The organization of each credential for which none is declared, by the credential's label. */
  readonly organizations: ReadonlyMap<string, string>;
}

interface Tried {
  readonly exitCode: number;
  readonly shown?: Shown;
}

const judgeableByRole: readonly (readonly [Needs["credential"] & string, string])[] = [
  ["second-key", "that keys of one organization share its limit"],
  ["other-organization", "that organizations are kept apart"],
  ["expired", "that an expired key stops working"],
  ["session", "sessions and the profile"],
  ["denied", "that a caller without permission is answered 403"],
];

/** Reads the products once for each organization, and prints what it finds. */
export async function tryTarget(path: string, open: Open, io: VerbContext): Promise<Tried> {
  const declared = readTargetFile(path, io.env);
  const target = { ...declared, rateLimit: null };
  const transport = createTransport({ clock: io.clock });
  try {
    const client = createClient({ target, contract: loadContract(), transport, clock: io.clock, signal: io.signal });
    const notes: string[] = [];
    const doubts: string[] = [];
    const discovery = await discover({ client, target, notes, doubts, exceedsLimit: false });
    const shown = discovery.kind === "this-api" ? await rateLimitShown(client, discovery, declared, open, io) : {};
    const rateLimit = declared.rateLimit && { ...declared.rateLimit, ...shown };
    const asWritten = { ...declared, rateLimit };
    const rateLimits = rateLimitsOf(asWritten, client.exchanges);
    doubts.push(...limitDoubts(rateLimits, asWritten, client.exchanges));
    const hint = windowHint(rateLimits, client.exchanges);
    if (hint !== undefined) doubts.push(hint);
    for (const doubt of doubts) io.stdout.write(`! ${doubt}\n`);
    if (discovery.kind === "cut") notes.push(discovery.reason);
    for (const note of notes) io.stdout.write(`• ${note}\n`);
    if (discovery.kind === "other-api") return { exitCode: 1 };
    if (discovery.kind === "cut") return { exitCode: 3 };
    if (isNobodyServed(discovery)) {
      io.stdout.write(`next: correct the tokens, or the base URL in ${path}, then fpk check --target ${path}\n`);
      return { exitCode: 3 };
    }
    const organizations = organizationsShown(discovery, declared);
    sayShown(shown, organizations, io);
    sayJudgeable(discovery, declared, io);
    const next =
      callerInRole(discovery.cast, "key") === undefined
        ? "○ add an API key: little can be judged without one"
        : `next: fpk check --target ${path}`;
    io.stdout.write(`${next}\n`);
    return { exitCode: 0, shown: { rateLimit: shown, organizations } };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    io.stderr.write(`fpk init: the file is written, but the target does not answer: ${error.message}\n`);
    return { exitCode: 3 };
  } finally {
    await transport.close();
  }
}

/** A limit that all API keys are shown; and where the first responses hint at a shorter window, the one that passes as announced. */
async function rateLimitShown(
  client: Client,
  { cast }: Discovery,
  { credentials, rateLimit }: Target,
  { isLimitOpen, isWindowOpen }: Open,
  io: VerbContext,
): Promise<RateLimitShown> {
  if (rateLimit === null) return {};
  const limits = new Set(credentials.flatMap(({ label }) => limitShownTo(label, client.exchanges) ?? []));
  const [limit = 0] = limits;
  const isOther = limits.size === 1 && limit > 0 && limit !== rateLimit.limit;
  const ofLimit = isLimitOpen && isOther ? { limit } : {};
  const key = callerInRole(cast, "key");
  if (!isWindowOpen || key === undefined) return ofLimit;
  const missing = minResponses - announcedResets(client.exchanges).length;
  for (let sent = 0; sent < missing; sent += 1) await answerTo(client, "listProducts", key);
  if (windowHint(rateLimit, client.exchanges) === undefined) return ofLimit;
  const windowSeconds = await windowThatPasses(client, key, io);
  return windowSeconds === undefined ? ofLimit : { ...ofLimit, windowSeconds };
}

/**
 * The window that begins after the announced reset, in seconds; undefined where `X-RateLimit-Remaining` does not rise with it, or
 * the next reset does not come nearer: then it is not the end of a window.
 */
async function windowThatPasses(client: Client, key: Caller, { stderr }: VerbContext): Promise<number | undefined> {
  const resetSeconds = announcedWindow(client.exchanges);
  stderr.write(
    `X-RateLimit-Reset announces a short window: waiting ${resetSeconds + 1} s to see one from its beginning\n`,
  );
  const last = client.exchanges.findLast(({ credential }) => credential === key.label);
  await client.sleep((resetSeconds + 1) * 1000);
  const next = await answerTo(client, "listProducts", key);
  const windowSeconds = announcedWindow([next]);
  const isFresh = last !== undefined && (remainingOf(next) ?? 0) > (remainingOf(last) ?? 0);
  if (isFresh && windowSeconds > 1) {
    await client.sleep((windowSeconds * 1000) / 2);
    const [begun = 0, half = 0] = announcedResets([next, await answerTo(client, "listProducts", key)]);
    if (begun - half >= windowSeconds / 4) return windowSeconds;
  }
  stderr.write("but no window was seen to pass so: rateLimit.windowSeconds is not taken from it\n");
  return undefined;
}

const isNobodyServed = ({ cast: { callers }, rejected }: Discovery) =>
  rejected.length > 0 &&
  callers.every(
    (each) => each.credential?.expired === true || rejected.some(({ caller }) => caller.label === each.label),
  );

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

function sayJudgeable({ cast }: Discovery, { rateLimit }: Target, { stdout }: VerbContext): void {
  for (const [credential, what] of judgeableByRole) {
    const isMissing = callerInRole(cast, credential) === undefined;
    const isSwitchedOff = credential === "second-key" && rateLimit === null;
    if (isSwitchedOff) stdout.write(`○ not judged: ${what}, since rate limiting is switched off in the file\n`);
    else if (isMissing) {
      const advice = remedy(cast, credential);
      stdout.write(`○ to judge ${what}, ${advice === addOne ? `add ${missingRoleHint[credential]}` : advice}\n`);
    } else stdout.write(`✓ can judge ${what}\n`);
  }
}
