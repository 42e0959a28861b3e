import type { Report } from "../model/report.ts";

/** The variables of a command for whose tokens the target file names none: their labels, and their positions in `credentials`. */
export const unnamedTokensIn = (command: string, { target }: Pick<Report, "target">) =>
  target.credentials.flatMap((label, at) =>
    /^(KEY|SESSION)_\d+$/.test(label) && [`$${label}"`, `\${${label}:`].some((variable) => command.includes(variable))
      ? { label, at }
      : [],
  );
