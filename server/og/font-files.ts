/** The site's font as files that the drawing library reads: TrueType, unpacked from the WOFF files of the package. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { readCharacters } from './font-characters.ts';

export interface FontFiles {
  /** One for each range of characters; all of them are the font `fontName`. */
  files: string[];
  /** True for a character that the font has. */
  has(codePoint: number): boolean;
}

export const fontName = 'Literata';
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];

/** Writes the files into a folder. */
export async function unpackFonts(folder: string): Promise<FontFiles> {
  const { resolve } = createRequire(import.meta.url);
  const characters = new Set<number>();
  const files: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const subset of subsets) {
    const packed = await readFile(resolve(`@fontsource/literata/files/literata-${subset}-400-normal.woff`));
    const font = unpackWoff(packed);
    for (const character of readCharacters(font)) characters.add(character);
    const file = join(folder, `literata-${subset}.ttf`);
    // Another process may be reading it.
    await writeFile(`${file}.${process.pid}`, font);
    await rename(`${file}.${process.pid}`, file);
    files.push(file);
  }
  return { files, has: (codePoint) => characters.has(codePoint) };
}

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const fontHeaderBytes = 12;
const fontEntryBytes = 16;

/** WOFF 1.0 is a TrueType font whose tables are compressed one by one. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.');
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  font.writeUInt16BE(power * 16, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE((count - power) * 16, 10);
  let offset = fontHeaderBytes + count * fontEntryBytes;
  for (let at = 0; at < count; at += 1) {
    const entry = woffHeaderBytes + at * woffEntryBytes;
    const [start = 0, packedBytes = 0, bytes = 0] = [4, 8, 12].map((field) =>
      woff.readUInt32BE(entry + field),
    );
    const packed = woff.subarray(start, start + packedBytes);
    const table = packedBytes < bytes ? inflateSync(packed) : packed;
    const target = fontHeaderBytes + at * fontEntryBytes;
    woff.copy(font, target, entry, entry + 4);
    woff.copy(font, target + 4, entry + 16, entry + 20);
    font.writeUInt32BE(offset, target + 8);
    font.writeUInt32BE(bytes, target + 12);
    table.copy(font, offset);
    // Tables begin at multiples of four bytes.
    offset += (bytes + 3) & ~3;
  }
  return font;
}
