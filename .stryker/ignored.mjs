/** What Stryker leaves as it is: sentences for the reader, which decide no verdict, and three of four functions, chosen by a seed. */
import { createHash } from "node:crypto";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const words = new Set(["claim", "expected", "actual", "reason"]);

const isNamed = (node, names) => node.type === "Identifier" && names.has(node.name);

/** One in so many functions is changed: all of them take some hours, since each change that no test notices runs all tests. */
const parts = Number(process.env.FPK_MUTATION_PARTS ?? 4);
const seed = process.env.FPK_SEED ?? "1";

/** Of a method, or a statement of a module other than a class. */
const isUnit = ({ node, parentPath }) => !wrappers.has(node.type) && parents.has(parentPath?.type);
const wrappers = new Set(["ExportNamedDeclaration", "ClassDeclaration"]);
const parents = new Set(["Program", "ExportNamedDeclaration", "ClassBody"]);

const isInSample = (path) => createHash("sha256").update(`${seed}${path}`).digest().readUInt32BE() % parts === 0;

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore({ node }) {
      const isWords =
        (node.type === "ObjectProperty" && isNamed(node.key, words)) ||
        (node.type === "CallExpression" && isNamed(node.callee, new Set(["fails", "unjudged"])));
      return isWords ? "words for the reader" : undefined;
    },
  }),
  declareValuePlugin(PluginKind.Ignore, "sample", {
    shouldIgnore: (path) => (isUnit(path) && !isInSample(path) ? "not in the sample" : undefined),
  }),
];
