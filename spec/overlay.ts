/** Applies an OpenAPI Overlay 1.0 to the contract, which becomes stricter than the document. */
import { openapiOverlay } from "openapi-format";
import { isRecord, type OpenApiDocument } from "./contract.ts";
import { parseYaml } from "./parse-yaml.ts";

/** Thrown if an overlay cannot be applied. The message is a sentence that says where and why. */
export class OverlayError extends Error {
  override readonly name = "OverlayError";
}

/**
 * A copy of `document` with the overlay applied. `overlay` is its text (YAML or JSON) or what that parses to; `where`
 * names it in messages. Throws `OverlayError` if it is not an Overlay 1.0, or where one of its actions matches nothing.
 */
export async function applyOverlay(
  document: OpenApiDocument,
  overlay: unknown,
  where: string,
): Promise<OpenApiDocument> {
  const { actions, ...head } = readOverlay(typeof overlay === "string" ? parseText(overlay, where) : overlay, where);
  let current: OpenApiDocument = structuredClone(document);
  // One at a time, since an action may match something that an earlier one added.
  for (const [index, action] of actions.entries()) {
    const overlaySet = { ...head, actions: [action] };
    const { data, resultData } = await withSilentConsole(() => openapiOverlay({ ...current }, { overlaySet }));
    if (resultData.totalUnusedActions !== 0) {
      throw new OverlayError(`${where}: action ${index + 1} matches nothing: ${action.target}`);
    }
    current = data as OpenApiDocument;
  }
  return current;
}

/** Hides what the library prints about a faulty JSONPath, because the user gets the message of `OverlayError`. */
function withSilentConsole<T>(work: () => T): T {
  const { error } = console;
  console.error = () => {};
  try {
    return work();
  } finally {
    console.error = error;
  }
}

function parseText(text: string, where: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new OverlayError(`${where} is neither YAML nor JSON: ${reason}`);
  }
}

function readOverlay(value: unknown, where: string) {
  const overlayError = (what: string) => new OverlayError(`${where} is not an OpenAPI Overlay: ${what}.`);
  if (!isRecord(value)) throw overlayError("it is not an object");
  const { overlay, info, actions } = value;
  if (typeof overlay !== "string") throw overlayError("`overlay` must be a version string such as '1.0.0'");
  if (!/^1\.0\.\d+$/.test(overlay)) throw overlayError(`version ${overlay} is not supported, only 1.0.x`);
  if (!isRecord(info)) throw overlayError("`info` must be an object");
  const { title, version } = info;
  if (typeof title !== "string" || typeof version !== "string") {
    throw overlayError("`info` must hold a `title` and a `version`, both strings");
  }
  if (!Array.isArray(actions) || actions.length === 0) {
    throw overlayError("`actions` must be a list of at least one action");
  }
  const read = actions.map((action: unknown, at) => readAction(action, at + 1, overlayError));
  return { overlay, info: { title, version }, actions: read };
}

/** One change: `target` is a JSONPath; `update` is merged into the matches, `remove` deletes them. */
function readAction(value: unknown, position: number, overlayError: (what: string) => OverlayError) {
  if (!isRecord(value)) throw overlayError(`action ${position} is not an object`);
  const { target, update, remove } = value;
  if (typeof target !== "string" || !target.startsWith("$")) {
    throw overlayError(`the \`target\` of action ${position} must be a JSONPath that starts with $`);
  }
  if (remove !== undefined && typeof remove !== "boolean") {
    throw overlayError(`\`remove\` of action ${position} must be true or false`);
  }
  const removes = remove === true;
  const updates = "update" in value;
  if (removes && target === "$") throw overlayError(`action ${position} removes the whole document`);
  if (!removes && !updates) throw overlayError(`action ${position} has neither \`update\` nor \`remove: true\``);
  if (updates && !isRecord(update)) throw overlayError(`\`update\` of action ${position} must be an object`);
  return removes || !isRecord(update) ? { target, remove: true } : { target, update };
}
