/** A feed in its three forms. */
import type { Feed, FeedEntry } from './feed.ts';
import { element, emptyElement, XML_START } from './xml.ts';

export interface FeedFormat {
  type: string;
  write(feed: Feed): string;
}

/** By the last part of the address. */
export const feedFormats: Readonly<Record<string, FeedFormat>> = {
  'feed.xml': { type: 'application/atom+xml; charset=utf-8', write: writeAtom },
  'rss.xml': { type: 'application/rss+xml; charset=utf-8', write: writeRss },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
};

/** Atom 1.0, RFC 4287. */
function writeAtom(feed: Feed): string {
  const self = `${feed.base}/feed.xml`;
  return [
    `${XML_START}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    element('id', self),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updated),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.home }),
    element('icon', feed.icon),
    `<author>${element('name', feed.author)}</author>`,
    ...feed.entries.map(writeAtomEntry),
    '</feed>\n',
  ].join('\n');
}

function writeAtomEntry(entry: FeedEntry): string {
  return [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    ...entry.authors.map((name) => `<author>${element('name', name)}</author>`),
    element('published', entry.published),
    element('updated', entry.updated),
    ...entry.tags.map((term) => emptyElement('category', { term })),
    element('summary', entry.description),
    element('content', entry.html, { type: 'html' }),
    '</entry>',
  ].join('');
}

/** RSS 2.0, with the full text in `content:encoded`. */
function writeRss(feed: Feed): string {
  const spaces = {
    content: 'http://purl.org/rss/1.0/modules/content/',
    dc: 'http://purl.org/dc/elements/1.1/',
    atom: 'http://www.w3.org/2005/Atom',
  };
  const declared = Object.entries(spaces).map(([name, space]) => ` xmlns:${name}="${space}"`);
  return [
    `${XML_START}<rss version="2.0"${declared.join('')}><channel>`,
    element('title', feed.title),
    element('link', feed.home),
    element('description', feed.description),
    element('language', feed.language),
    element('lastBuildDate', toMailDate(feed.updated)),
    emptyElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${feed.base}/rss.xml` }),
    ...feed.entries.map(writeRssItem),
    '</channel></rss>\n',
  ].join('\n');
}

function writeRssItem(entry: FeedEntry): string {
  return [
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    element('guid', entry.id, { isPermaLink: 'false' }),
    ...entry.authors.map((name) => element('dc:creator', name)),
    element('pubDate', toMailDate(entry.published)),
    ...entry.tags.map((tag) => element('category', tag)),
    element('description', entry.description),
    element('content:encoded', entry.html),
    '</item>',
  ].join('');
}

/** RFC 822, as RSS wants it. */
function toMailDate(moment: string): string {
  return new Date(moment).toUTCString().replace('GMT', '+0000');
}

/** JSON Feed 1.1. */
function writeJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.home,
    feed_url: `${feed.base}/feed.json`,
    description: feed.description,
    icon: feed.icon,
    language: feed.language,
    authors: [{ name: feed.author }],
    items: feed.entries.map(toJsonItem),
  });
}

function toJsonItem({ description, image, tags, authors, ...entry }: FeedEntry) {
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    ...(description !== undefined && { summary: description }),
    ...(image !== undefined && { image }),
    date_published: entry.published,
    date_modified: entry.updated,
    ...(authors.length > 0 && { authors: authors.map((name) => ({ name })) }),
    ...(tags.length > 0 && { tags }),
  };
}
