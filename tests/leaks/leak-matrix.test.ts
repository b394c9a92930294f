/**
 * Who may know of a page, at every output of the site. Each answer is compared with that of a site on which the pages of
 * secret-pages.ts were never written. The tables name all differences.
 */
import { expect, test } from 'vitest';
import { readEvents } from '../harness/server/event-stream.ts';
import { openTestPages, siteUrl, type TestPages, type Who } from '../harness/server/test-pages.ts';
import {
  allPages,
  allStates,
  describeSecret,
  findStates,
  guarded,
  languages,
  now,
  openPages,
  type State,
} from './secret-pages.ts';

/** `unsettled`: the access token has expired, and the browser has not renewed it yet. */
const audiences: Who[] = ['owner', 'reader', 'unsettled', 'stranger'];

type Output = string | [address: string, init: RequestInit];

const asMarkdown: RequestInit = { headers: { accept: 'text/markdown' } };

/** A page, its payload and its data. */
const toForms = (path: string): Output[] => [
  path,
  toPayload(path),
  `/page.json?path=${encodeURIComponent(path)}`,
];
const toFeeds = (folder: string): Output[] =>
  ['feed.xml', 'rss.xml', 'feed.json'].map((name) => `${folder}/${name}`);
/** All that answers a question. */
const toAnswers = (question: string): Output[] => [
  ...toForms(`/search?q=${encodeURIComponent(question)}`),
  `/search.json?limit=20&q=${encodeURIComponent(question)}`,
];

/** Addresses at which there is nothing. */
const nothing: Output[] = [
  ...['/nowhere', '/posts/xdraftnam', '/posts?page=2'].flatMap(toForms),
  ...toFeeds('/posts/club'),
  ['/posts/club', asMarkdown],
  ...['/posts.md', '/posts/club.md', '/sitemap-1.xml', '/navigation.json'],
  // For owners it is the version of the page.
  ...['/live-page', '/live-page?path=/posts/open', '/live-page?path=/posts'],
  ...['/preview/', '/preview/links', `/preview/AAAAAAAAAAAAAAAA.${'A'.repeat(43)}`],
];

/**
 * Outputs about many pages, by what an owner, a reader, an unsettled visitor and a stranger get. `-`: what they get where the secret pages
 * were never written. `more`: drafts among others.
 */
const sharedTable: [row: string, outputs: Output[]][] = [
  [
    '- - - -',
    [
      ...['/', '/posts', '/archive', '/archive/2026', '/archive/2026/01'].flatMap(toForms),
      ...['/tags/shared', '/authors/ada', '/search'].flatMap(toForms),
      ...['/de', '/de/posts', '/de/tags/shared', '/de/archive/2026', '/de/posts/open'].flatMap(toForms),
      ...['/posts/open', '/posts/area/inner', '/posts/remarks', '/posts/component'].flatMap(toForms),
      ...['', '/posts', '/posts/area', '/tags/shared', '/authors/ada', '/de'].flatMap(toFeeds),
      ...['/', '/posts', '/posts/open', '/posts/remarks', '/posts/component'].map(
        (path): Output => [path, asMarkdown],
      ),
      ...['/index.md', '/posts/open.md', '/posts/remarks.md', '/posts/component.md'],
      ...['/sitemap.xml', '/robots.txt', '/llms.txt', '/llms-full.txt'],
      ...['/page-notes.json?path=/posts/open', '/page-notes.json?path=/posts', '/page-notes.json'],
      ...['inner', 'inenr'].flatMap(toAnswers),
    ],
  ],
  ['- - - -', nothing],
  ['guarded guarded - -', toForms('/posts/club')],
  ['more guarded - -', ['porch', 'porc', 'prch', 'tag:shared', '-inner porch'].flatMap(toAnswers)],
  ['more - - -', toAnswers('xdraftte')],
  ['index - - -', toAnswers('in:/posts/area')],
];
const sharedOutputs = sharedTable.flatMap(([, outputs]) => outputs);

/** Outputs about one page. */
const ownOutputs = {
  page: ({ path }) => path,
  payload: ({ path }) => toPayload(path),
  data: ({ path }) => `/page.json?path=${encodeURIComponent(path)}`,
  nearlyRight: ({ path }) => `${path}s`,
  nearlyRightPayload: ({ path }) => toPayload(`${path}s`),
  markdown: ({ path }) => `${path}.md`,
  accept: ({ path }): Output => [path, asMarkdown],
  inGerman: ({ path }) => `/de${path}`,
  inGermanPayload: ({ path }) => toPayload(`/de${path}`),
  germanMarkdown: ({ path }) => `/de${path}.md`,
  card: ({ path }) => `/og/0123456789abcdef${path}.png`,
  feed: ({ path }) => `${path}/feed.xml`,
  folder: ({ folder }) => folder,
  folderFeed: ({ folder }) => `${folder}/feed.xml`,
  tag: ({ tag }) => tag,
  tagFeed: ({ tag }) => `${tag}/rss.xml`,
  author: ({ author }) => author,
  authorFeed: ({ author }) => `${author}/feed.json`,
  title: ({ word }) => `/search.json?q=${word('title')}`,
  search: ({ word }) => `/search?q=${word('text')}`,
  searchPayload: ({ word }) => `/search/_payload.json?test&q=${word('description')}`,
  heading: ({ word }) => `/search.json?q=${word('heading')}`,
  mistyped: ({ word }) => `/search.json?q=${word('txet')}`,
  completed: ({ word }) => `/search.json?q=${word('tex')}`,
  tagged: ({ word }) => `/search.json?q=tag:${word('tag')}`,
  picture: ({ picture }) => picture,
  notes: ({ path }) => `/page-notes.json?path=${path}`,
  live: ({ path }) => `/live-page?path=${path}`,
  redirect: ({ oldAddress }) => oldAddress,
  redirectPayload: ({ oldAddress }) => toPayload(oldAddress),
  rule: ({ rule }) => rule,
  rulePayload: ({ rule }) => toPayload(rule),
  preview: ({ path }) => `/preview${path}`,
  share: ({ path }): Output => [
    `/preview/links?path=${path}`,
    { method: 'POST', headers: { origin: siteUrl } },
  ],
} satisfies Record<string, (secret: ReturnType<typeof describeSecret>) => Output>;

type OwnOutput = keyof typeof ownOutputs;

function toPayload(path: string): string {
  const [pathname, query] = path.split('?');
  return `${pathname === '/' ? '' : pathname}/_payload.json?test${query ? `&${query}` : ''}`;
}

/** As above. `page`: something of the page. A number: another answer of this status, in which there is nothing of the page. */
type Row = string;
type OwnRows = Partial<Record<OwnOutput, Row>>;
const none: Row = '- - - -';
const owners: Row = 'page - - -';
const readers: Row = 'page page - -';
const everyone: Row = 'page page page page';

const questions = ['title', 'search', 'searchPayload', 'heading', 'mistyped', 'completed', 'tagged'] as const;

const allOf = (outputs: readonly OwnOutput[], row: Row): OwnRows =>
  Object.fromEntries(outputs.map((output) => [output, row]));

const draft: OwnRows = {
  ...allOf(['page', 'payload', 'accept', 'notes', ...questions], owners),
  live: '200 - - -',
  picture: '200 - - -',
  share: '201 - - -',
};
/** A picture that no page shows is open if its folder is. */
const noPage: OwnRows = { picture: '200 200 200 200' };

const ownTable: Record<State, OwnRows> = {
  draft,
  named: draft,
  scheduled: draft,
  alone: draft,
  fixed: draft,
  tagsIntro: draft,
  // The folder is there for strangers too, and a rule may lead to it.
  index: { ...draft, rule: '301 301 301 301', rulePayload: '200 200 200 200' },
  expired: {
    ...draft,
    ...allOf(['page', 'payload', 'accept'], 'page 410 410 410'),
    data: '410 410 410 410',
    // A rule names its address, which was public.
    ...allOf(['rule', 'rulePayload'], everyone),
  },
  unlisted: {
    ...allOf(['page', 'payload', 'data', 'accept', 'markdown', 'inGerman', 'inGermanPayload'], everyone),
    ...allOf(['redirect', 'redirectPayload', 'rule', 'rulePayload'], everyone),
    ...allOf(['notes', ...questions], owners),
    live: '200 - - -',
    card: '302 302 302 302',
    picture: '200 200 200 200',
  },
  // Markdown of guarded pages is 401 for all, whether or not they are there.
  guarded: {
    ...allOf(['page', 'payload', 'data', 'inGerman', 'inGermanPayload', ...questions], readers),
    notes: owners,
    live: '200 - - -',
    picture: '200 200 - -',
    // Strangers are asked to sign in.
    ...allOf(['redirect', 'rule'], 'page page 302 302'),
    ...allOf(['redirectPayload', 'rulePayload'], 'page page 200 200'),
  },
  // Searched for in German only.
  translation: {
    ...allOf(['page', 'payload', 'accept', 'notes'], owners),
    live: '200 - - -',
    picture: '200 - - -',
    share: '201 - - -',
  },
  clubDraft: {
    ...allOf(['page', 'payload', 'notes', ...questions], owners),
    live: '200 - - -',
    picture: '200 - - -',
    share: '201 - - -',
  },
  privateFile: noPage,
  privateFolder: {},
  dotFile: noPage,
};

function toName(output: Output): string {
  return typeof output === 'string' ? output : `${output[0]} ${JSON.stringify(output[1])}`;
}

async function openBoth() {
  const options = { guarded, site: { languages }, search: true, content: { now: () => now } };
  const site = await openTestPages(allPages, options);
  const blank = await openTestPages(openPages, options);
  await site.content.indexPages();
  await blank.content.indexPages();
  return { site, blank };
}

async function read({ request }: TestPages, who: Who, output: Output) {
  const [address, init] = typeof output === 'string' ? [output, {}] : output;
  const response = await request(who, address, init);
  // The revision counts changes of files. Where the text is the same, so is its ETag.
  const text = (await readText(response)).replace(/"revision":\d+/, '');
  const headers = [...response.headers].filter(([name]) => name !== 'etag' && name !== 'content-length');
  const isPrivate = response.headers.get('cache-control') === 'private, no-store';
  return {
    status: response.status,
    isPrivate,
    whole: `${response.status} ${JSON.stringify(headers)} ${text}`,
    address,
  };
}

/** An event stream does not end: its first event counts. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const { next, leave } = readEvents(response);
  const event = await next();
  await leave();
  return event;
}

/** The difference that the secret pages make to the answers of an output. What a cache may keep is the same for all. */
async function compare(site: TestPages, blank: TestPages, output: Output): Promise<string[]> {
  const toCell = async (who: Who) => {
    const { whole, address, status, isPrivate } = await read(site, who, output);
    if (whole.includes('xcomment')) return { cell: 'comment', isPrivate };
    if (whole === (await read(blank, who, output)).whole) return { cell: '-', isPrivate };
    return { cell: findStates(whole, address) || String(status), isPrivate };
  };
  const stranger = await toCell('stranger');
  const row: string[] = [];
  // Owners are asked again last: what was sent to strangers is not sent to them.
  for (const who of [...audiences, 'owner' as const]) {
    const { cell, isPrivate } = await toCell(who);
    row.push(cell === stranger.cell || isPrivate ? cell : `${cell} (not private)`);
  }
  const again = row.pop();
  return again === row[0] ? row : [...row, `then ${again}`];
}

test('no output about many pages shows a page to a visitor who may not know of it', async () => {
  const { site, blank } = await openBoth();
  const expected: Record<string, Row> = {};
  const found: Record<string, Row> = {};
  for (const [row, outputs] of sharedTable) {
    for (const output of outputs) {
      const cells = await compare(site, blank, output);
      found[toName(output)] = cells.map((cell) => (cell.includes('draft') ? 'more' : cell)).join(' ');
      expected[toName(output)] = row;
    }
  }
  expect(found).toEqual(expected);
});

test('the outputs about many pages are there', async () => {
  const { site } = await openBoth();
  const missing: Output[] = [];
  for (const output of sharedOutputs)
    if ((await read(site, 'reader', output)).status !== 200) missing.push(output);
  expect(missing).toEqual(nothing);
});

test('no output about one page shows it to a visitor who may not know of it', async () => {
  const { site, blank } = await openBoth();
  const found: Partial<Record<State, OwnRows>> = {};
  for (const state of allStates) {
    const rows: Record<string, Row> = {};
    for (const [name, toOutput] of Object.entries(ownOutputs)) {
      const row = await compare(site, blank, toOutput(describeSecret(state)));
      // An owner may see other pages around it.
      const isPage = (cell: string, at: number) =>
        cell === state || (at === 0 && cell.split(' ').includes(state));
      const short = row.map((cell, at) => (isPage(cell, at) ? 'page' : cell)).join(' ');
      if (short !== none) rows[name] = short;
    }
    found[state] = rows;
  }
  expect(found).toEqual(ownTable);
});

test('a preview link shows a stranger its own page and no other', async () => {
  const { site } = await openBoth();
  for (const state of allStates.filter((each) => ownTable[each].share !== undefined)) {
    const { token } = await site.previews.create(describeSecret(state).path);
    for (const address of [`/preview/${token}`, `/preview/${token}/_payload.json?test`]) {
      const { status, whole } = await read(site, 'stranger', address);
      expect([address, status, findStates(whole)]).toEqual([address, 200, state]);
    }
  }
});

test.each([
  ['a draft', 'draft: true\n'],
  ['a page for later', 'publishAt: 2026-11-16 12:01\n'],
])('a page that is saved as %s is in no output before the change is announced', async (_, fields) => {
  // Nothing is watched, so the change is never announced; no page was read before.
  const site = await openTestPages(openPages, { guarded, content: { now: () => now } });
  site.save('posts/open.md', `---\ntitle: Open\ndate: 2026-01-02\n${fields}---\n\nxsavedtext\n`);
  for (const output of sharedOutputs)
    expect((await read(site, 'stranger', output)).whole, toName(output)).not.toContain('xsaved');
});
