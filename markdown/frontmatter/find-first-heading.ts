import { removeHiddenText } from '../hidden-text.ts';

/** The first `# heading` of a Markdown text: as it is written, and as plain words for a title. */
export interface FirstHeading {
  source: string;
  text: string;
}

export function findFirstHeading(body: string): FirstHeading | undefined {
  // Most pages have their title in the frontmatter; the others are searched line by line.
  if (!/^ {0,3}#[ \t]/m.test(body)) return undefined;
  const shown = removeHiddenText(body, true).replace(/<!--.*?(?:-->|$(?![\s\S]))/gs, '');
  let fence = '';
  for (const line of shown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark) {
      fence = mark;
    } else {
      const source = /^ {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line.trimEnd())?.[1];
      const text = source ? toPlainWords(source) : '';
      if (source && text) return { source, text };
    }
  }
  return undefined;
}

/** Takes the marks out of a line of Markdown: `**Big** [news](x.md)` → `Big news`. */
export function toPlainWords(source: string): string {
  return source
    .replace(/\{\{[<%].*?[>%]\}\}/g, '')
    .replace(/\s*\{[#.][^{}]*\}\s*$/, '')
    .replace(/\[([^\]]*)\]\{[^{}]*\}/g, '$1')
    .replace(/(^|\s):br(?=\s|$)/g, '$1')
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/==(?=\S)(.*?\S)==/g, '$1')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/:[a-z][a-z-]*\[([^\]]*)\](?:\{[^}]*\})?/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/(\*\*|__|~~|[*_`])(?=\S)(.*?\S)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
