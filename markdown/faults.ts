import { allPages, type ContentFolder, joinPath } from './files/content-files.ts';
import { FOLDER_SETTINGS } from './files/folder-settings.ts';
import type { Fault } from './frontmatter/fault.ts';
import type { SiteMap } from './site-tree/site-map.ts';

/** Something in a file of the content folder that an author has to repair. */
export interface ContentFault extends Fault {
  /** Relative to the content folder. */
  file: string;
  /** The address of its page. */
  path?: string;
}

/** Every fault that is known: of all frontmatter, of addresses, and of the texts that have been read. */
export function listFaults(root: ContentFolder, { problems }: Pick<SiteMap, 'problems'>): ContentFault[] {
  const pages = allPages(root).flatMap(({ file, address, problem, faults, bodyFaults = [] }) => {
    const place = { file, ...(address !== undefined && { path: address }) };
    const head = faults ?? (problem === undefined ? [] : [{ message: problem.slice(file.length).trim() }]);
    return [...head, ...bodyFaults].map((fault) => ({ ...place, ...fault }));
  });
  const clashes = [...problems].flatMap(([path, { files, problem: message }]) =>
    files.slice(1).map((file) => ({ file, path, message })),
  );
  return [...listFolderFaults(root), ...pages, ...clashes];
}

function listFolderFaults(folder: ContentFolder): ContentFault[] {
  const file = joinPath(folder.folder, FOLDER_SETTINGS);
  const own =
    folder.problem === undefined ? [] : [{ file, message: folder.problem.slice(file.length).trim() }];
  return [...own, ...[...folder.folders.values()].flatMap(listFolderFaults)];
}
