/** Text and structure that is valid JSON within the types of §2.11, and that servers stumble over. Combined into one submission. */
import { isObject } from "./laws/body-view.ts";

type Submission = Readonly<Record<string, unknown>>;

export interface Hazard {
  readonly name: string;
  readonly change: (submission: Submission) => Submission;
}

const inText = (name: string, text: string): Hazard => ({
  name,
  change: (submission) => {
    const content = isObject(submission.content) ? submission.content : {};
    return { ...submission, content: { ...content, body: `${String(content.body ?? "")} ${text}` } };
  },
});

/** Of their own, so that a title that is refused takes no hazard from the body; short enough for a title of 255 characters. */
const inTitleAndNotes = (name: string, text: string): Hazard => ({
  name: `${name}, in title and notes`,
  change: (submission) => {
    const content = isObject(submission.content) ? submission.content : {};
    const title = `${String(content.title ?? "")} ${text}`;
    return { ...submission, content: { ...content, title }, notes: `${String(submission.notes ?? "")} ${text}` };
  },
});

const inMetadata = (name: string, entries: Readonly<Record<string, unknown>>): Hazard => ({
  name,
  change: (submission) => {
    const metadata = isObject(submission.metadata) ? submission.metadata : {};
    return { ...submission, metadata: { ...metadata, ...entries } };
  },
});

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = { next: value };
  return value;
}

/** A key that a literal would take for the prototype. */
const prototypeKey = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":"text"},"hasOwnProperty":1}');

export const hazards: readonly Hazard[] = [
  inText("quotes and backslashes", `"double" 'single' \`back\` \\ \\" \\n`),
  inText("text beyond ASCII", "Zürich — žluťoučký 東京 العربية"),
  inText("text beyond the basic plane", "🙂 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧"),
  inText("line breaks and tabs", "one\r\ntwo\n\tthree\u2028four"),
  inText("markup", `<script>alert("x")</script> <!-- &amp; -->`),
  inText("SQL", `'; DROP TABLE feedback; --`),
  inText("templates", `\${7*7} {{7*7}} %s %n %00`),
  inText("a null character", "before\u0000after"),
  inText("a long line", "long ".repeat(400)),
  inTitleAndNotes("quotes and a backslash", `"a" 'b' \\`),
  inTitleAndNotes("text beyond ASCII", "Zürich 東京"),
  inTitleAndNotes("text beyond the basic plane", "🙂 𝔘"),
  inTitleAndNotes("markup", `<script>alert(1)</script> &amp;`),
  inTitleAndNotes("SQL", `'; DROP TABLE feedback; --`),
  inTitleAndNotes("templates", `{{7*7}} %s`),
  inMetadata("deep metadata", { deep: nested(20) }),
  inMetadata("names of the prototype", prototypeKey),
  inMetadata("odd names", { "": "empty", "a.b": 1, $where: 1, "0": [], "name with spaces": null }),
  inMetadata("numbers at the edge", { big: 1e21, small: 5e-324, negative: -0.5, safe: Number.MAX_SAFE_INTEGER }),
];

/** The submission with the named hazards in it. */
export function withHazards(submission: Submission, names: readonly string[]): Submission {
  return hazards
    .filter(({ name }) => names.includes(name))
    .reduce((changed, { change }) => change(changed), submission);
}

/** The smallest part found by halving that still fails: one name where one alone is guilty. */
export async function guiltyOf(
  names: readonly string[],
  fails: (names: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  if (names.length <= 1) return names;
  const half = Math.ceil(names.length / 2);
  for (const part of [names.slice(0, half), names.slice(half)]) {
    if (await fails(part)) return guiltyOf(part, fails);
  }
  return names;
}
