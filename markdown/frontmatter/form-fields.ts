/** The fields of a page's front matter as a form shows them. The browser has this file: it must not import a parser. */
import type { Frontmatter } from './frontmatter-schema.ts';

export type FormFieldKind =
  | 'text'
  | 'long-text'
  | 'day'
  | 'moment'
  | 'switch'
  | 'number'
  | 'list'
  /** A file, or `{ src, alt }`. */
  | 'image'
  | 'choice'
  /** `{ name: text }`, for the names in `members`. */
  | 'group';

export interface FormField {
  name: keyof Frontmatter;
  label: string;
  hint: string;
  kind: FormFieldKind;
  /** Of a choice. */
  choices?: readonly string[];
  /** Of a group. */
  members?: readonly { name: string; label: string }[];
  /** Of a switch: what holds when nothing is written. Left out: the site's settings decide. */
  standard?: boolean;
  /** `false` can be written in its place, and means this. */
  falseMeans?: string;
  /** Seldom needed: shown on request. */
  isRare?: true;
}

type Described = Omit<FormField, 'name'>;

/** In the order of the schema. A field that is missing here is a type error. */
const described: Record<keyof Frontmatter, Described> = {
  title: { label: 'Title', hint: 'Without it, the first heading is the title.', kind: 'text' },
  description: {
    label: 'Description',
    hint: 'One or two sentences for lists, search results and previews.',
    kind: 'long-text',
  },
  date: { label: 'Date', hint: 'The day the page belongs to. Lists show the newest first.', kind: 'day' },
  updated: {
    label: 'Updated',
    hint: 'The day of the last real change. Without it: the day the file was last saved.',
    kind: 'day',
    isRare: true,
  },
  tags: { label: 'Tags', hint: 'Words to group pages by.', kind: 'list' },
  series: { label: 'Series', hint: 'The series that the page is a part of.', kind: 'text', isRare: true },
  part: { label: 'Part', hint: 'Which part of its series it is, from 1.', kind: 'number', isRare: true },
  authors: { label: 'Authors', hint: 'Names from authors.yml.', kind: 'list', isRare: true },
  image: { label: 'Picture', hint: 'For previews: a file beside the page.', kind: 'image' },
  draft: { label: 'Draft', hint: 'Keeps the page out of the site.', kind: 'switch', standard: false },
  publishAt: { label: 'Publish at', hint: 'The page appears at this moment.', kind: 'moment' },
  expires: {
    label: 'Expires',
    hint: 'From this moment on the page is gone, and its address says so.',
    kind: 'moment',
    isRare: true,
  },
  unlisted: {
    label: 'Unlisted',
    hint: 'Only those who have the address find the page.',
    kind: 'switch',
    standard: false,
  },
  canonical: {
    label: 'First published at',
    hint: 'For a repost: the address that search engines count. It begins with https://.',
    kind: 'text',
    isRare: true,
  },
  translationOf: {
    label: 'Translation of',
    hint: 'The page this one translates, like /posts/first, where their addresses differ.',
    kind: 'text',
    isRare: true,
  },
  redirectFrom: {
    label: 'Earlier addresses',
    hint: 'Like /posts/old-name. They lead here.',
    kind: 'list',
    isRare: true,
  },
  backlinks: {
    label: 'Backlinks',
    hint: 'Lists the pages that link to this one.',
    kind: 'switch',
    standard: true,
    isRare: true,
  },
  related: {
    label: 'Read next',
    hint: 'Addresses or file names of pages. Without it, they are found by what the page is about.',
    kind: 'list',
    falseMeans: 'None',
    isRare: true,
  },
  edit: {
    label: 'Edit link',
    hint: 'Shows “Edit this page”.',
    kind: 'switch',
    standard: true,
    isRare: true,
  },
  navigation: {
    label: 'In navigation',
    hint: 'A shorter title for navigation and lists.',
    kind: 'group',
    members: [{ name: 'title', label: 'Short title' }],
    falseMeans: 'Leave the page out',
    isRare: true,
  },
  dir: {
    label: 'Direction of the text',
    hint: 'rtl for text that is written from right to left.',
    kind: 'choice',
    choices: ['ltr', 'rtl'],
    isRare: true,
  },
  showViews: {
    label: 'Show views',
    hint: 'Shows how often the page was viewed. Without it, the site’s settings decide.',
    kind: 'switch',
    isRare: true,
  },
  head: {
    label: 'For search engines',
    hint: 'What search engines and previews see, where it differs from the page.',
    kind: 'group',
    members: [
      { name: 'title', label: 'Title' },
      { name: 'description', label: 'Description' },
      { name: 'robots', label: 'Robots' },
    ],
    isRare: true,
  },
};

export const formFields: readonly FormField[] = Object.entries(described).map(([name, field]) => ({
  name: name as keyof Frontmatter,
  ...field,
}));
