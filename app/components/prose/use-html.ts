import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { blockReplacement } from './block-replacement.ts';

/**
 * The HTML of an element for React. Whenever this object is another one, React sets the HTML again, which empties the islands. A new text of
 * the same page keeps the object where only the blocks that differ are replaced.
 */
export function useHtml(
  container: RefObject<Element | null>,
  text: string,
  path: string,
): { __html: string } {
  const [given, setGiven] = useState({ __html: text, path });
  const isOther = given.path !== path || (given.__html !== text && !blockReplacement());
  const html = isOther ? { __html: text, path } : given;
  if (isOther) setGiven(html);
  /** What is in the element, since React has set this object. */
  const shown = useRef({ html, text: html.__html });
  useLayoutEffect(() => {
    if (shown.current.html !== html) shown.current = { html, text: html.__html };
    const before = shown.current.text;
    if (before === text) return;
    if (container.current) blockReplacement()?.(container.current, before, text);
    shown.current.text = text;
  }, [container, html, text]);
  return html;
}
