import { toSlug } from '../../../../markdown/files/page-address.ts';
import type { ContentEntry } from '../content-data.ts';

/** The folders that have pages, the content folder itself ('') first. */
export function listFolders(files: Pick<ContentEntry, 'file'>[]): string[] {
  const folders = files.map(({ file }) => file.slice(0, Math.max(0, file.lastIndexOf('/'))));
  return [...new Set(['', ...folders])].sort();
}

/** The file of a new page by the site's rule for addresses, with a number where the name is taken. Undefined: the title has no letter or digit. */
export function nameNewFile(
  title: string,
  folder: string,
  files: Pick<ContentEntry, 'file'>[],
): string | undefined {
  const slug = toSlug(title.trim().normalize('NFC'));
  if (slug === '') return undefined;
  const taken = new Set(files.map(({ file }) => file.toLowerCase()));
  const start = folder === '' ? slug : `${folder}/${slug}`;
  let file = `${start}.md`;
  for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${start}-${number}.md`;
  return file;
}
