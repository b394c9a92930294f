import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ArticleBody } from '../../../markdown/document.ts';
import { blockReplacement } from './block-replacement.ts';

/**
 * The HTML of an element for React. Whenever this object is another one, React sets the HTML again, which empties the islands. A new text of
 * the same page keeps the object where only the blocks that differ are replaced.
 */
export function useHtml(
  container: RefObject<Element | null>,
  body: ArticleBody,
  path: string,
): { __html: string } {
  const [given, setGiven] = useState({ __html: body.html, path });
  const isOther = given.path !== path || (given.__html !== body.html && !blockReplacement());
  const html = isOther ? { __html: body.html, path } : given;
  if (isOther) setGiven(html);
  /** The text that is in the element, and the object that React has set before. */
  const shown = useRef({ html, body });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { html, body };
    if (before.html === html && before.body !== body && container.current)
      blockReplacement()?.(container.current, before.body, body);
  }, [container, html, body]);
  return html;
}
