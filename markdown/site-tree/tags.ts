import type { TagLink } from '../document.ts';
import { toSlug } from '../files/page-address.ts';

/** The last part of a tag's address: `How things work` and `how-things-work` are one tag. Undefined: no letter or digit is in it. */
export function toTagSlug(tag: string): string | undefined {
  let slug = slugs.get(tag);
  if (slug === undefined) {
    slug = toSlug(tag.normalize('NFC').trim());
    if (slugs.size >= MAX_SLUGS) slugs.clear();
    slugs.set(tag, slug);
  }
  return slug || undefined;
}

/** A site has few tags and names each of them thousands of times. */
const slugs = new Map<string, string>();
const MAX_SLUGS = 10_000;

export function toTagLink(tag: string, prefix: string): TagLink {
  const slug = toTagSlug(tag);
  return slug === undefined ? { title: tag } : { title: tag, path: `${prefix}/tags/${slug}` };
}

/** Of several spellings of one tag, the most used. */
export function mostUsed(spellings: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  return [...counts].sort(
    ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
  )[0]?.[0];
}
