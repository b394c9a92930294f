/** How the pages of one content folder relate to each other and to earlier ones: links, redirects, renamed files. */
import { join } from 'node:path';
import type { PageNames } from './articles/page-names.ts';
import type { ReadBody } from './articles/read-body.ts';
import { resolveLink, toWikiName } from './articles/resolve-link.ts';
import type { PageSummary } from './document.ts';
import type { Audience, ContentFolder, PageFile } from './files/content-files.ts';
import { toAddress } from './files/page-address.ts';
import type { Pace } from './files/pause.ts';
import { createSettleTimer } from './files/settle-timer.ts';
import { createBacklinks } from './links/backlinks.ts';
import { createLinkCheck, type IsOtherAddress, type LinkFault, type SiteLink } from './links/check-links.ts';
import { createPageIndex } from './links/page-index.ts';
import { listPagesByPicture, listPagesWithPictures } from './links/shown-pictures.ts';
import type { ContentLog } from './log.ts';
import type { Pictures } from './pictures/picture-files.ts';
import { openRedirects, type Redirects } from './redirects/open-redirects.ts';
import { REDIRECTS_FILE } from './redirects/parse-redirects.ts';
import { createRenamedPages, type ProposedRedirect } from './redirects/renamed-pages.ts';
import { isExternal } from './safe-address.ts';
import { toSummary } from './site-tree/page-list.ts';
import type { Found } from './site-tree/site-view.ts';
import type { SiteViews } from './site-tree/site-views.ts';

export interface PageRelations {
  readonly redirects: Redirects;
  /** Reads the links and the text of all pages that are not in the index as they are now. */
  completeIndex(pace: Pace): Promise<void>;
  /** The pages that link to an address, as far as an audience may know of them; at most eight. Empty until the index is complete. */
  findBacklinks(address: string, audience: Audience): PageSummary[];
  /** The addresses that the author of a page names as related. Undefined: the author says nothing of it. */
  findChosen(address: string): string[] | undefined;
  /** Completes the index, and checks every link. */
  checkLinks(options: LinkCheckRequest): Promise<LinkFault[]>;
  /** The same for one page. */
  checkPage(file: string, isOther: IsOtherAddress): Promise<LinkFault[]>;
  /** Completes the index, and returns the addresses of the pages that show a picture or link to it, by its path. */
  pagesByPicture(): Promise<ReadonlyMap<string, string[]>>;
  /** Completes the index, and returns the addresses of all pages that have pictures, for every audience. */
  pagesWithPictures(): Promise<ReadonlySet<string>>;
  /** The links to other sites, as far as pages are in the index. */
  externalLinks(): SiteLink[];
  proposedRedirects(): ProposedRedirect[];
  onPageFound(page: PageFile): void;
  onPageGone(page: PageFile): void;
  /** These paths were saved, added or deleted, and have been read again. */
  afterChanges(paths: ReadonlySet<string>): void;
  close(): void;
}

export interface LinkCheckRequest {
  /** Addresses that the site answers without a page of the content folder. */
  isOther: IsOtherAddress;
  /** Links of the menus. */
  siteLinks: readonly SiteLink[];
  pace?: Pace;
}

export interface PageRelationsOptions {
  base: string;
  root: ContentFolder;
  names: PageNames;
  views: SiteViews;
  log: ContentLog;
  now: () => Date;
  readBody: ReadBody;
  pictures: Pictures;
  /** These pages show something else of other pages than before. */
  onStale: (addresses: string[]) => void;
}

const MAX_BACKLINKS = 8;

export function createPageRelations(options: PageRelationsOptions): PageRelations {
  const { base, root, views, log, now } = options;
  let isClosed = false;
  const hasPage = (address: string) => isThere(views.of('reader').find(address));
  const redirects = openRedirects({
    base,
    root,
    log,
    isReachable: (page) => views.of('reader').pageAt(page.address) === page,
    hasPage,
    isHidden: (address) =>
      views.of('reader').find(address) === undefined && isThere(views.of('owner').find(address)),
  });
  const backlinks = createBacklinks();
  const index = createPageIndex({
    onReplace: backlinks.replace,
    root,
    names: options.names,
    toAbsolute: (file) => join(base, file),
    readBody: options.readBody,
    isClosed: () => isClosed,
  });
  const renamed = createRenamedPages({ index, now, log, hasPage, isRedirected: redirects.has });
  const linkCheck = createLinkCheck({ ...options, index, isRedirected: redirects.has });
  const timer = createSettleTimer(() => void settle());

  /** After a burst of changes. */
  async function settle(): Promise<void> {
    if (index.isStarted) await completeIndex('background');
    const moved = isClosed ? [] : renamed.settle();
    // A browser that still shows such a page can name its new address.
    if (moved.length > 0) options.onStale(moved);
  }

  async function completeIndex(pace: Pace): Promise<void> {
    await index.complete(pace);
    const stale = backlinks.takeChanged().filter(hasPage);
    if (stale.length > 0 && !isClosed) options.onStale(stale);
  }

  function findBacklinks(address: string, audience: Audience): PageSummary[] {
    const view = views.of(audience);
    if (!index.isComplete || view.pageAt(address)?.metadata.backlinks === false) return [];
    const pages = [...backlinks.filesOf(address)].flatMap((file) => {
      const page = index.find(file)?.page;
      // A page that this audience can reach, and that is not reached by its address alone.
      return page && view.pageAt(page.address) === page && !page.metadata.unlisted ? [page] : [];
    });
    return pages.map(toSummary).sort(byDateAndTitle).slice(0, MAX_BACKLINKS);
  }

  function findChosen(address: string): string[] | undefined {
    const page = views.of('owner').pageAt(address);
    if (page?.metadata.related === undefined) return undefined;
    // Where a name leads can change with the pages that come and go.
    options.names.users.add(address);
    return page.metadata.related.flatMap((name) => {
      const { href } = resolveLink(options, page.file, toWikiName(name));
      return (href !== undefined && toAddress(href)) || [];
    });
  }

  /** The targets of `redirects.yml` on this site. One with `*` may lead anywhere. */
  function listRedirectTargets(): SiteLink[] {
    return redirects
      .rules()
      .flatMap(({ file, line = 1, to, isPattern }) =>
        to === undefined || (isPattern && to.includes(':splat')) ? [] : [{ file, line, link: to }],
      );
  }

  return {
    redirects,
    completeIndex,
    findBacklinks,
    findChosen,
    async checkLinks({ isOther, siteLinks, pace = 'full' }) {
      await completeIndex(pace);
      return [
        ...(await linkCheck.checkAll(isOther)),
        ...linkCheck.checkSiteLinks([...listRedirectTargets(), ...siteLinks], isOther),
      ];
    },
    async checkPage(file, isOther) {
      await completeIndex('full');
      const page = index.find(file);
      return page ? linkCheck.checkPage(page, isOther) : [];
    },
    async pagesByPicture() {
      await completeIndex('full');
      return listPagesByPicture(index, options);
    },
    async pagesWithPictures() {
      await completeIndex('full');
      return listPagesWithPictures(index);
    },
    externalLinks: () =>
      [...index.all()].flatMap(({ page, links }) =>
        links
          .filter(({ address }) => isExternal(address))
          .map(({ address, line }) => ({ file: page.file, line, link: address })),
      ),
    proposedRedirects: renamed.proposals,
    onPageFound: renamed.onFound,
    onPageGone: renamed.onGone,
    afterChanges(paths) {
      if (paths.has(REDIRECTS_FILE) || paths.has('')) redirects.reload();
      timer.restart();
    },
    close() {
      isClosed = true;
      timer.close();
    },
  };
}

function byDateAndTitle(one: PageSummary, other: PageSummary): number {
  const dates = (other.date ?? '').localeCompare(one.date ?? '');
  return dates === 0 ? one.title.localeCompare(other.title) : dates;
}

function isThere(found: Found | undefined): boolean {
  return found !== undefined && found.kind !== 'expired';
}
