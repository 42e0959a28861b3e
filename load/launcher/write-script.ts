/** `--eject DIR`: writes a scenario as a short script to edit, and into the same folder one file with all that it imports. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { errorMessage } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { scenarioNames } from "../in-k6/plans.ts";
import { bundleModules, plainScript } from "./bundle-script.ts";
import { type Scenario, shippedScenario } from "./scenario.ts";

/** The file that every ejected script of a folder imports. */
const bundleName = "fpk.js";

/** The paths of the files that were written. */
interface Ejected {
  readonly script: string;
  readonly bundle: string;
}

/**
 * Writes `DIR/NAME.js` and `DIR/fpk.js`. Throws `UsageError` if `NAME.js` exists, if `fpk.js` exists with other content, or if a file
 * cannot be written.
 */
export async function writeScript(scenario: Scenario, folder: string): Promise<Ejected> {
  const script = join(folder, `${scenario.name}.js`);
  const bundle = join(folder, bundleName);
  if (existsSync(script)) throw new UsageError(`${script} exists already and is not overwritten; name another folder`);
  const { code, imported } = await withOneImport(scenario.path);
  const everything = bundleHead + (await bundleModules(await importedByAll(imported), scenario.path));
  try {
    mkdirSync(folder, { recursive: true });
    if (existsSync(bundle)) requireSame(bundle, everything);
    else writeFileSync(bundle, everything, { flag: "wx" });
    const toRun = code.replace(`k6 run ${scenario.name}.ts`, () => `k6 run ${script}`);
    writeFileSync(script, headOf(scenario, script) + toRun, { flag: "wx" });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${script} cannot be written: ${errorMessage(error)}`);
  }
  return { script, bundle };
}

function requireSame(bundle: string, everything: string): void {
  if (readFileSync(bundle, "utf8") === everything) return;
  throw new UsageError(`${bundle} is of another version, or edited, and is not overwritten; name another folder`);
}

/** Imported names, by the absolute path of the module that exports them. */
type Imported = Map<string, readonly string[]>;

const importOf = /^import \{([^}]*)\} from "(\.[^"]+)";\n/gm;

/** The script with one import, from the bundle, in place of its imports from other files; and the names that it imported from these. */
async function withOneImport(path: string): Promise<{ readonly code: string; readonly imported: Imported }> {
  const plain = await plainScript(path);
  const imported: Imported = new Map(
    [...plain.matchAll(importOf)].map(([, names = "", from = ""]) => [
      resolve(dirname(path), from),
      names.trim().split(/,\s*/),
    ]),
  );
  const names = [...imported.values()].flat().toSorted();
  const statement = `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "./${bundleName}";\n\n`;
  let at = 0;
  const code = plain.replace(importOf, () => (at++ === 0 ? statement : ""));
  if (/^import .* from "\.(?!\/fpk\.js)/m.test(code)) {
    throw new UsageError(`${path} cannot be ejected: of other files it must import single names`);
  }
  return { code: spaced(code), imported };
}

/** Adds an empty line before each declaration that is exported or has a comment. */
const spaced = (code: string) => code.replace(/(?<!\*\/|\n)\n(?=\/\*\*|export |let |(?:async )?function )/g, "\n\n");

/** These imports and those of all scenarios, so that one bundle serves every ejected script. */
async function importedByAll(imported: Imported): Promise<Imported> {
  const all: Imported = new Map();
  const scenarios = await Promise.all(scenarioNames.map((name) => withOneImport(shippedScenario(name).path)));
  for (const [path, names] of [...scenarios.flatMap(({ imported }) => [...imported]), ...imported]) {
    all.set(path, [...new Set([...(all.get(path) ?? []), ...names])]);
  }
  return all;
}

const bundleHead = `// What the ejected scenarios import: the client that records or judges each response, the suite's laws, and the contract.
// Scripts of your own can import it, too.

`;

const headOf = (
  { name }: Scenario,
  path: string,
) => `// The scenario \`${name}\` of fpk-conformance, for you to edit. Run by k6 alone, as shown below, it judges by itself; this judges more:
//   fpk load ${isAbsolute(path) ? path : `./${path}`} --target FILE

`;
