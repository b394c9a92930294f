import type {
  Article,
  LocalNavigation,
  NavigationNode,
  Neighbours,
  PageList,
  PageSource,
  PageSummary,
  Series,
} from '../document.ts';
import { toAddress, toSlug } from '../files/page-address.ts';
import { type CollectedPages, createCollectedPages, toSeries } from './collected-pages.ts';
import { toSummary } from './page-list.ts';
import type { SiteFiles } from './site-files.ts';
import type { SiteNode } from './site-map.ts';
import { type Found, isInHiddenFolder, type NamedPage, type SiteView } from './site-view.ts';
import type { Translation } from './translations.ts';

/**
 * The pages that one audience may know of. Everything that names a page takes it from here and from nowhere else: lists, navigation,
 * search, feeds, the sitemap, tags, previews. Strangers get published pages that are open, readers the guarded ones too, and owners also
 * drafts, scheduled, expired and unlisted pages. Paths may be percent-encoded or not.
 */
export interface VisiblePages extends CollectedPages {
  /** Every page that may be named, of all folders, in the order of the navigation. */
  pages(): readonly NamedPage[];
  /** Those of these pages that another page may name. */
  summaries(paths: readonly string[]): PageSummary[];
  /** What an address leads to. Unlisted pages are found by their address. */
  find(path: string): Found | undefined;
  /** Undefined: no page, or one that was never valid; `find` then returns its problem. */
  readArticle(path: string): Promise<Article | undefined>;
  /** The page as it was written. Undefined: no page, or its file cannot be read. */
  readSource(path: string): Promise<PageSource | undefined>;
  list(path: string, options: { page: number; size: number }): PageList | undefined;
  /** Newest first, only pages under /posts. `prefix` names a further language: `/de`. */
  latest(count: number, prefix?: string): { pages: PageSummary[]; total: number };
  navigation(prefix?: string): NavigationNode[];
  localNavigation(path: string): LocalNavigation | undefined;
  neighbours(path: string): Neighbours;
  series(path: string): Series | undefined;
  /** The same page in each language that has it, by the language's prefix, itself included; empty on a site with one language. */
  translations(path: string): Translation[];
  /** Who wrote a page; an author that authors.yml does not have is a name without a page. */
  authorsOf(path: string): { name: string; path: string }[];
}

/** `view` is called each time, because it changes with the content. */
export function createVisiblePages(
  view: () => SiteView,
  files: () => SiteFiles,
  readers: Pick<VisiblePages, 'readArticle' | 'readSource'>,
): VisiblePages {
  return {
    ...createCollectedPages(view, files),
    pages: () => view().pages(),
    summaries: (paths) =>
      paths.flatMap((path) => {
        const node = findNode(view(), path);
        return node?.page?.metadata.listed && !isInHiddenFolder(node) ? [toSummary(node.page)] : [];
      }),
    find(path) {
      const address = toAddress(path);
      return address === undefined ? undefined : view().find(address);
    },
    ...readers,
    list(path, paging) {
      const node = findNode(view(), path);
      return node && view().list(node, paging);
    },
    latest: (count, prefix = '') => view().latest(count, prefix),
    navigation: (prefix = '') => view().navigation(prefix),
    localNavigation(path) {
      const node = findNode(view(), path);
      return node && view().localNavigation(node);
    },
    neighbours(path) {
      const node = findNode(view(), path);
      return node ? view().neighbours(node) : {};
    },
    series(path) {
      const node = findNode(view(), path);
      return node && toSeries(view(), node);
    },
    translations: (path) => view().translations(toAddress(path) ?? ''),
    authorsOf(path) {
      const { page, prefix } = findNode(view(), path) ?? {};
      return (page?.metadata.authors ?? []).map((id) => ({
        name: files().author(id)?.name ?? id,
        path: `${prefix}/authors/${toSlug(id)}`,
      }));
    },
  };
}

function findNode({ map }: SiteView, path: string): SiteNode | undefined {
  const address = toAddress(path);
  return address === undefined ? undefined : map.nodes.get(address);
}
