/** What a law claims and what a finding says is for the reader, and no verdict hangs on it: Stryker leaves it as it is. */
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const words = new Set(["claim", "expected", "actual", "reason"]);

const isNamed = (node, names) => node.type === "Identifier" && names.has(node.name);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore({ node }) {
      const isWords =
        (node.type === "ObjectProperty" && isNamed(node.key, words)) ||
        (node.type === "CallExpression" && isNamed(node.callee, new Set(["finding"])));
      return isWords ? "words for the reader" : undefined;
    },
  }),
];
