/** What `/admin/files` shows, as it is in the address. */
export interface FilesPlace {
  bucket?: string | undefined;
  /** Ends with a slash; empty at the top. */
  folder?: string | undefined;
  /** The path of the file that is shown beside the list. */
  file?: string | undefined;
  search?: string | undefined;
}

/** The same with all members; what is not in the address is empty. */
export type ShownPlace = Record<keyof FilesPlace, string>;

export function toFilesAddress({ bucket, folder, file, search }: FilesPlace = {}): string {
  const query = new URLSearchParams();
  if (bucket) query.set('bucket', bucket);
  if (folder) query.set('path', folder);
  if (search) query.set('q', search);
  if (file) query.set('file', file);
  return `/admin/files${query.size > 0 ? `?${query}` : ''}`;
}

export function readFilesPlace(query: URLSearchParams): ShownPlace {
  return {
    bucket: query.get('bucket') ?? '',
    folder: query.get('path') ?? '',
    file: query.get('file') ?? '',
    search: query.get('q') ?? '',
  };
}
