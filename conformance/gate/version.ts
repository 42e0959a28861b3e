/** Whether `info.version` was increased as semantic versioning requires for the changes. */
import type { Kind } from "./judge/effects.ts";

type Bump = "major" | "minor" | "patch";

export interface VersionVerdict {
  readonly base: string;
  readonly head: string;
  /** What the changes require; undefined if they require nothing. */
  readonly asked: Bump | undefined;
  readonly isEnough: boolean;
  /** Whether it increased as much as breaking changes require, whatever the changes are. */
  readonly allowsBreaking: boolean;
  readonly text: string;
}

interface Version {
  readonly triple: readonly [number, number, number];
  /** The identifiers after `-`; empty for a release. What follows `+` has no meaning. */
  readonly preRelease: readonly string[];
}

/**
 * Below 1.0 a breaking change requires a minor version, and an addition a patch. After a pre-release every later version is
 * enough, because a pre-release guarantees nothing yet. `kind`: the worst of the changes.
 */
export function judgeVersion(base: string, head: string, kind: Kind | undefined): VersionVerdict {
  const [before, after] = [parseVersion(base), parseVersion(head)];
  const asked = askedBy(kind, before);
  const known = { base, head, asked, allowsBreaking: false };
  if (after === undefined) {
    const text = `info.version ${JSON.stringify(head)} is not a semantic version such as 1.2.0; \`version: off\` in fpk.gate.yaml accepts any`;
    return { ...known, isEnough: asked === undefined && before === undefined, text };
  }
  if (before === undefined) {
    const text = `info.version changed from ${JSON.stringify(base)}, which is not a semantic version, to ${head}`;
    return { ...known, isEnough: true, text };
  }
  const [isEnough, text] = judgeIncrease(before, after, known);
  return { ...known, isEnough, allowsBreaking: isMajor(before, after), text: `info.version ${text}` };
}

/** `; the changes require at least 1.5.0 (minor)`; empty if changes of this kind require nothing of the version `base`. */
export function requirement(base: string, kind: Kind | undefined): string {
  const before = parseVersion(base);
  return before === undefined ? "" : requiredText(before, askedBy(kind, before));
}

function judgeIncrease(
  before: Version,
  after: Version,
  { base, head, asked }: Pick<VersionVerdict, "base" | "head" | "asked">,
): readonly [isEnough: boolean, text: string] {
  const order = compare(after, before);
  if (order < 0) return [false, `decreased from ${base} to ${head}${requiredText(before, asked)}`];
  const change = base === head ? `stayed ${head}` : `changed from ${base} to ${head}`;
  if (asked === undefined) return [true, base === head ? `stays ${head}; no change requires another` : change];
  if (before.preRelease.length > 0) {
    const why = order > 0 ? ", which is later than the pre-release" : "; the changes require a later one";
    return [order > 0, change + why];
  }
  const min = next(before.triple, asked);
  const isEnough = compareTriples(after.triple, min) >= 0;
  const required = min.join(".");
  // A pre-release of the required version is before it, and has the changes of it.
  const isBefore = isEnough && compare(after, { triple: min, preRelease: [] }) < 0;
  const text = isBefore ? `${required}, and this is a pre-release of it` : `at least ${required}`;
  return [isEnough, `${change}; the changes require ${text}${isEnough ? "" : ` (${asked})`}`];
}

/** `; the changes require at least 1.5.0 (minor)`; empty if they require nothing. */
function requiredText(before: Version, asked: Bump | undefined): string {
  if (asked === undefined) return "";
  if (before.preRelease.length > 0) return "; the changes require one that is later than the pre-release";
  return `; the changes require at least ${next(before.triple, asked).join(".")} (${asked})`;
}

const isMajor = (before: Version, after: Version): boolean =>
  before.preRelease.length > 0
    ? compare(after, before) > 0
    : compareTriples(after.triple, next(before.triple, bumpOf("breaking", before.triple[0] === 0))) >= 0;

const askedBy = (kind: Kind | undefined, before: Version | undefined): Bump | undefined =>
  kind === undefined || kind === "editorial" ? undefined : bumpOf(kind, before?.triple[0] === 0);

function bumpOf(kind: "breaking" | "additive", isInitial: boolean): Bump {
  if (kind === "breaking") return isInitial ? "minor" : "major";
  return isInitial ? "patch" : "minor";
}

/** `2` and `2.1` are 2.0.0 and 2.1.0. */
function parseVersion(version: string): Version | undefined {
  const match = /^v?(\d+)(?:\.(\d+)(?:\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?)?)?$/.exec(version);
  if (match === null) return undefined;
  const [, major, minor = 0, patch = 0, preRelease] = match;
  return { triple: [Number(major), Number(minor), Number(patch)], preRelease: preRelease?.split(".") ?? [] };
}

function compare(a: Version, b: Version): number {
  return compareTriples(a.triple, b.triple) || comparePreReleases(a.preRelease, b.preRelease);
}

const compareTriples = (a: Version["triple"], b: Version["triple"]): number =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Semantic versioning: a release is later than its pre-releases, a name than a number, and more identifiers than fewer. */
function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  const at = a.findIndex((identifier, index) => identifier !== b[index]);
  const [first, second] = [a[at], b[at]];
  if (first === undefined || second === undefined) return a.length - b.length;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(first), /^\d+$/.test(second)];
  if (isNumber && isOtherNumber) return Number(first) - Number(second);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return first < second ? -1 : 1;
}

function next([major, minor, patch]: Version["triple"], bump: Bump): Version["triple"] {
  if (bump === "major") return [major + 1, 0, 0];
  return bump === "minor" ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
