/** Reads a text as if it were saved to a file of the content folder. Nothing of it is kept, and nothing is logged. */
import { hash as toHash } from 'node:crypto';
import { type ArticleMakerOptions, createArticleMaker } from './articles/read-article.ts';
import { renderSource } from './articles/read-body.ts';
import type { Article } from './document.ts';
import { type PageFile, type ReadablePage, splitPath } from './files/content-files.ts';
import { describePageFile } from './files/content-tree.ts';
import { FOLDER_SETTINGS, parseFolderSettings } from './files/folder-settings.ts';
import { MAX_FILE_BYTES, tooLarge, withoutMark } from './files/read-file-head.ts';
import { NO_ADDRESS } from './files/read-page-file.ts';
import type { Fault } from './frontmatter/fault.ts';
import { parsePageMetadata } from './frontmatter/parse-metadata.ts';
import { readFrontmatter } from './frontmatter/read-frontmatter.ts';
import { splitSource } from './frontmatter/split-source.ts';
import type { ParseMarkdown } from './parse/parse-markdown.ts';
import { createPictures } from './pictures/picture-files.ts';
import { REDIRECTS_FILE } from './redirects/parse-redirects.ts';
import { checkTheme } from './theme/check-theme.ts';
import { THEME_FILE } from './theme/theme-file.ts';

/** What a file with this text would be on the site. */
export interface ReadTextResult {
  /** Undefined for files that are no page, and for a page that cannot be shown at all. */
  article?: Article;
  /** Of front matter and body, in the words of the log. */
  faults: Fault[];
  /** The fields that can be used, in our names, and those that nothing here uses. */
  fields: Record<string, unknown>;
  /** Of a page: what decides who can see it. */
  page?: Pick<ReadablePage, 'metadata' | 'draftName'>;
}

export type ReadText = (file: string, text: string) => Promise<ReadTextResult>;

export interface TextReaderOptions extends Omit<ArticleMakerOptions, 'pictures' | 'onPicture'> {
  base: string;
  prefixes: readonly string[];
  now: () => Date;
  render: ParseMarkdown;
  checkRedirects: (text: string) => Fault[];
}

export function createTextReader(options: TextReaderOptions): ReadText {
  const { root, prefixes, render, now } = options;
  const makeArticle = createArticleMaker({
    ...options,
    // What is shown while an owner writes changes neither who may see a picture nor which pages follow a name.
    names: { ...options.names, users: new Set() },
    pictures: createPictures(options.base, () => {}),
    onPicture: () => {},
  });

  /** The page as it would be right after the file was saved. */
  function toPage(file: string, text: string): PageFile {
    const { hash, ...known } = describePageFile(root, file, prefixes);
    if (hash?.startsWith(toHash('sha256', text, 'hex'))) return known;
    const { committed: _, ...page } = known;
    return { ...page, stamp: { modified: now().getTime(), changed: 0, size: 0, inode: 0 } };
  }

  async function readPage(file: string, text: string): Promise<ReadTextResult> {
    const source = withoutMark(text);
    const known = toPage(file, text);
    const { metadata, faults } = parsePageMetadata(source, known.readableName);
    const { fields, extra } = readFrontmatter(splitSource(source));
    const { address = '' } = known;
    const page = { ...known, metadata, address };
    const result = { fields: { ...extra, ...fields }, page: { metadata, draftName: known.draftName } };
    if (address === '') return { ...result, faults: [...faults, { message: NO_ADDRESS }] };
    const body = await renderSource(source, render, file.endsWith('.mdx'));
    const made = await makeArticle(page, body);
    return { ...result, article: made.article, faults: [...faults, ...made.faults] };
  }

  return async (file, text) => {
    const size = Buffer.byteLength(text);
    if (size > MAX_FILE_BYTES) return { faults: [{ message: tooLarge(size) }], fields: {} };
    if (file === REDIRECTS_FILE) return { faults: options.checkRedirects(text), fields: {} };
    if (file === THEME_FILE) return { faults: checkTheme(text), fields: {} };
    if (splitPath(file).name !== FOLDER_SETTINGS) return readPage(file, text);
    const { value = {}, faults = [] } = parseFolderSettings(text);
    return { faults, fields: { ...value } };
  };
}
