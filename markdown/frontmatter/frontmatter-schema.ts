import { boolean, type Fields, list, object, oneOf, type Rule, text, wholeNumber } from './field-rules.ts';

/**
 * The fields an author can write between the two `---` lines at the top of a page. All of them are optional.
 * A field that is not listed here, or that holds something else than its comment says, is reported with file and line.
 */
export interface Frontmatter {
  /** The page's title. Without it the first `# heading` is the title, and without that the file's name. */
  title?: string;
  /** One or two sentences for lists, search results and previews. */
  description?: string;
  /** The day the page belongs to, e.g. `2026-11-15`. Lists show the newest first. */
  date?: string;
  /** The day of the last real change. Without it: the day the file was last saved. */
  updated?: string;
  /** Words to group pages by, e.g. `[garden, winter]`. */
  tags?: string[];
  /** The series that the page is a part of, e.g. `Building a shed`. */
  series?: string;
  /** Which part of its series it is, from 1. */
  part?: number;
  /** Who wrote it: one or more of the names in `content/authors.yml`. */
  authors?: string | string[];
  /** A picture for previews: a file beside the page, `./cover.jpg`, or with a description: `{ src: ./cover.jpg, alt: … }`. */
  image?: string | { src: string; alt?: string };
  /** `true` keeps the page out of the site. A file name that ends in `.draft.md` does the same. */
  draft?: boolean;
  /** The page appears at this moment, e.g. `2026-11-15 08:00` (UTC) or `2026-11-15T08:00+01:00`. */
  publishAt?: string;
  /** From this moment on the page is gone, e.g. `2026-12-24 18:00` (UTC). Its address says so. */
  expires?: string;
  /** `true` keeps the page out of everything that names pages: lists, search, feeds, the sitemap. Its address works. */
  unlisted?: boolean;
  /** Where the page was published first, for a repost: search engines count that address. It begins with `https://`. */
  canonical?: string;
  /** The page that this one is a translation of, e.g. `/posts/first`, where their addresses differ. */
  translationOf?: string;
  /** Earlier addresses of this page, e.g. `/posts/old-name` or a list of them. */
  redirectFrom?: string | string[];
  /** `false` leaves out the list of pages that link to this one. */
  backlinks?: boolean;
  /** Pages to read next, by their addresses or the names of their files, e.g. `[roses.md, /posts/garden]`. Without it they are found; `false`: none. */
  related?: false | string | string[];
  /** `false` leaves out "Edit this page". */
  edit?: boolean;
  /** `false` hides the page from navigation and lists; `{ title: Short }` gives it another name there. */
  navigation?: boolean | { title: string };
  /** `rtl` for a text that is written from right to left, on a site whose language is not. */
  dir?: 'ltr' | 'rtl';
  /** `true` shows on the page how often it was viewed, `false` does not; without it, site.config.ts decides. */
  showViews?: boolean;
  /** What search engines and previews see, where it differs from the page itself. */
  head?: {
    /** The title in the browser's tab and in search results. */
    title?: string;
    /** The description in search results. */
    description?: string;
    /** What robots may do, e.g. `noindex`. */
    robots?: string;
  };
}

const anyText = text();
const day = matching('must be a day like 2026-11-15', (value) => DAY.test(value) && isRealDay(value));
const moment = matching(
  'must be a moment like 2026-11-15 08:00',
  (value) => parseMoment(value) !== undefined,
);
const sitePath = text(
  'must be text',
  (value) => /^\/(?![/\\])/.test(value),
  'must begin with one slash, like /posts/old-name',
);
const httpsAddress = matching(
  'must be an address like https://example.com/posts/first',
  (value) => URL.parse(value)?.protocol === 'https:',
);
const no: Rule = (value, path, report) => {
  if (value !== false) report({ path, rule: 'must be false', isOtherKind: true });
};
const DAY = /^\d{4}-\d\d-\d\d$/;

export const frontmatterFields: Fields<Frontmatter> = {
  title: anyText,
  description: anyText,
  date: day,
  updated: day,
  tags: list(anyText, 'must be a list like [garden, winter]'),
  series: anyText,
  part: wholeNumber,
  authors: oneOf([anyText, list(anyText, '')], 'must be a name of content/authors.yml, or a list of them'),
  image: oneOf(
    [anyText, object({ src: anyText, alt: anyText }, '', ['src'])],
    'must be a file like ./cover.jpg, or { src: ./cover.jpg, alt: what it shows }',
  ),
  draft: boolean,
  publishAt: moment,
  expires: moment,
  unlisted: boolean,
  canonical: httpsAddress,
  translationOf: sitePath,
  redirectFrom: oneOf(
    [sitePath, list(sitePath, '')],
    'must be an address like /posts/old-name, or a list of them',
  ),
  backlinks: boolean,
  related: oneOf(
    [no, anyText, list(anyText, '')],
    'must be false, a page like roses.md or /posts/roses, or a list of them',
  ),
  edit: boolean,
  navigation: oneOf(
    [boolean, object({ title: anyText }, '', ['title'])],
    'must be false, or { title: a shorter title }',
  ),
  dir: matching('must be rtl or ltr', (value) => value === 'rtl' || value === 'ltr'),
  showViews: boolean,
  head: object(
    { title: anyText, description: anyText, robots: anyText },
    'must be a group with title, description or robots',
  ),
};

/** What `.navigation.yml` in a folder can say. */
export interface FolderSettings {
  /** The folder's name in navigation and lists. */
  title?: string;
  /** `true` keeps the folder and everything in it out of navigation and lists; the addresses still work. */
  hide?: boolean;
  /** `false` keeps the pages of the folder out of the latest articles on the front page, and out of the feed of the whole site. */
  latest?: boolean;
}

export const folderSettingsFields: Fields<FolderSettings> = {
  title: anyText,
  hide: boolean,
  latest: boolean,
};

/** Text of one form: one rule describes every violation. */
function matching(rule: string, isRight: (value: string) => boolean) {
  return text(rule, isRight, rule);
}

/** 2026-02-30 has the right form and is no day. */
function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Milliseconds of a moment; one without a time zone is meant in UTC. */
export function parseMoment(value: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    value,
  );
  const date = parts?.[1];
  if (!date || !isRealDay(date)) return undefined;
  const time = Date.parse(`${date}T${parts[2] ?? '00:00'}${parts[3] ?? 'Z'}`);
  return Number.isNaN(time) ? undefined : time;
}
