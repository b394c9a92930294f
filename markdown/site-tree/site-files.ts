import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Author } from '../document.ts';
import { toSlug } from '../files/page-address.ts';
import { checkYaml } from '../frontmatter/check-yaml.ts';
import type { Fault } from '../frontmatter/fault.ts';
import { list, mapOf, object, type Rule, text } from '../frontmatter/field-rules.ts';
import { describeFaults } from '../frontmatter/parse-metadata.ts';
import type { ContentLog } from '../log.ts';
import { toPictureAddress } from '../pictures/picture-address.ts';
import type { Pictures } from '../pictures/picture-files.ts';

/** What `content/tags.yml` says about a tag. */
export interface TagFacts {
  title?: string;
  description?: string;
}

/** The files beside the pages that say something about all of them: `tags.yml` and `authors.yml`. */
export interface SiteFiles {
  /** The slug of a tag; another spelling of it leads to the same one. */
  toTag(slug: string): string;
  tagFacts(slug: string): TagFacts;
  author(id: string): Author | undefined;
  /** Reads a file again if it is one of them, or a picture that one names; true when that changed something. */
  refresh(path: string): Promise<boolean>;
}

interface TagEntry extends TagFacts {
  aliases?: string[];
}

interface AuthorEntry {
  name: string;
  description?: string;
  picture?: string;
  links?: { title: string; url: string }[];
}

const anyText = text();
const url = text(
  'must be text',
  (value) => /^(?:https?:\/\/|mailto:|\/(?!\/))/.test(value),
  'must begin with https://, mailto: or a slash',
);
const rules: Record<string, Rule> = {
  'tags.yml': mapOf(
    object(
      { title: anyText, description: anyText, aliases: list(anyText, 'must be a list of other spellings') },
      'must be a group with title, description or aliases',
    ),
  ),
  'authors.yml': mapOf(
    object(
      {
        name: anyText,
        description: anyText,
        picture: anyText,
        links: list(
          object({ title: anyText, url }, 'must have a title and a url', ['title', 'url']),
          'must be a list of links',
        ),
      },
      'must be a group with name, description, picture or links',
      ['name'],
    ),
  ),
};

export async function openSiteFiles(base: string, pictures: Pictures, log: ContentLog): Promise<SiteFiles> {
  let aliases = new Map<string, string>();
  let tags = new Map<string, TagFacts>();
  let authors = new Map<string, Author>();
  let authorPictures = new Set<string>();

  /** While a file is broken, what it said before stays. */
  async function load(file: string, rule: Rule): Promise<boolean> {
    const checked = readYamlFile(join(base, file), rule);
    if (checked.faults) {
      log({ level: 'error', file, message: describeFaults(file, checked.faults) });
      return false;
    }
    const before = JSON.stringify([[...aliases], [...tags], [...authors]]);
    if (file === 'tags.yml') applyTags(checked.value as Record<string, TagEntry>);
    else await applyAuthors(checked.value as Record<string, AuthorEntry>);
    return before !== JSON.stringify([[...aliases], [...tags], [...authors]]);
  }

  function applyTags(entries: Record<string, TagEntry>): void {
    aliases = new Map();
    tags = new Map();
    for (const [name, { aliases: others = [], ...facts }] of Object.entries(entries)) {
      const slug = toSlug(name);
      tags.set(slug, facts);
      for (const other of others) aliases.set(toSlug(other), slug);
    }
  }

  async function applyAuthors(entries: Record<string, AuthorEntry>): Promise<void> {
    const found = new Map<string, Author>();
    authorPictures = new Set();
    for (const [id, { picture, links = [], ...facts }] of Object.entries(entries)) {
      const file = picture?.replace(/^\.?\//, '');
      if (file !== undefined) authorPictures.add(file);
      const info = file === undefined ? undefined : await pictures.describe(file);
      if (file !== undefined && !info)
        log({
          level: 'warn',
          file: 'authors.yml',
          message: `authors.yml: the picture ${picture} of "${id}" is not there`,
        });
      found.set(toSlug(id), {
        ...facts,
        path: `/authors/${toSlug(id)}`,
        links,
        ...(file !== undefined && info && { picture: toPictureAddress({ hash: info.hash, path: file }) }),
      });
    }
    authors = found;
  }

  for (const [file, rule] of Object.entries(rules)) await load(file, rule);

  return {
    toTag: (slug) => aliases.get(slug) ?? slug,
    tagFacts: (slug) => tags.get(slug) ?? {},
    author: (id) => authors.get(toSlug(id)),
    async refresh(path) {
      const file = authorPictures.has(path) ? 'authors.yml' : path;
      const rule = Object.hasOwn(rules, file) ? rules[file] : undefined;
      return rule ? load(file, rule) : false;
    },
  };
}

type CheckedFile = { value: Record<string, unknown>; faults?: undefined } | { faults: Fault[] };

function readYamlFile(path: string, rule: Rule): CheckedFile {
  try {
    return checkYaml<Record<string, unknown>>(readFileSync(path, 'utf8'), 1, rule);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { value: {} };
    return { faults: [{ message: `cannot be read (${code}): check its permissions` }] };
  }
}
