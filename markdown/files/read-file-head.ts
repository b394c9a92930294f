import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Distinguishes one saved version of a file from the next without reading it. */
export interface FileStamp {
  modified: number;
  changed: number;
  size: number;
  inode: number;
}

/** The beginning of a file as text, or why there is none. `complete`: it is the whole file. */
export type FileHead = { stamp: FileStamp } & ({ text: string; complete: boolean } | { fault: string });

/** A body larger than this is not parsed: it would delay every other page. */
export const MAX_FILE_BYTES = 2_000_000;
/** The frontmatter of nearly every page fits into one read of this size. */
const FIRST_READ = 1024;
/** Frontmatter must end, and a first heading is looked for, within this many bytes. */
const MAX_HEAD_BYTES = 65_536;

/** Reads the head of a file. If `isEnough` returns false for the first read, a longer one follows. */
export type ReadFileHead = (file: string, isEnough: (text: string) => boolean) => FileHead;

/** Synchronous on purpose: with 10,000 small files that takes a third of the CPU time of asynchronous reads. */
export function createFileHeadReader(): ReadFileHead {
  const buffer = Buffer.allocUnsafe(MAX_HEAD_BYTES);

  function readText(descriptor: number, length: number, size: number) {
    const count = readSync(descriptor, buffer, 0, length, 0);
    const complete = count < length || count >= size;
    const bytes = buffer.subarray(0, complete ? count : endOfLastCharacter(buffer, count));
    return isUtf8(bytes) ? { text: withoutMark(bytes.toString('utf8')), complete } : { fault: NOT_UTF8 };
  }

  return function readFileHead(file, isEnough) {
    const descriptor = openSync(file, 'r');
    try {
      const stamp = toStamp(fstatSync(descriptor));
      if (stamp.size > MAX_FILE_BYTES) return { stamp, fault: tooLarge(stamp.size) };
      const first = readText(descriptor, FIRST_READ, stamp.size);
      if (first.fault !== undefined || first.complete || isEnough(first.text)) return { stamp, ...first };
      return { stamp, ...readText(descriptor, MAX_HEAD_BYTES, stamp.size) };
    } finally {
      closeSync(descriptor);
    }
  };
}

/** A read may end in the middle of a character of up to four bytes: where the last whole one ends. */
function endOfLastCharacter(buffer: Buffer, count: number): number {
  for (let back = 1; back <= Math.min(4, count); back += 1) {
    const byte = buffer[count - back] ?? 0;
    if (byte < 0x80) return count;
    if (byte >= 0xc0) return count - back;
  }
  return count;
}

export const NOT_UTF8 = 'is not valid UTF-8: save it again with the encoding UTF-8';

export function tooLarge(size: number): string {
  return `is ${(size / 1e6).toFixed(1)} MB, more than the ${MAX_FILE_BYTES / 1e6} MB a page may have: split it into several pages`;
}

/** Without the byte order mark that some editors put first. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export function toStamp(stats: Stats): FileStamp {
  return { modified: stats.mtimeMs, changed: stats.ctimeMs, size: stats.size, inode: stats.ino };
}

/** A short text that is different for each saved version of a file. */
export function toVersion({ changed, size, inode }: FileStamp): string {
  return `${changed} ${size} ${inode}`;
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return (
    one.modified === other.modified &&
    one.changed === other.changed &&
    one.size === other.size &&
    one.inode === other.inode
  );
}
