import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { readTar, writeTar } from './tar.ts';

const names = ['a.txt', `${'deep/'.repeat(30)}file.txt`, 'Käse/größe.txt', 'empty.txt', 'exact.bin'];

async function prepare() {
  const { folder, remove } = await makeFolder();
  const from = join(folder, 'from');
  for (const name of names) {
    await mkdir(join(from, name, '..'), { recursive: true });
    const text = name === 'empty.txt' ? '' : name === 'exact.bin' ? 'x'.repeat(512) : `this is ${name}`;
    await writeFile(join(from, name), text, { mode: 0o640 });
  }
  await mkdir(join(from, 'no files'), { mode: 0o700 });
  const pieces: Buffer[] = [];
  for await (const piece of writeTar(from)) pieces.push(piece);
  const archive = Buffer.concat(pieces);
  await mkdir(join(folder, 'to'));
  return { folder, from, to: join(folder, 'to'), archive, remove };
}

test('a folder is the same after it was packed and unpacked, by this program and by tar', async () => {
  const { folder, from, to, archive, remove } = await prepare();
  // Pieces that end anywhere.
  const pieces = Array.from({ length: Math.ceil(archive.length / 700) }, (_, at) =>
    archive.subarray(at * 700, (at + 1) * 700),
  );
  await readTar(Readable.from(pieces), to);
  await writeFile(join(folder, 'archive.tar'), archive);
  await mkdir(join(folder, 'by-tar'));
  execFileSync('tar', ['-xf', join(folder, 'archive.tar'), '-C', join(folder, 'by-tar')]);
  for (const copy of [to, join(folder, 'by-tar')]) {
    for (const name of names)
      expect(await readFile(join(copy, name))).toEqual(await readFile(join(from, name)));
    expect(await readdir(join(copy, 'no files'))).toEqual([]);
    expect((await stat(join(copy, 'a.txt'))).mode & 0o777).toBe(0o640);
    expect((await stat(join(copy, 'no files'))).mode & 0o777).toBe(0o700);
  }
  await remove();
});

test('an archive that was cut off, is damaged, or leads out of the folder is refused', async () => {
  const { to, archive, remove } = await prepare();
  const read = (bytes: Buffer) => readTar(Readable.from([bytes]), to);
  await expect(read(archive.subarray(0, 2000))).rejects.toThrow('ends too early');
  const damaged = Buffer.from(archive);
  damaged.write('z', 0);
  await expect(read(damaged)).rejects.toThrow('damaged');
  const start = archive.indexOf('a.txt\0');
  const other = Buffer.from(archive.subarray(start, start + 512));
  other.write('../outside\0', 0);
  other.write(' '.repeat(8), 148);
  const sum = other.reduce((total, byte) => total + byte, 0);
  other.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  await expect(read(Buffer.concat([other, archive.subarray(start + 512)]))).rejects.toThrow(
    'outside of its folder',
  );
  await remove();
});
