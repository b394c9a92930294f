import { isContentLink, isContentPath, isExternal } from '../safe-address.ts';
import type { ParseContext } from './parse-context.ts';
import type { TreeAttributes } from './tree.ts';

/** Completes the attributes of a link, and remembers where it leads. */
export function addLinkAttributes(context: ParseContext, attributes: TreeAttributes): void {
  const address = attributes.href;
  if (typeof address !== 'string') return;
  if (address.startsWith('#')) context.fragments.push(attributes);
  else if (isExternal(address)) {
    // The linked page gets no reference to this window.
    attributes.rel = 'noopener';
  } else if (isContentLink(address)) context.links.push({ address, line: context.line });
}

/** Completes the attributes of a picture in a line of text, and remembers the file. */
export function addPictureReference(context: ParseContext, attributes: TreeAttributes): void {
  attributes.loading = 'lazy';
  attributes.decoding = 'async';
  const { src } = attributes;
  if (typeof src === 'string' && isContentPath(src))
    context.pictures.push({ address: src, line: context.line });
}

/** A link to `#part` finds an id that the author gave, which has a prefix on the page. */
export function joinFragments({ fragments, userIds, ids }: ParseContext, prefix: string): void {
  for (const attributes of fragments) {
    const id = decodeFragment(String(attributes.href).slice(1));
    if (!ids.has(id) && userIds.has(id)) attributes.href = `#${prefix}${id}`;
  }
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
