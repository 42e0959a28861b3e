import { type FieldProblem, fieldKey, numeric, renamed, wrapped } from "./field-problem.ts";

/**
 * `createdAt is null in Product, User, and so is updatedAt`. `problems` belong to one group. Problems that have a group
 * of their own (its key is in `keys`) are left out: that group names them.
 */
export function describeFields(problems: readonly FieldProblem[], keys: ReadonlySet<string>): string {
  const main = mostFrequent(problems.map(fieldKey), keys);
  const ofMain = problems.filter((problem) => fieldKey(problem) === main);
  const [first] = ofMain;
  if (first === undefined) return "";
  const others = problems.filter((problem) => !keys.has(fieldKey(problem)));
  if (first.wrong === renamed)
    return `fields have other names: ${newNames(ofMain)} in ${resourcesOf(ofMain)}${further(others)}`;
  if (first.wrong === wrapped)
    return `${resourcesOf(ofMain)} is wrapped in \`${first.calledInstead}\`: the document shows it as the body itself${further(others.filter((each) => each.wrong !== wrapped))}`;
  if (first.wrong === numeric) return `identifiers are numbers, not strings: ${byField(ofMain)}${further(others)}`;
  const isSame = ({ wrong }: FieldProblem) => wrong === first.wrong;
  return `${first.field} ${first.wrong} in ${resourcesOf(ofMain)}${andSo(others.filter(isSame), resourcesOf(ofMain))}${further(others.filter((each) => !isSame(each)))}`;
}

/** `, and so are createdAt, updatedAt`; with `of Product` where fields are wrong in other resources than `shown`. */
function andSo(problems: readonly FieldProblem[], shown: string): string {
  const fields = different(problems.map(({ field }) => field));
  if (fields.length === 0) return "";
  const resourcesOfField = (name: string) => resourcesOf(problems.filter(({ field }) => field === name));
  const places = different(fields.map(resourcesOfField));
  const named = places.map((place) => {
    const names = fields.filter((name) => resourcesOfField(name) === place).join(", ");
    return places.length === 1 && place === shown ? names : `${names} of ${place}`;
  });
  return `, and so ${fields.length > 1 ? "are" : "is"} ${named.join("; ")}`;
}

/** The key of the group: among `keys`, the one that most problems have. */
function mostFrequent(all: readonly string[], keys: ReadonlySet<string>): string | undefined {
  const countOf = (key: string) => all.filter((each) => each === key).length;
  return different(all)
    .filter((key) => keys.has(key))
    .sort((a, b) => Number(b === renamed) - Number(a === renamed) || countOf(b) - countOf(a))[0];
}

/** `; notes is null in Release; tags has the wrong type in Release`. */
function further(problems: readonly FieldProblem[]): string {
  const sentences = different(problems.map(({ field, wrong }) => `${field} ${wrong}`));
  const resources = (sentence: string) =>
    resourcesOf(problems.filter(({ field, wrong }) => `${field} ${wrong}` === sentence));
  return sentences.map((sentence) => `; ${sentence} in ${resources(sentence)}`).join("");
}

/** `id in Product, Feature; feedbackId in FeedbackStatus`. */
const byField = (problems: readonly FieldProblem[]) =>
  different(problems.map(({ field }) => field))
    .map((name) => `${name} in ${resourcesOf(problems.filter(({ field }) => field === name))}`)
    .join("; ");

const newNames = (problems: readonly FieldProblem[]) =>
  different(problems.map(({ field, calledInstead }) => `${calledInstead} for ${field}`)).join(", ");

const resourcesOf = (problems: readonly FieldProblem[]) =>
  different(problems.map(({ resource }) => resource)).join(", ");

const different = (names: readonly string[]) => [...new Set(names)];
