import type {
  ArchiveYear,
  Article,
  Author,
  LocalNavigation,
  Neighbours,
  PageList,
  PageSummary,
  Series,
  TagSummary,
} from '../markdown/document.ts';
import type { SearchAnswer } from '../markdown/search/search-answer.ts';
import type { NamesView, NameView } from '../names/view.ts';
import type { ShownRun, ShownRuns } from '../running/shown-run.ts';

/** The content of `<head>`, for the server's document and for the browser after a route change. */
export interface Head {
  title: string;
  description?: string;
  /** Absolute, made from the configured SITE_URL. */
  canonical?: string;
  robots?: string;
  type?: 'website' | 'article';
  image?: { src: string; width?: number; height?: number; alt: string };
  /** The path before `/feed.xml` of the page's feeds: '' for those of the site. */
  feed?: string;
  /** The same page in each language, by path; its own included. */
  translations?: { language: string; path: string }[];
  /** The path of the page as Markdown. */
  markdown?: string;
  /** The pages of a long list beside this one, absolute. */
  prev?: string;
  next?: string;
  published?: string;
  modified?: string;
}

/** The data of each page, by the route's name. A page reads its own with `usePageData('article')`. */
export interface PageDataByRoute {
  index: { intro?: Article; latest: PageSummary[]; total: number };
  about: { article?: Article; untranslated?: Untranslated };
  'baby-names': { intro?: Article; names?: NamesView | { problem: true } };
  /** `unknown`: a name that is in none of the lists, as it was written, and names that may have been meant. */
  name: { found?: NameView | { problem: true } | { unknown: string; near: string[] } };
  'name-lists': null;
  /** `samples`: the site has no owner yet, so the page shows sample runs. `shown`: the runs that strangers see, if there are any. */
  running: { intro?: Article; samples?: true; shown?: ShownRuns };
  /** `shown`: what strangers may see of it; undefined for a private run and for one that does not exist. */
  run: { id: string; shown?: ShownRun; samples?: true };
  pace: { intro?: Article };
  login: null;
  confirm: null;
  'oauth-consent': null;
  account: null;
  stats: null;
  admin: null;
  /** `fault`: what is wrong with the question. Without a question there is neither fault nor answer. */
  /** `intro`: the owner's own text at this address. */
  offline: { intro?: Article };
  search: { question: string; page: number; pageCount: number; fault?: string; answer?: SearchAnswer };
  /** An article, or the list of a folder. Also any other page of the content tree, which then has no navigation. */
  article:
    | {
        kind: 'article';
        article: Article;
        navigation?: LocalNavigation;
        neighbours: Neighbours;
        series?: Series;
        authors?: { name: string; path: string }[];
        /** The number of views, where it is shown and known. */
        views?: number;
        /** Pages to read next. */
        related?: { title: string; path: string; description?: string; date?: string }[];
        /** Pages that link to this one. */
        backlinks?: { title: string; path: string }[];
        /** Where the source of the page can be edited. */
        editUrl?: string;
        untranslated?: Untranslated;
      }
    /** `label` says what the list is of, where that is no folder. */
    | {
        kind: 'list';
        list: PageList;
        intro?: Article;
        navigation?: LocalNavigation;
        label?: 'Tag' | 'Author' | 'Archive';
        author?: Author;
        /** There are tags and dates to choose from. */
        byTag?: boolean;
        byMonth?: boolean;
      }
    | { kind: 'tags'; tags: TagSummary[]; intro?: Article }
    | { kind: 'archive'; years: ArchiveYear[]; intro?: Article }
    /** The page is guarded, and the visitor's session is not known yet. */
    | { kind: 'settling' };
}

/** One entry of `/page-notes.json`: what is wrong with the file of a page, for its owner. */
export interface PageNote {
  file: string;
  line?: number;
  message: string;
}

/** Why strangers do not see a page that an owner, or a visitor with a preview link, does. */
export interface Unpublished {
  state: 'draft' | 'scheduled' | 'expired';
  /** ISO: when it appears, or when it expired. */
  moment?: string;
  /** ISO: the visitor came by a preview link, which ends then. */
  previewUntil?: string;
}

/** A page that its language does not have is shown as it is at this path, in the language of the site. */
export interface Untranslated {
  path: string;
  language: string;
}

export type RouteName = keyof PageDataByRoute;

/** The data of one page, from the server or from `<path>/_payload.json`. */
export interface Page<Name extends RouteName = RouteName> {
  route: Name;
  head: Head;
  data: PageDataByRoute[Name];
  /** The token with which a view of this page is sent. Without one it is not counted. */
  view?: string;
  /** Decides the language where the address does not: `/de` for a German page that a preview link shows. */
  languagePath?: string;
  /** Strangers do not see this page, or not its text. */
  unpublished?: Unpublished;
}

/** The body of `<path>/_payload.json`: entries under 10-character keys (see app/runtime/short-hash.ts). */
export type Payload = Record<string, Page>;

/** The address of a page's payload, from the origin on. */
export function payloadPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>, buildId: string): string {
  const query = search ? `&${search.slice(1)}` : '';
  return `${pathname === '/' ? '' : pathname}/_payload.json?${buildId}${query}`;
}

/** The body of `<path>/_payload.json` of an earlier address: where it leads on this site, or itself if the browser has to load it in full. */
export interface RedirectPayload {
  redirect: string;
}
