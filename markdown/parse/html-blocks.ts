import type { Token } from 'markdown-it';
import type { ParseContext, TokenCursor } from './parse-context.ts';

/**
 * Adds a block of raw HTML. A tag stays open over the Markdown that follows only if a later block beside it closes it,
 * as with `<details>`, text, `</details>`; any other ends here, so that an unclosed tag does not affect the rest.
 */
export function addHtmlBlock(token: Token, context: ParseContext, { tokens, at }: TokenCursor): void {
  const { tree, tools } = context;
  tools.html?.(token.content, context);
  const open = tree.openHtmlTags();
  if (open.length === 0) return;
  context.htmlEnds ??= findEnds(tokens);
  const isClosedLater = (tag = '') => (context.htmlEnds?.get(`${token.level} ${tag}`) ?? 0) > at;
  let openCount = open.length;
  while (openCount > 0 && !isClosedLater(open[openCount - 1])) openCount -= 1;
  // What is around a tag that is closed later must stay open as well; what is inside of it ends.
  tree.closeHtmlTo(openCount);
}

/** For each depth and tag, the last block that closes it. Looked up once for a page, however many blocks there are. */
function findEnds(tokens: Token[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'html_block') continue;
    for (const [, tag = ''] of token.content.matchAll(/<\/([a-z][a-z0-9]*)/gi)) {
      ends.set(`${token.level} ${tag.toLowerCase()}`, at);
    }
  }
  return ends;
}
