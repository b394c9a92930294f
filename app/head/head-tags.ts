import type { Head } from '../page-data.ts';
import { shortHash } from '../runtime/short-hash.ts';
import type { SiteConfig } from '../site-config.ts';

/** One tag in `<head>` that belongs to the page. Its key says which tag of the previous page it replaces. */
export interface HeadTag {
  key: string;
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

export function toDocumentTitle(head: Head, site: Pick<SiteConfig, 'title'>): string {
  return head.title === site.title ? head.title : `${head.title} · ${site.title}`;
}

/** The tags of a page, for the server's document and for the browser after a route change. */
export function toHeadTags(head: Head, site: SiteConfig): HeadTag[] {
  const description = head.description ?? site.description;
  const image = head.image;
  const tags: (HeadTag | false | undefined | '')[] = [
    meta('name', 'description', description),
    meta('name', 'robots', head.robots),
    link('canonical', head.canonical),
    link('prev', head.prev),
    link('next', head.next),
    ...toAlternates(head, site),
    ...toTranslations(head),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', description),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:site_name', site.title),
    meta('property', 'og:url', head.canonical),
    meta('property', 'og:image', image?.src),
    meta('property', 'og:image:alt', image?.alt),
    meta('property', 'og:image:width', image?.width?.toString()),
    meta('property', 'og:image:height', image?.height?.toString()),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('property', 'article:published_time', head.published),
    meta('property', 'article:modified_time', head.modified),
  ];
  return tags.filter((tag): tag is HeadTag => Boolean(tag));
}

/** The same page in other forms. */
function toAlternates(
  { feed, markdown }: Head,
  { title }: Pick<SiteConfig, 'title'>,
): (HeadTag | undefined)[] {
  const feeds =
    feed === undefined ? [] : feedForms.map(([type, name]) => alternate(type, feed + name, title));
  return [...feeds, markdown && alternate('text/markdown', markdown)].filter(
    (tag) => tag !== undefined && tag !== '',
  );
}

/** Search engines show each visitor the page in their language; who speaks none of them gets the first. */
function toTranslations({ translations = [], canonical }: Head): HeadTag[] {
  const [first] = translations;
  if (!first) return [];
  return [...translations, { ...first, language: 'x-default' }].map(({ language, path }) => ({
    key: keyFor(`alternate ${language}`),
    tag: 'link',
    attributes: { rel: 'alternate', hreflang: language, href: new URL(path, canonical).href },
  }));
}

const feedForms = [
  ['application/atom+xml', '/feed.xml'],
  ['application/rss+xml', '/rss.xml'],
  ['application/feed+json', '/feed.json'],
] as const;

function alternate(type: string, href: string, title?: string): HeadTag {
  const attributes = { rel: 'alternate', type, href, ...(title !== undefined && { title }) };
  return { key: keyFor(`alternate ${type}`), tag: 'link', attributes };
}

/** Tag names are few and repeat on every page. */
const keys = new Map<string, string>();

function keyFor(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = shortHash(name);
    keys.set(name, key);
  }
  return key;
}

function meta(kind: 'name' | 'property', name: string, content: string | undefined): HeadTag | undefined {
  if (!content) return undefined;
  // Spelled out: a computed property name makes a slow object, and a page has a dozen of them.
  const attributes = kind === 'name' ? { name, content } : { property: name, content };
  return { key: keyFor(`meta ${name}`), tag: 'meta', attributes };
}

function link(rel: string, href: string | undefined): HeadTag | undefined {
  return href ? { key: keyFor(`link ${rel}`), tag: 'link', attributes: { rel, href } } : undefined;
}
