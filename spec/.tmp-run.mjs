// conformance/gate/contract.test.support.ts
import { parse } from "yaml";

// spec/contract.ts
import { readFileSync } from "node:fs";

// spec/parse-yaml.ts
import { CORE_SCHEMA, load } from "js-yaml";
var parseYaml = (text4) => load(text4, { schema: CORE_SCHEMA });

// spec/read-contract.ts
var operationIds = [
  "listProducts",
  "getProduct",
  "listFeatures",
  "listProblems",
  "getProblem",
  "listReleases",
  "listContexts",
  "listActors",
  "submitFeedback",
  "getFeedbackStatus",
  "getMe",
  "updateMe",
  "listOrganizations",
  "createOrganization",
  "getOrganization",
  "listMembers",
  "inviteMember",
  "getInstallation"
];
function isOperationId(text4) {
  return operationIds.some((id) => id === text4);
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// spec/contract.ts
function contractText() {
  return readFileSync(new URL("./openapi.yaml", import.meta.url), "utf8");
}

// cli/json-pointer.ts
function formatPointer(tokens) {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function parsePointer(pointer) {
  const text4 = pointer.startsWith("#") ? decodeFragment(pointer.slice(1)) : pointer;
  return text4.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function decodeFragment(text4) {
  try {
    return decodeURIComponent(text4);
  } catch {
    return text4;
  }
}
function valueAt(value, tokens) {
  return tokens.reduce(
    (node, token) => typeof node === "object" && node !== null && Object.hasOwn(node, token) ? Reflect.get(node, token) : void 0,
    value
  );
}

// conformance/gate/not-judged.ts
var NotJudged = class extends Error {
  name = "NotJudged";
};

// conformance/gate/document/json.ts
var record = (value) => isRecord(value) ? value : {};
var list = (value) => Array.isArray(value) ? value : [];
var byKey = ([a], [b]) => a < b ? -1 : a > b ? 1 : 0;
var fromEntries = (entries) => Object.fromEntries([...entries].sort(byKey));
var mapEntries = (value, convert, rename2 = (key2) => key2) => fromEntries(Object.entries(record(value)).map(([key2, inner]) => [rename2(key2), convert(inner)]));
function without(value, key2) {
  const { [key2]: _, ...rest } = value;
  return rest;
}
var equal = /* @__PURE__ */ new WeakMap();
function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return JSON.stringify(a) === JSON.stringify(b);
  if (equal.get(a)?.has(b)) return true;
  if (JSON.stringify(a) !== JSON.stringify(b)) return false;
  const others = equal.get(a);
  if (others === void 0) equal.set(a, new WeakSet([b]));
  else others.add(b);
  return true;
}

// conformance/gate/document/load.ts
import { posix } from "node:path";

// conformance/gate/document/parse-file.ts
import { CORE_SCHEMA as CORE_SCHEMA2, load as loadYaml } from "js-yaml";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

// conformance/gate/document/load.ts
function fileOfReference(reference, from) {
  const [file = ""] = reference.split("#");
  if (file === "") return from;
  return isUrl(file) ? file : posix.join(posix.dirname(from), file);
}
var isUrl = (reference) => /^[a-z][a-z0-9+.-]*:/i.test(reference);

// conformance/gate/document/origins.ts
var known = /* @__PURE__ */ new WeakMap();
var originOf = (node) => typeof node === "object" && node !== null ? known.get(node) : void 0;
function mark(node, origin) {
  if (typeof node === "object" && node !== null && origin !== void 0) known.set(node, origin);
  return node;
}
var inherit = (original, node) => mark(node, originOf(original));
function originAt(root, tokens) {
  let [node, origin] = [root, originOf(root)];
  for (const token of tokens) {
    node = valueAt(node, [token]);
    origin = originOf(node) ?? (origin && { file: origin.file, tokens: [...origin.tokens, token] });
  }
  return origin;
}

// conformance/gate/document/dereference.ts
var dataKeys = /* @__PURE__ */ new Set(["example", "default", "const", "enum", "value"]);
var mapKeys = /* @__PURE__ */ new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas", "headers", "responses", "paths", "content"],
  ...["callbacks", "examples", "links", "parameters", "schemas", "variables", "mapping", "encoding"],
  ...["webhooks", "pathItems"]
]);
var maxNodes = 4e5;
function dereference({ root, files, source }) {
  let nodes = 0;
  let recursions = 0;
  const ignoresSiblings = /^3\.0/.test(String(record(root.value).openapi));
  const known3 = /* @__PURE__ */ new Map();
  return follow(withoutComponents(record(root.value)), { file: root.path, tokens: [] }, [], false);
  function follow(value, origin, trail, isMap2) {
    if (typeof value !== "object" || value === null) return value;
    nodes += 1;
    if (nodes > maxNodes)
      throw new NotJudged(
        `${source.name} is too deep for this tool: it has more than ${maxNodes} nodes once its references are replaced`
      );
    const child = (inner, key2, isMap3) => follow(inner, { file: origin.file, tokens: [...origin.tokens, key2] }, trail, isMap3);
    if (Array.isArray(value)) {
      const items = value.map((inner, at) => child(inner, String(at), false));
      return mark(items, origin);
    }
    if (!isRecord(value)) return value;
    if (!isMap2 && typeof value.$ref === "string") return followReference(value, value.$ref, origin, trail);
    const entries = Object.entries(value).map(
      ([key2, inner]) => !isMap2 && dataKeys.has(key2) ? [key2, sortedKeys(inner)] : [key2, child(inner, key2, !isMap2 && mapKeys.has(key2))]
    );
    return mark(fromEntries(entries), origin);
  }
  function followReference(holder, reference, origin, trail) {
    const path2 = fileOfReference(reference, origin.file);
    const tokens = parsePointer(`#${reference.split("#")[1] ?? ""}`);
    const name = `${path2}#${formatPointer(tokens)}`;
    const before = trail.lastIndexOf(name);
    if (before >= 0) {
      recursions += 1;
      return mark({ "x-recursion": trail.length - before }, origin);
    }
    const target = resolveOnce(
      name,
      () => follow(valueAt(files.get(path2)?.value, tokens), { file: path2, tokens }, [...trail, name], false)
    );
    const beside = without(holder, "$ref");
    if (Object.keys(beside).length === 0 || typeof target !== "object" || target === null) return target;
    return ignoresSiblings ? target : withSiblings(target, record(follow(beside, origin, trail, false)), origin);
  }
  function resolveOnce(name, resolve2) {
    const before = known3.get(name);
    nodes += before?.nodes ?? 0;
    if (before !== void 0) return before.target;
    const [nodesBefore, recursionsBefore] = [nodes, recursions];
    const target = resolve2();
    if (recursions === recursionsBefore) known3.set(name, { target, nodes: nodes - nodesBefore });
    return target;
  }
}
function withoutComponents({ components, ...others }) {
  const { securitySchemes } = record(components);
  return securitySchemes === void 0 ? others : { ...others, components: { securitySchemes } };
}
function withSiblings(target, siblings2, origin) {
  const isSchema = origin.tokens[0] !== "paths" || origin.tokens.length > 2;
  if (isSchema && Object.keys(siblings2).some((key2) => key2 !== "summary" && key2 !== "description"))
    return mark({ ...siblings2, allOf: [target, ...list(siblings2.allOf)] }, origin);
  return inherit(target, { ...target, ...siblings2 });
}
function sortedKeys(value) {
  return Array.isArray(value) ? value.map(sortedKeys) : isRecord(value) ? mapEntries(value, sortedKeys) : value;
}

// conformance/gate/document/merge-schemas.ts
function mergeAllOf(schema) {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole = without(schema, "allOf");
  for (const member of members) whole = whole && isRecord(member) ? mergeSchemas(whole, member) : void 0;
  return whole ?? schema;
}
function mergeSchemas(first, second) {
  if (excludesProperties(first, second, "additionalProperties") || excludesProperties(second, first, "additionalProperties", "unevaluatedProperties"))
    return void 0;
  return mergeValues(first, second, (before, value, key2) => {
    if (key2 === "required" && Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
    if (key2 === "properties" && isRecord(before) && isRecord(value)) return sorted(mergeProperties(before, value));
    return key2 === "description" || key2 === "title" ? before : void 0;
  });
}
function excludesProperties(schema, other, ...keywords2) {
  if (!keywords2.some((keyword) => keyword in schema)) return false;
  const named = record(schema.properties);
  return Object.keys(record(other.properties)).some((name) => !Object.hasOwn(named, name));
}
var mergeProperties = (first, second) => mergeValues(first, second, (a, b) => isRecord(a) && isRecord(b) ? sorted(mergeSchemas(a, b)) : void 0);
var sorted = (value) => value && mapEntries(value, (inner) => inner);
function mergeValues(first, second, merge) {
  const result = { ...first };
  for (const [key2, value] of Object.entries(second)) {
    const before = Object.hasOwn(first, key2) ? first[key2] : void 0;
    const merged = before === void 0 || isEqual(before, value) ? value : merge(before, value, key2);
    if (merged === void 0) return void 0;
    result[key2] = merged;
  }
  return result;
}

// conformance/gate/document/alternatives.ts
function withoutAlternatives(schema) {
  for (const key2 of ["anyOf", "oneOf"]) {
    const members = schema[key2];
    if (!Array.isArray(members) || !members.every(isRecord)) continue;
    const [only] = members.length === 1 ? members : [];
    const equivalent = only ?? types(members, key2) ?? values(members, key2) ?? orNull(members);
    const merged = equivalent && mergeSchemas(without(schema, key2), equivalent);
    if (merged !== void 0) return merged;
  }
  return schema;
}
function withNullable(schema) {
  return schema.nullable === true && schema.type !== void 0 ? withNull(without(schema, "nullable")) : schema;
}
var hasOnly = (member, ...keys) => Object.keys(member).every((key2) => keys.includes(key2));
var areDistinct = (values2) => new Set(values2.map((value) => JSON.stringify(value))).size === values2.length;
function types(members, key2) {
  if (!members.every((member) => typeof member.type === "string" && hasOnly(member, "type"))) return void 0;
  const all2 = members.map(({ type }) => type);
  const overlap = !areDistinct(all2) || all2.includes("integer") && all2.includes("number");
  return key2 === "anyOf" || !overlap ? { type: all2 } : void 0;
}
function values(members, key2) {
  if (!members.every((member) => Array.isArray(member.enum) && hasOnly(member, "enum", "type", "title", "description")))
    return void 0;
  const all2 = members.flatMap((member) => list(member.enum));
  const [type, ...others] = new Set(members.map((member) => JSON.stringify(member.type)));
  if (others.length > 0 || key2 === "oneOf" && !areDistinct(all2)) return void 0;
  return { enum: all2, ...type === void 0 ? {} : { type: JSON.parse(type) } };
}
function orNull(members) {
  const isNull = (member2) => member2.type === "null" && hasOnly(member2, "type");
  const member = members.find((each) => !isNull(each));
  if (members.length !== 2 || !members.some(isNull) || member?.type === void 0) return void 0;
  return ["allOf", "anyOf", "oneOf", "not", "if"].some((keyword) => keyword in member) ? void 0 : withNull(member);
}
function withNull(schema) {
  const values2 = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values2, type: [...[schema.type].flat(), "null"] };
}

// conformance/gate/document/bounds.ts
function withBounds(schema) {
  const lower2 = withBound(schema, "minimum", "exclusiveMinimum", (bound) => Math.floor(bound) + 1, Math.max);
  return withBound(lower2, "maximum", "exclusiveMaximum", (bound) => Math.ceil(bound) - 1, Math.min);
}
function withBound(schema, inclusive, exclusive, nextInteger, tighter) {
  const { [inclusive]: bound, [exclusive]: open } = schema;
  if (open === false) return without(schema, exclusive);
  if (open === true) {
    const renamed = { ...without(schema, inclusive), [exclusive]: bound };
    return bound === void 0 ? without(schema, exclusive) : withBound(renamed, inclusive, exclusive, nextInteger, tighter);
  }
  if (typeof open !== "number" || schema.type !== "integer") return schema;
  const bounds = [nextInteger(open), ...typeof bound === "number" ? [bound] : []];
  return { ...without(schema, exclusive), [inclusive]: tighter(...bounds) };
}

// conformance/gate/document/normal-schema.ts
var schemaKeywords = {
  single: /* @__PURE__ */ new Set([
    ...["items", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames"],
    ...["not", "if", "then", "else"]
  ]),
  list: /* @__PURE__ */ new Set(["allOf", "anyOf", "oneOf", "prefixItems"]),
  named: /* @__PURE__ */ new Set(["properties", "patternProperties", "$defs", "dependentSchemas"])
};
var isKeyword = (kind, keyword) => schemaKeywords[kind].has(keyword);
var withoutEffect = new Map(
  Object.entries({
    additionalProperties: [true, {}],
    unevaluatedProperties: [true, {}],
    minLength: [0],
    minItems: [0],
    minProperties: [0],
    uniqueItems: [false],
    deprecated: [false],
    readOnly: [false],
    writeOnly: [false],
    nullable: [false],
    required: [[]],
    properties: [{}],
    items: [{}, true]
  })
);
var known2 = /* @__PURE__ */ new WeakMap();
function normalSchema(value) {
  if (value === true) return {};
  if (!isRecord(value)) return value;
  const before = known2.get(value);
  if (before !== void 0) return before;
  let schema = {};
  for (const [key2, inner] of Object.entries(value)) schema[key2] = normalKeyword(key2, inner);
  schema = withBounds(withNullable(withoutAlternatives(mergeAllOf(schema))));
  if ("const" in schema && !("enum" in schema)) schema = { ...without(schema, "const"), enum: [schema.const] };
  for (const key2 of ["enum", "required", "type"]) {
    const list3 = schema[key2];
    if (Array.isArray(list3)) schema[key2] = [...new Map(byText(list3)).values()];
  }
  if (Array.isArray(schema.type) && schema.type.length === 1) schema.type = schema.type[0];
  const entries = Object.entries(schema).filter(
    // References into `$defs` have been replaced by what they name.
    ([key2, inner]) => key2 !== "$defs" && !withoutEffect.get(key2)?.some((nothing) => isEqual(inner, nothing))
  );
  const normal = inherit(value, fromEntries(entries));
  known2.set(value, normal);
  return normal;
}
var byText = (list3) => list3.map((item) => [JSON.stringify(item), item]).sort(byKey);
function normalKeyword(key2, inner) {
  if (isKeyword("single", key2)) return normalSchema(inner);
  if (isKeyword("named", key2) && isRecord(inner)) return inherit(inner, mapEntries(inner, normalSchema));
  if (!isKeyword("list", key2) || !Array.isArray(inner)) return inner;
  const members = inner.map(normalSchema);
  return inherit(inner, key2 === "prefixItems" ? members : byText(members).map(([, member]) => member));
}

// conformance/gate/document/normal-parts.ts
function normalParameters(shared, declared, names2) {
  const parameters2 = [...list(shared), ...list(declared)].filter(isRecord);
  return fromEntries(
    parameters2.map((parameter) => {
      const normal = normalParameter(parameter, names2);
      return [`${normal.in} ${normal.name}`, normal];
    })
  );
}
function normalParameter(parameter, names2) {
  const { name, in: location, ...others } = parameter;
  const position = location === "path" ? names2.indexOf(String(name)) : -1;
  const key2 = position >= 0 ? String(position + 1) : location === "header" ? String(name).toLowerCase() : String(name);
  return inherit(parameter, {
    ...withoutFalse(described(others, location), "required", "deprecated", "allowEmptyValue", "allowReserved"),
    name: key2,
    in: location,
    ...position < 0 ? {} : { "x-name": name }
  });
}
function normalBody(body) {
  if (!isRecord(body)) return body;
  return inherit(body, { ...withoutFalse(body, "required"), content: normalContent(body.content) });
}
function normalResponse(response) {
  if (!isRecord(response)) return response;
  const { headers, content, ...others } = response;
  const hasBody = Object.keys(record(content)).length > 0;
  return inherit(response, {
    ...others,
    headers: inherit(
      headers,
      mapEntries(headers, normalHeader, (name) => name.toLowerCase())
    ),
    ...hasBody ? { content: normalContent(content) } : {}
  });
}
function normalHeader(header2) {
  if (!isRecord(header2)) return header2;
  return inherit(header2, withoutFalse(described(header2, "header"), "required", "deprecated"));
}
function described(holder, location) {
  const { schema, content, ...others } = withoutDefaultStyle(holder, location);
  return {
    ...others,
    ...schema === void 0 ? {} : { schema: normalSchema(schema) },
    ...content === void 0 ? {} : { content: normalContent(content) }
  };
}
function normalContent(content) {
  const media2 = (value) => isRecord(value) ? inherit(value, { ...value, schema: normalSchema(value.schema ?? {}) }) : value;
  return inherit(content, mapEntries(content, media2, normalMediaType));
}
function normalMediaType(type) {
  const name = type.toLowerCase().replaceAll(" ", "");
  return /[/+]json;/.test(name) ? name.replace(/;charset="?utf-8"?/, "") : name;
}
function withoutDefaultStyle({ style, explode, ...others }, location) {
  const usual = location === "query" || location === "cookie" ? "form" : "simple";
  const actual = style ?? usual;
  return {
    ...others,
    ...actual === usual ? {} : { style: actual },
    ...explode === void 0 || explode === (actual === "form") ? {} : { explode }
  };
}
function withoutFalse(value, ...keys) {
  return Object.fromEntries(Object.entries(value).filter(([key2, inner]) => !(keys.includes(key2) && inner === false)));
}

// conformance/gate/document/security.ts
function normalSecurity(requirements, schemes) {
  const scopesOf = (scopes) => list(scopes).map(String).sort();
  const named = (name) => schemeName(record(schemes)[name], name);
  const alternatives = list(requirements).filter(isRecord).map((requirement) => mapEntries(requirement, scopesOf, named));
  return alternatives.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
function schemeName(scheme, name) {
  if (!isRecord(scheme)) return name;
  const { type } = scheme;
  if (type === "http") return `http ${String(scheme.scheme).toLowerCase()}`;
  if (type === "apiKey")
    return `apiKey ${scheme.in === "header" ? String(scheme.name).toLowerCase() : scheme.name} in ${scheme.in}`;
  if (type === "openIdConnect") return `openIdConnect ${scheme.openIdConnectUrl}`;
  const flows = Object.entries(record(scheme.flows)).map(([flow, urls]) => {
    const { authorizationUrl, tokenUrl } = record(urls);
    return [flow, authorizationUrl, tokenUrl].filter((text4) => typeof text4 === "string").join(" ");
  });
  return [String(type), ...flows.sort()].join(" ");
}
function schemeTexts(schemes) {
  const texts3 = Object.values(record(schemes)).filter(isRecord).map(({ description, bearerFormat, flows }) => JSON.stringify([description, bearerFormat, flows]));
  return { texts: texts3.sort() };
}

// conformance/gate/document/normal.ts
var methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
function normalise(loaded) {
  const whole = record(dereference(loaded));
  const { components, paths, webhooks, security, tags, ...others } = whole;
  const schemes = record(components).securitySchemes;
  const templates = /* @__PURE__ */ new Map();
  const entries = Object.entries(record(paths)).map(([template, item]) => {
    const names2 = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
    const numbered = names2.reduce((path2, name, at) => path2.replace(`{${name}}`, `{${at + 1}}`), template);
    templates.set(numbered, template);
    return [numbered, normalItem(item, names2, { security, schemes })];
  });
  const sent2 = [...webhooksOf(webhooks), ...Object.values(record(paths)).flatMap(callbacksOf)].map(
    ([name, item]) => [name, normalItem(item, [], { security: void 0, schemes })]
  );
  const document = inherit(whole, {
    ...withServers(others),
    ...Array.isArray(tags) ? { "x-tags": inherit(tags, Object.fromEntries(tags.map((tag) => [String(record(tag).name), tag]))) } : {},
    ...Object.keys(record(schemes)).length > 0 ? { "x-credentials": inherit(schemes, schemeTexts(schemes)) } : {},
    paths: inherit(paths, fromEntries([...entries, ...sent2]))
  });
  return { loaded, document, templates, version: String(record(whole.info).version ?? "") };
}
function withServers(holder) {
  const { servers: servers2 } = holder;
  if (!Array.isArray(servers2)) return holder;
  const byUrl = fromEntries(servers2.map((server) => [String(record(server).url), server]));
  return { ...holder, servers: inherit(servers2, byUrl) };
}
var isSentByApi = (path2) => !path2.startsWith("/");
var webhooksOf = (webhooks) => Object.entries(record(webhooks)).map(([name, item]) => [`webhook ${name}`, item]);
function callbacksOf(item) {
  return methods.flatMap((method) => {
    const { callbacks, operationId: operationId2 } = record(record(item)[method]);
    return Object.entries(record(callbacks)).flatMap(
      ([name, paths]) => Object.entries(record(paths)).map(
        ([expression, sent2]) => [`callback ${name} of ${operationId2 ?? method} at ${expression}`, sent2]
      )
    );
  });
}
function normalItem(value, names2, defaults) {
  const { parameters: parameters2, ...item } = record(value);
  const entries = Object.entries(item).flatMap(([key2, inner]) => {
    if (!methods.includes(key2)) return [[key2, inner]];
    return isRecord(inner) ? [[key2, normalOperation(inner, parameters2, names2, defaults)]] : [];
  });
  return inherit(value, withServers(Object.fromEntries(entries)));
}
function normalOperation(operation2, shared, names2, defaults) {
  const { parameters: parameters2, requestBody, responses: responses2, security: declared, tags, callbacks: _, ...others } = operation2;
  const security = declared ?? defaults.security;
  return inherit(operation2, {
    ...withServers(others),
    ...Array.isArray(tags) ? { "x-groups": tags.map(String).sort().join(", ") } : {},
    parameters: inherit(parameters2 ?? shared, normalParameters(shared, parameters2, names2)),
    ...requestBody === void 0 ? {} : { requestBody: normalBody(requestBody) },
    responses: inherit(responses2, mapEntries(responses2, normalResponse)),
    security: inherit(security, [...normalSecurity(security ?? [], defaults.schemes)])
  });
}
function operationsOf(document) {
  return Object.entries(document.paths).flatMap(
    ([path2, item]) => methods.flatMap((method) => {
      const operation2 = item[method];
      if (!isRecord(operation2)) return [];
      const { operationId: operationId2 } = operation2;
      const name = typeof operationId2 === "string" ? operationId2 : `${method.toUpperCase()} ${path2}`;
      return [{ path: path2, method, operation: operation2, name }];
    })
  );
}

// conformance/gate/contract.test.support.ts
var contract = () => parse(contractText());
function sourceOf(text4, name) {
  return {
    name,
    path: name,
    root: "/",
    isInGit: false,
    read: (path2) => path2 === name ? text4 : void 0,
    display: (path2) => path2
  };
}
function normalOf(document) {
  const root = { path: "openapi.yaml", text: "", value: document, lineOf: () => 1 };
  return normalise({ source: sourceOf("", root.path), root, files: /* @__PURE__ */ new Map([[root.path, root]]) });
}
var methods2 = ["get", "post", "put"];
function operations(document) {
  return Object.entries(document.paths).flatMap(
    ([path2, item]) => methods2.flatMap((method) => isRecord(item[method]) ? [{ path: path2, method, operation: item[method] }] : [])
  );
}

// conformance/gate/changes/single.test.support.ts
var single = (name, label, apply, before) => ({ name, label, apply, before });
function eachOperation(document, name, label, apply, only = () => true) {
  return operations(document).filter(({ operation: operation2, method }) => only(operation2, method)).map(
    ({ path: path2, method, operation: operation2 }) => single(
      `${operation2.operationId}: ${name}`,
      label,
      (changed) => apply(changed.paths[path2][method], changed.paths[path2], method)
    )
  );
}
function eachProperty(document, schemas2, name, label, apply, only = () => true) {
  return schemas2.flatMap(
    (schema) => Object.keys(document.components.schemas[schema].properties).filter((property2) => only(document.components.schemas[schema], property2)).map(
      (property2) => single(
        `${schema}.${property2}: ${name}`,
        label,
        (changed) => apply(changed.components.schemas[schema], property2)
      )
    )
  );
}
var eachSchema = (schemas2, name, label, apply) => schemas2.map((schema) => single(`${schema}: ${name}`, label, (changed) => apply(changed.components.schemas[schema])));
var isText = (schema, property2) => {
  const { type, enum: values2, const: value, format } = schema.properties[property2];
  return type === "string" && values2 === void 0 && value === void 0 && format === void 0;
};
var isRequired = (schema, property2) => schema.required?.includes(property2) === true;
var hasEnum = (schema, property2) => schema.properties[property2].enum !== void 0;
var hasFormat = (schema, property2) => schema.properties[property2].format !== void 0;
var isNullable = (schema, property2) => Array.isArray(schema.properties[property2].type) && schema.properties[property2].type.includes("null");
var replaceRequired = (schema, change) => {
  schema.required = change(schema.required ?? []);
};
var success = (operation2) => Object.keys(operation2.responses).find((key2) => key2.startsWith("2")) ?? "";
var rename = (holder, from, to) => {
  holder[to] = holder[from];
  delete holder[from];
};

// conformance/gate/changes/answered.test.support.ts
var answered = [
  "Product",
  "Feature",
  "Problem",
  "Release",
  "Context",
  "Actor",
  "Organization",
  "Member",
  "User",
  "Installation",
  "FeedbackAcceptance",
  "FeedbackStatus",
  "Issue",
  "Error"
];
function ofAnswered(document) {
  return [
    // Schemas of responses.
    ...eachProperty(document, answered, "is gone", "BA", (schema, property2) => {
      delete schema.properties[property2];
      replaceRequired(schema, (names2) => names2.filter((name) => name !== property2));
    }),
    ...eachProperty(
      document,
      answered,
      "may be null",
      "BA",
      (schema, property2) => schema.properties[property2].type = ["string", "null"],
      isText
    ),
    ...eachProperty(
      document,
      answered,
      "is never null",
      "AB",
      (schema, property2) => schema.properties[property2].type = "string",
      isNullable
    ),
    ...eachProperty(
      document,
      answered,
      "is a number",
      "BB",
      (schema, property2) => schema.properties[property2].type = "number",
      isText
    ),
    ...eachProperty(
      document,
      answered,
      "is always there",
      "AB",
      (schema, property2) => replaceRequired(schema, (names2) => [...names2, property2]),
      (schema, property2) => !isRequired(schema, property2)
    ),
    ...eachProperty(
      document,
      answered,
      "may be missing",
      "BA",
      (schema, property2) => replaceRequired(schema, (names2) => names2.filter((name) => name !== property2)),
      isRequired
    ),
    ...eachProperty(
      document,
      answered,
      "is described",
      "EE",
      (schema, property2) => schema.properties[property2].description = "Otherwise"
    ),
    ...eachProperty(
      document,
      answered,
      "has one value more",
      "BA",
      (schema, property2) => schema.properties[property2].enum.push("other"),
      hasEnum
    ),
    ...eachProperty(
      document,
      answered,
      "has one value less",
      "AB",
      (schema, property2) => schema.properties[property2].enum.pop(),
      hasEnum
    ),
    ...eachProperty(
      document,
      answered,
      "has any value",
      "BA",
      (schema, property2) => delete schema.properties[property2].enum,
      hasEnum
    ),
    ...eachProperty(
      document,
      answered,
      "has any format",
      "BA",
      (schema, property2) => delete schema.properties[property2].format,
      hasFormat
    ),
    ...eachProperty(
      document,
      answered,
      "has another format",
      "BB",
      (schema, property2) => schema.properties[property2].format = "date",
      hasFormat
    ),
    ...eachProperty(
      document,
      answered,
      "is not empty",
      "AB",
      (schema, property2) => schema.properties[property2].minLength = 1,
      isText
    ),
    ...eachProperty(
      document,
      answered,
      "has an example",
      "EE",
      (schema, property2) => schema.properties[property2].examples = ["x"],
      isText
    ),
    ...eachSchema(answered, "has one property more", "AA", (schema) => schema.properties.extra = { type: "string" }),
    ...eachSchema(answered, "has one property more, always", "AB", (schema) => {
      schema.properties.extra = { type: "string" };
      replaceRequired(schema, (names2) => [...names2, "extra"]);
    }),
    ...eachSchema(answered, "has no other properties", "AB", (schema) => schema.additionalProperties = false),
    single(
      "FeedbackAcceptance.status: any",
      "BA",
      (d) => delete d.components.schemas.FeedbackAcceptance.properties.status.const
    ),
    single(
      "FeedbackAcceptance.status: another",
      "BB",
      (d) => d.components.schemas.FeedbackAcceptance.properties.status.const = "accepted"
    ),
    single("FeedbackAcceptance.status: one more", "BA", (d) => {
      d.components.schemas.FeedbackAcceptance.properties.status = { type: "string", enum: ["queued", "accepted"] };
    }),
    single("ProductList: a bare array", "BB", (d) => {
      const media2 = d.components.responses.ProductList.content["application/json"];
      media2.schema = media2.schema.properties.data;
    }),
    single("ProfileUpdated: the user", "AB", (d) => {
      d.components.responses.ProfileUpdated.content["application/json"].schema = { $ref: "#/components/schemas/User" };
    })
  ];
}

// conformance/gate/changes/codes-and-parameters.test.support.ts
var path = "/v1/products";
var responses = (document) => document.paths[path].get.responses;
var successes = (...codes) => (document) => {
  const all2 = responses(document);
  for (const code of codes) all2[code] = all2["2XX"];
  if (!codes.includes("2XX")) delete all2["2XX"];
};
var parameters = (...list3) => (document) => {
  document.paths[path].get.parameters = list3;
};
var integer = (maximum) => ({ type: "integer", ...maximum === void 0 ? {} : { maximum } });
var limit = { name: "limit", in: "query", schema: integer() };
var ids = { name: "ids", in: "query", schema: { type: "array", items: { type: "string" } } };
var xmlToo = (holder) => holder.content["application/xml"] = holder.content["application/json"];
var oauth = (asked, read = "Reads") => (document) => {
  const scopes = { read, write: "Writes" };
  document.components.securitySchemes.oauth = {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes } }
  };
  document.paths[path].get.security = [{ oauth: asked }];
};
var callback = (document) => document.paths["/v1/feedback"].post.callbacks = {
  done: { "{$request.body#/sourceUrl}": { post: { summary: "Done", responses: { "200": { description: "" } } } } }
};
var servers = (document) => document.paths[path].servers = [{ url: "https://products.example.com/api" }];
var key = (name) => ({ type: "apiKey", in: "header", name });
var withKey = (name, ...security) => (document) => {
  document.components.securitySchemes.key = key(name);
  document.security = security;
};
function ofCodesAndParameters() {
  return [
    single("two successes for any", "AB", successes("200", "201")),
    single("one of two successes", "AB", successes("200"), successes("200", "201")),
    single("any success beside the one", "BA", successes("200", "2XX"), successes("200")),
    single("errors by their ranges", "AA", (d) => {
      for (const range of ["4XX", "5XX"]) responses(d)[range] = responses(d).default;
      delete responses(d).default;
    }),
    single("an error with a body of its own", "BB", (d) => {
      const schema = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
      responses(d)["422"] = { ...d.components.responses.Error, content: { "application/json": { schema } } };
    }),
    single(
      "a header in lower case",
      "",
      (d) => rename(d.components.responses.Product.headers, "X-RateLimit-Limit", "x-ratelimit-limit")
    ),
    single("a header in another form", "BB", (d) => {
      const { schema, ...header2 } = d.components.headers.RateLimitLimit;
      d.components.headers.RateLimitLimit = { ...header2, content: { "text/plain": { schema } } };
    }),
    single("a parameter is gone", "BA", () => {
    }, parameters(limit)),
    single("a required parameter is gone", "BB", () => {
    }, parameters({ ...limit, required: true })),
    single("a parameter is optional", "AB", parameters(limit), parameters({ ...limit, required: true })),
    single(
      "a parameter may be greater",
      "AB",
      parameters({ ...limit, schema: integer(200) }),
      parameters({ ...limit, schema: integer(100) })
    ),
    single(
      "a parameter may be less great",
      "BA",
      parameters({ ...limit, schema: integer(50) }),
      parameters({ ...limit, schema: integer(100) })
    ),
    single("a parameter is deprecated", "AE", parameters({ ...limit, deprecated: true }), parameters(limit)),
    single("a parameter in one piece", "BB", parameters({ ...ids, explode: false }), parameters(ids)),
    single("a parameter as it is anyway", "", parameters({ ...ids, style: "form", explode: true }), parameters(ids)),
    single("parameters in another order", "", parameters(ids, limit), parameters(limit, ids)),
    single("a parameter before the others", "AA", parameters(ids, limit), parameters(limit)),
    single("a path's parameter as it is anyway", "", (d) => d.components.parameters.orgId.explode = false),
    single("a path's parameter by a pattern", "BA", (d) => d.components.parameters.orgId.schema.pattern = "^org_"),
    single(
      "a body need not be sent",
      "AB",
      () => {
      },
      (d) => d.components.requestBodies.Invitation.required = true
    ),
    single(
      "XML is no longer taken",
      "BA",
      () => {
      },
      (d) => xmlToo(d.components.requestBodies.Invitation)
    ),
    single(
      "XML is no longer answered",
      "BB",
      () => {
      },
      (d) => xmlToo(d.components.responses.Product)
    ),
    single(
      "XML in place of JSON",
      "BB",
      (d) => rename(d.components.responses.Product.content, "application/json", "application/xml")
    ),
    single("no links", "EE", (d) => delete d.components.responses.ProductList.links),
    single("a callback", "AB", callback),
    single("no callback", "BA", () => {
    }, callback),
    single("a server of a path", "AE", servers),
    single("no server of a path", "BE", () => {
    }, servers),
    single("a path in another case", "BB", (d) => rename(d.paths, path, "/v1/Products")),
    single("a parameter in another case", "BA", parameters({ ...limit, name: "Limit" }), parameters(limit)),
    single(
      "a header sent in another case",
      "",
      parameters({ ...limit, in: "header", name: "X-LIMIT" }),
      parameters({ ...limit, in: "header", name: "x-limit" })
    ),
    single("a parameter in a header", "BA", parameters({ ...limit, in: "header" }), parameters(limit)),
    single(
      "a required parameter in a header",
      "BB",
      parameters({ ...limit, required: true, in: "header" }),
      parameters({ ...limit, required: true })
    ),
    single("a path is summed up", "EE", (d) => d.paths[path].summary = "Products"),
    single("one more scope", "BB", oauth(["read", "write"]), oauth(["read"])),
    single("one scope less", "AB", oauth(["read"]), oauth(["read", "write"])),
    single("credentials as everywhere", "", (d) => d.paths[path].get.security = [{ bearer: [] }]),
    single("a scheme renamed", "", (d) => {
      rename(d.components.securitySchemes, "bearer", "token");
      d.security = [{ token: [] }];
    }),
    single("a key's header in lower case", "", withKey("x-key", { key: [] }), withKey("X-Key", { key: [] })),
    single("a second scheme in combination", "BB", withKey("X-Key", { bearer: [], key: [] })),
    single(
      "an alternative scheme is gone",
      "BA",
      withKey("X-Key", { bearer: [] }),
      withKey("X-Key", { bearer: [] }, { key: [] })
    ),
    single("a path by reference", "", (d) => {
      d.components.pathItems = { products: d.paths[path] };
      d.paths[path] = { $ref: "#/components/pathItems/products" };
    }),
    single("an empty alternative to credentials", "BB", (d) => d.paths[path].get.security = [{}])
  ];
}
var region = (now) => (document) => document.servers[0] = { url: "https://{region}.example.com/api", variables: { region: { default: "eu", ...now } } };
function ofTheWhole() {
  return [
    single("openapi 3.1.1", "EE", (d) => d.openapi = "3.1.1"),
    single("servers in another order", "", (d) => d.servers.reverse()),
    single("a server described otherwise", "EE", (d) => d.servers[0].description = "Otherwise"),
    single("a server's variable has another default", "BE", region({ default: "us" }), region({})),
    single("a server's variable has a value more", "AE", region({ enum: ["eu", "us"] }), region({ enum: ["eu"] })),
    single("a form of tokens", "EE", (d) => d.components.securitySchemes.bearer.bearerFormat = "JWT"),
    single("a scope described otherwise", "EE", oauth(["read"], "Reads all"), oauth(["read"])),
    single("tags in another order", "", (d) => d.tags.reverse()),
    single("a schema that nobody uses", "", (d) => d.components.schemas.Unused = { type: "object" }),
    single("a webhook", "AB", (d) => {
      d.webhooks = { done: { post: { summary: "Done", responses: { "200": { description: "" } } } } };
    }),
    single("a link leads elsewhere", "EE", (d) => {
      d.components.responses.ProductList.links.getProduct.parameters.productId = "$response.body#/data/1/id";
    }),
    single(
      "an example that is an object",
      "EE",
      (d) => d.components.schemas.Product.example = { id: "b", more: { x: 1 } },
      (d) => d.components.schemas.Product.example = { id: "a" }
    ),
    single("an extension", "EE", (d) => d["x-owner"] = "team")
  ];
}

// conformance/gate/changes/headers.test.support.ts
function ofResponses(document) {
  return [
    // Headers (§8), on every response, and on a single response.
    ...Object.keys(document.components.headers).flatMap((name) => [
      single(`${name}: need not be there`, "BA", (d) => delete d.components.headers[name].required),
      single(`${name}: false`, "BA", (d) => d.components.headers[name].required = false),
      single(`${name}: a string`, "BB", (d) => d.components.headers[name].schema.type = "string"),
      single(`${name}: described otherwise`, "EE", (d) => d.components.headers[name].description = "Otherwise"),
      single(`${name}: at least 0`, "AB", (d) => d.components.headers[name].schema.minimum = 0)
    ]),
    single("RateLimitLimit: any number", "BA", (d) => d.components.headers.RateLimitLimit.schema.type = "number"),
    single("RateLimitReset: an integer", "AB", (d) => d.components.headers.RateLimitReset.schema.type = "integer"),
    ...Object.keys(document.components.responses).flatMap((name) => [
      ...Object.keys(document.components.responses[name].headers).map(
        (header2) => single(`${name}: no ${header2}`, "BA", (d) => delete d.components.responses[name].headers[header2])
      ),
      single(`${name}: no headers`, "BA", (d) => delete d.components.responses[name].headers),
      single(
        `${name}: one more header`,
        "AA",
        (d) => d.components.responses[name].headers["X-Trace"] = { schema: { type: "string" } }
      ),
      single(
        `${name}: one more header, always`,
        "AB",
        (d) => d.components.responses[name].headers["X-Trace"] = { required: true, schema: { type: "string" } }
      ),
      single(`${name}: no body`, "BB", (d) => delete d.components.responses[name].content),
      single(
        `${name}: XML too`,
        "AA",
        (d) => d.components.responses[name].content["application/xml"] = { schema: { type: "string" } }
      ),
      single(`${name}: described otherwise`, "EE", (d) => d.components.responses[name].description = "Otherwise")
    ])
  ];
}

// conformance/gate/changes/schemas.test.support.ts
var schemas = (document) => document.components.schemas;
var media = (document, name) => (document.components.responses[name] ?? document.components.requestBodies[name]).content["application/json"];
var property = (document, way) => way.split(".").reduce(
  (schema, name) => name === "[]" ? schema.items : schema.properties?.[name] ?? schema[name],
  schemas(document)
);
var keywords = (way, now, before = {}) => ({
  apply: (document) => Object.assign(property(document, way), now),
  before: (document) => Object.assign(property(document, way), before)
});
var shown = (now, before = {}) => ({
  apply: (document) => media(document, "MemberInvited").schema = now,
  before: (document) => media(document, "MemberInvited").schema = before
});
var extra = (schema, name, now, before) => ({
  apply: (document) => schemas(document)[schema].properties[name] = now,
  before: (document) => {
    if (before !== void 0) schemas(document)[schema].properties[name] = before;
  }
});
var text = { type: "string" };
var textOrNull = { type: ["string", "null"] };
var cat = { type: "object", required: ["claws"], properties: { claws: text } };
var dog = { type: "object", required: ["bark"], properties: { bark: text } };
var discriminated = (mapping) => ({ oneOf: [cat, dog], discriminator: { propertyName: "kind", mapping } });
var product = { $ref: "#/components/schemas/Product" };
var children = (document) => schemas(document).Feature.properties.children = {
  type: "array",
  items: { $ref: "#/components/schemas/Feature" }
};
function ofSchemas() {
  return [
    { name: "an item may be null", label: "BA", ...keywords("Release.tags.[]", textOrNull) },
    single("an item is a product or null", "BA", (d) => {
      media(d, "ProductList").schema.properties.data.items = { anyOf: [product, { type: "null" }] };
    }),
    {
      name: "an object sent may be null",
      label: "AB",
      ...keywords("FeedbackSubmission.metadata", { type: ["object", "null"] })
    },
    { name: "a format of what is sent", label: "BA", ...keywords("FeedbackSubmission.sourceUrl", { format: "uri" }) },
    { name: "a format of what is answered", label: "AB", ...keywords("Release.sourceUrl", { format: "uri" }) },
    {
      name: "a wider integer is answered",
      label: "BA",
      ...extra("User", "n", { type: "integer", format: "int64" }, { type: "integer", format: "int32" })
    },
    {
      name: "a wider integer is taken",
      label: "AB",
      ...extra("ProfileUpdate", "n", { type: "integer", format: "int64" }, { type: "integer", format: "int32" })
    },
    {
      name: "any number is taken",
      label: "AB",
      ...extra("ProfileUpdate", "n", { type: "number" }, { type: "integer" })
    },
    { name: "a higher maximum", label: "AB", ...keywords("Invitation.email", { maxLength: 200 }, { maxLength: 100 }) },
    { name: "a lower minimum", label: "AB", ...keywords("Invitation.email", { minLength: 0 }, { minLength: 1 }) },
    {
      name: "values of metadata are texts",
      label: "BA",
      ...keywords("FeedbackSubmission.metadata", { additionalProperties: text })
    },
    {
      name: "values of preferences are texts",
      label: "AB",
      ...keywords("User.preferences", { additionalProperties: text })
    },
    {
      name: "values of preferences are texts or null",
      label: "BA",
      ...keywords("User.preferences", { additionalProperties: textOrNull }, { additionalProperties: text })
    },
    {
      name: "no preferences but those named",
      label: "AB",
      ...keywords("User.preferences", { additionalProperties: false }, { additionalProperties: text })
    },
    single(
      "a closed answer gains a property",
      "BA",
      (d) => {
        Object.assign(schemas(d).Actor, { additionalProperties: false }).properties.extra = text;
      },
      (d) => schemas(d).Actor.additionalProperties = false
    ),
    single(
      "a closed request gains a property",
      "AB",
      (d) => {
        Object.assign(schemas(d).Invitation, { additionalProperties: false }).properties.extra = text;
      },
      (d) => schemas(d).Invitation.additionalProperties = false
    ),
    single(
      "a closed answer loses a property",
      "BB",
      (d) => {
        delete Object.assign(schemas(d).Actor, { additionalProperties: false }).properties.name;
      },
      (d) => schemas(d).Actor.additionalProperties = false
    ),
    {
      name: "one more of oneOf",
      label: "BA",
      ...shown({ oneOf: [cat, dog, { type: "array" }] }, { oneOf: [cat, dog] })
    },
    { name: "a second of oneOf", label: "BA", ...shown({ oneOf: [cat, dog] }, { oneOf: [cat] }) },
    {
      name: "one less of oneOf",
      label: "AB",
      ...shown({ oneOf: [cat, dog] }, { oneOf: [cat, dog, { type: "array" }] })
    },
    {
      name: "an alternative to what is sent",
      label: "AB",
      ...extra("Invitation", "email", { anyOf: [{ type: "string", format: "email" }, { type: "array" }] })
    },
    single("an alternative to the product", "BA", (d) => media(d, "Product").schema = { anyOf: [product, cat] }),
    single(
      "the product without an alternative",
      "AB",
      () => {
      },
      (d) => media(d, "Product").schema = { anyOf: [product, cat] }
    ),
    single("alternatives that are no product", "BB", (d) => media(d, "Product").schema = { anyOf: [cat, dog] }),
    {
      name: "one of oneOf is gone from among the others",
      label: "AB",
      ...shown({ oneOf: [dog, cat] }, { oneOf: [cat, { type: "array" }, dog] })
    },
    {
      name: "one of oneOf comes between the others",
      label: "BA",
      ...shown({ oneOf: [dog, { type: "array" }, cat] }, { oneOf: [cat, dog] })
    },
    single(
      "allOf with a property more",
      "AA",
      (d) => media(d, "Product").schema = { allOf: [product, { properties: { extra: text } }] }
    ),
    single(
      "allOf with a tighter property",
      "AB",
      (d) => media(d, "Product").schema = { allOf: [product, { properties: { id: { minLength: 1 } } }] }
    ),
    {
      name: "allOf that a member closes is not one object",
      label: "BB",
      ...shown(
        { type: "object", additionalProperties: false, properties: { a: text, b: text } },
        {
          type: "object",
          allOf: [{ additionalProperties: false, properties: { a: text } }, { properties: { b: text } }]
        }
      )
    },
    single("beside a reference: required", "AB", (d) => {
      media(d, "ProductList").schema.properties.data.items = { ...product, required: ["name"] };
    }),
    single(
      "beside a reference: a property",
      "AA",
      (d) => media(d, "Product").schema = { ...product, properties: { extra: text } }
    ),
    single(
      "beside a reference: a text",
      "EE",
      (d) => media(d, "Product").schema = { ...product, description: "One" }
    ),
    { name: "read only, answered", label: "EE", ...keywords("Product.id", { readOnly: true }) },
    { name: "read only, sent", label: "BA", ...keywords("ProfileUpdate.avatarType", { readOnly: true }) },
    { name: "write only, sent", label: "EE", ...keywords("ProfileUpdate.avatarType", { writeOnly: true }) },
    { name: "write only, answered", label: "BA", ...keywords("User.avatarType", { writeOnly: true }) },
    { name: "a discriminator, added", label: "EE", ...shown(discriminated({}), { oneOf: [cat, dog] }) },
    {
      name: "a discriminator, with another mapping",
      label: "BE",
      ...shown(discriminated({ b: "B" }), discriminated({ a: "A" }))
    },
    single("how it would be in XML", "EE", (d) => schemas(d).Product.xml = { name: "product" }),
    { name: "a property called example", label: "BA", ...extra("Context", "example", textOrNull, text) },
    {
      name: "a property called xml",
      label: "BA",
      ...extra("Context", "xml", { type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a"] })
    },
    { name: "a property called description", label: "BB", ...keywords("Context.description", { type: "integer" }) },
    single(
      "a schema that holds itself",
      "BA",
      (d) => {
        children(d);
        schemas(d).Feature.properties.name.type = ["string", "null"];
      },
      children
    ),
    { name: "a default that is sent", label: "AB", ...keywords("ProfileUpdate.avatarType", { default: "none" }) },
    { name: "a default that is answered", label: "EE", ...keywords("User.avatarType", { default: "none" }) },
    single(
      "one field asks for another",
      "BA",
      (d) => schemas(d).FeedbackSubmission.dependentRequired = { contextId: ["actorId"] }
    ),
    single("a property in another case", "BA", (d) => rename(schemas(d).Product.properties, "name", "Name")),
    single("a required property in another case", "BB", (d) => {
      rename(schemas(d).Product.properties, "id", "ID");
      schemas(d).Product.required = ["ID"];
    }),
    single("a property sent in another case", "BA", (d) => rename(schemas(d).Invitation.properties, "email", "Email")),
    single("a required property that is not described", "AB", (d) => schemas(d).Product.required = ["id", "owner"])
  ];
}

// conformance/gate/changes/keywords.test.support.ts
var integer2 = { type: "integer" };
var number = { type: "number" };
var objectOf = (properties, more = {}) => ({ type: "object", properties, ...more });
function both(name, sent2, answered3, before, now) {
  return [
    { name: `${name}, sent`, label: sent2, ...extra("ProfileUpdate", "extra", now, before) },
    { name: `${name}, answered`, label: answered3, ...extra("User", "extra", now, before) }
  ];
}
var list2 = (more = {}) => ({ type: "array", items: text, ...more });
var condition = (limit2) => ({
  if: { properties: { kind: { const: "a" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { note: { maxLength: limit2 } } }
});
var cat2 = { type: "object", required: ["claws"], properties: { claws: text } };
var dog2 = { type: "object", required: ["bark"], properties: { bark: text } };
function ofKeywords() {
  return [
    ...both("at least 0 as above -1", "", "", { ...integer2, minimum: 0 }, { ...integer2, exclusiveMinimum: -1 }),
    ...both("at most 9 as below 10", "", "", { ...integer2, maximum: 9 }, { ...integer2, exclusiveMaximum: 10 }),
    ...both("at least 0 as above -0.5", "", "", { ...integer2, minimum: 0 }, { ...integer2, exclusiveMinimum: -0.5 }),
    ...both("above 0, not at least", "BA", "AB", { ...number, minimum: 0 }, { ...number, exclusiveMinimum: 0 }),
    ...both("at least 0, not above", "AB", "BA", { ...number, exclusiveMinimum: 0 }, { ...number, minimum: 0 }),
    ...both(
      "below 10 in place of at most 20",
      "BA",
      "AB",
      { ...number, maximum: 20 },
      { ...number, exclusiveMaximum: 10 }
    ),
    ...both("a lower bound", "BA", "AB", number, { ...number, minimum: 1 }),
    ...both("a multiple of 5", "BA", "AB", integer2, { ...integer2, multipleOf: 5 }),
    ...both("at most 5 items", "BA", "AB", list2(), list2({ maxItems: 5 })),
    ...both("at least 1 item", "BA", "AB", list2(), list2({ minItems: 1 })),
    ...both("no item twice", "BA", "AB", list2(), list2({ uniqueItems: true })),
    ...both("a pattern is gone", "AB", "BA", { ...text, pattern: "^a" }, text),
    ...both("another pattern", "BB", "BB", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }),
    ...both("a format is gone", "AB", "BA", { ...text, format: "uri" }, text),
    ...both("another format", "BB", "BB", { ...text, format: "uri" }, { ...text, format: "email" }),
    ...both("must be one value", "BA", "AB", text, { ...text, const: "done" }),
    ...both("one value of two", "BA", "AB", { enum: ["a", "b"] }, { const: "a" }),
    ...both("another value", "BB", "BB", { const: "a" }, { const: "b" }),
    ...both("any value", "AB", "BA", { ...text, enum: ["a"] }, text),
    ...both("an integer for a number", "BA", "AB", number, integer2),
    ...both("a text for an integer", "BB", "BB", integer2, text),
    ...both("any type", "AB", "BA", text, {}),
    ...both("a condition", "BA", "AB", objectOf({ note: text }), objectOf({ note: text }, condition(9))),
    ...both("no condition", "AB", "BA", objectOf({ note: text }, condition(9)), objectOf({ note: text })),
    ...both("what must not be", "BA", "AB", text, { ...text, not: { const: "x" } }),
    ...both("more must not be", "BB", "BB", { ...text, not: { enum: ["x"] } }, { ...text, not: { enum: ["x", "y"] } }),
    ...both("any of in place of one of", "AB", "BA", { oneOf: [cat2, dog2] }, { anyOf: [cat2, dog2] }),
    ...both("one of in place of any of", "BA", "AB", { anyOf: [cat2, dog2] }, { oneOf: [cat2, dog2] }),
    ...both("at most 3 properties", "BA", "AB", objectOf({}), objectOf({}, { maxProperties: 3 })),
    ...both("names by a pattern", "BA", "AB", objectOf({}), objectOf({}, { propertyNames: { pattern: "^a" } })),
    ...both(
      "no other property",
      "BA",
      "AB",
      objectOf({ a: text }),
      objectOf({ a: text }, { additionalProperties: false })
    ),
    ...both(
      "other properties, too",
      "AB",
      "BA",
      objectOf({ a: text }, { additionalProperties: false }),
      objectOf({ a: text })
    ),
    ...both(
      "a required property deep inside",
      "BA",
      "AB",
      objectOf({ a: objectOf({ b: text }) }),
      objectOf({ a: objectOf({ b: text }, { required: ["b"] }) })
    ),
    ...both("items of another type", "BB", "BB", list2(), list2({ items: integer2 })),
    ...both("items that may be null", "AB", "BA", list2(), list2({ items: { type: ["string", "null"] } })),
    ...both("a title", "EE", "EE", text, { ...text, title: "Extra" }),
    ...both("an example", "EE", "EE", text, { ...text, examples: ["a"] }),
    {
      name: "any of in place of one of, and one more",
      label: "BA",
      ...shown({ anyOf: [cat2, dog2, { type: "array" }] }, { oneOf: [cat2, dog2] })
    },
    single(
      "a scalar parameter in one piece",
      "EE",
      (d) => d.paths["/v1/me"].get.parameters = [
        { name: "full", in: "query", schema: { type: "boolean" }, explode: false }
      ],
      (d) => d.paths["/v1/me"].get.parameters = [{ name: "full", in: "query", schema: { type: "boolean" } }]
    ),
    single("credentials, or none", "AB", (d) => d.paths["/v1/me"].get.security = [{ bearer: [] }, {}]),
    single(
      "credentials again",
      "BB",
      () => {
      },
      (d) => d.paths["/v1/me"].get.security = [{ bearer: [] }, {}]
    ),
    single(
      "a renamed property",
      "BA",
      (d) => {
        const { properties } = d.components.schemas.Feature;
        properties.title = properties.slug;
        delete properties.slug;
        d.components.schemas.Feature.required = d.components.schemas.Feature.required.filter(
          (name) => name !== "slug"
        );
      },
      (d) => {
        d.components.schemas.Feature.required = d.components.schemas.Feature.required.filter(
          (name) => name !== "slug"
        );
      }
    )
  ];
}

// conformance/gate/changes/operations.test.support.ts
function ofOperations(document) {
  const withRange = (operation2) => "2XX" in operation2.responses;
  return [
    // Operations.
    ...eachOperation(document, "is gone", "BA", (_, item, method) => delete item[method]),
    ...eachOperation(document, "has a new sibling", "AB", (operation2, item) => {
      item.delete = { ...operation2, operationId: `delete${operation2.operationId}`, requestBody: void 0 };
    }),
    ...eachOperation(document, "has another operationId", "BE", (operation2) => operation2.operationId += "2"),
    ...eachOperation(document, "has another summary", "EE", (operation2) => operation2.summary = "Otherwise"),
    ...eachOperation(document, "has another tag", "EE", (operation2) => operation2.tags = ["Feedback", "Profile"]),
    ...eachOperation(document, "is deprecated", "AE", (operation2) => operation2.deprecated = true),
    // Credentials (§5.1).
    ...eachOperation(document, "asks for no credentials", "BB", (operation2) => operation2.security = []),
    ...eachOperation(
      document,
      "takes no credentials as well",
      "AB",
      (operation2) => operation2.security = [{ bearer: [] }, {}]
    ),
    // Codes.
    ...eachOperation(
      document,
      "pins its success",
      "AB",
      (operation2) => rename(operation2.responses, "2XX", "201"),
      withRange
    ),
    ...eachOperation(
      document,
      "names a success beside the range",
      "AA",
      (operation2) => operation2.responses["200"] = operation2.responses["2XX"],
      withRange
    ),
    ...eachOperation(document, "has no success", "BB", (operation2) => delete operation2.responses[success(operation2)]),
    ...eachOperation(document, "does not name 429", "BA", (operation2) => delete operation2.responses["429"]),
    ...eachOperation(
      document,
      "names 404",
      "AA",
      (operation2) => operation2.responses["404"] = operation2.responses.default
    ),
    ...eachOperation(document, "gives other errors no shape", "BA", (operation2) => delete operation2.responses.default),
    single(
      "listFeatures: any success",
      "BA",
      (d) => rename(d.paths["/v1/products/{productId}/features"].get.responses, "200", "2XX")
    ),
    single(
      "listFeatures: 201 for 200",
      "BB",
      (d) => rename(d.paths["/v1/products/{productId}/features"].get.responses, "200", "201")
    ),
    single("listFeatures: 202 too", "BA", (d) => {
      const { responses: responses2 } = d.paths["/v1/products/{productId}/features"].get;
      responses2["202"] = responses2["200"];
    }),
    single(
      "listFeatures: 401 is not named",
      "BA",
      (d) => delete d.paths["/v1/products/{productId}/features"].get.responses["401"]
    ),
    single(
      "listFeatures: 403 is not named",
      "BA",
      (d) => delete d.paths["/v1/products/{productId}/features"].get.responses["403"]
    )
  ];
}

// conformance/gate/changes/requests.test.support.ts
function ofRequests(document) {
  const hasBody = (operation2) => operation2.requestBody !== void 0;
  const hasId = (operation2) => /^(get|list)(?!Me$|Installation|Products|Organizations)/.test(operation2.operationId);
  return [
    // Parameters.
    ...eachOperation(document, "takes one more parameter", "AA", (operation2) => {
      operation2.parameters = [{ name: "limit", in: "query", description: "", schema: { type: "integer" } }];
    }),
    ...eachOperation(document, "asks for one more parameter", "BA", (operation2) => {
      operation2.parameters = [
        { name: "limit", in: "query", required: true, description: "", schema: { type: "integer" } }
      ];
    }),
    ...eachOperation(document, "asks for one more header", "BA", (operation2) => {
      operation2.parameters = [
        { name: "X-Trace", in: "header", required: true, description: "", schema: { type: "string" } }
      ];
    }),
    ...Object.keys(document.components.parameters).flatMap((name) => [
      single(`${name}: an integer`, "BB", (d) => d.components.parameters[name].schema.type = "integer"),
      single(`${name}: at most 36 characters`, "BA", (d) => d.components.parameters[name].schema.maxLength = 36),
      single(`${name}: described otherwise`, "EE", (d) => d.components.parameters[name].description = "Otherwise"),
      single(`${name}: called otherwise`, "EE", (d) => renameParameter(d, name))
    ]),
    ...eachOperation(
      document,
      "has a default for a parameter",
      "AA",
      (operation2) => {
        operation2.parameters = [{ name: "sort", in: "query", schema: { type: "string", default: "name" } }];
      },
      hasId
    ),
    // Request bodies.
    ...Object.keys(document.components.requestBodies).flatMap((name) => [
      single(`${name}: required`, "BA", (d) => d.components.requestBodies[name].required = true),
      single(`${name}: form data too`, "AB", (d) => {
        const { content } = d.components.requestBodies[name];
        content["application/x-www-form-urlencoded"] = content["application/json"];
      }),
      single(
        `${name}: another media type`,
        "BB",
        (d) => rename(d.components.requestBodies[name].content, "application/json", "application/xml")
      ),
      single(`${name}: described otherwise`, "EE", (d) => d.components.requestBodies[name].description = "Otherwise")
    ]),
    ...eachOperation(document, "takes no body", "BA", (operation2) => delete operation2.requestBody, hasBody)
  ];
}
function renameParameter(document, name) {
  document.components.parameters[name].name = "other";
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path2, item]) => [path2.replace(`{${name}}`, "{other}"), item])
  );
}

// conformance/gate/changes/sent.test.support.ts
var sent = ["FeedbackSubmission", "ProfileUpdate", "NewOrganization", "Invitation"];
function ofSent(document) {
  return [
    // Schemas of requests.
    ...eachProperty(document, sent, "is gone", "BA", (schema, property2) => delete schema.properties[property2]),
    ...eachProperty(
      document,
      sent,
      "may be null",
      "AB",
      (schema, property2) => schema.properties[property2].type = ["string", "null"],
      isText
    ),
    ...eachProperty(
      document,
      sent,
      "is a number",
      "BB",
      (schema, property2) => schema.properties[property2].type = "number",
      isText
    ),
    ...eachProperty(
      document,
      sent,
      "is required",
      "BA",
      (schema, property2) => replaceRequired(schema, (names2) => [...names2, property2])
    ),
    ...eachProperty(
      document,
      sent,
      "has a maximum",
      "BA",
      (schema, property2) => schema.properties[property2].maxLength = 100,
      isText
    ),
    ...eachProperty(
      document,
      sent,
      "has a pattern",
      "BA",
      (schema, property2) => schema.properties[property2].pattern = "^[a-z]+$",
      isText
    ),
    ...eachProperty(
      document,
      sent,
      "has one value more",
      "AB",
      (schema, property2) => schema.properties[property2].enum.push("other"),
      hasEnum
    ),
    ...eachProperty(
      document,
      sent,
      "has one value less",
      "BA",
      (schema, property2) => schema.properties[property2].enum.pop(),
      hasEnum
    ),
    ...eachProperty(
      document,
      sent,
      "has any format",
      "AB",
      (schema, property2) => delete schema.properties[property2].format,
      hasFormat
    ),
    ...eachProperty(
      document,
      sent,
      "is described",
      "EE",
      (schema, property2) => schema.properties[property2].description = "Otherwise"
    ),
    ...eachSchema(sent, "has one property more", "AA", (schema) => schema.properties.extra = { type: "string" }),
    ...eachSchema(sent, "has one property more, required", "BA", (schema) => {
      schema.properties.extra = { type: "string" };
      replaceRequired(schema, (names2) => [...names2, "extra"]);
    }),
    ...eachSchema(sent, "has no other properties", "BA", (schema) => schema.additionalProperties = false),
    single(
      "FeedbackSubmission.content.body: not empty",
      "BA",
      (d) => d.components.schemas.FeedbackSubmission.properties.content.properties.body.minLength = 1
    ),
    single("FeedbackSubmission.content.bodyFormat: four", "BA", (d) => {
      d.components.schemas.FeedbackSubmission.properties.content.properties.bodyFormat.enum = [
        "text",
        "json",
        "html",
        "markdown"
      ];
    })
  ];
}

// conformance/gate/changes/sent-by-the-api.test.support.ts
var json = (schema) => ({ content: { "application/json": { schema } } });
var text2 = { type: "string" };
var event = (now = {}) => ({ type: "object", required: ["id"], properties: { id: text2, ...now } });
var operation = ({ body = event(), responses: responses2 = { "200": { description: "" } }, parameters: parameters2 = [] }) => ({
  summary: "Done",
  parameters: parameters2,
  requestBody: json(body),
  responses: responses2
});
var webhook = (sent2) => (document) => document.webhooks = { done: { post: operation(sent2) } };
var callback2 = (sent2) => (document) => document.paths["/v1/feedback"].post.callbacks = {
  done: { "{$request.body#/sourceUrl}": { post: operation(sent2) } }
};
var answered2 = (schema) => ({ "200": { description: "", ...json(schema) } });
var header = { name: "X-Signature", in: "header", schema: text2 };
var both2 = (name, label, now, before = {}) => [
  single(`a webhook: ${name}`, label, webhook(now), webhook(before)),
  single(`a callback: ${name}`, label, callback2(now), callback2(before))
];
function ofSentByTheApi() {
  return [
    single("a webhook is gone", "BA", () => {
    }, webhook({})),
    single(
      "a webhook is described otherwise",
      "EE",
      (d) => {
        webhook({})(d);
        d.webhooks.done.post.summary = "Otherwise";
      },
      webhook({})
    ),
    ...both2("another optional field is sent", "AA", { body: event({ more: text2 }) }),
    ...both2("a field is no longer sent", "AB", { body: event() }, { body: event({ more: text2 }) }),
    ...both2("a field is always sent", "AB", { body: { ...event(), required: ["id", "name"] } }, { body: event() }),
    ...both2("a field need not be sent", "BA", { body: { ...event(), required: [] } }),
    ...both2(
      "a further value is sent",
      "BA",
      { body: event({ kind: { enum: ["a", "b"] } }) },
      { body: event({ kind: { enum: ["a"] } }) }
    ),
    ...both2(
      "a longer text is sent",
      "BA",
      { body: event({ kind: text2 }) },
      { body: event({ kind: { ...text2, maxLength: 9 } }) }
    ),
    ...both2("a header is always sent", "AB", { parameters: [{ ...header, required: true }] }, { parameters: [header] }),
    ...both2(
      "a longer text may be answered",
      "AB",
      { responses: answered2(event({ note: text2 })) },
      { responses: answered2(event({ note: { ...text2, maxLength: 9 } })) }
    ),
    ...both2(
      "a field must be answered",
      "BA",
      {
        responses: answered2({ ...event(), required: ["id", "note"], properties: { id: text2, note: text2 } })
      },
      { responses: answered2({ ...event(), properties: { id: text2, note: text2 } }) }
    ),
    ...both2("another success must be answered", "BB", { responses: { "202": { description: "" } } })
  ];
}

// conformance/gate/changes/synonyms.test.support.ts
var statuses = ["unreviewed", "draft", "published", "archived"];
function ofSynonyms() {
  const status = (now) => extra("Feature", "status", now);
  return [
    {
      name: "values one by one",
      label: "",
      ...status({ type: "string", anyOf: statuses.map((value) => ({ const: value })) })
    },
    {
      name: "values one by one, each with a title",
      label: "",
      ...status({ oneOf: statuses.map((value) => ({ type: "string", const: value, title: value })) })
    },
    single("the one alternative", "", (d) => media(d, "Product").schema = { oneOf: [product] }),
    single("all of one", "", (d) => media(d, "Product").schema = { allOf: [product] }),
    single("all of it, and the same again", "", (d) => {
      media(d, "Product").schema = { allOf: [product, { type: "object", required: ["id"], properties: { id: text } }] };
    }),
    { name: "true for anything", label: "", ...shown(true) },
    single("no schema for anything", "", (d) => delete media(d, "MemberInvited").schema),
    single(
      "a schema that holds itself, renamed",
      "",
      (d) => {
        children(d).items.$ref = "#/components/schemas/F";
        schemas(d).F = schemas(d).Feature;
        delete schemas(d).Feature;
        media(d, "FeatureList").schema.properties.data.items.$ref = "#/components/schemas/F";
      },
      children
    ),
    single("UTF-8", "", (d) => {
      const { content } = d.components.responses.Product;
      content["application/json; charset=utf-8"] = content["application/json"];
      delete content["application/json"];
    })
  ];
}

// conformance/gate/changes/whole.test.support.ts
function wholes() {
  return [
    single("no credentials anywhere", "BB", (d) => delete d.security),
    single("no credentials needed anywhere", "AB", (d) => d.security.push({})),
    single(
      "another scheme",
      "BB",
      (d) => d.components.securitySchemes.bearer = { type: "apiKey", in: "header", name: "X-Key" }
    ),
    single("a second scheme", "AB", (d) => {
      d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
      d.security.push({ key: [] });
    }),
    single("a server more", "AE", (d) => d.servers.push({ url: "https://eu.example.com/api" })),
    single("a server less", "BE", (d) => d.servers.pop()),
    single("a server elsewhere", "BE", (d) => d.servers[0].url = "https://other.example.com/api"),
    single("another prefix", "BB", (d) => {
      d.paths = Object.fromEntries(Object.entries(d.paths).map(([path2, item]) => [path2.replace("/v1", "/v2"), item]));
    }),
    single("another title", "EE", (d) => d.info.title = "Otherwise"),
    single("another description", "EE", (d) => d.info.description = "Otherwise"),
    single("a tag described otherwise", "EE", (d) => d.tags[0].description = "Otherwise"),
    single(
      "the scheme described otherwise",
      "EE",
      (d) => d.components.securitySchemes.bearer.description = "Otherwise"
    ),
    single("a licence", "EE", (d) => d.info.license = { name: "MIT", identifier: "MIT" })
  ];
}

// conformance/gate/changes/index.test.support.ts
var singles = (document) => [
  ...ofOperations(document),
  ...ofRequests(document),
  ...ofResponses(document),
  ...ofAnswered(document),
  ...ofSent(document),
  ...ofSchemas(),
  ...ofSynonyms(),
  ...ofCodesAndParameters(),
  ...ofKeywords(),
  ...ofSentByTheApi()
];
var ofTheDocument = () => [...wholes(), ...ofTheWhole()];

// conformance/gate/comparison/align-alternatives.ts
function alignAlternatives(schema, other) {
  if (isEqual(schema, other)) return schema;
  if (Array.isArray(schema)) {
    const others = list(other);
    const items = schema.map((item, at) => alignAlternatives(item, others[at]));
    return inherit(schema, items);
  }
  if (!isRecord(schema) || !isRecord(other)) return schema;
  if (hasOnly2("oneOf", schema) && hasOnly2("anyOf", other)) {
    const { oneOf, ...others } = schema;
    const asAnyOf = inherit(schema, { ...others, anyOf: oneOf, [exactlyOne]: true });
    return alignAlternatives(asAnyOf, other);
  }
  const wrapped = wrapInList(schema, other, "anyOf") ?? wrapInList(schema, other, "oneOf");
  if (wrapped !== void 0) return wrapped;
  const entries = Object.entries(schema).map(([key2, inner]) => {
    const counterpart = other[key2];
    const areLists = ["allOf", "anyOf", "oneOf"].includes(key2) && Array.isArray(inner) && Array.isArray(counterpart);
    if (!areLists) return [key2, alignAlternatives(inner, counterpart)];
    const members = inherit(inner, commonFirst(inner, counterpart));
    return [key2, alignAlternatives(members, commonFirst(counterpart, inner))];
  });
  return inherit(schema, Object.fromEntries(entries));
}
var exactlyOne = "x-exactly-one";
var hasOnly2 = (keyword, schema) => keyword in schema && !((keyword === "anyOf" ? "oneOf" : "anyOf") in schema);
function wrapInList(schema, other, keyword) {
  if (keyword in schema) return void 0;
  const isCommon = (key2) => key2 in other && isEqual(schema[key2], other[key2]);
  const outside = Object.fromEntries(Object.entries(schema).filter(([key2]) => isCommon(key2)));
  const inside = Object.fromEntries(Object.entries(schema).filter(([key2]) => !isCommon(key2)));
  if (!list(other[keyword]).some((member) => isEqual(member, inside))) return void 0;
  return inherit(schema, { ...outside, [keyword]: [inherit(schema, inside)] });
}
function commonFirst(members, others) {
  const isCommon = (member) => others.some((other) => isEqual(member, other));
  return [...members.filter(isCommon), ...members.filter((member) => !isCommon(member))];
}

// conformance/gate/comparison/align.ts
var isCode = (key2) => /^\d{3}$/.test(key2);
var rangeOf = (key2) => `${key2[0]}XX`;
function covering(keys, key2) {
  if (keys.includes(key2)) return key2;
  if (isCode(key2) && keys.includes(rangeOf(key2))) return rangeOf(key2);
  return /^[45]/.test(key2) && keys.includes("default") ? "default" : void 0;
}
function align(base, head) {
  const first = withOperations(
    base,
    head,
    (operation2, counterpart) => alignAlternatives(withResponsesOf(counterpart, operation2), counterpart)
  );
  const after = withOperations(
    head,
    base,
    (operation2, counterpart, tokens) => alignAlternatives(withResponsesOf(counterpart, operation2, { renamesSuccess: true }), valueAt(first, tokens))
  );
  return [withOperations(first, after, alignAlternatives), after];
}
function withOperations(document, other, change) {
  const paths = Object.entries(document.paths).map(([path2, item]) => {
    const entries = Object.entries(item).map(([key2, value]) => {
      const tokens = ["paths", path2, key2];
      const counterpart = valueAt(other, tokens);
      const isShared = isRecord(value) && isRecord(value.responses) && isRecord(counterpart);
      return [key2, isShared ? change(value, counterpart, tokens) : value];
    });
    return [path2, inherit(item, Object.fromEntries(entries))];
  });
  return inherit(document, { ...document, paths: inherit(document.paths, Object.fromEntries(paths)) });
}
var successes2 = (keys) => keys.filter((key2) => key2.startsWith("2"));
function withResponsesOf(other, operation2, { renamesSuccess = false } = {}) {
  const responses2 = record(operation2.responses);
  const [keys, others] = [Object.keys(responses2), Object.keys(record(other.responses))];
  const result = {};
  for (const key2 of /* @__PURE__ */ new Set([...keys, ...others])) {
    const isListedByCode = hasCodesOf(key2, keys) || hasCodesOf(key2, others);
    if (isListedByCode && !(keys.includes(key2) && others.includes(key2))) continue;
    const from = covering(keys, key2);
    if (from !== void 0) result[key2] = responses2[from];
  }
  const [[code, ...more], [otherCode, ...othersMore]] = [successes2(keys), successes2(others)];
  const haveOneEach = code !== void 0 && otherCode !== void 0 && more.length + othersMore.length === 0;
  if (renamesSuccess && haveOneEach && !(otherCode in result) && covering(others, code) === void 0) {
    result[otherCode] = responses2[code];
    delete result[code];
  }
  return inherit(operation2, { ...operation2, responses: inherit(responses2, result) });
}
var hasCodesOf = (range, keys) => /^\dXX$/.test(range) && !keys.includes(range) && keys.some((key2) => isCode(key2) && rangeOf(key2) === range);

// conformance/gate/comparison/differences.ts
function differences(before, after, isCollection2, tokens = []) {
  if (isEqual(before, after)) return [];
  const keys = [.../* @__PURE__ */ new Set([...keysOf(before, tokens), ...keysOf(after, tokens)])];
  const isOneSided = before === void 0 || after === void 0;
  const isDivisible = isOneSided ? keys.length > 0 && isCollection2(tokens) : [before, after].every((value) => hasMembers(value, tokens));
  if (!isDivisible) return [{ tokens, before, after }];
  return keys.flatMap(
    (key2) => differences(valueAt(before, [key2]), valueAt(after, [key2]), isCollection2, [...tokens, key2])
  );
}
var hasMembers = (value, tokens) => isRecord(value) || Array.isArray(value) && isKeyword("list", tokens.at(-1) ?? "");
var keysOf = (value, tokens) => hasMembers(value, tokens) ? Object.keys(value) : [];

// spec/ledger.ts
import { readFileSync as readFileSync2 } from "node:fs";

// spec/level.ts
var levels = ["stated", "implied", "reading"];

// spec/ledger.ts
var LedgerError = class extends Error {
  name = "LedgerError";
};
var ledger;
function loadClauses() {
  ledger ??= parseClauses(readFileSync2(new URL("./clauses.yaml", import.meta.url), "utf8"));
  return ledger;
}
function findClause(id) {
  return loadClauses().find((clause) => clause.id === id);
}
function parseClauses(yaml) {
  const entries = parseYaml(yaml);
  if (!Array.isArray(entries)) throw new LedgerError("the ledger is not a list");
  return entries.map(parseClause);
}
var knownKeys = /* @__PURE__ */ new Set([
  "id",
  "section",
  "level",
  "text",
  "rows",
  "operation",
  "checks",
  "pending",
  "excluded",
  "choice"
]);
function parseClause(entry, at) {
  if (!isRecord(entry)) throw new LedgerError(`entry ${at} of the ledger is not an object`);
  const text4 = (key2) => {
    const value = entry[key2];
    if (typeof value !== "string" || value === "") throw new LedgerError(`entry ${at} of the ledger lacks ${key2}`);
    return value;
  };
  const list3 = (key2) => {
    const value = entry[key2] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw new LedgerError(`${text4("id")}: ${key2} is not a list of strings`);
  };
  const id = text4("id");
  const unknownKey = Object.keys(entry).find((key2) => !knownKeys.has(key2));
  if (unknownKey !== void 0) throw new LedgerError(`${id}: unknown property ${unknownKey}`);
  const operation2 = entry.operation === void 0 ? void 0 : text4("operation");
  if (operation2 !== void 0 && !isOperationId(operation2)) throw new LedgerError(`${id}: no operation ${operation2}`);
  const base = {
    id,
    section: text4("section"),
    text: text4("text"),
    rows: list3("rows"),
    ...operation2 === void 0 ? {} : { operation: operation2 }
  };
  const level = text4("level");
  if (level === "open") return { ...base, kind: "open", level, choice: text4("choice"), checks: list3("checks") };
  if (!isLevel(level)) throw new LedgerError(`${id}: no level ${level}`);
  if (entry.excluded !== void 0) return { ...base, kind: "excluded", level, reason: text4("excluded") };
  return { ...base, kind: "judged", level, checks: list3("checks"), isPending: entry.pending === true };
}
var isLevel = (text4) => levels.some((level) => level === text4);

// conformance/model/resources.ts
var resource = (key2, schema, more) => ({
  key: key2,
  schema,
  identifier: "id",
  listedBy: [],
  shownBy: [],
  ...more
});
var resources = [
  resource("product", "Product", { listedBy: ["listProducts"], shownBy: ["getProduct"] }),
  resource("feature", "Feature", { listedBy: ["listFeatures"] }),
  resource("problem", "Problem", { listedBy: ["listProblems"], shownBy: ["getProblem"] }),
  resource("release", "Release", { listedBy: ["listReleases"] }),
  resource("context", "Context", { listedBy: ["listContexts"] }),
  resource("actor", "Actor", { listedBy: ["listActors"] }),
  resource("organization", "Organization", {
    listedBy: ["listOrganizations"],
    shownBy: ["getOrganization", "createOrganization"]
  }),
  resource("member", "Member", { identifier: "userId", listedBy: ["listMembers"] }),
  resource("user", "User", { shownBy: ["getMe"] }),
  resource("installation", "Installation", { shownBy: ["getInstallation"] }),
  resource("acceptance", "FeedbackAcceptance", { identifier: "feedbackId", shownBy: ["submitFeedback"] }),
  resource("feedback-status", "FeedbackStatus", { identifier: "feedbackId", shownBy: ["getFeedbackStatus"] })
];
var wrappedLists = [
  "listProducts",
  "listFeatures",
  "listProblems",
  "listReleases",
  "listContexts",
  "listActors"
];
var bareLists = ["listOrganizations", "listMembers"];
var identifierFields = [
  "id",
  "userId",
  "feedbackId",
  "parentId",
  "releaseId",
  "integrationId",
  "orgId"
];

// conformance/gate/ledger/affected-clauses.ts
function isOfLedger(operations2) {
  return operations2.filter(isOperationId).length * 2 >= operations2.length;
}
function affectedClauses(findings) {
  const clauses = /* @__PURE__ */ new Map();
  const notInLedger = /* @__PURE__ */ new Set();
  for (const finding of findings) {
    if (finding.effects.clients === "editorial" && finding.effects.implementers === "editorial") continue;
    const { ids: ids2, unknown } = mentionOf(finding);
    const known3 = ids2.flatMap((id) => findClause(id) ?? []);
    for (const { id, section, level, ...clause } of known3)
      clauses.set(id, { id, section, level, checks: clause.kind === "excluded" ? [] : clause.checks });
    if (unknown !== void 0 && !known3.some((clause) => names(clause, unknown))) notInLedger.add(unknown);
  }
  return { clauses: [...clauses.values()], notInLedger: [...notInLedger] };
}
var names = ({ rows }, name) => rows.includes(name.split(".")[1] ?? "");
function mentionOf(finding) {
  const { place, operation: operation2, rule: rule2 } = finding;
  if (place.part === "document")
    return { ids: rule2.startsWith("server") ? ["version.description", "document.development"] : [] };
  if (operation2 === void 0 || !isOperationId(operation2)) return { ids: [], unknown: operation2 ?? place.path ?? "" };
  const endpoint = `endpoint.${operation2}`;
  switch (place.part) {
    case "security":
      return { ids: ["endpoint.authorization", "auth.bearer", "auth.unauthorized"] };
    case "parameter":
      return { ids: [endpoint, ...parameterClauses(place.parameter)] };
    case "header":
      return headerMention(place.header ?? "");
    case "response":
      return { ids: codeClauses(rule2, place.status ?? "", endpoint) };
    case "body":
      return { ids: [endpoint, ...requestClauses(operation2, [], rule2)] };
    case "media":
      return place.schema === void 0 ? { ids: ["body.json", "body.media-type", endpoint] } : schemaMention(finding, operation2, finding.properties ?? []);
    default:
      return { ids: [endpoint] };
  }
}
function parameterClauses(parameter = "") {
  if (parameter.startsWith("path ")) return ["endpoint.path-parameters"];
  return parameter.startsWith("query ") ? ["endpoint.query"] : [];
}
function headerMention(name) {
  const known3 = /^x-ratelimit-(limit|remaining|reset)$/i.exec(name)?.[1]?.toLowerCase();
  return known3 === void 0 ? { ids: [], unknown: `header ${name}` } : { ids: ["limit.headers", `limit.${known3}`] };
}
function codeClauses(rule2, status, endpoint) {
  if (rule2.startsWith("success") || status.startsWith("2")) return [endpoint, "endpoint.success-codes"];
  const clausesByStatus = {
    "401": ["auth.unauthorized"],
    "403": ["auth.forbidden"],
    "429": ["error.429", "limit.exceeded"],
    default: ["error.json-object", "error.body", "endpoint.any-error"]
  };
  return ["endpoint.error-codes", ...clausesByStatus[status] ?? []];
}
function schemaMention(finding, operation2, fields) {
  const { place, rule: rule2 } = finding;
  if (place.direction === "request")
    return { ids: [`endpoint.${operation2}`, ...requestClauses(operation2, fields, rule2)] };
  if (!place.status?.startsWith("2"))
    return { ids: [fields[0] === "issues" ? "error.issues" : "error.body", "endpoint.error-shape"] };
  const resource2 = resources.find(
    ({ listedBy, shownBy }) => listedBy.includes(operation2) || shownBy.includes(operation2)
  );
  if (resource2 === void 0)
    return { ids: [operation2 === "updateMe" ? "endpoint.update-body" : "endpoint.invite-body"] };
  const isWrapped = wrappedLists.includes(operation2);
  const [field2] = isWrapped ? fields.slice(1) : fields;
  if (field2 === void 0) {
    const isBare = bareLists.includes(operation2);
    return { ids: [isWrapped ? "resource.wrapped" : isBare ? "resource.bare" : `${resource2.key}.fields`] };
  }
  return fieldMention(resource2, field2, finding);
}
function fieldMention({ key: key2, schema, identifier }, field2, { rule: rule2, text: text4 }) {
  const ids2 = [
    `${key2}.fields`,
    `${key2}.${field2.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/-id$/, "")}`,
    ...key2 === "acceptance" && field2 === "status" ? ["acceptance.queued"] : [],
    ...field2 === identifier ? [`${key2}.identifier`] : [],
    ...identifierFields.includes(field2) ? ["resource.identifiers"] : [],
    ...rule2 === "schema.format" && text4.includes("date-time") ? ["resource.timestamps"] : [],
    ...rule2.startsWith("property") && field2 !== identifier ? [`${key2}.required`, `${key2}.complete`] : []
  ];
  return { ids: ids2, unknown: `${schema}.${field2}` };
}
function requestClauses(operation2, fields, rule2) {
  const aboutRequired = rule2.includes("required") || rule2.includes("optional");
  switch (operation2) {
    case "submitFeedback":
      return [
        "submission.fields",
        ...fields[0] === "feedbackType" ? ["submission.feedback-type"] : [],
        ...fields[1] === "bodyFormat" ? ["submission.body-format"] : [],
        ...rule2 === "schema.minLength" ? ["submission.minimum-length"] : [],
        ...aboutRequired ? ["submission.required"] : []
      ];
    case "updateMe":
      return ["profile.fields", ...aboutRequired ? ["endpoint.update-required"] : []];
    case "createOrganization":
      return ["organization.kept"];
    case "inviteMember":
      return ["invitation.format", "invitation.addresses"];
    default:
      return [];
  }
}

// conformance/gate/policy/allowances.ts
var isExpired = ({ until }, today) => until !== void 0 && until < today;
var isBelow = (place, pointer) => place?.pointer === pointer || place?.pointer.startsWith(`${pointer}/`) === true;
function allowanceFor({ rule: rule2, operation: operation2, base, head }, { policy, today }) {
  return policy.allow?.find(
    (entry) => entry.rule === rule2 && !isExpired(entry, today) && (entry.operation === void 0 || entry.operation === operation2) && (entry.pointer === void 0 || isBelow(base, entry.pointer) || isBelow(head, entry.pointer))
  );
}

// conformance/gate/judge/effects.ts
var order = ["editorial", "additive", "breaking"];
var worse = (a, b) => order.indexOf(a) >= order.indexOf(b) ? a : b;
var byKind = (a, b) => order.indexOf(b) - order.indexOf(a);
var editorial = { clients: "editorial", implementers: "editorial" };
var additive = { clients: "additive", implementers: "additive" };
var breaksBoth = { clients: "breaking", implementers: "breaking" };
var breaksClients = { clients: "breaking", implementers: "additive" };
var breaksImplementers = { clients: "additive", implementers: "breaking" };

// conformance/gate/policy/deprecation.ts
var removals = /* @__PURE__ */ new Set(["operation.removed", "parameter.removed", "property.removed", "property.removed-required"]);
function underDeprecation(finding, sides, { policy, today }) {
  if (policy.deprecation === void 0) return finding;
  if (removals.has(finding.rule)) return afterSunset(finding, sides, today);
  return withNotice(finding, sides, daysAfter(today, policy.deprecation), policy.deprecation);
}
function afterSunset(finding, { base }, today) {
  const { deprecated, sunset } = deprecationAt(valueAt(base.aligned, finding.base ?? []));
  if (!deprecated || sunset === void 0 || sunset > today) return finding;
  const effects = { ...finding.effects, clients: "additive" };
  return { ...finding, effects, text: `${finding.text}; its sunset was ${sunset}` };
}
function withNotice(finding, { base, head }, earliest, days) {
  const name = finding.head?.at(-1);
  if (finding.head === void 0 || name !== "deprecated" && name !== "x-sunset") return finding;
  const holder = finding.head.slice(0, -1);
  const [before, after] = [base, head].map((side) => deprecationAt(valueAt(side.aligned, holder)));
  if (!after?.deprecated || after.sunset === void 0 || after.sunset >= earliest) return finding;
  const isLater = before?.deprecated && before.sunset !== void 0 && before.sunset <= after.sunset;
  if (isLater || name === "x-sunset" && !before?.deprecated) return finding;
  const text4 = `${finding.text}; its sunset ${after.sunset} is less than ${days} days away`;
  return { ...finding, rule: "deprecation.notice", effects: breaksClients, text: text4 };
}
function deprecationAt(holder) {
  const { deprecated, "x-sunset": sunset } = record(holder);
  const [date] = /^\d{4}-\d{2}-\d{2}/.exec(String(sunset)) ?? [];
  return { deprecated: deprecated === true, sunset: date };
}
var daysAfter = (date, days) => new Date(Date.parse(date) + days * 864e5).toISOString().slice(0, 10);

// conformance/gate/policy/policy.ts
var defaultSettings = { policy: {}, today: (/* @__PURE__ */ new Date()).toISOString().slice(0, 10) };

// conformance/gate/judge/code-rules.ts
var codeRules = [
  {
    id: "success.pinned",
    applies: (change) => isSuccess(change.key) && isRemovedKey(change) && codesWithin(change).length > 0,
    effects: breaksImplementers,
    text: (change) => `the success status was ${change.key}, and is now ${codesWithin(change).join(" or ")}`
  },
  {
    // A client that handles each of several successes handles the remaining ones.
    id: "success.removed",
    applies: (change) => isSuccess(change.key) && isRemovedKey(change),
    effects: ({ head, replacedBy }) => head.length > 0 && replacedBy.length === 0 ? breaksImplementers : breaksBoth,
    text: ({ key: key2, replacedBy }) => `the success status ${key2} is gone${replacedBy.length === 0 ? "" : `; ${replacedBy.join(" or ")} replaces it`}`
  },
  {
    id: "success.named",
    applies: ({ key: key2, base }) => isSuccess(key2) && covering(base, key2) !== void 0,
    effects: additive,
    text: ({ key: key2 }) => `${key2} is listed beside its range`
  },
  {
    id: "success.added",
    applies: ({ key: key2 }) => isSuccess(key2),
    effects: ({ base }) => base.length === 0 ? breaksImplementers : breaksClients,
    text: ({ key: key2, base }) => base.length === 0 ? `there is now a success status: ${key2}` : `the success status was ${base.join(" or ")}, and may now be ${key2}`
  },
  {
    id: "error.removed",
    applies: isRemovedKey,
    effects: breaksClients,
    text: ({ key: key2 }) => key2 === "default" ? "the default response is gone: errors that are not listed have no declared body" : `the response ${key2} is gone`
  },
  {
    id: "error.added",
    applies: () => true,
    effects: ({ key: key2, base }) => {
      const isGeneral = key2 === "default" || isRange(key2);
      const wasFree = covering(base, key2 === "default" ? "default" : `${key2[0]}00`) === void 0;
      return isGeneral && wasFree ? breaksImplementers : additive;
    },
    text: ({ key: key2 }) => key2 === "default" ? "there is now a default response: every error has a declared body" : `the response ${key2} is now listed`
  }
];
function codeChanges(base, head) {
  return [...successChanges(base.filter(isSuccess), head.filter(isSuccess)), ...otherChanges(base, head)];
}
function successChanges(base, head) {
  const removed2 = base.filter((key2) => covering(head, key2) === void 0);
  const added2 = head.filter((key2) => !base.includes(key2));
  const isReported = (key2) => {
    const isCovered = covering(base, key2) !== void 0;
    const isBesideRange = isCovered && base.some((range) => isRange(range) && head.includes(range));
    return !isBesideRange && (isCovered || removed2.length > 0 && !isRange(key2));
  };
  return [
    ...removed2.map((key2) => {
      const narrowed = codesWithin({ key: key2, head });
      return { key: key2, isIn: "base", base, head, replacedBy: narrowed.length > 0 ? narrowed : added2 };
    }),
    ...added2.filter((key2) => !isReported(key2)).map((key2) => ({ key: key2, isIn: "head", base, head, replacedBy: [] }))
  ];
}
function otherChanges(base, head) {
  const replacesDefault = ["4XX", "5XX"].every((range) => head.includes(range));
  const only = (keys, others) => keys.filter((key2) => !isSuccess(key2) && !others.includes(key2));
  return [
    ...only(base, head).filter((key2) => !(key2 === "default" && replacesDefault)).map((key2) => ({ key: key2, isIn: "base", base, head, replacedBy: [] })),
    ...only(head, base).map((key2) => ({ key: key2, isIn: "head", base, head, replacedBy: [] }))
  ];
}
var isSuccess = (key2) => key2.startsWith("2");
var isRange = (key2) => key2.endsWith("XX");
function isRemovedKey({ isIn }) {
  return isIn === "base";
}
function codesWithin({ key: key2, head }) {
  return isRange(key2) ? head.filter((code) => !isRange(code) && code[0] === key2[0]) : [];
}

// spec/body.ts
import { Ajv2020 } from "ajv/dist/2020.js";

// spec/body-problems.ts
function truncatedJson(value, max = 120) {
  const text4 = JSON.stringify(value) ?? "nothing";
  return text4.length <= max ? text4 : `${text4.slice(0, max - 1)}\u2026`;
}

// conformance/gate/judge/place.ts
function contractPlace(tokens) {
  const [root, path2, method, section, ...below] = tokens;
  if (root !== "paths" || path2 === void 0) return { part: "document", rest: tokens };
  if (method === void 0 || !methods.includes(method)) return { part: "path", rest: tokens.slice(2), path: path2 };
  const operation2 = { path: path2, method };
  const [key2, ...inside] = below;
  if (section === "parameters" && key2 !== void 0)
    return { part: "parameter", parameter: key2, direction: "request", ...operation2, ...withSchema(inside) };
  if (section === "requestBody") return { direction: "request", ...operation2, ...inContent("body", below) };
  if (section === "responses" && key2 !== void 0) {
    const response = { direction: "response", status: key2, ...operation2 };
    const [headers, header2, ...inHeader] = inside;
    if (headers !== "headers" || header2 === void 0) return { ...response, ...inContent("response", inside) };
    return { part: "header", header: header2, ...response, ...withSchema(inHeader) };
  }
  if (section === "security") return { part: "security", rest: below, ...operation2 };
  return { part: "operation", rest: tokens.slice(3), ...operation2 };
}
function inContent(part, tokens) {
  const [content, mediaType, ...inside] = tokens;
  if (content !== "content" || mediaType === void 0) return { part, rest: tokens };
  return { part: "media", mediaType, ...withSchema(inside) };
}
function withSchema(tokens) {
  return tokens[0] === "schema" ? { rest: tokens, schema: schemaPlace(tokens.slice(1)) } : { rest: tokens };
}
var hasMembers2 = (keyword) => isKeyword("named", keyword) || isKeyword("list", keyword);
function schemaSteps([keyword, ...below]) {
  if (keyword === void 0) return [];
  if (!hasMembers2(keyword)) return [{ keyword, member: void 0 }, ...schemaSteps(below)];
  return [{ keyword, member: below[0] }, ...schemaSteps(below.slice(1))];
}
var isNegated = (keyword) => keyword === "not" || keyword === "if";
function schemaPlace(tokens) {
  let place = { holder: [], keyword: "schema", member: void 0 };
  for (let at = 0; at < tokens.length; ) {
    const [keyword = "", member] = tokens.slice(at);
    place = { holder: tokens.slice(0, at), keyword, member: hasMembers2(keyword) ? member : void 0 };
    if (!hasMembers2(keyword) && !isKeyword("single", keyword) || isNegated(keyword)) break;
    at += hasMembers2(keyword) ? 2 : 1;
  }
  return place;
}
function judgedTokens(tokens) {
  const { rest, schema } = contractPlace(tokens);
  if (schema === void 0 || schema.keyword === "schema") return tokens;
  const judged = schema.holder.length + (schema.member === void 0 ? 1 : 2);
  return tokens.slice(0, tokens.length - (rest.length - 1) + judged);
}
var joined = /* @__PURE__ */ new Map([
  ["then", "if"],
  ["else", "if"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"]
]);
function judgedKey(tokens) {
  const { schema } = contractPlace(tokens);
  const leader = schema?.member === void 0 ? joined.get(schema?.keyword ?? "") : void 0;
  return formatPointer(leader === void 0 ? tokens : [...tokens.slice(0, -1), leader]);
}
function isCollection(tokens) {
  const { part, rest, schema } = contractPlace(tokens);
  if (schema !== void 0) return schema.keyword === "properties" && schema.member === void 0;
  if (part === "path" && rest.length === 0) return true;
  return rest.length === 1 && isInServers({ part, rest });
}
var isInServers = ({ part, rest }) => ["document", "path", "operation"].includes(part) && rest[0] === "servers";

// conformance/gate/judge/describe.ts
function describeValue(value, keyword = "") {
  if (value === void 0) return "nothing";
  if (keyword === "type") return [value].flat().join(" or ");
  if ((keyword === "enum" || keyword === "required") && Array.isArray(value))
    return value.map((each) => describeValue(each)).join(", ");
  return typeof value === "string" ? value : truncatedJson(value);
}
function describeChange(name, { before, after }) {
  const value = (each) => {
    const isStructure = typeof each === "object" && each !== null && name !== "enum" && name !== "type";
    return isStructure ? "" : ` ${describeValue(each, name)}`;
  };
  if (before === void 0) return `${name}${value(after)} was added`;
  if (after === void 0) return `${name}${value(before)} was removed`;
  const isShown = value(before) !== "" && value(after) !== "";
  return isShown ? `${name} changed from${value(before)} to${value(after)}` : `${name} changed`;
}
function describeEnum({ before, after }) {
  if (before === void 0 || after === void 0) {
    const [values2, verb] = before === void 0 ? [after, "must now"] : [before, "need no longer"];
    const [only, ...others] = list(values2);
    return others.length === 0 ? `${verb} be ${truncatedJson(only)} (const)` : `${verb} be one of ${namesOf(list(values2))}`;
  }
  const without2 = (values2, others) => list(values2).filter((value) => !list(others).some((other) => isEqual(value, other)));
  const [lost, gained] = [without2(before, after), without2(after, before)];
  const parts = [gained.length > 0 && `gains ${namesOf(gained)}`, lost.length > 0 && `loses ${namesOf(lost)}`];
  return `enum ${parts.filter(Boolean).join(" and ")}`;
}
var namesOf = (values2) => values2.map((value) => describeValue(value)).join(", ");
var propertiesOn = (tokens) => schemaSteps(tokens).flatMap(({ keyword, member = "" }) => keyword === "properties" ? [member] : []);
function describeTokens(tokens) {
  let text4 = "";
  for (const { keyword, member = "" } of schemaSteps(tokens)) {
    if (keyword === "properties" || keyword === "patternProperties") text4 += text4 === "" ? member : `.${member}`;
    else if (keyword === "items") text4 += "[]";
    else if (keyword === "additionalProperties") text4 += ".*";
    else text4 += ` ${keyword} ${member}`.trimEnd();
  }
  return text4.trim();
}
function describeSchema(place, schema, origin, root, parameter) {
  const [components, kind, component, ...inside] = origin?.tokens ?? [];
  const isNamed = components === "components" && kind === "schemas";
  const file = origin === void 0 || origin.file === root ? void 0 : /([^/.]+)[^/]*$/.exec(origin.file)?.[1];
  const name = isNamed ? component : file;
  if (name === void 0) return [describeTokens(schema), describePart(place, parameter)].filter(Boolean).join(" of ");
  const path2 = describeTokens(isNamed ? inside : origin?.tokens ?? []);
  return path2 === "" || path2.startsWith("[") ? name + path2 : `${name}.${path2}`;
}
function describePart({ part, header: header2, direction, status }, parameter) {
  if (part === "parameter") return `the parameter ${parameter}`;
  if (part === "header") return `the header ${header2}`;
  return direction === "request" ? "the request body" : `the body of ${status}`;
}

// conformance/gate/judge/rule.ts
var isAdded = ({ before }) => before === void 0;
var isRemoved = ({ after }) => after === void 0;
function judgeBy(rules, change) {
  const rule2 = rules.find(({ applies }) => applies(change));
  if (rule2 === void 0) throw new Error("no rule applies to a change");
  const { id, effects, text: text4 } = rule2;
  return {
    rule: typeof id === "function" ? id(change) : id,
    effects: typeof effects === "function" ? effects(change) : effects,
    text: typeof text4 === "function" ? text4(change) : text4
  };
}

// conformance/gate/judge/schema-containment.ts
function effectsOf(containment, direction) {
  if (containment === "same") return editorial;
  if (containment === "other") return breaksBoth;
  return containment === "narrower" === (direction === "request") ? breaksClients : breaksImplementers;
}
var texts = /* @__PURE__ */ new Set([
  ...["title", "description", "summary", "example", "examples", "$comment", "externalDocs"],
  ...["$id", "$anchor", "$schema"]
]);
var upper = /* @__PURE__ */ new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"]);
var lower = /* @__PURE__ */ new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"]);
var restricting = /* @__PURE__ */ new Set([
  ...["type", "enum", "format", "pattern", "contentEncoding", "contentMediaType", "contentSchema", "uniqueItems"],
  ...["multipleOf", "items", "prefixItems", "contains", "propertyNames", "patternProperties", "properties"],
  ...["dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "const"],
  ...["schema", ...upper, ...lower]
]);
var isRestricting = (keyword) => keyword !== "schema" && restricting.has(keyword);
var isText2 = (keyword) => texts.has(keyword) || keyword.startsWith("x-") && keyword !== "x-recursion" && keyword !== exactlyOne;
function containmentOf(keyword, before, after) {
  if (isEqual(before, after) || isText2(keyword)) return "same";
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return compareOpenness(before, after);
  if (!restricting.has(keyword)) return "other";
  if (before === void 0) return "narrower";
  if (after === void 0) return "wider";
  if (keyword === "type") return compareSets(typesOf(before), typesOf(after));
  if (keyword === "enum") return compareSets(list(before).map(toJson), list(after).map(toJson));
  if (keyword === "format" && includedFormats[String(after)] === before) return "wider";
  if (keyword === "format" && includedFormats[String(before)] === after) return "narrower";
  if (upper.has(keyword)) return Number(after) < Number(before) ? "narrower" : "wider";
  if (lower.has(keyword)) return Number(after) > Number(before) ? "narrower" : "wider";
  return "other";
}
var toJson = (value) => JSON.stringify(value);
var includedFormats = { int64: "int32", double: "float" };
function compareSets(before, after) {
  const hasLost = before.some((value) => !after.includes(value));
  const hasGained = after.some((value) => !before.includes(value));
  return hasLost && hasGained ? "other" : hasLost ? "narrower" : hasGained ? "wider" : "same";
}
var typesOf = (types2) => [types2].flat().flatMap((type) => type === "number" ? ["number", "integer"] : [String(type)]);
function compareOpenness(before, after) {
  const rank = (value) => value === false ? 0 : value === void 0 ? 2 : 1;
  if (rank(before) === rank(after)) return "other";
  return rank(after) < rank(before) ? "narrower" : "wider";
}
function boundContainment(before, after, side) {
  const [exclusive, sign] = side === "minimum" ? ["exclusiveMinimum", 1] : ["exclusiveMaximum", -1];
  const tightness = (schema) => sign * Number(schema[exclusive] ?? schema[side]);
  const change = tightness(after) - tightness(before);
  return change > 0 || change === 0 && exclusive in after ? "narrower" : "wider";
}

// conformance/gate/judge/schema-rules.ts
var schemaRules = [
  {
    id: "schema.oneOf",
    applies: ({ keyword }) => keyword === exactlyOne,
    effects: (change) => effectsOf(isAdded(change) ? "narrower" : "wider", change.direction),
    text: (change) => isAdded(change) ? `a value must now match exactly one alternative in the ${change.direction} (anyOf became oneOf)` : `a value may now match several alternatives in the ${change.direction} (oneOf became anyOf)`
  },
  {
    id: "schema.if",
    applies: ({ keyword }) => ["if", "then", "else"].includes(keyword),
    effects: ({ holder, direction }) => effectsOf(conditionContainment(holder), direction),
    text: ({ holder, direction }) => `a condition (if, then, else) ${hasCondition(holder.before) ? hasCondition(holder.after) ? "changed" : "is gone" : "is new"} in the ${direction}`
  },
  ...["minimum", "maximum"].map((side) => boundRule(side)),
  {
    id: "text",
    applies: ({ keyword }) => isText2(keyword),
    effects: editorial,
    text: ({ keyword }) => `${keyword} changed`
  },
  {
    // Generated code reads how alternatives are distinguished; the valid values are the same.
    id: "schema.hint",
    applies: ({ keyword }) => keyword === "discriminator" || keyword === "xml",
    effects: (change) => ({
      clients: change.keyword === "discriminator" && !isAdded(change) ? "breaking" : "editorial",
      implementers: "editorial"
    }),
    text: (change) => `${change.keyword} ${isAdded(change) ? "was added" : "changed"} in the ${change.direction}`
  },
  deprecationRule(({ keyword }) => keyword === "deprecated"),
  {
    // A default in a request is something that servers must do; in a response it is a remark.
    id: "schema.default",
    applies: ({ keyword }) => keyword === "default",
    effects: (change) => change.direction === "response" ? editorial : isAdded(change) ? breaksImplementers : breaksBoth,
    text: (change) => describeChange("default", change)
  },
  {
    id: "schema.access",
    applies: ({ keyword }) => keyword === "readOnly" || keyword === "writeOnly",
    effects: accessEffects,
    text: inDirection
  },
  {
    id: "property.added-required",
    applies: (change) => isProperty(change) && isAdded(change) && isNewlyRequired(change),
    effects: ({ direction, holder }) => direction === "response" && !isOpen(holder.before) ? breaksBoth : effectsOf("narrower", direction),
    text: ({ direction }) => `added to the ${direction}, and required`
  },
  {
    // An optional property breaks nobody, unless other properties were forbidden.
    id: "property.added",
    applies: (change) => isProperty(change) && isAdded(change),
    effects: ({ direction, holder }) => isOpen(holder.before) ? additive : effectsOf("wider", direction),
    text: ({ direction }) => `added to the ${direction}`
  },
  {
    id: ({ holder, member }) => requires(holder.before, member) ? "property.removed-required" : "property.removed",
    applies: (change) => isProperty(change) && isRemoved(change),
    effects: removalEffects,
    text: ({ direction }) => `removed from the ${direction}`
  },
  {
    id: ({ after }) => after === true ? "property.required" : "property.optional",
    applies: ({ keyword }) => keyword === "required",
    effects: ({ after, direction }) => effectsOf(after === true ? "narrower" : "wider", direction),
    text: ({ after, direction }) => `${after === true ? "now" : "no longer"} required in the ${direction}`
  },
  {
    id: keywordId,
    applies: ({ keyword, member }) => member !== void 0 && isKeyword("list", keyword),
    effects: (change) => effectsOf(memberContainment(change), change.direction),
    text: (change) => `a member of ${change.keyword} ${isAdded(change) ? "was added" : isRemoved(change) ? "was removed" : "changed"} in the ${change.direction}`
  },
  {
    id: "schema.type",
    applies: ({ keyword, before, after }) => keyword === "type" && before !== void 0 && after !== void 0 && isEqual(withoutNull(before), withoutNull(after)),
    effects: keywordEffects,
    text: ({ after, direction }) => `${[after].flat().includes("null") ? "may be null" : "may no longer be null"} in the ${direction}`
  },
  {
    id: "schema.enum",
    applies: ({ keyword }) => keyword === "enum",
    effects: keywordEffects,
    text: (change) => `${describeEnum(change)} in the ${change.direction}`
  },
  { id: keywordId, applies: () => true, effects: keywordEffects, text: inDirection }
];
var hasCondition = (schema) => "if" in schema && ("then" in schema || "else" in schema);
function conditionContainment({ before, after }) {
  if (!hasCondition(before)) return hasCondition(after) ? "narrower" : "same";
  return hasCondition(after) ? "other" : "wider";
}
function boundRule(side) {
  const exclusive = side === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const isMoved = (from, to) => side in from && exclusive in to && !(exclusive in from) && !(side in to);
  const describe2 = (schema) => `${schema[side] ?? `${schema[exclusive]}, exclusive`}`;
  return {
    id: `schema.${side}`,
    applies: ({ keyword, holder }) => (keyword === side || keyword === exclusive) && (isMoved(holder.before, holder.after) || isMoved(holder.after, holder.before)),
    effects: ({ holder, direction }) => effectsOf(boundContainment(holder.before, holder.after, side), direction),
    text: ({ holder, direction }) => `${side} changed from ${describe2(holder.before)} to ${describe2(holder.after)} in the ${direction}`
  };
}
function deprecationRule(applies, subject = () => "") {
  return {
    id: "deprecated",
    applies,
    effects: ({ after }) => ({ clients: after === true ? "additive" : "editorial", implementers: "editorial" }),
    text: (change) => `${subject(change)}is ${change.after === true ? "now" : "no longer"} deprecated`
  };
}
function requiredChanges({ before, after }) {
  const has = (schema, name) => Object.hasOwn(record(schema.properties), name);
  const names2 = [before, after].flatMap(({ required }) => list(required).map(String));
  return [...new Set(names2)].flatMap((name) => {
    const [was, is] = [requires(before, name), requires(after, name)];
    const [without2, within] = is ? [before, after] : [after, before];
    const isWithProperty = has(within, name) && !has(without2, name);
    return was === is || isWithProperty ? [] : [{ name, before: was || void 0, after: is || void 0 }];
  });
}
var isProperty = ({ keyword, member }) => keyword === "properties" && member !== void 0;
var isOpen = (schema) => schema.additionalProperties !== false && schema.unevaluatedProperties !== false;
var requires = ({ required }, name) => list(required).includes(name);
var isNewlyRequired = ({ holder, member }) => requires(holder.after, member) && !requires(holder.before, member);
function removalEffects({ direction, holder, member }) {
  const wasSent = requires(holder.before, member) && !requires(holder.after, member);
  return (direction === "request" ? wasSent : !isOpen(holder.after)) ? breaksBoth : breaksClients;
}
function accessEffects({ keyword, after, direction }) {
  if (keyword === "readOnly" !== (direction === "request")) return editorial;
  return after === true ? breaksClients : direction === "request" ? breaksImplementers : additive;
}
function memberContainment(change) {
  if (!isAdded(change) && !isRemoved(change)) return "other";
  const isAlternative = change.keyword === "anyOf" || change.keyword === "oneOf";
  return isAdded(change) === isAlternative ? "wider" : "narrower";
}
function keywordId({ keyword }) {
  return `schema.${keyword}`;
}
function keywordEffects({ keyword, before, after, direction }) {
  return effectsOf(containmentOf(keyword, before, after), direction);
}
function inDirection(change) {
  return `${describeChange(change.keyword, change)} in the ${change.direction}`;
}
var withoutNull = (types2) => [types2].flat().filter((type) => type !== "null");

// conformance/gate/judge/part-rules.ts
var partRules = [
  { id: "text", applies: ({ place }) => isTextPlace(place), effects: editorial, text: textOf },
  deprecationRule(
    ({ place }) => place.rest.length === 1 && place.rest[0] === "deprecated",
    ({ place, parameter, subject }) => `the ${place.part === "operation" ? subject : `${place.part} ${place.header ?? parameter}`} `
  ),
  {
    id: (change) => `server.${addedOrRemoved(change)}`,
    applies: (change) => isServer(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => concerningClients(isAdded(change) ? "additive" : "breaking"),
    text: (change) => `the server ${record(change.after ?? change.before).url} ${isAdded(change) ? "is new" : "is gone"}`
  },
  {
    id: "server.changed",
    applies: ({ place }) => isInServers(place),
    effects: ({ place, before, after }) => {
      const isWider = place.rest.at(-1) === "enum" && containmentOf("enum", before, after) === "wider";
      return concerningClients(isWider ? "additive" : "breaking");
    },
    text: ({ place, ...values2 }) => `${describeChange(place.rest.at(-1) ?? "", values2)} of the server ${place.rest[1] ?? ""}`
  },
  {
    id: "operation.added",
    applies: added("operation"),
    effects: breaksImplementers,
    text: ({ subject }) => `new ${subject}`
  },
  {
    id: "operation.removed",
    applies: removed("operation"),
    effects: breaksClients,
    text: ({ subject }) => `the ${subject} is gone`
  },
  {
    // Generated code has functions of this name.
    id: "operation.id",
    applies: field("operation", "operationId"),
    effects: concerningClients("breaking"),
    text: (change) => describeChange("operationId", change)
  },
  ...presenceRules("parameter", breaksClients, ({ parameter }) => `the parameter ${parameter}`),
  {
    id: "parameter.changed",
    applies: ({ place }) => place.part === "parameter" && place.rest.length === 1,
    effects: (change) => isExplodedScalar(change) ? editorial : breaksBoth,
    text: ({ place, parameter, ...values2 }) => `${describeChange(place.rest[0] ?? "", values2)} of the parameter ${parameter}`
  },
  ...presenceRules("body", breaksClients, () => "the request body"),
  {
    id: (change) => isAdded(change) ? "body.shown" : "body.hidden",
    applies: (change) => field("response", "content")(change) && (isAdded(change) || isRemoved(change)),
    effects: (change) => isAdded(change) ? breaksImplementers : breaksBoth,
    text: (change) => `the response ${change.place.status} ${isAdded(change) ? "now" : "no longer"} has a body`
  },
  ...presenceRules("header", breaksImplementers, ({ place }) => `the header ${place.header}`),
  {
    id: "media.added",
    applies: added("media"),
    effects: ({ place }) => place.direction === "request" ? breaksImplementers : additive,
    text: ({ place }) => `the ${place.direction} may now be ${place.mediaType}`
  },
  {
    id: "media.removed",
    applies: removed("media"),
    effects: ({ place }) => place.direction === "request" ? breaksClients : breaksBoth,
    text: ({ place }) => `the ${place.direction} may no longer be ${place.mediaType}`
  },
  {
    // No rule speaks of it: a false alarm is better than a breaking change that passes.
    id: "unknown",
    applies: () => true,
    effects: (change) => isAdded(change) ? breaksImplementers : breaksBoth,
    text: ({ place, ...values2 }) => `${describeChange(place.rest.at(-1) ?? `the ${place.part}`, values2)} (a kind of change that this gate has no rule for)`
  }
];
function presenceRules(part, ifRequired, nameOf) {
  const ifOptional = ifRequired === breaksClients ? breaksImplementers : breaksClients;
  const rule2 = (id, applies, effects, text4) => ({
    id: `${part}.${id}`,
    applies,
    effects,
    text: (change) => `${nameOf(change)} ${typeof text4 === "string" ? text4 : text4(change)}`
  });
  const fromResponse = ({ place }) => `is gone from the response ${place.status}`;
  const ifRemoved = ({ before }) => part === "parameter" && isRequired2(before) ? breaksBoth : breaksClients;
  return [
    rule2("added-required", added(part, isRequired2), ifRequired, "is new, and required"),
    rule2("added", added(part), additive, "is new"),
    rule2("removed", removed(part), ifRemoved, part === "header" ? fromResponse : "is gone"),
    rule2("required", field(part, "required", true), ifRequired, "is now required"),
    rule2("optional", field(part, "required"), ifOptional, "is no longer required")
  ];
}
function addedOrRemoved(change) {
  return isAdded(change) ? "added" : "removed";
}
function concerningClients(clients2) {
  return { clients: clients2, implementers: "editorial" };
}
function isRequired2(value) {
  return record(value).required === true;
}
function added(part, has = () => true) {
  return (change) => change.place.part === part && change.place.rest.length === 0 && isAdded(change) && has(change.after);
}
function removed(part) {
  return (change) => change.place.part === part && change.place.rest.length === 0 && isRemoved(change);
}
function field(part, name, value) {
  return ({ place, after }) => place.part === part && place.rest.length === 1 && place.rest[0] === name && (value === void 0 || after === value);
}
var isExplodedScalar = ({ place, isScalar: isScalar2 }) => place.rest[0] === "explode" && isScalar2;
var isServer = ({ place }) => isInServers(place) && place.rest.length === 2;
var texts2 = {
  document: ["info", "x-tags", "tags", "externalDocs", "x-credentials", "openapi", "jsonSchemaDialect"],
  operation: ["tags"],
  media: ["encoding"],
  // A link names a way to continue, and requires nothing.
  response: ["links"]
};
function isTextPlace(place) {
  const { part, rest } = place;
  if (isInServers(place)) return rest.length === 3 && isText2(rest[2] ?? "");
  const [name] = rest;
  return name !== void 0 && (isText2(name) || texts2[part]?.includes(name) === true);
}
function textOf({ place, before, after }) {
  const name = place.rest[0] ?? "";
  if (name === "x-name") return `a path parameter was renamed from ${describeValue(before)} to ${describeValue(after)}`;
  if (name === "x-groups") return "tags changed";
  if (isInServers(place)) return `${place.rest[2]} of the server ${place.rest[1]} changed`;
  if (place.part === "document") return `${name.replace(/^x-(?=tags|credentials)/, "")} changed`;
  return `${name} of the ${place.part} changed`;
}

// conformance/gate/judge/security-rules.ts
var securityRules = [
  // What was protected and is open now breaks those who rely on it, so both.
  {
    id: "security.dropped",
    applies: ({ before, after }) => !isOptional(before) && after.every(isEmpty),
    effects: breaksBoth,
    text: ({ before }) => `authentication is no longer required (it was ${describe(before)})`
  },
  {
    // Who sends what was required is still served.
    id: "security.optional",
    applies: ({ before, after }) => !isOptional(before) && isOptional(after),
    effects: (change) => removesAlternative(change) ? breaksBoth : breaksImplementers,
    text: ({ after }) => `authentication is now optional: ${describe(after)}`
  },
  {
    id: "security.added",
    applies: ({ before, after }) => isOptional(before) && !isOptional(after),
    effects: breaksBoth,
    text: ({ after }) => `authentication is required: ${describe(after)}`
  },
  {
    id: "security.same",
    applies: (change) => !removesAlternative(change) && !addsAlternative(change),
    effects: editorial,
    text: "the required authentication is written in another way"
  },
  {
    id: "security.changed",
    applies: () => true,
    effects: changeEffects,
    text: ({ before, after }) => `authentication changed from ${describe(before)} to ${describe(after)}`
  }
];
var isEmpty = (alternative) => Object.keys(alternative).length === 0;
var isOptional = (alternatives) => alternatives.length === 0 || alternatives.some(isEmpty);
var withEmpty = (alternatives) => alternatives.length === 0 ? [{}] : alternatives;
var satisfies = (given, required) => Object.entries(required).every(
  ([scheme, scopes]) => given[scheme] !== void 0 && scopes.every((scope) => given[scheme]?.includes(scope))
);
var removesAlternative = ({ before, after }) => withEmpty(before).some((given) => !withEmpty(after).some((required) => satisfies(given, required)));
var addsAlternative = ({ before, after }) => removesAlternative({ before: after, after: before });
var requiresMore = ({ before, after }) => after.some((required) => before.some((given) => satisfies(required, given) && !satisfies(given, required)));
function changeEffects(change) {
  if (!removesAlternative(change)) return breaksImplementers;
  return addsAlternative(change) || requiresMore(change) ? breaksBoth : breaksClients;
}
var describe = (alternatives) => alternatives.map(describeSchemes).join(" or ") || "nothing";
function describeSchemes(alternative) {
  const schemes = Object.entries(alternative).map(([scheme, scopes]) => [scheme, ...scopes].join(" "));
  return schemes.join(" with ") || "nothing";
}

// conformance/gate/judge/judge-difference.ts
function judgeDifference(tokens, sides) {
  const place = contractPlace(tokens);
  if (isJudgedElsewhere(place, sides)) return [];
  if (place.schema !== void 0) return judgeSchema(place, place.schema, tokens, sides);
  const values2 = valuesAt(tokens, sides);
  const judged = place.part === "security" ? judgeBy(securityRules, values2) : judgeBy(partRules, { ...values2, place, ...namesOf2(place, sides) });
  return [{ ...findingOf(judged, place, sides), ...placesOf(tokens, values2) }];
}
var valuesAt = (tokens, { base, head }) => ({
  before: valueAt(base.aligned, tokens),
  after: valueAt(head.aligned, tokens)
});
function isJudgedElsewhere({ part, path: path2, rest }, sides) {
  if (part === "document") return rest[0] === "info" && rest[1] === "version";
  if (part === "response") return rest.length === 0;
  if (part !== "path") return false;
  const values2 = valuesAt(["paths", path2 ?? ""], sides);
  return isAdded(values2) || isRemoved(values2);
}
function judgeSchema(place, schema, tokens, sides) {
  const { holder, keyword, member } = schema;
  const root = tokens.slice(0, tokens.length - place.rest.length + 1);
  const around = valuesAt([...root, ...holder], sides);
  const schemaFinding = (change2, subject2) => {
    const { before, after } = valuesAt([...root, ...subject2], sides);
    const { normal, aligned } = before === void 0 && after !== void 0 ? sides.head : sides.base;
    const origin = originAt(aligned, [...root, ...subject2]);
    const name = describeSchema(place, subject2, origin, normal.loaded.root.path, parameterName(place, sides));
    const judged = judgeBy(schemaRules, change2);
    const text4 = `${name}: ${judged.text}`;
    return { ...findingOf({ ...judged, text: text4 }, place, sides), properties: propertiesOn(subject2) };
  };
  const change = {
    ...valuesAt(tokens, sides),
    keyword,
    member,
    direction: place.direction ?? "response",
    holder: { before: record(around.before), after: record(around.after) }
  };
  if (keyword === "required") {
    return requiredChanges(change.holder).map(({ name, ...values2 }) => ({
      ...schemaFinding({ ...change, ...values2, member: name }, [...holder, "properties", name]),
      base: tokens,
      head: tokens
    }));
  }
  const subject = member === void 0 ? holder : [...holder, keyword, member];
  return [{ ...schemaFinding(change, subject), ...placesOf(tokens, change) }];
}
function findingOf(judged, place, sides) {
  const operation2 = operationName(place, sides);
  const { clients: clients2, implementers: implementers2 } = judged.effects;
  const isTurned = place.path !== void 0 && isSentByApi(place.path) && place.part !== "operation";
  const effects = isTurned ? { clients: implementers2, implementers: clients2 } : judged.effects;
  return { ...judged, effects, place, operation: operation2 };
}
function namesOf2(place, sides) {
  const { path: path2, method, parameter } = place;
  const both4 = Object.values(valuesAt(["paths", path2 ?? "", method ?? "", "parameters", parameter ?? ""], sides));
  const isScalar2 = both4.every((value) => [record(record(value).schema).type].flat().every((type) => scalars.has(type)));
  return { parameter: parameterName(place, sides), subject: subjectOf(place, sides), isScalar: isScalar2 };
}
var scalars = /* @__PURE__ */ new Set(["string", "number", "integer", "boolean", "null"]);
var placesOf = (tokens, values2) => ({
  ...isAdded(values2) ? {} : { base: tokens },
  ...isRemoved(values2) ? {} : { head: tokens }
});
function parameterName({ path: path2, method, parameter }, sides) {
  if (path2 === void 0 || method === void 0 || parameter === void 0) return "";
  const { before, after } = valuesAt(["paths", path2, method, "parameters", parameter], sides);
  const { name, "x-name": written } = record(after ?? before);
  return String(written ?? name);
}
function operationId({ path: path2, method }, sides) {
  const { before, after } = valuesAt(["paths", path2 ?? "", method ?? "", "operationId"], sides);
  const id = [before, after].find((each) => typeof each === "string");
  return typeof id === "string" ? id : void 0;
}
function operationName(place, sides) {
  const { path: path2, method } = place;
  if (path2 === void 0 || method === void 0) return void 0;
  return operationId(place, sides) ?? writtenPath(path2, method, sides);
}
function writtenPath(path2, method, { base, head }) {
  const template = base.normal.templates.get(path2) ?? head.normal.templates.get(path2);
  return template === void 0 ? path2 : `${method.toUpperCase()} ${template}`;
}
function subjectOf(place, sides) {
  const { path: path2 = "", method = "" } = place;
  const id = operationId(place, sides);
  const written = `${isSentByApi(path2) ? "" : "operation "}${writtenPath(path2, method, sides)}`;
  return id === void 0 ? written : `${written} (${id})`;
}

// cli/nearest-name.ts
import leven from "leven";
function nearestNames(given, names2) {
  const typed = given.toLowerCase();
  const maxEdits = Math.max(1, Math.floor(given.length / 3));
  const editsTo = (name) => typed.length >= 3 && name.includes(typed) ? 0 : leven(typed, name, { maxDistance: maxEdits + 1 });
  return names2.map((name) => ({ name, edits: editsTo(name.toLowerCase()) })).filter(({ edits }) => edits <= maxEdits).sort((a, b) => a.edits - b.edits).slice(0, 3).map(({ name }) => name);
}
var nearest = (given, names2) => nearestNames(given, names2)[0];

// conformance/gate/judge/renames.ts
function withRenames(findings, sides) {
  const added2 = siblings(findings, "property.added", ({ head }) => head);
  const removed2 = siblings(findings, "property.removed", ({ base }) => base);
  return findings.map((finding) => {
    const name = finding.base?.at(-1);
    if (name === void 0 || !finding.rule.startsWith("property.removed")) return finding;
    const key2 = parentOf(finding.base);
    const typeOf = (root, tokens) => record(valueAt(root, tokens)).type;
    const type = typeOf(sides.base.aligned, finding.base ?? []);
    const candidates = (added2.get(key2) ?? []).filter((tokens) => isEqual(typeOf(sides.head.aligned, tokens), type)).map((tokens) => tokens.at(-1) ?? "");
    const isOnly = candidates.length === 1 && removed2.get(key2)?.length === 1;
    const guess = isOnly ? candidates[0] : nearest(name, candidates);
    return guess === void 0 ? finding : { ...finding, text: `${finding.text}; renamed? ${name} \u2192 ${guess}` };
  });
}
var parentOf = (tokens = []) => formatPointer(tokens.slice(0, -1));
function siblings(findings, rule2, placeOf2) {
  const places = findings.filter((finding) => finding.rule.startsWith(rule2)).flatMap((finding) => [placeOf2(finding) ?? []]);
  const groups = /* @__PURE__ */ new Map();
  for (const place of places) groups.set(parentOf(place), [...groups.get(parentOf(place)) ?? [], place]);
  return groups;
}

// conformance/gate/judge/judge.ts
function judge(base, head, settings = defaultSettings) {
  const [before, after] = align(base.document, head.document);
  const sides = { base: { normal: base, aligned: before }, head: { normal: head, aligned: after } };
  const places = new Map(
    differences(before, after, isCollection).map(({ tokens }) => {
      const place = judgedTokens(tokens);
      return [judgedKey(place), place];
    })
  );
  const findings = withRenames(
    [...judgeCodes(sides), ...[...places.values()].flatMap((tokens) => judgeDifference(tokens, sides))],
    sides
  );
  const groups = /* @__PURE__ */ new Map();
  for (const found of findings) {
    const finding = underDeprecation(found, sides, settings);
    const judged = { ...finding, ...countedKind(finding, settings), places: placesOf2(finding, sides) };
    const allowance = judged.kind === "breaking" ? allowanceFor({ ...judged, ...judged.places }, settings) : void 0;
    const key2 = JSON.stringify([finding.rule, finding.effects, finding.text, allowance]);
    const group = groups.get(key2);
    if (group === void 0) groups.set(key2, [{ ...judged, allowance }]);
    else group.push({ ...judged, allowance });
  }
  const isOurs = isOfLedger(operationsOf(base.document).map(({ name }) => name));
  return [...groups.values()].map((group) => changeOf(group, isOurs)).sort((a, b) => byKind(a.kind, b.kind));
}
function countedKind({ rule: rule2, effects }, { party, policy }) {
  const usual = party === void 0 ? worse(effects.clients, effects.implementers) : effects[party];
  const kind = policy.severity?.[rule2] ?? usual;
  return { kind, isByPolicy: kind !== usual };
}
function judgeCodes(sides) {
  const { base, head } = sides;
  return operationsOf(base.normal.document).flatMap(({ path: path2, method, operation: operation2 }) => {
    const tokens = ["paths", path2, method];
    const counterpart = valueAt(head.normal.document, tokens);
    if (counterpart === void 0) return [];
    const keysOf2 = (each) => Object.keys(record(record(each).responses));
    return codeChanges(keysOf2(operation2), keysOf2(counterpart)).map((change) => {
      const { key: key2, isIn, replacedBy } = change;
      const place = { part: "response", rest: [], path: path2, method, status: key2, direction: "response" };
      return {
        ...findingOf(judgeBy(codeRules, change), place, sides),
        [isIn]: [...tokens, "responses", key2],
        ...replacedBy[0] === void 0 ? {} : { head: [...tokens, "responses", replacedBy[0]] }
      };
    });
  });
}
function changeOf(group, isOurs) {
  const [{ rule: rule2, kind, isByPolicy, allowance, effects, text: text4, places }] = group;
  return {
    rule: rule2,
    kind,
    isByPolicy,
    allowance,
    ...effects,
    text: text4,
    operations: [...new Set(group.flatMap(({ operation: operation2 }) => operation2 ?? []))],
    ...places,
    places: group.length,
    ...isOurs ? affectedClauses(group) : { clauses: [], notInLedger: [] }
  };
}
function placesOf2({ place, base: before, head: after }, { base, head }) {
  const { part, rest } = place;
  const isEntry = (part === "response" || part === "header") && rest.length === 0;
  return {
    base: before && placeOf(base, before, isEntry),
    head: placeOf(head, after ?? before ?? [], isEntry)
  };
}
function placeOf({ normal, aligned }, tokens, isEntry) {
  const { document, loaded } = normal;
  const root = valueAt(aligned, tokens) === void 0 ? document : aligned;
  const existing = existingTokens(root, tokens);
  const isListed = isEntry && existing.length === tokens.length;
  const origin = originAt(root, isListed ? existing.slice(0, -1) : existing);
  const entry = isListed ? existing.slice(-1) : [];
  const path2 = origin?.file ?? loaded.root.path;
  const file = loaded.files.get(path2);
  const written = writtenTokens(file?.value, [...origin?.tokens ?? [], ...entry]);
  return { file: path2, pointer: formatPointer(written), line: file?.lineOf(written) ?? 1 };
}
function existingTokens(root, tokens) {
  const missing = tokens.findIndex((_, at) => valueAt(root, tokens.slice(0, at + 1)) === void 0);
  return missing < 0 ? tokens : tokens.slice(0, missing);
}
function writtenTokens(value, tokens) {
  const written = [];
  for (const token of tokens) {
    const node = valueAt(value, written);
    const names2 = typeof node === "object" && node !== null ? Object.keys(node) : [];
    const name = names2.find((each) => each === token) ?? names2.find((each) => each.toLowerCase() === token.toLowerCase());
    if (name === void 0) break;
    written.push(name);
  }
  return written;
}

// conformance/gate/judge/catalogue.ts
var both3 = "breaking for clients and implementers";
var clients = "breaking for clients";
var implementers = "breaking for implementers";
var byDirection = "request: narrower breaks clients, wider implementers; response: the other way round";
var rule = (id, byDefault, meaning) => ({ id, byDefault, meaning });
var catalogue = [
  rule("operation.added", implementers, "a new operation, webhook or callback"),
  rule("operation.removed", clients, "an operation, webhook or callback is gone"),
  rule("operation.id", clients, "another operationId: generated code has functions of this name"),
  rule("deprecated", "additive", "something is deprecated, or no longer so"),
  rule("deprecation.notice", clients, "the sunset is nearer than the policy's `deprecation` days"),
  rule("parameter.added", "additive", "a new optional parameter"),
  rule("parameter.added-required", clients, "a new required parameter"),
  rule("parameter.removed", `${clients}; a required one for implementers, too`, "a parameter is gone"),
  rule("parameter.required", clients, "a parameter is now required"),
  rule("parameter.optional", implementers, "a parameter is no longer required"),
  rule("parameter.changed", both3, "style, explode or another field of a parameter"),
  rule("body.added", "additive", "a new optional request body"),
  rule("body.added-required", clients, "a new required request body"),
  rule("body.removed", clients, "the request body is gone"),
  rule("body.required", clients, "the request body is now required"),
  rule("body.optional", implementers, "the request body is no longer required"),
  rule("body.shown", implementers, "a response now has a body"),
  rule("body.hidden", both3, "a response no longer has a body"),
  rule("header.added", "additive", "a new optional response header"),
  rule("header.added-required", implementers, "a new required response header"),
  rule("header.removed", clients, "a response header is gone"),
  rule("header.required", implementers, "a response header is now required"),
  rule("header.optional", clients, "a response header is no longer required"),
  rule("media.added", "request: breaking for implementers; response: additive", "a new media type"),
  rule("media.removed", "request: breaking for clients; response: for both", "a media type is gone"),
  rule("success.added", clients, "another success status may come"),
  rule("success.named", "additive", "a status is listed beside its range"),
  rule("success.pinned", implementers, "a range such as 2XX became single statuses"),
  rule("success.removed", `${implementers}; for clients too where another replaces it`, "a success status is gone"),
  rule("error.added", "additive; default or a range breaks implementers", "an error status is now listed"),
  rule("error.removed", clients, "an error status is no longer listed"),
  rule("security.added", both3, "credentials are now required"),
  rule("security.optional", implementers, "credentials are no longer required, but still accepted"),
  rule("security.dropped", both3, "no credentials are declared any more"),
  rule("security.changed", "by what is still accepted", "other credentials or scopes"),
  rule("security.same", "editorial", "the same credentials, written otherwise"),
  rule("server.added", "additive", "a new server"),
  rule("server.removed", clients, "a server is gone"),
  rule("server.changed", `${clients}; a further value of a variable is additive`, "a server's variables"),
  rule("property.added", "additive; breaking where the schema was closed", "a new optional property"),
  rule("property.added-required", byDirection, "a new required property"),
  rule("property.removed", `${clients}; for both where the schema is closed`, "an optional property is gone"),
  rule("property.removed-required", clients, "a required property is gone"),
  rule("property.required", byDirection, "a property is now required"),
  rule("property.optional", byDirection, "a property is no longer required"),
  rule("schema.default", "request: breaking; response: editorial", "another default"),
  rule("schema.access", "by direction", "readOnly or writeOnly"),
  rule("schema.hint", "discriminator: breaking for clients; xml: editorial", "how alternatives are told apart"),
  rule("schema.KEYWORD", byDirection, "a keyword of a schema, such as schema.type, schema.enum, schema.maxLength"),
  rule("text", "editorial", "titles, descriptions, examples, tags, extensions"),
  rule("unknown", both3, "what this gate has no rule for")
];
var isKeywordRule = (id) => {
  const [, keyword = ""] = /^schema\.(\w+)$/.exec(id) ?? [];
  const isOfSchemas = Object.values(schemaKeywords).some((keywords2) => keywords2.has(keyword));
  return isOfSchemas || isRestricting(keyword);
};
var isRule = (id) => catalogue.some((each) => each.id === id) || isKeywordRule(id);

// ../../fg/corpus.ts
var L = { breaking: "B", additive: "A", editorial: "E" };
var text3 = JSON.stringify(contract());
var made = (f) => {
  const d = JSON.parse(text3);
  f(d);
  return JSON.parse(JSON.stringify(d));
};
var un = normalOf(JSON.parse(text3));
var all = [...singles(contract()), ...ofTheDocument()];
var bad = 0;
var kinds = /* @__PURE__ */ new Set();
for (const { name, label, before, apply } of all) {
  kinds.add(name.replace(/^\w+(\.\w+)?: /, ""));
  const ch = judge(before === void 0 ? un : normalOf(made(before)), normalOf(made(apply)));
  const e = ch.reduce((a, b) => ({ clients: worse(a.clients, b.clients), implementers: worse(a.implementers, b.implementers) }), { clients: "editorial", implementers: "editorial" });
  for (const c of ch) if (!isRule(c.rule)) console.log("not in the catalogue:", c.rule);
  const v = ch.length === 0 ? "" : L[e.clients] + L[e.implementers];
  if (v !== label) {
    bad++;
    console.log(`${name}: ${v}, not ${label}: ${ch.map((c) => `${c.rule} (${c.text})`).join("; ")}`);
  } else if (process.argv[2] && ch.length > 0) console.log(`${name} [${v}]: ${ch.map((c) => `${c.rule} (${c.text})`).join("; ")}`);
}
console.log(all.length, "singles", kinds.size, "kinds", bad, "bad");
