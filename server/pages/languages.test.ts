import { expect, test } from 'vitest';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText of ${title}.\n`;
const dated = (title: string, more = '') => page(title, `date: 2026-03-01\n${more}`);
const languages = { de: { title: 'Verandalicht', description: 'Eine kleine Website.' }, 'pt-BR': {} };

const files = {
  'index.md': page('Welcome'),
  'about.md': page('About me'),
  'posts/first.md': dated('First', 'tags: [winter]\n'),
  'posts/only-english.md': dated('Only English'),
  'posts/snow.md': dated('Snow'),
  'de/index.md': page('Willkommen'),
  'de/posts/first.md': dated('Erster', 'tags: [winter]\n'),
  'de/posts/nur-deutsch.md': dated('Nur Deutsch'),
  'de/posts/schnee.md': dated('Schnee', 'translationOf: /posts/snow\n'),
};

const open = () => openTestPages(files, { site: { languages } });

/** The links to the same page in other languages. */
function hreflangs(html: string): Record<string, string> {
  const links = html.matchAll(/<link[^>]* hreflang="([^"]+)" href="([^"]+)">/g);
  return Object.fromEntries([...links].map(([, language = '', href = '']) => [language, href]));
}

/** What `<path>/_payload.json` has. */
async function readData(get: (path: string) => Promise<Response>, path: string) {
  const payload = await (await get(`${path.replace(/^\/$/, '')}/_payload.json`)).json();
  return Object.values(payload as Record<string, { data: Record<string, unknown> }>)[0]?.data;
}

test('a page of a further language has its language, its title and its menus', async () => {
  const { getText } = await open();
  const html = await getText('/de/posts/first');
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('<title>Erster · Verandalicht</title>');
  expect(await getText('/posts/first')).toContain('<html lang="en"');
  expect(await getText('/de')).toContain('<title>Willkommen · Verandalicht</title>');
});

test('a page names its translations, found by their address or by translationOf', async () => {
  const { getText } = await open();
  const first = {
    en: `${siteUrl}/posts/first`,
    de: `${siteUrl}/de/posts/first`,
    'x-default': `${siteUrl}/posts/first`,
  };
  expect(hreflangs(await getText('/posts/first'))).toEqual(first);
  expect(hreflangs(await getText('/de/posts/first'))).toEqual(first);
  expect(hreflangs(await getText('/de/posts/schnee'))).toMatchObject({ en: `${siteUrl}/posts/snow` });
  expect(hreflangs(await getText('/posts/snow'))).toMatchObject({ de: `${siteUrl}/de/posts/schnee` });
  expect(hreflangs(await getText('/de/posts/nur-deutsch'))).toEqual({});
  expect(hreflangs(await getText('/'))).toMatchObject({ de: `${siteUrl}/de` });
});

test('lists, feeds and tags have the pages of one language', async () => {
  const { get, getText } = await open();
  const titles = (data: unknown) =>
    JSON.stringify(data)
      .match(/"title":"[^"]+"/g)
      ?.join();
  const german = titles(await readData(get, '/de/posts'));
  expect(german).toContain('Nur Deutsch');
  expect(german).not.toContain('First');
  expect(titles(await readData(get, '/posts'))).not.toContain('Deutsch');
  expect(await readData(get, '/de')).toMatchObject({ total: 3, intro: { title: 'Willkommen' } });
  expect(await readData(get, '/')).toMatchObject({ total: 3, intro: { title: 'Welcome' } });
  expect(await readData(get, '/de/tags/winter')).toMatchObject({ list: { pages: [{ title: 'Erster' }] } });
  expect(await readData(get, '/tags/winter')).toMatchObject({ list: { pages: [{ title: 'First' }] } });
  expect(await readData(get, '/de/archive')).toMatchObject({
    years: [{ path: '/de/archive/2026', count: 3 }],
  });
  const feed = await getText('/de/feed.xml');
  expect(feed).toContain('xml:lang="de"');
  expect(feed).toContain('<title>Verandalicht</title>');
  expect(feed.match(/<entry>/g)).toHaveLength(3);
  expect(await getText('/feed.xml')).not.toContain('/de/');
  expect(await getText('/de/tags/winter/feed.xml')).toContain('Erster');
  const sitemap = await getText('/sitemap.xml');
  for (const path of ['/de', '/de/posts', '/de/posts/first', '/pt-br', '/pt-br/posts'])
    expect(sitemap).toContain(`<loc>${siteUrl}${path}</loc>`);
});

test('the same file has the words of each address, in its text and in its feed', async () => {
  const text = dated('Lamp').replace(
    'Text',
    '> [!warning]\n> Hot[^1]\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n[^1]: Text',
  );
  const { getText } = await openTestPages(
    { 'posts/lamp.md': text, 'de/posts/lamp.md': text },
    { site: { languages } },
  );
  const words = { '': ['Warning', 'Footnotes', 'Diagram'], '/de': ['Warnung', 'Fußnoten', 'Diagramm'] };
  for (const [prefix, [callout, footnotes, diagram]] of Object.entries(words)) {
    const html = await getText(`${prefix}/posts/lamp`);
    expect(html).toContain(`</svg>${callout}</p>`);
    expect(html).toContain(`class="sr-only">${footnotes}</h2>`);
    expect(html).toContain(`aria-label="${diagram}: A, B"`);
    const { items } = JSON.parse(await getText(`${prefix}/feed.json`));
    expect(items[0].content_html).toContain(`<p>${callout}</p>`);
    expect(items[0].content_html).toContain(`>${footnotes}</h2>`);
    expect(items[0].content_html).toContain(`/posts/lamp">${diagram}</a>`);
    expect(await getText(`${prefix}/posts/lamp.md`)).toContain('> [!warning]');
  }
  // A site in one language, and a page that is shown in that of the site.
  expect(await getText('/pt-br/posts/lamp')).toContain('</svg>Warning</p>');
  const german = await openTestPages({ 'posts/lamp.md': text }, { site: { language: 'de' } });
  expect(await german.getText('/posts/lamp')).toContain('</svg>Warnung</p>');
});

test('what is wrong with a question is said in the language of the page', async () => {
  const { get } = await openTestPages(files, { site: { languages }, search: true });
  const long = 'x'.repeat(201);
  for (const [path, said] of [
    [`/search?q=${long}`, 'at most 200 characters'],
    [`/de/search?q=${long}`, 'höchstens 200 Zeichen'],
    ['/de/search?q=a+b+c+d+e+f+g+h+i', 'höchstens 8 Wörter'],
    [`/de/search.json?q=${long}`, 'höchstens 200 Zeichen'],
    ['/search.json?q=', 'the parameter q is empty'],
  ] as const) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 400]);
    expect(await response.text()).toContain(said);
  }
});

test('an error has the language of its address', async () => {
  const { get, request } = await openTestPages(files, { site: { languages } });
  const post = (path: string) => request('stranger', path, { method: 'POST' });
  for (const [path, answer] of [
    ['/de/%ff', get],
    ['/de/posts/first', post],
    ['/de/none', get],
  ] as const) {
    const html = await (await answer(path)).text();
    expect(html).toContain('<html lang="de"');
    expect(html).toMatch(/<title>(?:Fehler 40[05]|Seite nicht gefunden) · Verandalicht</);
  }
  expect(await (await get('/de/%ff')).text()).toContain('Diese Adresse ist nicht gültig.');
  const english = await (await get('/%ff')).text();
  expect(english).toContain('<html lang="en"');
  expect(english).toContain('This address is not valid.');
});

test('a draft by a preview link and a page before the session is known have the language of the page', async () => {
  const draft = page('Entwurf', 'draft: true\n');
  const { get, getText, request, previews } = await openTestPages(
    { ...files, 'de/posts/entwurf.md': draft, 'posts/draft.md': draft },
    { site: { languages }, guarded: ['/members/*'] },
  );
  const german = await previews.create('/de/posts/entwurf');
  expect(await getText(`/preview/${german.token}`)).toContain('<html lang="de"');
  expect(await (await get(`/preview/${german.token}/_payload.json`)).text()).toContain(
    '"languagePath":"/de"',
  );
  const english = await previews.create('/posts/draft');
  expect(await getText(`/preview/${english.token}`)).toContain('<html lang="en"');
  const shell = await (await request('unsettled', '/de/members/a')).text();
  expect(shell).toContain('<title>Einen Augenblick · Verandalicht</title>');
});

test('neighbors do not cross languages', async () => {
  const { get } = await open();
  const paths = ['first', 'only-english', 'snow'].map((name) => `/posts/${name}`);
  for (const path of [...paths, '/de/posts/first', '/de/posts/nur-deutsch', '/de/posts/schnee']) {
    const data = JSON.stringify((await readData(get, path))?.neighbours);
    expect(data.includes('"/de/')).toBe(path.startsWith('/de/'));
    expect(data.includes('"/posts')).toBe(!path.startsWith('/de/'));
  }
});

test('a page without a translation is shown in the language of the site, and search engines are told', async () => {
  const { get, getText, save, changeBy } = await openTestPages(files, {
    content: { watch: true },
    site: { languages },
  });
  const html = await getText('/de/posts/only-english');
  expect(html).toContain('Text of Only English.');
  expect(html).toContain('content="noindex"');
  expect(html).toMatch(new RegExp(`rel="canonical" href="${siteUrl}/posts/only-english"`));
  expect(await readData(get, '/de/posts/only-english')).toMatchObject({
    untranslated: { path: '/posts/only-english', language: 'en' },
  });
  expect(await readData(get, '/de/about')).toMatchObject({ article: { title: 'About me' } });
  await changeBy(() => save('posts/only-english.md', dated('Only English', 'description: New\n')));
  expect(await getText('/de/posts/only-english')).toContain('New');
  await changeBy(() => save('de/posts/only-english.md', dated('Auch Deutsch')));
  expect(await getText('/de/posts/only-english')).toContain('Text of Auch Deutsch.');
  for (const path of ['/de/posts/none', '/de/tags/none', '/de/login', '/fr/posts/first'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('the address of a page with a translation at another address leads there', async () => {
  const { get, getText, request } = await openTestPages(
    {
      ...files,
      'posts/ice.md': page('Ice'),
      'de/posts/eis.md': page('Eis', 'translationOf: /posts/ice\ndraft: true\n'),
      'posts/members/über.md': page('Over'),
      'de/posts/members/drüber.md': page('Drüber', 'translationOf: /posts/members/über\n'),
    },
    { site: { languages }, guarded: ['/posts/members/*'] },
  );
  const moved = await get('/de/posts/snow?a=b');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/de/posts/schnee?a=b']);
  expect(await (await get('/de/posts/snow/_payload.json?test')).json()).toEqual({
    redirect: '/de/posts/schnee',
  });
  const guarded = encodeURI('/de/posts/members/über');
  expect((await get(guarded)).headers.get('location')).toMatch(/^\/login/);
  expect((await request('reader', guarded)).headers.get('location')).toBe(
    encodeURI('/de/posts/members/drüber'),
  );
  // What is a draft is not there yet.
  expect(await getText('/de/posts/ice')).toContain('Text of Ice.');
});

test('a rule that guards a page guards it in every language', async () => {
  const { get } = await openTestPages(
    { ...files, 'posts/members/a.md': page('A') },
    { site: { languages }, guarded: ['/posts/members/*'] },
  );
  for (const path of ['/posts/members/a', '/de/posts/members/a', '/de/posts/members/none'])
    expect([path, (await get(path)).status]).toEqual([path, 302]);
});
