/** Makes `contract.generated.ts` and `request-lines.generated.ts` of `spec/`, because k6 reads no YAML and runs no Ajv. */
import { fileURLToPath } from "node:url";
import { _ } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { clauseOf } from "../../conformance/run/checks/registry.ts";
import { responseAjv, withContractRefs } from "../../spec/body.ts";
import { loadContract, readContract } from "../../spec/contract.ts";
import { withoutTexts } from "../../spec/without-texts.ts";

const head = `/** Generated from spec/ by \`npx vitest run load/in-k6/contract.test.ts -u\`; that test fails where it is out of date. */
// @ts-nocheck
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
`;

/** The module has the method and the path of each operation. A script that only records needs no more of the contract. */
export function requestLines(): string {
  const lines = loadContract().operations.map(({ id, method, path }) => [id, { method, path }]);
  return `${head}export const requestLines = ${JSON.stringify(Object.fromEntries(lines), null, 2)};\n`;
}

/** The module has the document, a validator for each schema of a response, and the ids of implied and open checks. */
export async function compiledContract(): Promise<string> {
  const contract = readContract(withoutTexts(loadContract().document), false);
  const schemas = new Map<string, object>();
  for (const { responses } of contract.operations) {
    for (const { schema } of responses.values()) if (schema !== undefined) schemas.set(JSON.stringify(schema), schema);
  }
  const names = [...schemas.keys()].map((key, at) => [key, `validate${at}`] as const);
  const ajv = responseAjv(contract, { code: { source: true, esm: true, formats: _`formats` } });
  for (const [key, name] of names) ajv.addSchema(withContractRefs(schemas.get(key) ?? {}), name);
  const checks = [...laws, ...sequenceLaws];
  const idsOf = (level: string) => checks.filter((check) => clauseOf(check).level === level).map(({ id }) => id);
  const source = [
    'import { isIsoDateTime, isRfc3339 } from "../../spec/date-time.ts";',
    'const formats = { "iso-date-time": isIsoDateTime, rfc3339: isRfc3339 };',
    standalone.default(ajv, Object.fromEntries(names.map(([, name]) => [name, name]))),
    `export const validators = {${names.map(([key, name]) => `${JSON.stringify(key)}: ${name}`)}};`,
    `export const document = ${JSON.stringify(contract.document)};`,
    `export const impliedChecks = ${JSON.stringify(idsOf("implied"))};`,
    `export const openChecks = ${JSON.stringify(idsOf("open"))};`,
  ].join("\n");
  const { outputFiles } = await build({
    stdin: { contents: source, loader: "js", resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    external: ["../../spec/*"],
    charset: "utf8",
    minifyWhitespace: true,
    minifySyntax: true,
  });
  return head + (outputFiles[0]?.text ?? "");
}
