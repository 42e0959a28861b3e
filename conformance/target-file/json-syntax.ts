/**
 * Parses JSON, and locates its first fault. `JSON.parse` gives a position only on some engines, and quotes the text,
 * which may hold tokens.
 */
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";

interface SyntaxFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** What to change at this place, as a clause without a full stop. */
  readonly advice: string;
}

/** The parsed text; throws `errorOf("is not JSON at line 3, column 7: …")` for one that is not JSON. */
export function parseJson(text: string, errorOf: (fault: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = findSyntaxFault(text);
    const place = fault === undefined ? "" : ` at line ${fault.line}, column ${fault.column}: ${fault.advice}`;
    throw errorOf(`is not JSON${place}`);
  }
}

/** The first fault of a text that `JSON.parse` rejects (RFC 8259); `undefined` if there is none. */
export function findSyntaxFault(text: string): SyntaxFault | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const { offset, advice } = faultOf(first, text);
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, advice };
}

const advices: Readonly<Record<string, string>> = {
  PropertyNameExpected: "a property's name in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "`:` is expected here",
  CommaExpected: "`,` is expected here",
  CloseBraceExpected: "`,` or `}` is expected here",
  CloseBracketExpected: "`,` or `]` is expected here",
  EndOfFileExpected: "nothing may follow the end of the object",
  InvalidCommentToken: "JSON has no comments; remove this one",
  UnexpectedEndOfComment: "JSON has no comments; remove this one",
  UnexpectedEndOfString: "this string does not end on its line",
  InvalidEscapeCharacter: "this string holds an unknown `\\` escape",
  InvalidUnicode: "this string holds an unknown `\\` escape",
  InvalidCharacter: "this string holds a control character; escape it",
  UnexpectedEndOfNumber: "this number does not end",
};

function faultOf({ error, offset }: ParseError, text: string): { readonly offset: number; readonly advice: string } {
  const next = text.slice(offset, offset + 1);
  const before = text.slice(0, offset).trimEnd();
  if (/[\]}]/.test(next) && before.endsWith(",")) {
    return { offset: before.length - 1, advice: `remove the \`,\` before \`${next}\`` };
  }
  if (next === "'") return { offset, advice: "JSON needs double quotes here" };
  if (next === "#") return { offset, advice: "JSON has no comments; remove this one" };
  const advice = advices[printParseErrorCode(error)] ?? "a value or a name in double quotes is expected here";
  return { offset, advice };
}
