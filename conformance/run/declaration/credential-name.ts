/** The names of credentials in sentences about the target file. */
import type { Caller } from "../../client/caller.ts";

/** `$KEY_A`: the variable that holds the token. For a token that is in the target file itself, also its place there. */
export const nameOf = ({ label }: Pick<Caller, "label">, all: readonly { readonly label: string }[]) =>
  /^(KEY|SESSION)_\d+$/.test(label) ? `$${label} (${entryOf({ label }, all)})` : `$${label}`;

/** A credential's place in the target file: `credentials[2]`. */
export const entryOf = ({ label }: Pick<Caller, "label">, all: readonly { readonly label: string }[]) =>
  `credentials[${all.findIndex((credential) => credential.label === label)}]`;
