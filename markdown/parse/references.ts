import { isContentPath, isExternal } from '../safe-address.ts';
import { toAllowedAttributes, USER_PREFIX } from './allowed-html.ts';
import type { ParseContext } from './parse-context.ts';
import type { TreeAttributes } from './tree.ts';

/** Completes the attributes of a link, and remembers where it leads: relative, on this site or elsewhere. */
export function addLinkAttributes(context: ParseContext, attributes: TreeAttributes): void {
  const address = attributes.href;
  if (typeof address !== 'string') return;
  context.links.push({ address, line: context.line });
  if (address.startsWith('#')) context.fragments.push(attributes);
  // The linked page gets no reference to this window.
  else if (isExternal(address)) attributes.rel = 'noopener';
}

/** Completes the attributes of a picture in a line of text, and remembers the file. */
export function addPictureReference(context: ParseContext, attributes: TreeAttributes): void {
  attributes.loading = 'lazy';
  attributes.decoding = 'async';
  const { src } = attributes;
  if (typeof src === 'string' && isContentPath(src))
    context.pictures.push({ address: src, line: context.line });
}

/** The attributes that an element of the author may have. */
export function toElementAttributes(
  tag: string,
  attributes: Record<string, string>,
  context: ParseContext,
): TreeAttributes | 0 {
  const allowed = toAllowedAttributes(tag, attributes);
  if (typeof allowed.id === 'string') context.userIds.add(allowed.id.slice(USER_PREFIX.length));
  if (tag === 'a') addLinkAttributes(context, allowed);
  if (tag === 'img') {
    addPictureReference(context, allowed);
    allowed.alt ??= '';
  }
  return Object.keys(allowed).length > 0 ? allowed : 0;
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
