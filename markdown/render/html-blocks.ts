import type { Token } from 'markdown-it';
import type { Rendering, TokenCursor } from './rendering.ts';

/** How far ahead a closing tag is looked for. */
const FARTHEST = 2000;

/**
 * Adds a block of raw HTML. A tag stays open over the Markdown that follows only if a later block beside it closes it,
 * as with `<details>`, text, `</details>`; any other ends here, so that a forgotten tag spoils nothing.
 */
export function addHtmlBlock(token: Token, rendering: Rendering, { tokens, at }: TokenCursor): void {
  const { tree, tools } = rendering;
  tools.html?.(token.content, rendering);
  const open = tree.openHtmlTags();
  let keep = open.length;
  while (keep > 0 && !isClosedLater(tokens, at, open[keep - 1] ?? '')) keep -= 1;
  // What is around a tag that is closed later must stay open as well; what is inside of it ends.
  tree.closeHtmlTo(keep);
}

function isClosedLater(tokens: Token[], at: number, tag: string): boolean {
  const level = tokens[at]?.level ?? 0;
  for (let next = at + 1; next < Math.min(tokens.length, at + FARTHEST); next += 1) {
    const token = tokens[next];
    if (!token || token.level < level) return false;
    if (token.type === 'html_block' && token.level === level && token.content.includes(`</${tag}`))
      return true;
  }
  return false;
}
