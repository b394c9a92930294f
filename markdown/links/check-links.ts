/** Finds links, pictures and redirects that lead nowhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPicturePath } from '../articles/find-picture.ts';
import type { PageNames } from '../articles/page-names.ts';
import { parseWikiName, resolveLink, toContentPath } from '../articles/resolve-link.ts';
import { ownComponentsFolder } from '../components.ts';
import type { ContentFault } from '../faults.ts';
import { type ContentFolder, stateOf } from '../files/content-files.ts';
import { toAddress } from '../files/page-address.ts';
import { findNearestName } from '../frontmatter/nearest-name.ts';
import { USER_PREFIX } from '../parse/allowed-html.ts';
import { isPictureName, type Pictures } from '../pictures/picture-files.ts';
import { isContentLink, isContentPath } from '../safe-address.ts';
import type { SiteViews } from '../site-tree/site-views.ts';
import type { IndexedPage, PageIndex, PageLink } from './page-index.ts';
import { createSuggestions, type Suggestions } from './suggest.ts';

export interface LinkFault {
  /** Relative to the content folder, or `site.config.ts`. */
  file: string;
  line: number;
  link: string;
  reason: string;
  /** What was probably meant. */
  suggestion?: string;
}

/** A link that is written outside of the pages: in a menu, in `redirects.yml`. */
export interface SiteLink {
  file: string;
  line: number;
  link: string;
}

export interface LinkCheckOptions {
  base: string;
  root: ContentFolder;
  names: PageNames;
  index: PageIndex;
  views: SiteViews;
  pictures: Pictures;
  isRedirected: (address: string) => boolean;
  now: () => Date;
}

/** Addresses that the site answers without a page of the content folder. */
export type IsOtherAddress = (address: string) => boolean;

export interface LinkCheck {
  /** The index must be complete. */
  checkPage(page: IndexedPage, isOther: IsOtherAddress): Promise<LinkFault[]>;
  checkSiteLinks(links: readonly SiteLink[], isOther: IsOtherAddress): LinkFault[];
  checkAll(isOther: IsOtherAddress): Promise<LinkFault[]>;
}

type Fault = Pick<LinkFault, 'reason' | 'suggestion'>;

export function createLinkCheck(options: LinkCheckOptions): LinkCheck {
  const { base, index, views, pictures } = options;
  let suggestions: { version: number; made: Suggestions } | undefined;

  /** Made for the first fault. */
  function suggest(): Suggestions {
    if (suggestions?.version !== index.version) {
      const made = createSuggestions(views.of('reader').map.nodes.keys());
      suggestions = { version: index.version, made };
    }
    return suggestions.made;
  }

  function findAddressFault(target: string, isOther: IsOtherAddress): Fault | undefined {
    const found = views.of('reader').find(target);
    if (found?.kind === 'expired') return { reason: 'the page has expired' };
    if (found || options.isRedirected(target) || isOther(target)) return undefined;
    if (views.of('owner').find(target)) return { reason: 'the page is not published' };
    return toFault('no page has this address', suggest().forAddress(target));
  }

  /** Links to parts of a page, where the page is an article: other pages have parts that are not in its file. */
  function findFragmentFault(from: IndexedPage, { target = '', fragment }: PageLink): Fault | undefined {
    const isSamePage = target === from.page.address;
    const page = isSamePage ? from.page : views.of('reader').pageAt(target);
    const ids = page && index.find(page.file)?.ids;
    if (!fragment || !ids || ids.includes(fragment)) return undefined;
    if (isSamePage && ids.includes(USER_PREFIX + fragment)) return undefined;
    const near = findNearestName(fragment, ids);
    return toFault(`the page has no heading #${fragment}`, near && `#${near}`);
  }

  async function findFileFault(file: string, address: string): Promise<Fault | undefined> {
    const written = address.replace(/[?#].*$/s, '');
    if (isPictureName(written)) return findPictureFault(file, written);
    const path = toContentPath(file, written);
    if (resolveLink(options, file, address).fault !== undefined)
      return toFault('there is no such file', suggest().forFile(base, path));
    // Notes and the like are files beside the pages, and have no address.
    const isFile = /\.(?!md$)[a-z0-9]{1,5}$/i.test(path) && existsSync(join(base, path));
    return isFile ? { reason: 'only pages and pictures have an address' } : undefined;
  }

  async function findPictureFault(file: string, address: string): Promise<Fault | undefined> {
    const path = await findPicturePath(options, file, address);
    if (await pictures.has(path)) return undefined;
    return toFault('there is no such picture', suggest().forFile(base, path));
  }

  async function findLinkFault(page: IndexedPage, link: PageLink, isOther: IsOtherAddress) {
    const wiki = parseWikiName(link.address);
    if (wiki && isPictureName(wiki.name)) return findPictureFault(page.page.file, link.address);
    const reason = wiki && resolveLink(options, page.page.file, link.address).fault;
    if (reason !== undefined) return { reason };
    if (link.target === undefined) return undefined;
    if (!wiki && isContentLink(link.address)) {
      const fault = await findFileFault(page.page.file, link.address);
      if (fault || isPictureName(link.address.replace(/[?#].*$/s, ''))) return fault;
    }
    const fault = link.target === page.page.address ? undefined : findAddressFault(link.target, isOther);
    if (fault) return fault;
    return isOther(link.target) ? undefined : findFragmentFault(page, link);
  }

  async function checkPage(page: IndexedPage, isOther: IsOtherAddress): Promise<LinkFault[]> {
    const { file, metadata } = page.page;
    const faults: LinkFault[] = [];
    for (const link of page.links) {
      const fault = await findLinkFault(page, link, isOther);
      if (fault) faults.push({ file, line: link.line, link: link.address, ...fault });
    }
    const image =
      metadata.image && isContentPath(metadata.image.src) ? [{ address: metadata.image.src, line: 1 }] : [];
    for (const { address, line } of [...image, ...page.pictures]) {
      const fault = await findPictureFault(file, address);
      if (fault) faults.push({ file, line, link: address, ...fault });
    }
    for (const { address, line } of page.ownComponents) {
      const path = `${ownComponentsFolder}/${address}.tsx`;
      if (!existsSync(join(base, path)))
        faults.push({ file, line, link: `own-${address}`, reason: `there is no ${path}` });
    }
    return faults.sort((one, other) => one.line - other.line);
  }

  return {
    checkPage,
    checkSiteLinks: (links, isOther) =>
      links.flatMap((place) => {
        const target = place.link.startsWith('/') ? toAddress(place.link.replace(/[?#].*$/s, '')) : undefined;
        const fault = target === undefined ? undefined : findAddressFault(target, isOther);
        return fault ? [{ ...place, ...fault }] : [];
      }),
    async checkAll(isOther) {
      const faults: LinkFault[] = [];
      const now = options.now().getTime();
      for (const page of index.all()) {
        // Drafts are being written, and expired pages are no longer read.
        const state = stateOf(page.page, now);
        if (state === 'published' || state === 'scheduled') faults.push(...(await checkPage(page, isOther)));
      }
      return faults;
    },
  };
}

function toFault(reason: string, suggestion: string | undefined): Fault {
  return suggestion === undefined ? { reason } : { reason, suggestion };
}

/** `posts/a.md:4: ./b.md: there is no such file: did you mean c.md?` */
export function describeLinkFault(fault: LinkFault): string {
  return `${fault.file}:${fault.line}: ${fault.link}: ${reasonOf(fault)}`;
}

export function reasonOf({ reason, suggestion }: LinkFault): string {
  return suggestion === undefined ? reason : `${reason}: did you mean ${suggestion}?`;
}

/** Without links that were found to lead nowhere when their page was rendered. */
export function withoutKnown(links: LinkFault[], known: readonly ContentFault[]): LinkFault[] {
  return links.filter(
    ({ file, line, link }) =>
      !known.some((fault) => fault.file === file && fault.line === line && fault.message.includes(link)),
  );
}
