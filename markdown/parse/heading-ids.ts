/** Ids for headings: readable, unique on the page, in letters of any script. */
export interface HeadingIds {
  create(text: string): string;
  /** The id that the author gave, if it can be one and is free. */
  claim(id: string | undefined): string | undefined;
  has(id: string): boolean;
  all(): string[];
}

/** Prefixes of the author's own ids and the footnotes, and names that the footnotes use themselves. */
const OTHERS = /^(?:user|note|note-ref)-/;
const RESERVED = ['footnotes', 'footnotes-title'];

const GIVEN = /^[\p{L}\p{N}_-]{1,100}$/u;

export function createHeadingIds(): HeadingIds {
  const used = new Map<string, number>(RESERVED.map((id) => [id, 1]));
  return {
    create(text) {
      const slug = toHeadingSlug(text) || 'section';
      const base = OTHERS.test(slug) ? `section-${slug}` : slug;
      let count = used.get(base) ?? 0;
      let id = count === 0 ? base : `${base}-${count}`;
      while (count > 0 && used.has(id)) {
        count += 1;
        id = `${base}-${count}`;
      }
      used.set(base, count + 1);
      if (id !== base) used.set(id, 1);
      return id;
    },
    claim(id) {
      if (id === undefined || !GIVEN.test(id) || OTHERS.test(id) || used.has(id)) return undefined;
      used.set(id, 1);
      return id;
    },
    has: (id) => used.has(id) && !RESERVED.includes(id),
    all: () => [...used.keys()].filter((id) => !RESERVED.includes(id)),
  };
}

/** Most headings: words with one space between them. */
const PLAIN_WORDS = /^[a-z0-9_]+(?: [a-z0-9_]+)*$/i;

/** A heading's text as an id. */
export function toHeadingSlug(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase().replaceAll(' ', '-');
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .trim()
    .replace(/[\s-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
