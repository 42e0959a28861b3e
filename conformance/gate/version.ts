/** Whether `info.version` moves as the changes ask, by semantic versioning. */
import type { Kind } from "./judge/change.ts";

export type Bump = "major" | "minor" | "patch";

export interface VersionVerdict {
  readonly base: string;
  readonly head: string;
  /** What the changes ask for; undefined: nothing. */
  readonly asked?: Bump;
  readonly isEnough: boolean;
  /** One sentence. */
  readonly text: string;
}

interface Version {
  readonly triple: readonly [number, number, number];
  /** What stands behind `-`, at its dots; empty for a release. What stands behind `+` says nothing. */
  readonly before: readonly string[];
}

/**
 * Below 1.0 a breaking change asks for a minor version, and an addition for a patch. From a pre-release on any step is
 * enough: it promises nothing yet. `kind`: the worst of the changes.
 */
export function judgeVersion(base: string, head: string, kind: Kind | undefined): VersionVerdict {
  const [was, is] = [versionOf(base), versionOf(head)];
  const asked = kind === undefined || kind === "editorial" ? undefined : bumpOf(kind, was?.triple[0] === 0);
  const said = { base, head, ...(asked === undefined ? {} : { asked }) };
  if (is === undefined) {
    const text = `info.version ${JSON.stringify(head)} is no semantic version such as 1.2.0`;
    return { ...said, isEnough: asked === undefined && was === undefined, text };
  }
  if (was === undefined) {
    const text = `info.version went from ${JSON.stringify(base)}, which is no semantic version, to ${head}`;
    return { ...said, isEnough: true, text };
  }
  const order = compare(is, was);
  if (order < 0) return { ...said, isEnough: false, text: `info.version went back from ${base} to ${head}` };
  const moved = base === head ? `info.version stayed ${head}` : `info.version went from ${base} to ${head}`;
  if (asked === undefined) {
    const text = base === head ? `info.version stays ${head}, as it may` : moved;
    return { ...said, isEnough: true, text };
  }
  if (was.before.length > 0) {
    const text =
      order > 0 ? `${moved}, a step on from a pre-release` : `${moved}; the changes ask for one that is later`;
    return { ...said, isEnough: order > 0, text };
  }
  const least = next(was.triple, asked);
  if (compareTriples(is.triple, least) >= 0)
    return { ...said, isEnough: true, text: `${moved}, and the changes ask for ${least.join(".")}` };
  return { ...said, isEnough: false, text: `${moved}; the changes ask for at least ${least.join(".")} (${asked})` };
}

function bumpOf(kind: "breaking" | "additive", isEarly: boolean): Bump {
  if (kind === "breaking") return isEarly ? "minor" : "major";
  return isEarly ? "patch" : "minor";
}

function versionOf(version: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(version);
  if (match === null) return undefined;
  return { triple: [Number(match[1]), Number(match[2]), Number(match[3])], before: match[4]?.split(".") ?? [] };
}

function compare(one: Version, other: Version): number {
  return compareTriples(one.triple, other.triple) || comparePreReleases(one.before, other.before);
}

const compareTriples = (one: Version["triple"], other: Version["triple"]): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/** §11 of semantic versioning: a release comes after its pre-releases, a name after a number, and more after fewer. */
function comparePreReleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [at, mine] of one.entries()) {
    const theirs = other[at];
    if (theirs === undefined) return 1;
    if (mine === theirs) continue;
    const [isNumber, isOther] = [/^\d+$/.test(mine), /^\d+$/.test(theirs)];
    if (isNumber && isOther) return Number(mine) - Number(theirs);
    if (isNumber !== isOther) return isNumber ? -1 : 1;
    return mine < theirs ? -1 : 1;
  }
  return one.length - other.length;
}

function next([major, minor, patch]: Version["triple"], bump: Bump): Version["triple"] {
  if (bump === "major") return [major + 1, 0, 0];
  return bump === "minor" ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
