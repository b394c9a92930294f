import type { Token } from 'markdown-it';
import { addInline } from './inline-tokens.ts';
import type { ParseContext, TokenCursor } from './parse-context.ts';
import { toPlainText } from './pictures.ts';
import { readAttributes, toOwnAttributes } from './token-details.ts';

/** Adds a heading with its id and anchor. */
export function addHeading(token: Token, context: ParseContext, cursor: TokenCursor): void {
  const { tree, ids, toc } = context;
  const { children, content } = cursor.tokens[cursor.at + 1] ?? {};
  const text = toPlainText(children ?? [])
    .replace(/\s+/g, ' ')
    .trim();
  cursor.at += 2;
  if (token.tag === 'h1' && text !== '') {
    const title = context.title();
    const isGiven =
      content?.replace(/\s*\{[^{}]*\}\s*$/, '') === title.source?.replace(/\s*\{[^{}]*\}\s*$/, '');
    if (text === title.text || (title.source !== undefined && isGiven)) {
      // The page shows its title already. Only the first such heading is the title.
      context.title = () => ({});
      return;
    }
  }
  const given = readAttributes(token);
  const id = ids.claim(given.get('id')) ?? ids.create(text);
  const { id: _id, ...own } = toOwnAttributes(token, token.tag);
  const depth = Number(token.tag.slice(1));
  const isHidden = tree.isInside('blockquote') || tree.isInside('Tab') || tree.isInside('Details');
  if ((depth === 2 || depth === 3) && text && !isHidden) toc.push({ id, text, depth });
  tree.open(token.tag, { ...own, id });
  addInline(children ?? [], context);
  tree.add(['HeadingAnchor', { id, text }]);
  tree.close();
}
