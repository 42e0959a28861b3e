/** GitHub's workflow commands: lines of a step's output that become annotations. */

type Level = "error" | "warning" | "notice";

/** One line, without its end. `at`: a file relative to the workspace, and its line. */
export function workflowCommand(
  level: Level,
  { title, at }: { readonly title?: string; readonly at?: { readonly file: string; readonly line: number } },
  message: string,
): string {
  const properties = [
    ...(at === undefined ? [] : [`file=${property(at.file)}`, `line=${at.line}`]),
    ...(title === undefined ? [] : [`title=${property(title)}`]),
  ];
  return `::${level}${properties.length === 0 ? "" : ` ${properties.join(",")}`}::${escaped(message)}`;
}

/** As `@actions/core` escapes them. */
const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string) => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
