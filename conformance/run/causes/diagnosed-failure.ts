/** A failure with its symptom, and the texts that the sentences about causes share. */
import type { Exchange } from "../../model/exchange.ts";
import type { Failure, Symptom } from "./failure.ts";

export type DiagnosedFailure = Failure & { readonly symptom: Symptom };

export type SymptomOf<Kind extends Symptom["kind"]> = Extract<Symptom, { readonly kind: Kind }>;

/** The symptoms of this kind in a group of failures. */
export const symptomsOf = <Kind extends Symptom["kind"]>(group: readonly DiagnosedFailure[], kind: Kind) =>
  group.map(({ symptom }) => symptom).filter((symptom): symptom is SymptomOf<Kind> => symptom.kind === kind);

/** The distinct names, at most five, and how many more there are. */
export function firstFive(names: readonly string[]): string {
  const different = [...new Set(names)];
  const rest = different.length > 5 ? ` and ${different.length - 5} more` : "";
  return different.slice(0, 5).join(", ") + rest;
}

export const statusesOf = (exchanges: readonly Exchange[]) =>
  [...new Set(exchanges.map(({ status }) => status))].sort((a, b) => a - b);

export const expectedOf = ({ expected = "" }: DiagnosedFailure["result"]) =>
  isShort(expected) ? `; expected ${expected}` : "";

/** The longest value in a cause, in characters. The failure itself shows the whole value. */
const maxLength = 80;

export const isShort = (text: string) => text !== "" && text.length <= maxLength;

/** The longest body in a cause, in characters. */
export const maxBody = 60;
