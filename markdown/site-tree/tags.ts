import { toSlug } from '../files/page-address.ts';

/** The last part of a tag's address: `How things work` and `how-things-work` are one tag. Undefined: no letter or digit is in it. */
export function toTagSlug(tag: string): string | undefined {
  return toSlug(tag.normalize('NFC').trim()) || undefined;
}
