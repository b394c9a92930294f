/** What people drop and choose, folders included, as a flat list of files. */

export interface CollectedFiles {
  files: File[];
  /** Files of folders that no watch writes: photographs, tables. Nobody needs a sentence about each. */
  leftOut: number;
}

const recording = /\.(gpx|tcx|fit|zip|gz)$/i;

/** Single files are taken as they are: who chooses one wants to hear what is wrong with it. */
export function fromPicker(list: FileList | null, isFolder: boolean): CollectedFiles {
  const files = [...(list ?? [])];
  return isFolder ? sortOut(files) : { files, leftOut: 0 };
}

export async function fromDrop(transfer: DataTransfer): Promise<CollectedFiles> {
  // The list of items is emptied when the event is over, so all of it is read before anything is waited for.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const loose = items.flatMap((item, index) => (entries[index]?.isDirectory ? [] : (item.getAsFile() ?? [])));
  const folders = entries.filter((entry) => entry?.isDirectory);
  const inside = await Promise.all(folders.map((entry) => (entry ? readEntry(entry) : [])));
  const sorted = sortOut(inside.flat());
  return { files: [...loose, ...sorted.files], leftOut: sorted.leftOut };
}

function sortOut(files: readonly File[]): CollectedFiles {
  const kept = files.filter(({ name }) => recording.test(name) && !name.startsWith('._'));
  return { files: kept, leftOut: files.length - kept.length };
}

async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((done, fail) => entry.file(done, fail))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: File[] = [];
  // A folder is read in portions of about a hundred, and an empty one is the end.
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
