/** Describes files of the content folder for the lists of the admin area. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentEntry, FileFault } from '../../../app/admin/write/content-data.ts';
import type { ContentFault } from '../../../markdown/faults.ts';
import { joinPath, type PageFile, splitPath, stateOf } from '../../../markdown/files/content-files.ts';
import { FOLDER_SETTINGS } from '../../../markdown/files/folder-settings.ts';
import {
  isIndexSlug,
  parseFileName,
  parseName,
  toPageAddress,
} from '../../../markdown/files/page-address.ts';
import { withoutMark } from '../../../markdown/files/read-file-head.ts';
import { checkYaml } from '../../../markdown/frontmatter/check-yaml.ts';
import { folderSettingsFields } from '../../../markdown/frontmatter/frontmatter-schema.ts';
import { type PageMetadata, parsePageMetadata } from '../../../markdown/frontmatter/parse-metadata.ts';
import type { Content } from '../../../markdown/open-content.ts';
import { parseRedirects, REDIRECTS_FILE } from '../../../markdown/redirects/parse-redirects.ts';
import { checkTheme } from '../../../markdown/theme/check-theme.ts';
import { THEME_FILE } from '../../../markdown/theme/theme-file.ts';
import type { ContentPath } from './content-path.ts';

/** A file as it is at this moment, whether or not the content module has noticed it. */
export function describeFile(
  { file, kind }: ContentPath,
  text: string,
  changed: Date,
  now: number,
): ContentEntry {
  const changedAt = changed.toISOString();
  if (kind === 'page') {
    const { draft: draftName } = parseFileName(splitPath(file).name);
    const { metadata, faults } = parsePageMetadata(withoutMark(text), toReadableName(file));
    const page = toPageFacts(metadata, draftName, now);
    return { file, kind, ...toAddress(toPageAddress(file)), ...page, changedAt, faults: toFaults(faults) };
  }
  const find = { redirects: findRedirectFaults, theme: checkTheme, 'folder-settings': findSettingsFaults }[
    kind
  ];
  const faults = find(text);
  return { file, kind, title: toSettingsTitle(file), changedAt, faults: toFaults(faults) };
}

/** All pages and settings that the content module has read. */
export async function listEntries(content: Content, folder: string, now: number): Promise<ContentEntry[]> {
  const faultsOf = collectFaults(content);
  const entries: ContentEntry[] = [];
  for (const { folder: path, pages } of content.folders()) {
    const settings = await describeSettings(folder, joinPath(path, FOLDER_SETTINGS), faultsOf);
    if (settings) entries.push(settings);
    for (const page of pages.values()) entries.push(toPageEntry(page, faultsOf(page.file), now));
  }
  for (const file of [REDIRECTS_FILE, THEME_FILE]) {
    const settings = await describeSettings(folder, file, faultsOf);
    if (settings) entries.push(settings);
  }
  return entries;
}

/** What the content module knows beyond a file's own text: two files with one address, a redirect that leads nowhere. */
export function collectFaults(content: Content): (file: string) => FileFault[] {
  const byFile = Map.groupBy<string, ContentFault>(
    [...content.faults(), ...content.redirectFaults()],
    ({ file }) => file,
  );
  return (file) => toFaults(byFile.get(file) ?? []);
}

export function mergeFaults(one: FileFault[], other: FileFault[]): FileFault[] {
  const known = new Set(one.map(({ message }) => message));
  return [...one, ...other.filter(({ message }) => !known.has(message))];
}

function toPageEntry(page: PageFile, faults: FileFault[], now: number): ContentEntry {
  const { file, address, draftName, stamp, readableName } = page;
  const metadata = page.fallback ?? page.metadata;
  return {
    file,
    kind: 'page',
    ...toAddress(address),
    ...(metadata ? toPageFacts(metadata, draftName, now) : { title: readableName }),
    changedAt: new Date(Math.round(stamp?.modified ?? 0)).toISOString(),
    faults,
  };
}

export function toPageFacts(metadata: PageMetadata, draftName: boolean, now: number) {
  const { title, date, unlisted, publishAt, expires } = metadata;
  const state = stateOf({ metadata, draftName }, now);
  const moment = { scheduled: publishAt, expired: expires, draft: undefined, published: undefined }[state];
  return {
    title,
    ...(date !== undefined && { date }),
    state: state === 'published' && unlisted ? ('unlisted' as const) : state,
    ...(moment !== undefined && { moment: new Date(moment).toISOString() }),
  };
}

function toAddress(address: string | undefined): { address?: string } {
  return address === undefined ? {} : { address };
}

async function describeSettings(
  folder: string,
  file: string,
  faultsOf: (file: string) => FileFault[],
): Promise<ContentEntry | undefined> {
  const stats = await stat(join(folder, file)).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  return {
    file,
    kind: toSettingsKind(file),
    title: toSettingsTitle(file),
    changedAt: stats.mtime.toISOString(),
    faults: faultsOf(file),
  };
}

function toSettingsKind(file: string) {
  if (file === REDIRECTS_FILE) return 'redirects';
  return file === THEME_FILE ? 'theme' : 'folder-settings';
}

function toReadableName(file: string): string {
  const { folder, name } = splitPath(file);
  const { slug, words } = parseName(parseFileName(name).stem);
  return isIndexSlug(slug) ? parseName(splitPath(folder).name).words : words;
}

function toSettingsTitle(file: string): string {
  if (file === REDIRECTS_FILE) return 'Redirects';
  if (file === THEME_FILE) return 'Colors';
  const { folder } = splitPath(file);
  return folder === '' ? 'Folder settings' : `Folder settings: ${parseName(splitPath(folder).name).words}`;
}

function findRedirectFaults(text: string): FileFault[] {
  const parsed = parseRedirects(text);
  return 'fault' in parsed ? [parsed.fault] : parsed.faults;
}

function findSettingsFaults(text: string): FileFault[] {
  return checkYaml(text, 1, folderSettingsFields).faults ?? [];
}

function toFaults(faults: readonly FileFault[]): FileFault[] {
  return faults.map(({ line, message }) => ({ ...(line !== undefined && { line }), message }));
}
