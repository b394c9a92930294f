/** Which tags a change of the content concerns. */
import { isGuarded } from '../../app/guard/rules.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import type { Content, ContentChange } from '../../markdown/open-content.ts';
import {
  foldersAbove,
  isTagOrAuthor,
  siteTag,
  tagBelow,
  tagOfList,
  tagOfPage,
  tagOfPictures,
} from './cache-tags.ts';

export interface ChangedTagsOptions {
  content: Pick<Content, 'visiblePages'>;
  site: SiteConfig;
}

/** With fewer pages, each is named by itself. */
const enoughPages = 20;

/** `site` where the content does not know what a change touches: many files at once, its settings, its stylesheet. */
export function listChangedTags(
  { pages, paths, renewed }: ContentChange,
  options: ChangedTagsOptions,
): string[] {
  if (pages === 'all' || paths === 'all') return [siteTag];
  const { content, site } = options;
  const isOpen = (path: string) => !isGuarded(path, site);
  const open = content.visiblePages('public');
  const touched = new Set(paths.filter(isOpen));
  const saved = pages.filter(isOpen);
  const tags = new Set<string>();
  for (const path of saved) if (open.find(path)) touched.add(path);
  for (const path of saved) tags.add(tagOfPictures(path));
  // That of a list whose last page has gone, too.
  for (const path of touched) if (isTagOrAuthor(path)) tags.add(tagOfPictures(path));
  for (const path of [...saved, ...(renewed ?? []).filter(isOpen)])
    if (touched.has(path)) for (const list of listsOf(path, options)) tags.add(tagOfList(list));
  // A draft that strangers do not see may be at the address of a list or a page of the program: its owner is to get the draft.
  for (const tag of listPageTags(new Set([...touched, ...saved]), options)) tags.add(tag);
  return [...tags];
}

/** The related pages of these paths are others. */
export function listPathTags(paths: readonly string[], { site }: Pick<ChangedTagsOptions, 'site'>): string[] {
  return paths.filter((path) => !isGuarded(path, site)).map((path) => tagOfPage(path));
}

/** The lists in whose feeds a page may be. */
function listsOf(path: string, { content }: ChangedTagsOptions): string[] {
  const pages = content.visiblePages('public');
  const found = pages.find(path);
  const summary = found?.kind === 'page' ? found.summary : undefined;
  // A list has one address, however its tag is spelled.
  const toList = (tag: string) => pages.collectionAt(tag, { page: 1, size: 1 })?.list.path ?? tag;
  const tags = (summary?.tags ?? []).flatMap((tag) => (tag.path === undefined ? [] : toList(tag.path)));
  const authors = summary ? pages.authorsOf(path).map((author) => author.path) : [];
  return [...foldersAbove(path), path, ...tags, ...authors];
}

/** Those of each page; one for all pages below a folder where all of them are touched. */
function listPageTags(touched: ReadonlySet<string>, options: ChangedTagsOptions): Set<string> {
  const folders = touched.size < enoughPages ? [] : findWholeFolders(touched, options);
  const tags = new Set<string>();
  for (const folder of folders) tags.add(tagBelow(folder) ?? siteTag);
  const isCovered = (path: string) => foldersAbove(path).some((above) => folders.includes(above));
  for (const path of touched) if (!isCovered(path)) tags.add(tagOfPage(path));
  return tags;
}

/** The folders that are touched with every page below them: those whose name has changed. */
function findWholeFolders(touched: ReadonlySet<string>, { content }: ChangedTagsOptions): string[] {
  const inside = new Map<string, number>();
  for (const path of touched)
    for (const folder of foldersAbove(path)) inside.set(folder, (inside.get(folder) ?? 0) + 1);
  const whole = new Set(
    [...inside]
      .filter(([folder, count]) => count >= enoughPages && touched.has(folder))
      .map(([folder]) => folder),
  );
  for (const { path } of content.visiblePages('public').pages())
    if (!touched.has(path)) for (const folder of foldersAbove(path)) whole.delete(folder);
  return [...whole].filter((folder) => tagBelow(folder) !== undefined);
}
