/** A flowchart, after comments. */
const FLOWCHART = /^\s*(?:%%[^\n]*\n\s*)*(?:graph|flowchart)\b/;

/** Lines whose words are not names of nodes. */
const OTHER_LINES = /^\s*(?:graph|flowchart|subgraph|end|direction|classDef|linkStyle|click|%%)\b/;
const STYLES = /^\s*(?:class|style)\s/;

/** What is no name: texts in quotes, bars and brackets, and those on an arrow (`-- text -->`). The group is a name, which may contain hyphens. */
const PIECES =
  /"[^"]*"|\|[^|]*\||\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|(?<![-=.])(?:--|==|-\.)\s[^|>]*?\s(?:--|==|\.-)|([\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*)/gu;

/**
 * Writes a flowchart so that the drawing library reads all of it: it takes the hyphens of `A-->B` for a part of the name, and ends a name at
 * the first letter that is not one of A to Z.
 */
export function writeFlowchartNames(source: string): string {
  if (!FLOWCHART.test(source)) return source;
  const aliases = new Map<string, string>();
  const aliasOf = (name: string) => {
    const alias = aliases.get(name) ?? `name_${aliases.size + 1}_`;
    aliases.set(name, alias);
    return alias;
  };
  const lines = source.split('\n').map((line) => {
    if (OTHER_LINES.test(line)) return line;
    const isStyle = STYLES.test(line);
    return line.replace(PIECES, (piece: string, name: string | undefined, at: number) => {
      if (name === undefined) return piece;
      const rest = line.slice(at + piece.length);
      const gap = /^[-=<]/.test(rest) && !isStyle ? ' ' : '';
      if (/^[\w-]+$/.test(name)) return name + gap;
      const hasLabel = isStyle || /^[[({]/.test(rest);
      return `${aliasOf(name)}${hasLabel ? '' : `["${name}"]`}${gap}`;
    });
  });
  return lines.join('\n');
}
