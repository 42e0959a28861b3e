/** Where a text stops being JSON. `JSON.parse` tells a place on some engines only, and quotes the text, which may hold tokens. */

export interface SyntaxFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** What to change there, as a clause without a full stop. */
  readonly advice: string;
}

/** The first fault of a text that `JSON.parse` refuses (RFC 8259); `undefined` where there is none. */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const scanner = new Scanner(text);
  const advice = scanner.document();
  if (advice === undefined) return undefined;
  const before = text.slice(0, scanner.offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, advice };
}

const spaces = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 keeps them out of strings
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.])/y;

/** Each method moves `offset` on and returns nothing, or stays at the fault and returns the advice. */
class Scanner {
  offset = 0;
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }

  document(): string | undefined {
    const fault = this.#value();
    if (fault !== undefined) return fault;
    return this.offset < this.#source.length ? "nothing may follow the end of the object" : undefined;
  }

  #value(): string | undefined {
    this.#take(spaces);
    const next = this.#source[this.offset];
    let fault: string | undefined;
    if (next === "{") fault = this.#members("}", () => this.#property());
    else if (next === "[") fault = this.#members("]", () => this.#value());
    else if (next === '"') fault = this.#string();
    else if (!this.#take(scalar)) fault = adviceAt(next, "a value");
    if (fault === undefined) this.#take(spaces);
    return fault;
  }

  #members(close: "}" | "]", member: () => string | undefined): string | undefined {
    this.offset += 1;
    this.#take(spaces);
    if (this.#source[this.offset] === close) return this.#step();
    for (;;) {
      const fault = member();
      if (fault !== undefined) return fault;
      const next = this.#source[this.offset];
      if (next === close) return this.#step();
      if (next !== ",") return adviceAt(next, `\`,\` or \`${close}\``);
      const comma = this.offset;
      this.#step();
      this.#take(spaces);
      if (this.#source[this.offset] !== close) continue;
      this.offset = comma;
      return `remove the \`,\` before \`${close}\``;
    }
  }

  #property(): string | undefined {
    this.#take(spaces);
    const next = this.#source[this.offset];
    if (next !== '"') return adviceAt(next, "a property's name in double quotes");
    const fault = this.#string();
    if (fault !== undefined) return fault;
    this.#take(spaces);
    if (this.#source[this.offset] !== ":") return adviceAt(this.#source[this.offset], "`:`");
    this.#step();
    return this.#value();
  }

  #string(): string | undefined {
    return this.#take(text) ? undefined : "this string does not end on its line, or holds an unknown `\\` escape";
  }

  #step(): undefined {
    this.offset += 1;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    if (!pattern.test(this.#source)) return false;
    this.offset = pattern.lastIndex;
    return true;
  }
}

function adviceAt(next: string | undefined, expected: string): string {
  if (next === undefined) return `the text ends where ${expected} is expected`;
  if (next === "/" || next === "#") return "JSON has no comments; remove this one";
  if (next === "'") return "JSON wants double quotes here";
  return `${expected} is expected here`;
}
