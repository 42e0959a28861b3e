/** The normal form of a contract: what it says of every operation, in one shape, wherever and however it was written. */
import { isRecord } from "../../../spec/contract.ts";
import { byKey } from "./by-key.ts";
import { dereference } from "./dereference.ts";
import type { Loaded } from "./load.ts";
import { normalSchema } from "./normal-schema.ts";
import { type Origin, Origins } from "./origins.ts";
import { valueAt } from "./pointer.ts";
import { normalSecurity, schemeTexts } from "./security.ts";

export interface Normal {
  readonly loaded: Loaded;
  /** No `components`; path templates are `/v1/products/{1}`; security and parameters stand at each operation. */
  readonly document: NormalDocument;
  readonly origins: Origins;
  readonly version: string;
}

type Json = Record<string, unknown>;

export interface NormalDocument extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

/** The keys of a path that are operations. */
export const methods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

export function normalise(loaded: Loaded): Normal {
  const origins = new Origins();
  const whole = record(dereference(loaded, origins));
  const kept = (original: unknown, made: Json): Json => origins.mark(made, origins.of(original));
  const components = record(whole.components);
  const { components: _, paths, security, tags, ...rest } = whole;
  const document = kept(whole, {
    ...withServers(rest),
    ...(Array.isArray(tags)
      ? { "x-tags": kept(tags, Object.fromEntries(tags.map((tag) => [String(record(tag).name), tag]))) }
      : {}),
    ...(Object.keys(record(components.securitySchemes)).length > 0
      ? {
          "x-credentials": origins.mark(
            schemeTexts(components.securitySchemes),
            origins.of(components.securitySchemes),
          ),
        }
      : {}),
    paths: kept(paths, Object.fromEntries(Object.entries(record(paths)).map(normalPath).sort(byKey))),
  });
  const version: unknown = record(whole.info).version;
  return { loaded, document: document as NormalDocument, origins, version: String(version ?? "") };

  function normalPath([template, value]: [string, unknown]): [string, unknown] {
    const item = record(value);
    const names = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
    const operations = methods.flatMap((method) =>
      isRecord(item[method]) ? [[method, normalOperation(item[method], item, names)] as const] : [],
    );
    const others = Object.entries(item).filter(([key]) => !methods.includes(key) && key !== "parameters");
    const positional = names.reduce((path, name, at) => path.replace(`{${name}}`, `{${at + 1}}`), template);
    return [positional, kept(value, withServers(Object.fromEntries([...others, ...operations])))];
  }

  /** In which order servers are listed says nothing. */
  function withServers(holder: Json): Json {
    if (!Array.isArray(holder.servers)) return holder;
    const servers: readonly unknown[] = holder.servers;
    const sorted = servers
      .map((server) => [String(record(server).url), server] as const)
      .sort(byKey)
      .map(([, server]) => server);
    return { ...holder, servers: origins.mark(sorted, origins.of(servers)) };
  }

  function normalOperation(operation: Json, item: Json, names: readonly string[]): Json {
    const { parameters, requestBody, responses, security: own, tags: groups, ...others } = operation;
    const asked: Origin | undefined = origins.of(own ?? security);
    return kept(operation, {
      ...withServers(others),
      ...(Array.isArray(groups) ? { "x-groups": groups.map(String).sort().join(", ") } : {}),
      parameters: origins.mark(
        normalParameters(item.parameters, parameters, names),
        origins.of(parameters ?? item.parameters),
      ),
      ...(requestBody === undefined ? {} : { requestBody: normalBody(requestBody) }),
      responses: kept(
        responses,
        mapped(responses, (response) => normalResponse(response)),
      ),
      security: origins.mark([...normalSecurity(own ?? security ?? [], components.securitySchemes)], asked),
    });
  }

  /** An operation's own parameter takes the place of its path's. */
  function normalParameters(shared: unknown, own: unknown, names: readonly string[]): unknown[] {
    const found = new Map<string, Json>();
    for (const list of [shared, own]) {
      for (const parameter of Array.isArray(list) ? list.filter(isRecord) : []) {
        const { name, in: place, schema, content, ...others } = parameter;
        const position = place === "path" ? names.indexOf(String(name)) : -1;
        const key =
          place === "header" ? String(name).toLowerCase() : position < 0 ? String(name) : String(position + 1);
        found.set(
          `${place} ${key}`,
          kept(parameter, {
            ...withoutFalse(withoutStyle(others, place), "required", "deprecated", "allowEmptyValue", "allowReserved"),
            name: key,
            in: place,
            ...(position < 0 ? {} : { "x-name": name }),
            ...(schema === undefined ? {} : { schema: normalSchema(schema, origins) }),
            ...(content === undefined ? {} : { content: normalContent(content) }),
          }),
        );
      }
    }
    return [...found].sort(byKey).map(([, parameter]) => parameter);
  }

  function normalBody(body: unknown): unknown {
    if (!isRecord(body)) return body;
    return kept(body, { ...withoutFalse(body, "required"), content: normalContent(body.content) });
  }

  function normalResponse(response: unknown): unknown {
    if (!isRecord(response)) return response;
    const { headers, content, ...others } = response;
    const isBodiless = Object.keys(record(content)).length === 0;
    return kept(response, {
      ...others,
      headers: kept(
        headers,
        mapped(headers, normalHeader, (name) => name.toLowerCase()),
      ),
      ...(isBodiless ? {} : { content: normalContent(content) }),
    });
  }

  function normalHeader(header: unknown): unknown {
    if (!isRecord(header)) return header;
    const { schema, content, ...others } = withoutFalse(header, "required", "deprecated");
    return kept(header, {
      ...withoutStyle(others, "header"),
      ...(schema === undefined ? {} : { schema: normalSchema(schema, origins) }),
      ...(content === undefined ? {} : { content: normalContent(content) }),
    });
  }

  function normalContent(content: unknown): Json {
    const media = (value: unknown) =>
      isRecord(value) ? kept(value, { ...value, schema: normalSchema(value.schema ?? {}, origins) }) : value;
    return kept(content, mapped(content, media, mediaType));
  }
}

/** JSON is UTF-8, whether it is said or not (RFC 8259). */
function mediaType(type: string): string {
  const name = type.toLowerCase().replaceAll(" ", "");
  return /[/+]json;/.test(name) ? name.replace(/;charset="?utf-8"?/, "") : name;
}

/** `style` and `explode` are these where they are not said. */
function withoutStyle({ style, explode, ...others }: Json, place: unknown): Json {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const now = style ?? usual;
  return {
    ...others,
    ...(now === usual ? {} : { style: now }),
    ...(explode === undefined || explode === (now === "form") ? {} : { explode }),
  };
}

const record = (value: unknown): Json => (isRecord(value) ? value : {});

function mapped(value: unknown, of: (inner: unknown) => unknown, name: (key: string) => string = (key) => key): Json {
  return Object.fromEntries(
    Object.entries(record(value))
      .map(([key, inner]) => [name(key), of(inner)] as const)
      .sort(byKey),
  );
}

/** These are false where they are not said. */
function withoutFalse(value: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([key, inner]) => !(keys.includes(key) && inner === false)));
}

/** Every operation of the normal form, with its way there. */
export function operationsOf(
  document: NormalDocument,
): readonly { readonly path: string; readonly method: string; readonly operation: Json }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = valueAt(item, [method]);
      return isRecord(operation) ? [{ path, method, operation }] : [];
    }),
  );
}
