/** The headers with which a CDN keeps a response until it is told that the response has changed. */
import {
  foldersAbove,
  isTagOrAuthor,
  siteTag,
  tagBelow,
  tagOfBuild,
  tagOfList,
  tagOfPage,
  tagOfPictures,
} from './cache-tags.ts';
import type { CdnKind } from './cdn-settings.ts';

export type SharedHeaders = Readonly<Record<string, string>>;

/** By decoded paths. All are `notKept` shortly after the start, while pages may still change without a save. */
export interface CdnHeaders {
  /** The header that rules what the CDN keeps. */
  control: string;
  /** For everything that a CDN must not keep. */
  notKept: SharedHeaders;
  /** Only what is `private` is passed on for each visitor, in place of one answer for all that wait for it. */
  needsPrivate: boolean;
  /** For a page, its payload and its Markdown. `isBrief`: it shows what is not announced, such as its views. */
  ofPage(path: string, isBrief?: boolean): SharedHeaders;
  /** For the feeds of a list. */
  ofFeed(list: string): SharedHeaders;
  /** For what names all pages: sitemaps and llms.txt. */
  ofSiteList(): SharedHeaders;
  /** For what only a new build or another setting changes. */
  ofSite(): SharedHeaders;
  /** For a picture, by the pages that show it: its address is for ever, who may see it is not. */
  ofPicture(pages: readonly string[]): SharedHeaders;
}

const year = 31_536_000;
const hour = 3600;
/** A copy may be served while a new one is fetched, and while the site is down. */
const whenStale = 'stale-while-revalidate=86400, stale-if-error=604800';
/** More pages than this do not fit into the tags of a picture. */
const maxPages = 12;

/** Which header each service reads. */
const names: Record<CdnKind, { control: string; tags: string; between: string }> = {
  cloudflare: { control: 'cdn-cache-control', tags: 'cache-tag', between: ',' },
  fastly: { control: 'surrogate-control', tags: 'surrogate-key', between: ' ' },
  bunny: { control: 'cdn-cache-control', tags: 'cdn-tag', between: ',' },
  varnish: { control: 'cdn-cache-control', tags: 'cache-tag', between: ',' },
  http: { control: 'cdn-cache-control', tags: 'cache-tag', between: ',' },
};

export function createCdnHeaders(options: {
  kind: CdnKind;
  buildId: string;
  /** False while the CDN is to keep nothing. */
  isSettled: () => boolean;
}): CdnHeaders {
  const { control, tags: tagHeader, between } = names[options.kind];
  const build = tagOfBuild(options.buildId);

  // Fastly computes a time, and does not know the other word.
  const notKept = { [control]: options.kind === 'fastly' ? 'max-age=0' : 'no-store' };

  function write(tags: readonly (string | undefined)[], seconds = year): SharedHeaders {
    const all = [...new Set(tags), siteTag, build].filter((tag) => tag !== undefined);
    return {
      [control]: `max-age=${seconds}, ${whenStale}`,
      [tagHeader]: all.join(between),
    };
  }
  const ifSettled = (tags: readonly (string | undefined)[], seconds?: number) =>
    options.isSettled() ? write(tags, seconds) : notKept;

  return {
    control,
    notKept,
    needsPrivate: options.kind === 'fastly',
    ofPage: (path, isBrief = false) =>
      ifSettled([tagOfPage(path), ...foldersAbove(path).map(tagBelow)], isBrief ? hour : undefined),
    // A page that loses a tag is no longer in the list when its change is announced, but the page of the list is named.
    ofFeed: (list) => ifSettled([isTagOrAuthor(list) ? tagOfPage(list) : undefined, tagOfList(list)]),
    ofSiteList: () => ifSettled([tagOfList('/')]),
    ofSite: () => ifSettled([]),
    ofPicture(pages) {
      // Without a header a service would keep it by `Cache-Control`, also when its page is no longer public.
      if (pages.length === 0 || pages.length > maxPages) return notKept;
      return ifSettled(pages.map(tagOfPictures));
    },
  };
}
