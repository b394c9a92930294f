import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openTestSearch } from '../../tests/harness/markdown/test-search.ts';

const page = (fields: string, body = 'Text.') => `---\n${fields}\n---\n\n${body}\n`;

describe('the words of a question', () => {
  const files = {
    'cache.md': page(
      'title: The cache',
      '## Warm start\n\nA cache keeps rendered bodies.\n\n### Cold *cache* start\n\nSlow.',
    ),
    'lamp.md': page(
      'title: The lamp\ntags: [Light, two words]',
      'A lamp beside the door keeps the cache company.',
    ),
    'posts/guide/door.md': page('title: Door\ndescription: How a door is opened.', 'A door.'),
    'code.md': page('title: Code', '```ts\nconst urlSearchParams = content_dir;\n```'),
  };

  const cases: [what: string, question: string, found: string[]][] = [
    ['all of them must be there', 'cache rendered', ['/cache']],
    ['the last one may be unfinished', 'cache rend', ['/cache']],
    ['only the last one', 'rend cache', []],
    ['a phrase', '"keeps the cache"', ['/lamp']],
    ['a phrase that is not closed', '"keeps the cache', ['/lamp']],
    ['a word that must not be there', 'cache -lamp', ['/cache']],
    ['a phrase that must not be there', 'keeps -"rendered bodies"', ['/lamp']],
    ['a tag', 'tag:light', ['/lamp']],
    ['a tag of two words', 'tag:"two words" door', ['/lamp']],
    ['a folder', 'door in:/posts', ['/posts/guide/door']],
    ['a folder alone', 'in:/posts/guide', ['/posts/guide/door']],
    ['a field of the index is a word', 'title:door', []],
    ['an identifier', 'urlSearchParams', ['/code']],
    ['an identifier in one case', 'urlsearchparams', ['/code']],
    ['a part of an identifier', 'params', ['/code']],
    ['parts as a phrase', '"search params"', ['/code']],
    ['an identifier with a low line', 'content_dir', ['/code']],
    ['the title counts most', 'cache', ['/cache', '/lamp']],
  ];
  test('find the pages that they should', async () => {
    const { ask } = await openTestSearch(files);
    const found = cases.map(([what, question]) => {
      const answer = ask(question);
      return [what, question, answer.some ? [] : answer.results.map(({ path }) => path)];
    });
    expect(found).toEqual(cases);
  });

  test('headings are targets, and the words are marked in a part of the text', async () => {
    const { ask } = await openTestSearch(files);
    const [first] = ask('cache start').results;
    expect(first?.headings).toEqual([{ id: 'cold-cache-start', text: 'Cold cache start' }]);
    const snippet = ask('rendered').results[0]?.snippet ?? [];
    expect(snippet.filter((_, index) => index % 2 === 1)).toEqual(['rendered']);
    expect(snippet.join('').length).toBeLessThanOrEqual(160);
  });

  test('a page is shown with the folders above it', async () => {
    const { ask } = await openTestSearch(files);
    expect(ask('opened').results[0]?.trail).toEqual(['Posts', 'Guide']);
  });

  test('a mistyped word is corrected, and the answer says so; one in quotation marks is not', async () => {
    const { ask } = await openTestSearch(files);
    expect(ask('rendreed bodies')).toMatchObject({ corrected: 'rendered bodies', total: 1 });
    expect(ask('"rendreed" bodies')).not.toHaveProperty('corrected');
    // It is on a page.
    expect(ask('lamp')).not.toHaveProperty('corrected');
  });

  test('if no page has all words, pages with some of them are found, and the answer says so', async () => {
    const { ask } = await openTestSearch(files);
    expect(ask('rendered company')).toMatchObject({ some: true, total: 2 });
  });
});

const languages: [question: string, page: string][] = [
  ['一段', 'a'],
  ['段简', 'a'],
  ['是一段', 'a'],
  ['本', 'b'],
  ['検索', 'b'],
  ['全文検索', 'b'],
  ['カード', 'b'],
  ['전문 검색', 'c'],
  ['검색', 'c'],
  ['ไม่มี', 'd'],
  ['ມີ', 'e'],
  ['ភាសា', 'f'],
  ['strasse', 'g'],
  ['STRASSE', 'g'],
  ['smorrebrod', 'g'],
  ['encyclopaedia', 'g'],
  ['lodz', 'g'],
  ['cafe', 'g'],
  ['ναι', 'h'],
  ['हिन्दी', 'h'],
];
test('words of every script are found, without accents and without spaces', async () => {
  const { ask } = await openTestSearch({
    'a.md': '这是一段简短的文字。',
    'b.md': '日本語の全文検索とカードを試す。',
    'c.md': '한국어 전문 검색을 시험한다.',
    'd.md': 'ที่นี่ไม่มีช่องว่าง',
    'e.md': 'ບໍ່ມີຊ່ອງຫວ່າງ',
    'f.md': 'នេះជាភាសាខ្មែរ',
    'g.md': 'Die Straße, smørrebrød, encyclopædia, Łódź und ein Café.',
    'h.md': 'Ναί, हिन्दी भी.',
  });
  const answers = languages.map(([question]) => ask(question));
  const found = answers.map(({ query, results }) => [query, results.map(({ path }) => path).join()]);
  expect(found).toEqual(languages.map(([question, page]) => [question, `/${page}`]));
  expect(answers.filter(({ corrected }) => corrected)).toEqual([]);
  expect(answers.filter(({ results }) => (results[0]?.snippet.length ?? 0) < 2)).toEqual([]);
});

describe('hidden pages', () => {
  const markers = {
    draft: 'quagmarken',
    scheduled: 'zephyrine',
    expired: 'obsidianum',
    unlisted: 'velvetine',
    guarded: 'marzipanum',
  };
  const open = () =>
    openTestSearch(
      {
        'a.md': page('title: Open', 'Everybody reads this.'),
        'draft.md': page(`title: ${markers.draft}\ndraft: true`, markers.draft),
        'scheduled.md': page(`title: ${markers.scheduled}\npublishAt: 2999-01-01`, markers.scheduled),
        'expired.md': page(`title: ${markers.expired}\nexpires: 2020-01-01`, markers.expired),
        'unlisted.md': page(`title: ${markers.unlisted}\nunlisted: true`, markers.unlisted),
        'members/guarded.md': page(`title: ${markers.guarded}\ntags: [secretary]`, markers.guarded),
      },
      { isOpen: (path) => !path.startsWith('/members') },
    );

  test.each(
    Object.entries(markers),
  )('no question of a stranger shows a page that is %s', async (_state, word) => {
    const { ask } = await open();
    const mistyped = word.replace(word[3] ?? '', 'x');
    for (const question of [word, mistyped, word.slice(0, 5), `everybody ${word}`, `open ${mistyped}`]) {
      const { query, ...answer } = ask(question);
      expect(query).toBe(question);
      expect(JSON.stringify(answer)).not.toContain(word);
      expect(answer.results.every(({ path }) => path === '/a')).toBe(true);
      expect(answer.total).toBe(answer.results.length);
      expect(answer).not.toHaveProperty('corrected');
    }
    expect(ask('tag:secretary').total).toBe(0);
  });

  test('the folders above an open page are named as a stranger knows them', async () => {
    const { ask } = await openTestSearch(
      {
        'posts/club/index.md': page('title: Marzipanum', 'Text.'),
        'posts/club/open.md': page('title: Open', 'Text.'),
      },
      { isOpen: (path) => path !== '/posts/club' },
    );
    expect(ask('open', 'owner').results[0]?.trail).toEqual(['Posts', 'Marzipanum']);
    expect(ask('open').results[0]?.trail).toEqual(['Posts', 'Club']);
  });

  test('readers find guarded pages, owners all of them with their state', async () => {
    const { ask, paths } = await open();
    const found = (audience: 'reader' | 'owner') =>
      Object.entries(markers).flatMap(([state, word]) => (paths(word, audience).length > 0 ? [state] : []));
    expect(found('reader')).toEqual(['guarded']);
    expect(found('owner')).toEqual(['draft', 'scheduled', 'expired', 'unlisted', 'guarded']);
    const states = Object.values(markers).map((word) => ask(word, 'owner').results[0]?.state);
    expect(states).toEqual(['draft', 'scheduled', 'expired', 'unlisted', undefined]);
    expect(ask('quagmarkne', 'owner')).toMatchObject({ corrected: 'quagmarken' });
  });
});

describe('a saved file', () => {
  test('is found by its new words, and not by the old ones from the moment of the change', async () => {
    const { changeBy, save, paths, indexed } = await openTestSearch(
      { 'a.md': '# A\n\nOldword.' },
      { watch: true },
    );
    expect(paths('oldword')).toEqual(['/a']);
    await changeBy(() => save('a.md', '# A\n\nNewword.'));
    expect(paths('oldword')).toEqual([]);
    await indexed();
    expect(paths('newword')).toEqual(['/a']);
    expect(paths('oldword')).toEqual([]);
  });

  test('that became a draft is gone at once, and so is a deleted one', async () => {
    const { changeBy, save, paths, folder } = await openTestSearch(
      { 'a.md': '# A\n\nFirstword.', 'b.md': '# B\n\nOther.' },
      { watch: true },
    );
    await changeBy(() => save('a.md', '---\ndraft: true\n---\n# A\n\nFirstword.'));
    expect(paths('firstword')).toEqual([]);
    await changeBy(() => rmSync(join(folder, 'b.md')));
    expect(paths('other')).toEqual([]);
  });

  test('that is broken is not found by words that no visitor sees', async () => {
    const { changeBy, save, paths, indexed } = await openTestSearch(
      { 'a.md': '# A\n\nOldword.' },
      { watch: true },
    );
    await changeBy(() => save('a.md', '---\ntitle: [\ndraft: true\n---\n\nSecretword.'));
    await indexed();
    expect(paths('secretword')).toEqual([]);
  });
});

test('signs of a query language do no harm', async () => {
  const { search } = await openTestSearch({ 'a.md': '# A\n\nText.' });
  for (const question of [
    '"',
    '*',
    '"*',
    'NEAR(a b)',
    'title:',
    'a AND',
    'a OR NOT b',
    '^a',
    '{title}: a',
    '-',
    '--',
    '-"',
    'tag:',
    'in:',
    'in:x',
    'a\0b',
    '+',
    '\\',
    "'; drop table pages; --",
    '()',
    '%',
  ])
    expect(search.find(question, { audience: 'public', limit: 10 })).toHaveProperty('results');
});

const faults: [question: string, fault: string, most: number][] = [
  ['', 'empty', 200],
  ['  \0 ', 'empty', 200],
  ['x'.repeat(201), 'characters', 200],
  ['a b c d e f g h i', 'words', 8],
];
test('a question that is too long or empty is at fault', async () => {
  const { search } = await openTestSearch({ 'a.md': 'Text.' });
  for (const [question, fault, most] of faults)
    expect(search.find(question, { audience: 'public', limit: 10 })).toEqual({ fault, most });
});

describe('the file of the index', () => {
  const indexFile = (cacheFolder: string) =>
    join(cacheFolder, readdirSync(cacheFolder).find((name) => /^search-.*sqlite$/.test(name)) ?? '');

  test.each([
    ['is no database', (file: string) => writeFileSync(file, 'x'.repeat(10_000))],
    ['is cut off', (file: string) => truncateSync(file, 9000)],
    ['is empty', (file: string) => truncateSync(file, 0)],
  ])('that %s is built again', async (_what, damage) => {
    const files = { 'a.md': '# A\n\nFirstword.' };
    const first = await openTestSearch(files);
    await first.search.close();
    for (const name of readdirSync(first.cacheFolder))
      if (/-(wal|shm)$/.test(name)) rmSync(join(first.cacheFolder, name));
    damage(indexFile(first.cacheFolder));
    const second = await openTestSearch(files, { cacheFolder: first.cacheFolder });
    while (second.paths('firstword').length === 0) await wait(10);
    expect(second.paths('firstword')).toEqual(['/a']);
  });

  test('is where the guide says', async () => {
    const { cacheFolder } = await openTestSearch({ 'a.md': 'Text.' });
    const guide = readFileSync('content/posts/1.guide/14.search.md', 'utf8');
    expect(guide).toContain(`\`cache/${basename(indexFile(cacheFolder))}\``);
  });

  test('that is deleted while the site runs is built again', async () => {
    const { cacheFolder, save, changeBy, paths } = await openTestSearch(
      { 'a.md': '# A\n\nFirstword.', 'b.md': '# B\n\nOther.' },
      { watch: true },
    );
    const file = indexFile(cacheFolder);
    for (const word of ['secondword', 'thirdword', 'fourthword', 'fifthword', 'sixthword']) {
      rmSync(file);
      await changeBy(() => save('b.md', `# B\n\n${word}`));
      await expect.poll(() => [paths(word), paths('firstword')]).toEqual([['/b'], ['/a']]);
      expect([word, existsSync(file)]).toEqual([word, true]);
    }
  });

  test('is used again, and pages that are gone are removed from it', async () => {
    const first = await openTestSearch({ 'a.md': '# A\n\nFirstword.', 'b.md': 'Goneword.' });
    await first.search.close();
    rmSync(join(first.folder, 'b.md'));
    const second = await openTestSearch({}, { folder: first.folder, cacheFolder: first.cacheFolder });
    expect(second.paths('firstword')).toEqual(['/a']);
    expect(second.paths('goneword', 'owner')).toEqual([]);
  });
});
