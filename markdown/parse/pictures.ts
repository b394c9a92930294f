import type { Token } from 'markdown-it';
import { isContentPath, isSafePicture } from '../safe-address.ts';
import type { ParseContext } from './parse-context.ts';
import { addPictureReference } from './references.ts';
import { readAttribute, toOwnAttributes } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

/** Tokens whose content is shown as it is. */
const WORDS = new Set(['text', 'text_special', 'code_inline', 'math_inline']);

/** The words of inline tokens, without marks: a picture's description, a heading's text. */
export function toPlainText(tokens: Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'image') text += toPlainText(token.children ?? []);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (WORDS.has(token.type)) text += token.content;
  }
  return text;
}

/** True for a paragraph that holds pictures and nothing else: each of them is a figure. */
export function isPicturesOnly(tokens: Token[]): boolean {
  const isPicture = (token: Token) => token.type === 'image' && isSafePicture(readAttribute(token, 'src'));
  // Most paragraphs begin with a word, and then nothing else is looked at.
  return (
    tokens.every(
      (token) =>
        isPicture(token) ||
        token.type === 'softbreak' ||
        (token.type === 'text' && token.content.trim() === ''),
    ) && tokens.some(isPicture)
  );
}

/** A figure is the component `Picture`; a picture inside a line of text is a plain `img`. */
export function addPicture(token: Token, context: ParseContext, isFigure: boolean): void {
  const src = readAttribute(token, 'src');
  const alt = toPlainText(token.children ?? []);
  const caption = readAttribute(token, 'title');
  if (!isSafePicture(src)) {
    context.warn(
      `The picture ${src} is not shown: it must be a file beside the page, or begin with https://`,
    );
    context.tree.text(alt);
    return;
  }
  const own = toSizes(token);
  if (isFigure) {
    if (isContentPath(src)) context.pictures.push({ address: src, line: context.line });
    context.tree.add(['Picture', { ...own, src, alt, ...(caption && { caption }) }]);
    return;
  }
  const attributes: TreeAttributes = { ...own, src, alt, ...(caption && { title: caption }) };
  addPictureReference(context, attributes);
  context.tree.add(['img', attributes]);
}

/** The size that the author gave, and classes. */
function toSizes(token: Token): TreeAttributes {
  const [width, height] = [readAttribute(token, 'width'), readAttribute(token, 'height')];
  if (token.meta === null && width === '') return {};
  const { src: _src, alt: _alt, ...own } = toOwnAttributes(token, 'img');
  return { ...own, ...(width && { width: Number(width) }), ...(height && { height: Number(height) }) };
}
