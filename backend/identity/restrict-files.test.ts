import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { restrictDataFiles } from './restrict-files.ts';

async function openFolder() {
  const { folder, remove } = await makeFolder();
  onTestFinished(remove);
  const logged: string[] = [];
  const modeOf = async (name: string) => ((await stat(join(folder, name))).mode & 0o777).toString(8);
  const restrict = () =>
    restrictDataFiles(folder, ({ level, message }) => logged.push(`${level}: ${message}`));
  return { folder, logged, modeOf, restrict };
}

test('keys and folders that other users can read are restricted once, with a log line', async () => {
  const { folder, logged, modeOf, restrict } = await openFolder();
  const files = ['secrets.json', 'saml-key.pem', 'page-views.secret', 'mail-page.secret'];
  for (const name of files) await writeFile(join(folder, name), 'secret');
  await chmod(join(folder, 'secrets.json'), 0o644);
  await chmod(join(folder, 'saml-key.pem'), 0o640);
  await chmod(join(folder, 'page-views.secret'), 0o604);
  await chmod(join(folder, 'mail-page.secret'), 0o600);
  await mkdir(join(folder, 'cache'));
  await chmod(join(folder, 'cache'), 0o755);
  await restrict();
  for (const name of files) expect([name, await modeOf(name)]).toEqual([name, '600']);
  expect(await modeOf('cache')).toBe('700');
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('secret');
  const closed = ['secrets.json', 'saml-key.pem', 'page-views.secret', 'cache'];
  expect(logged).toEqual(
    closed.map(
      (name) => `warn: ${join(folder, name)} was open to other users of this machine; now it is not.`,
    ),
  );
  await restrict();
  expect(logged).toHaveLength(4);
});

test('the database, other files and link targets stay unchanged', async () => {
  const { folder, logged, modeOf, restrict } = await openFolder();
  await writeFile(join(folder, 'postgres.location'), '/elsewhere');
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await symlink(join(folder, 'notes.txt'), join(folder, 'secrets.json'));
  for (const name of ['postgres.location', 'notes.txt']) await chmod(join(folder, name), 0o644);
  await restrict();
  expect([await modeOf('postgres.location'), await modeOf('notes.txt'), logged]).toEqual(['644', '644', []]);
});
