import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { createFolderPlace } from './folder-place.ts';

const now = Date.parse('2026-11-19T12:00:00.000Z');
const whole = JSON.stringify({ format: 1, kind: 'cluster', postgres: '17', created: '' });

test('only what an interrupted backup left is removed, and never a backup that cannot be read', async () => {
  const { folder, remove } = await makeFolder();
  const make = async (name: string, text?: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'keys.json'), '{}');
    if (text !== undefined) await writeFile(join(folder, name, 'backup.json'), text);
  };
  await make('2026-11-11T03-00-00.000Z');
  await make('2026-11-12T03-00-00.000Z.partial', whole);
  await make('2026-11-13T03-00-00.000Z', whole);
  // Of a newer version of the program.
  await make('2026-11-14T03-00-00.000Z', whole.replace('1', '2'));
  // A disk that fails, or is full.
  await make('2026-11-15T03-00-00.000Z', '');
  // It cannot be read as a file, whoever reads it.
  await mkdir(join(folder, '2026-11-16T03-00-00.000Z', 'backup.json'), { recursive: true });
  await make('2026-11-19T11-00-00.000Z');
  await make('of-a-person');
  await createFolderPlace(folder).removeLeftovers(now);
  expect((await readdir(folder)).sort()).toEqual([
    '2026-11-13T03-00-00.000Z',
    '2026-11-14T03-00-00.000Z',
    '2026-11-15T03-00-00.000Z',
    '2026-11-16T03-00-00.000Z',
    '2026-11-19T11-00-00.000Z',
    'of-a-person',
  ]);
  await remove();
});
