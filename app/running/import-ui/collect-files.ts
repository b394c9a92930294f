/** Dropped and chosen files, including folders, as a flat list. */

export interface CollectedFiles {
  files: File[];
  /** Files of folders that no watch writes, such as photographs and tables. They are counted, not listed. */
  leftOut: number;
}

const recording = /\.(gpx|tcx|fit|zip|gz)$/i;

/** Single files are always included: a user who chooses one wants to see its error. */
export function fromPicker(list: FileList | null, isFolder: boolean): CollectedFiles {
  const files = [...(list ?? [])];
  return isFolder ? selectRecordings(files) : { files, leftOut: 0 };
}

export async function fromDrop(transfer: DataTransfer): Promise<CollectedFiles> {
  // The list of items is cleared when the event ends, so it is read completely before the first await.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const loose = items.flatMap((item, index) => (entries[index]?.isDirectory ? [] : (item.getAsFile() ?? [])));
  const folders = entries.filter((entry) => entry?.isDirectory);
  const inside = await Promise.all(folders.map((entry) => (entry ? readEntry(entry) : [])));
  const sorted = selectRecordings(inside.flat());
  return { files: [...loose, ...sorted.files], leftOut: sorted.leftOut };
}

function selectRecordings(files: readonly File[]): CollectedFiles {
  const kept = files.filter(({ name }) => recording.test(name) && !name.startsWith('._'));
  return { files: kept, leftOut: files.length - kept.length };
}

async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((done, fail) => entry.file(done, fail))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: File[] = [];
  // A folder is read in batches of about a hundred, and an empty batch is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await readEntry(each)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
