/** How the pages of one content folder relate to each other and to earlier ones: links, redirects, renamed files. */
import { join } from 'node:path';
import type { ReadBody } from './articles/read-body.ts';
import { toContentPath } from './articles/resolve-addresses.ts';
import type { ContentFolder, PageFile } from './files/content-files.ts';
import { createSettleTimer } from './files/settle-timer.ts';
import { createLinkCheck, type IsOtherAddress, type LinkFault, type SiteLink } from './links/check-links.ts';
import { createPageIndex, type IndexedPage, type Pace, type PageIndex } from './links/page-index.ts';
import type { ContentLog } from './log.ts';
import type { Pictures } from './pictures/picture-files.ts';
import { openRedirects, type Redirects } from './redirects/open-redirects.ts';
import { REDIRECTS_FILE } from './redirects/parse-redirects.ts';
import { createRenamedPages, type ProposedRedirect } from './redirects/renamed-pages.ts';
import { isContentPath, isExternal } from './safe-address.ts';
import type { Found } from './site-tree/site-view.ts';
import type { SiteViews } from './site-tree/site-views.ts';

export interface PageRelations {
  readonly redirects: Redirects;
  readonly index: PageIndex;
  /** Completes the index, and checks every link. */
  checkLinks(options: LinkCheckRequest): Promise<LinkFault[]>;
  /** The same for one page. */
  checkPage(file: string, isOther: IsOtherAddress): Promise<LinkFault[]>;
  /** Completes the index, and returns the addresses of the pages that show a picture. */
  findPagesWith(picture: string): Promise<string[]>;
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
  views: SiteViews;
  log: ContentLog;
  now: () => Date;
  readBody: ReadBody;
  pictures: Pictures;
}

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
  const index = createPageIndex({
    root,
    toAbsolute: (file) => join(base, file),
    readBody: options.readBody,
    isClosed: () => isClosed,
  });
  const renamed = createRenamedPages({ index, now, log, hasPage, isRedirected: redirects.has });
  const linkCheck = createLinkCheck({ ...options, index, isRedirected: redirects.has });
  const timer = createSettleTimer(() => void settle());

  /** After a burst of changes. */
  async function settle(): Promise<void> {
    if (index.isStarted) await index.complete('background');
    if (!isClosed) renamed.settle();
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
    index,
    async checkLinks({ isOther, siteLinks, pace = 'full' }) {
      await index.complete(pace);
      return [
        ...(await linkCheck.checkAll(isOther)),
        ...linkCheck.checkSiteLinks([...listRedirectTargets(), ...siteLinks], isOther),
      ];
    },
    async checkPage(file, isOther) {
      await index.complete();
      const page = index.find(file);
      return page ? linkCheck.checkPage(page, isOther) : [];
    },
    async findPagesWith(picture) {
      await index.complete();
      const isShownBy = ({ page, pictures, links }: IndexedPage) =>
        [...pictures, ...links, { address: page.metadata.image?.src ?? '' }].some(
          ({ address }) => isContentPath(address) && toContentPath(page.file, address) === picture,
        );
      return [...index.all()].filter(isShownBy).map(({ page }) => page.address);
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

function isThere(found: Found | undefined): boolean {
  return found !== undefined && found.kind !== 'expired';
}
