/** The label of a credential as the name of a shell variable. Only a label that the user chose may need a change. */
export function shellVariableOf(label: string): string {
  const name = label.replace(/\W/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}
