/**
 * Folders as a stream in the format of `tar`, so that a backup can be unpacked without this program, too. Written here because it is small: files
 * and folders only, without the links, owners and compressions that packages for it follow.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const block = 512;
const empty = Buffer.alloc(block);
/** Beyond these, a header of its own has the value. */
const longestName = 100;
const largestFile = 8 ** 11;

interface Entry {
  path: string;
  type: 'file' | 'folder';
  bytes: number;
  mode: number;
  mtime: number;
}

/** Everything in the folder. Its files must not change meanwhile. */
export async function* writeTar(folder: string): AsyncGenerator<Buffer> {
  for await (const entry of listEntries(folder, '')) {
    yield* writeHeader(entry);
    if (entry.type === 'folder' || entry.bytes === 0) continue;
    for await (const chunk of createReadStream(join(folder, entry.path))) yield chunk;
    yield padding(entry.bytes);
  }
  yield empty;
  yield empty;
}

async function* listEntries(folder: string, inside: string): AsyncGenerator<Entry> {
  const found = await readdir(join(folder, inside), { withFileTypes: true });
  for (const { name } of found.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = inside === '' ? name : `${inside}/${name}`;
    const { mode, mtimeMs, size, ...status } = await describe(join(folder, path));
    const common = { path, mode: mode & 0o777, mtime: Math.floor(mtimeMs / 1000) };
    if (status.isFolder) {
      yield { ...common, type: 'folder', bytes: 0 };
      yield* listEntries(folder, path);
    } else yield { ...common, type: 'file', bytes: size };
  }
}

async function describe(path: string) {
  const status = await stat(path);
  const { mode, mtimeMs, size } = status;
  return { mode, mtimeMs, size, isFolder: status.isDirectory() };
}

function* writeHeader(entry: Entry): Generator<Buffer> {
  const fields: [string, string][] = [];
  const path = entry.type === 'folder' ? `${entry.path}/` : entry.path;
  if (Buffer.byteLength(path) > longestName || Buffer.byteLength(path) !== path.length)
    fields.push(['path', path]);
  if (entry.bytes >= largestFile) fields.push(['size', String(entry.bytes)]);
  if (fields.length > 0) {
    const text = Buffer.from(fields.map(toRecord).join(''));
    yield toHeader({ name: 'PaxHeader', letter: 'x', bytes: text.length, mode: 0o600, mtime: entry.mtime });
    yield text;
    yield padding(text.length);
  }
  const name = path.replace(/[^\x20-\x7e]/g, '_').slice(0, longestName);
  yield toHeader({ ...entry, name, letter: entry.type === 'folder' ? '5' : '0' });
}

/** `12 path=a/b\n`: the length counts itself. */
function toRecord([key, value]: [string, string]): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (rest + String(length).length !== length) length += 1;
  return `${length} ${key}=${value}\n`;
}

function toHeader(given: {
  name: string;
  letter: string;
  bytes: number;
  mode: number;
  mtime: number;
}): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(given.name, 0, longestName);
  header.write(`${octal(given.mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(given.bytes % largestFile, 11)} ${octal(given.mtime, 11)} `, 124);
  header.write(' '.repeat(8), 148);
  header.write(given.letter, 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

function padding(bytes: number): Buffer {
  return empty.subarray(0, (block - (bytes % block)) % block);
}

/** Unpacks into an existing folder. Throws when the archive is damaged, or would write outside of the folder. */
export async function readTar(bytes: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = createReader(bytes);
  const folders: { path: string; mode: number }[] = [];
  let further: Record<string, string> = {};
  for (;;) {
    const header = await reader.take(block);
    if (header.every((byte) => byte === 0)) break;
    const entry = parseHeader(header);
    const size = Number(further.size ?? entry.bytes);
    if (entry.letter === 'x') {
      further = parseRecords(await reader.take(size));
      await reader.take(padding(size).length);
      continue;
    }
    const path = resolvePath(folder, further.path ?? entry.name);
    further = {};
    if (entry.letter === '5') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      folders.push({ path, mode: entry.mode });
    } else if (entry.letter === '0') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(reader.pieces(size), createWriteStream(path, { mode: entry.mode }));
      await reader.take(padding(size).length);
    } else throw new Error(`The archive has an entry of the unknown kind ${entry.letter}.`);
  }
  // A folder may forbid writing into it.
  for (const { path, mode } of folders.reverse()) await chmod(path, mode);
  await reader.drain();
}

function parseHeader(header: Buffer) {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('latin1')
      .replace(/\0.*$/s, '');
  const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim() || '0', 8);
  const sum = octal(148, 8);
  header.fill(' ', 148, 156);
  if (sum !== sumOf(header)) throw new Error('The archive is damaged.');
  return { name: text(0, longestName), mode: octal(100, 8), bytes: octal(124, 12), letter: text(156, 1) };
}

function parseRecords(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10);
    if (!(length > 0)) throw new Error('The archive is damaged.');
    const [, key = '', value = ''] =
      /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.toString('utf8', at, at + length)) ?? [];
    found[key] = value;
    at += length;
  }
  return found;
}

function resolvePath(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (path !== resolve(folder) && !path.startsWith(resolve(folder) + sep))
    throw new Error(`The archive has a file outside of its folder: ${name}.`);
  return path;
}

/** Takes exact numbers of bytes from pieces of any length. */
function createReader(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function* pieces(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0; ) {
      if (held.length === 0) {
        const next = await source.next();
        if (next.done) throw new Error('The archive ends too early.');
        held = Buffer.from(next.value);
        continue;
      }
      const piece = held.subarray(0, missing);
      held = held.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  return {
    pieces,
    async take(length: number): Promise<Buffer> {
      const taken: Buffer[] = [];
      for await (const piece of pieces(length)) taken.push(piece);
      return Buffer.concat(taken);
    },
    /** What follows the end is read, so that a checksum over all bytes is complete. */
    async drain() {
      while (!(await source.next()).done);
    },
  };
}
