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

test('text from frontmatter cannot leave its place', () => {
  const html = render('</title><script>alert(1)</script>" onload="x');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('" onload="x"');
  expect(html).toContain(
    'content="&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#34; onload=&#34;x"',
  );
});

test('the site is named after the page, and alone on its own page', () => {
  expect(render('Pictures')).toContain('<title>Pictures · Porchlight</title>');
  expect(render('Porchlight')).toContain('<title>Porchlight</title>');
});

test('when React is loaded stands on the html element, so that the boot script is the same on every page', () => {
  expect(render('a', 'eager')).toMatch(
    /<html[^>]* data-entry="\/assets\/entry.js" data-key="sb_publishable_x" data-eager>/,
  );
  expect(render('a', 'intent')).toMatch(
    /<html[^>]* data-entry="\/assets\/entry.js" data-key="sb_publishable_x">/,
  );
  expect(render('a', 'never')).not.toContain('data-entry');
});
