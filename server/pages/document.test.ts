import { expect, test } from 'vitest';
import site from '../../site.config.ts';
import { renderDocument } from './document.ts';

const build = { id: 'abc', entry: '/assets/entry.js', headHtml: '<link rel="stylesheet" href="/a.css">' };
const render = (title: string, react: 'eager' | 'intent' | 'never' = 'intent') =>
  renderDocument({
    site,
    backend: { key: 'sb_publishable_x' },
    build,
    head: { title, canonical: 'https://example.com/a?b&c' },
    html: '<p>hi</p>',
    react,
  });

test('text from frontmatter is escaped', () => {
  const html = render('</title><script>alert(1)</script>" onload="x');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('" onload="x"');
  expect(html).toContain('content="&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#34; onload=&#34;x"');
});

test('the title has the page before the site, and the site alone on its own page', () => {
  expect(render('Pictures')).toContain('<title>Pictures · Porchlight</title>');
  expect(render('Porchlight')).toContain('<title>Porchlight</title>');
});

test('an attribute of the html element says when React is loaded, so that the boot script is the same on every page', () => {
  expect(render('a', 'eager')).toMatch(
    /<html[^>]* data-entry="\/assets\/entry.js" data-key="sb_publishable_x" data-eager>/,
  );
  expect(render('a', 'intent')).toMatch(
    /<html[^>]* data-entry="\/assets\/entry.js" data-key="sb_publishable_x">/,
  );
  expect(render('a', 'never')).not.toContain('data-entry');
});

const renderView = (view: string | undefined, changes: Partial<typeof site.pageViews> = {}) =>
  renderDocument({
    site: { ...site, pageViews: { ...site.pageViews, ...changes } },
    backend: { key: 'sb_publishable_x' },
    build,
    head: { title: 'a' },
    path: '/posts/%C3%A9?page=2',
    view,
    html: '',
    react: 'intent',
  });

test('a counted page has its token, and whether Do Not Track is respected', () => {
  expect(renderView('t.1')).toMatch(/<html[^>]* data-view="t.1" data-dnt="1"/);
  expect(renderView('t.1', { respectDoNotTrack: false })).not.toContain('data-dnt');
  expect(renderView(undefined)).not.toMatch(/data-view|data-dnt|noscript/);
});

test('a page that asks for a token cannot count readers without script', () => {
  expect(renderView('?mark', { countWithoutScript: true })).toMatch(/<html[^>]* data-view="\?mark"/);
  expect(renderView('?mark', { countWithoutScript: true })).not.toContain('noscript');
});

test('readers without script are counted by a stylesheet, if the owner wants it', () => {
  expect(renderView('t.1')).not.toContain('noscript');
  expect(renderView('t.1', { countWithoutScript: true })).toContain(
    '<noscript><link rel="stylesheet" href="/views.css?path=%2Fposts%2F%25C3%25A9&amp;token=t.1"></noscript></head>',
  );
});
