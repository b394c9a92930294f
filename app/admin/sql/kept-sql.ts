/** The text of the editor, kept for this tab, so that a reload loses nothing. */
const name = 'admin-sql';
const example = 'select id, email, created_at\nfrom auth.users\norder by created_at desc\nlimit 20;\n';

export function readKeptSql(): string {
  try {
    return sessionStorage.getItem(name) ?? example;
  } catch {
    return example;
  }
}

/** A browser may refuse to store, or have no room. */
export function keepSql(text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {}
}
