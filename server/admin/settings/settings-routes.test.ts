/** The page about site.config.ts: what is in force, what the file says, and what is not shown. */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SettingsAnswer } from '../../../app/admin/settings/settings-data.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import site from '../../../site.config.ts';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { repository } from '../../../tests/harness/read-tree.ts';

const siteFile = join(tmpdir(), `site-${crypto.randomUUID()}.config.ts`);
const inForce: SiteConfig = { ...site, owners: ['me@example.com'] };
const original = readFileSync(join(repository, 'site.config.ts'), 'utf8').replace(
  'owners: []',
  "owners: ['me@example.com']",
);
const admin = startAdmin({}, { site: inForce, siteFile });
afterAll(() => rm(siteFile, { force: true }));

async function readSettings(text: string): Promise<SettingsAnswer> {
  await writeFile(siteFile, text);
  const { status, body } = await admin().call('/settings');
  expect(status).toBe(200);
  return body;
}

const changedIn = ({ settings }: SettingsAnswer) =>
  settings.filter(({ next }) => next !== undefined).map(({ name, now, next }) => [name, now, next]);

test('a file that says what is in force changes nothing', async () => {
  const answer = await readSettings(original);
  expect(answer.file.faults).toEqual([]);
  expect(changedIn(answer)).toEqual([]);
  expect(answer.settings.find(({ name }) => name === 'title')).toEqual({
    name: 'title',
    title: 'Title',
    meaning: expect.stringContaining('name of the site'),
    now: 'Porchlight',
  });
  expect(answer.settings.find(({ name }) => name === 'navigation')?.now).toContain('Articles (/posts), ');
});

test('what the next start changes is said, each time the file was written', async () => {
  const first = original
    .replace("title: 'Porchlight'", "title: 'Lantern'")
    .replace('cookieRedirect: true', 'cookieRedirect: false');
  expect(changedIn(await readSettings(first))).toEqual([
    ['title', 'Porchlight', 'Lantern'],
    ['signIn.cookieRedirect', 'Yes', 'No'],
  ]);
  expect(changedIn(await readSettings(original.replace("'UTC'", "'Europe/Berlin'")))).toEqual([
    ['pageViews.timeZone', 'UTC', 'Europe/Berlin'],
  ]);
});

test('other owners and other ignored addresses are a change, and none of them is sent', async () => {
  const changed = original
    .replace("['me@example.com']", "['you@example.org']")
    .replace('ignoredAddresses: []', "ignoredAddresses: ['192.0.2.7']");
  await writeFile(siteFile, changed);
  const { text, body } = await admin().call('/settings');
  expect(changedIn(body)).toEqual([
    ['owners', '1 hidden', '1 hidden'],
    ['pageViews.ignoredAddresses', 'None', '1 hidden'],
  ]);
  for (const hidden of ['me@example.com', 'you@example.org', '192.0.2.7']) expect(text).not.toContain(hidden);
  expect(body.file.text.split('\n')).toHaveLength(changed.split('\n').length);
});

test('a fault is shown with its line, and nothing is said about the next start', async () => {
  const faulty = original
    .replace("timeZone: 'UTC'", "timeZone: 'Europe/Nowhere'")
    .replace("title: 'Porchlight'", "title: 'Lantern'");
  const answer = await readSettings(faulty);
  const line = faulty.split('\n').findIndex((text) => text.includes('Nowhere')) + 1;
  expect(answer.file.faults).toEqual([
    { line, message: expect.stringContaining('pageViews.timeZone in site.config.ts is not a time zone') },
  ]);
  expect(changedIn(answer)).toEqual([]);
});

test('a file that cannot be run, or is not there, is a fault', async () => {
  const [fault] = (await readSettings(original.replace('owners: [', 'owners: nothing['))).file.faults;
  expect(fault?.message).toContain('nothing is not defined');
  expect((await readSettings(original.replace('export default site', ''))).file.faults).toEqual([
    { message: expect.stringContaining('The default export in site.config.ts must be an object') },
  ]);
  await rm(siteFile);
  const { body } = await admin().call('/settings');
  expect(body.file).toEqual({ text: null, faults: [{ message: 'There is no such file.' }] });
});

test('nothing is written to the log', async () => {
  await readSettings(original);
  expect(await admin().log()).toEqual([]);
});
