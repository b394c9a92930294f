import { type Pages, usePages } from '../../use-pages.ts';
import type { FilesPage } from '../files-data.ts';

export type FolderState = Omit<Pages<FilesPage>, 'isCurrent'>;

export function useFolder(bucket: string, folder: string, search: string): FolderState {
  const query = { bucket, folder: folder || undefined, search: search || undefined };
  const { page, fault, isCurrent, ...rest } = usePages<FilesPage>('/files/list', query, join);
  // Rows of the folder before would be taken for those of this one.
  return { ...rest, page: isCurrent ? page : undefined, fault: isCurrent ? fault : undefined };
}

function join(before: FilesPage, { folders, files, next }: FilesPage): FilesPage {
  return {
    folders: [...before.folders, ...folders],
    files: [...before.files, ...files],
    ...(next && { next }),
  };
}
