import { z } from 'zod';

/**
 * The fields an author can write between the two `---` lines at the top of a page. All of them are optional.
 * A field that is not listed here, or that holds something else than its comment says, is reported with file and line.
 */
export const frontmatterSchema = z.strictObject({
  /** The page's title. Without it the first `# heading` is the title, and without that the file's name. */
  title: text().optional(),
  /** One or two sentences for lists, search results and previews. */
  description: text().optional(),
  /** The day the page belongs to, e.g. `2026-11-15`. Lists show the newest first. */
  date: day().optional(),
  /** The day of the last real change. Without it: the day the file was last saved. */
  updated: day().optional(),
  /** Words to group pages by, e.g. `[garden, winter]`. */
  tags: z.array(text(), 'must be a list like [garden, winter]').optional(),
  /** A picture for previews: a file beside the page, `./cover.jpg`, or with a description: `{ src: ./cover.jpg, alt: … }`. */
  image: z
    .union([text(), z.strictObject({ src: text(), alt: text().optional() })], {
      error: 'must be a file like ./cover.jpg, or { src: ./cover.jpg, alt: what it shows }',
    })
    .optional(),
  /** `true` keeps the page out of the site. A file name that ends in `.draft.md` does the same. */
  draft: yesOrNo().optional(),
  /** The page appears at this moment, e.g. `2026-11-15 08:00` (UTC) or `2026-11-15T08:00+01:00`. */
  publishAt: moment().optional(),
  /** Earlier addresses of this page, e.g. `/posts/old-name` or a list of them. */
  redirectFrom: z
    .union([sitePath(), z.array(sitePath())], {
      error: 'must be an address like /posts/old-name, or a list of them',
    })
    .optional(),
  /** `false` hides the page from navigation and lists; `{ title: Short }` gives it another name there. */
  navigation: z
    .union([z.boolean(), z.strictObject({ title: text() })], {
      error: 'must be false, or { title: a shorter title }',
    })
    .optional(),
  /** `true` shows on the page how often it was viewed, `false` does not; without it, site.config.ts decides. */
  showViews: yesOrNo().optional(),
  /** What search engines and previews see, where it differs from the page itself. */
  head: z
    .strictObject(
      {
        /** The title in the browser's tab and in search results. */
        title: text().optional(),
        /** The description in search results. */
        description: text().optional(),
        /** What robots may do, e.g. `noindex`. */
        robots: text().optional(),
      },
      'must be a group with title, description or robots',
    )
    .optional(),
});

export type Frontmatter = z.infer<typeof frontmatterSchema>;

/** What `.navigation.yml` in a folder can say. */
export const folderSettingsSchema = z.strictObject({
  /** The folder's name in navigation and lists. */
  title: text().optional(),
  /** `true` keeps the folder and everything in it out of navigation and lists; the addresses go on working. */
  hide: yesOrNo().optional(),
});

export type FolderSettings = z.infer<typeof folderSettingsSchema>;

function text() {
  return z.string('must be text').refine((value) => value.trim() !== '', 'must not be empty');
}

function yesOrNo() {
  return z.boolean('must be true or false');
}

function day() {
  const rule = 'must be a day like 2026-11-15';
  return z.string(rule).refine((value) => /^\d{4}-\d\d-\d\d$/.test(value) && isRealDay(value), rule);
}

function moment() {
  const rule = 'must be a moment like 2026-11-15 08:00';
  return z.string(rule).refine((value) => parseMoment(value) !== undefined, rule);
}

function sitePath() {
  return z
    .string('must be text')
    .refine((value) => /^\/(?![/\\])/.test(value), 'must begin with one slash, like /posts/old-name');
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
