/** Reads what the tests need of our own Markdown files, line by line. */

/** The lines inside code fences. */
export function readCommands(markdown: string): string[] {
  const fences = [...markdown.matchAll(/^```[^\n]*\n(.*?)^```/gms)];
  return fences.flatMap(([, body]) => (body ?? '').split('\n').map((line) => line.trim()));
}

/** The cells of every table row, without the marks of inline code. */
export function readTableRows(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => /^\|.*\|\s*$/.test(line));
  return rows.map((row) => {
    const cells = row
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/);
    return cells.map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\|', '|'));
  });
}

/** Files and folders named as inline code: `server/listen.ts`, `app/routes/`. Addresses start with a slash and are not files. */
export function readNamedFiles(markdown: string): string[] {
  const code = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '');
  return code.filter((text) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(tsx?|css|md|json|sql|toml|yml|mjs))$/.test(text));
}

/** Where its links and pictures lead inside the repository, without anchors. */
export function readLocalLinks(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(\s*([^)\s]+)/g)].map(([, target]) => target ?? '');
  return targets
    .map((target) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^(\w+:|\/)/.test(target));
}
