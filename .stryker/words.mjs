/** The sentences of laws and verdicts are for the reader, and decide no verdict: Stryker does not change them. */
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const words = new Set(["claim", "expected", "actual", "reason"]);

const isNamed = (node, names) => node.type === "Identifier" && names.has(node.name);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore({ node }) {
      const isWords =
        (node.type === "ObjectProperty" && isNamed(node.key, words)) ||
        (node.type === "CallExpression" && isNamed(node.callee, new Set(["fails", "unjudged"])));
      return isWords ? "words for the reader" : undefined;
    },
  }),
];
