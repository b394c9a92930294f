import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsTable } from '../server/settings-table.ts';
import { findBritishSpelling } from './harness/british-spelling.ts';
import { findForbiddenText } from './harness/forbidden-text.ts';
import { readCommands, readLocalLinks, readNamedFiles, readTableRows } from './harness/read-markdown.ts';
import { listFiles, readText, repository } from './harness/read-tree.ts';

const files = listFiles();
const exists = (file: string) => existsSync(path.join(repository, file));

describe('the README and the guide', () => {
  test.each(['npm ci && npm start', 'npm ci && npm test'])('show the command %s', (command) => {
    expect(readCommands(readText('README.md'))).toContain(command);
  });

  test('list exactly the existing settings, with their defaults and meanings', () => {
    const rows = readTableRows(readText('content/posts/1.guide/7.settings.md')).filter(([name]) =>
      /^[A-Z][A-Z0-9_]+$/.test(name ?? ''),
    );
    const plain = (text: string) => text.replaceAll('`', '');
    const settings = settingsTable.map((it) => [it.name, plain(it.default), plain(it.meaning)]);
    expect(rows).toEqual(settings);
  });
});

describe('the documents', () => {
  const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('content/'));

  test.each(['docs/map.md', 'docs/features.md'])('%s names only files that exist', (document) => {
    const named = readNamedFiles(readText(document));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !exists(file))).toEqual([]);
  });

  test('docs/map.md fits on two screens', () => {
    expect(readText('docs/map.md').split('\n').length).toBeLessThan(80);
  });

  test('number the decisions without gaps, each of at most 200 words', () => {
    const decisions = documents.filter((file) => file.startsWith('docs/decisions/'));
    expect(decisions.map((file) => Number(path.basename(file).slice(0, 4)))).toEqual(
      decisions.map((_, index) => index + 1),
    );
    const titles = decisions.map((file) => readText(file).split('\n')[0] ?? '');
    expect(titles.filter((title, index) => !title.startsWith(`# ${index + 1}. `))).toEqual([]);
    const long = decisions.filter((file) => readText(file).trim().split(/\s+/).length > 200);
    expect(long).toEqual([]);
  });

  test('link only to files that exist', () => {
    const broken = documents.flatMap((document) => {
      const targets = readLocalLinks(readText(document));
      const missing = targets.filter((target) => !exists(path.join(path.dirname(document), target)));
      return missing.map((target) => `${document} → ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test('name decisions by their numbers', () => {
    const wrong = documents.flatMap((document) =>
      [...readText(document).matchAll(/\[(?:decision )?(\d+)\]\([\w./]*?(\d{4})-[\w-]+\.md\)/g)]
        .filter(([, label, number]) => Number(label) !== Number(number))
        .map(([link]) => `${document}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  test('name the versions that are installed', () => {
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      packages: Record<string, { version?: string }>;
    };
    const named = readTableRows(readText('docs/security.md')).flatMap(([, column = '']) =>
      [...column.matchAll(/(@?[\w./-]+) (\d+\.\d+\.\d+)(?=$|,| \()/g)].map(([, name, version]) => ({
        name,
        version,
      })),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(
      named.filter(({ name, version }) => packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([]);
  });

  test.each(['LICENSE', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])('include %s', (file) =>
    expect(files).toContain(file));
});

test('tests cite rows that docs/specification.md has', () => {
  const rows = new Set(readTableRows(readText('docs/specification.md')).map(([number]) => number));
  const cited = files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readText(file).matchAll(/['"`,] ?(A\d+|S\d+\.\d+)(?=[:,] )/g)].map(([, row]) => row),
    );
  expect(cited.length).toBeGreaterThan(100);
  expect([...new Set(cited)].filter((row) => !rows.has(row ?? ''))).toEqual([]);
});

test('form input does not appear in the address, except for the search for names', () => {
  const forms = files
    .filter((file) => file.startsWith('app/') && file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readText(file).matchAll(/<form\b[\s\S]*?(?:method="(\w+)"|onSubmit)/g)].map(([, method]) => [
        file,
        method,
      ]),
    );
  expect(forms.length).toBeGreaterThan(15);
  const others = forms.filter(([, method]) => method !== 'post' && method !== 'dialog');
  expect(others).toEqual([
    ['app/names/compare-form.tsx', 'get'],
    ['app/names/explorer.tsx', 'get'],
    ['app/names/surname-check.tsx', 'get'],
  ]);
});

const binary = /\.(woff2?|png|jpe?g|webp|avif|gif|ico|gz|zip|fit|bin|dat|pdf)$/;

test('no committed text is unfinished, skipped, or tied to a machine or a registry', () => {
  const texts = files.filter((file) => !binary.test(file));
  expect(texts.flatMap((file) => findForbiddenText(file, readText(file)))).toEqual([]);
});

describe('forbidden text is found', () => {
  test.each([
    [`// ${'TO'}DO: finish this`, 'unfinished work'],
    [`/* ${'FIX'}ME */`, 'unfinished work'],
    [`test.${'on'}ly('this one', () => {});`, 'a test left out or left alone'],
    [`test.describe.${'sk'}ip('these', () => {});`, 'a test left out or left alone'],
    [`"resolved": "https://${'registry'}.example.org/a.tgz"`, 'a package registry'],
    [`{ folder: '/${'root'}/site' }`, 'a path of one machine'],
    [`cd /${'work'}/site`, 'a path of one machine'],
  ])('%s', (line, what) => expect(findForbiddenText('a.ts', `\n${line}`)).toEqual([`a.ts:2: ${what}`]));

  test.each([
    '- [ ] a to-do list',
    'see https://example.com/work/of/art',
    'steps.skip(1)',
    'the root/ folder',
  ])('but "%s" is allowed', (line) => expect(findForbiddenText('a.md', line)).toEqual([]));
});

test('what people read is in American English', () => {
  const read =
    /^((app|markdown|names|page-views|running|server|supabase\/functions)\/.*\.tsx?|(content|docs)\/.*\.md|[A-Z]+\.md)$/;
  const texts = files.filter((file) => read.test(file) && !/\.test\.tsx?$/.test(file));
  expect(texts.length).toBeGreaterThan(1000);
  // The decision on spelling gives examples.
  const checked = texts.filter((file) => !file.startsWith('docs/decisions/0107-'));
  expect(checked.flatMap((file) => findBritishSpelling(file, readText(file)))).toEqual([]);
});

describe('British spelling is found', () => {
  test.each([
    ['a.md', 'Pick a colour.', 'colour'],
    ['a.ts', '// A run of ten kilometres.', 'kilometres'],
    ['a.ts', "const label = 'Cancelled by you';", 'Cancelled'],
    ['a.ts', 'const text = `one of your favourites`;', 'favourites'],
    ['a.tsx', 'const label = <p>The organisation</p>;', 'organisation'],
  ])('in %s: %s', (file, line, word) =>
    expect(findBritishSpelling(file, `\n${line}`)).toEqual([`${file}:2: ${word}`]));

  test.each([
    ['a.md', 'The column `metres` is in /rest/catalogue/list.'],
    ['a.ts', "const metres = row['metres'] + analyseRun();"],
    ['a.ts', "const columns = 'name, metres, gain';"],
  ])('but in %s "%s" is allowed', (file, line) => expect(findBritishSpelling(file, line)).toEqual([]));
});
