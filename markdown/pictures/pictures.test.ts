import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, openTestContent } from '../../tests/harness/markdown/test-content.ts';

/** A picture of the given size: a file's head is enough to be measured. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';

test('a picture alone in its paragraph is a figure with size, description and caption', async () => {
  const { content } = await openTestContent({
    'posts/a.md': '![A *red* barn](./barn.png "In autumn")',
    'posts/barn.png': png(640, 480),
  });
  const article = await content.visiblePages('reader').readArticle('/posts/a');
  expect(article?.body.html).toMatch(
    /^<figure><img src="\/pictures\/[0-9a-f]{10}\/posts\/barn\.png" width="640" height="480" alt="A red barn" loading="lazy" decoding="async"\/><figcaption>In autumn<\/figcaption><\/figure>$/,
  );
});

test('a picture in a line of text is an img, with an address that works for any name', async () => {
  const { content } = await openTestContent({
    'posts/2.über uns/a.md': 'See ![x](<bild 1.svg>) and ![y](/posts/2.%C3%BCber%20uns/bild%201.svg).',
    'posts/2.über uns/bild 1.svg': svg,
  });
  const article = await content.visiblePages('reader').readArticle('/posts/über-uns/a');
  const html = article?.body.html ?? '';
  const [found = '', other] = html.match(/\/pictures\/[^"]*/g) ?? [];
  expect(found).toMatch(/^\/pictures\/[0-9a-f]{10}\/posts\/2\.%C3%BCber%20uns\/bild%201\.svg$/);
  expect(other).toBe(found);
  expect(html).toMatch(
    /^<p>See <img src="[^"]*" width="30" height="20" alt="x" loading="lazy" decoding="async"\/> and <img [^>]* alt="y"[^>]*\/>\.<\/p>$/,
  );
  expect(await content.findPicture(found)).toMatchObject({
    type: 'image/svg+xml',
    size: svg.length,
    current: true,
  });
});

test('a picture that is not there shows its description and is reported with its line', async () => {
  const { content, log } = await openTestContent({
    'posts/a.md': '---\ntitle: A\n---\n\nText\n![The barn](gone.png)\n',
  });
  const article = await content.visiblePages('reader').readArticle('/posts/a');
  expect(article?.body.html).toBe('<p>Text\n<span class="picture-missing">The barn</span></p>');
  await content.visiblePages('reader').readArticle('/posts/a');
  expect(log).toEqual([
    'warn: posts/a.md:6: The picture gone.png is not there: put the file into posts, or change the name',
  ]);
});

test('a picture that is saved again gets another address, and the change of the page is announced', async () => {
  const { content, folder, save, changeBy } = await openTestContent(
    { 'posts/a.md': '![x](a.png)', 'posts/a.png': png(1, 1) },
    { watch: true },
  );
  const address = async () =>
    (await content.visiblePages('reader').readArticle('/posts/a'))?.body.html.match(
      /\/pictures\/[^"]*/,
    )?.[0] ?? '';
  const first = await address();
  expect(await changeBy(() => save('posts/a.png', png(20, 10)))).toMatchObject({ paths: ['/posts/a'] });
  const second = await address();
  expect(second).not.toBe(first);
  expect(await content.findPicture(first)).toMatchObject({ current: false });
  expect(await content.findPicture(second)).toMatchObject({ current: true, size: png(1, 1).length });
  await changeBy(() => rmSync(join(folder, 'posts/a.png')));
  expect(await content.findPicture(second)).toBeUndefined();
  expect(await changeBy(() => save('posts/a.png', png(2, 2)))).toMatchObject({ paths: ['/posts/a'] });
});

test('the picture of the frontmatter comes with size and description', async () => {
  const { content } = await openTestContent({
    'a.md': '---\nimage: { src: ./a.png, alt: A door }\n---\nText',
    'a.png': png(3, 2),
    'b.md': '---\nimage: https://example.com/b.png\n---\nText',
    'c.md': '---\nimage: javascript:alert(1)\n---\nText',
  });
  expect((await content.visiblePages('reader').readArticle('/a'))?.image).toEqual({
    src: expect.stringMatching(/^\/pictures\/.*\/a\.png$/),
    width: 3,
    height: 2,
    alt: 'A door',
  });
  expect((await content.visiblePages('reader').readArticle('/b'))?.image).toEqual({
    src: 'https://example.com/b.png',
    alt: '',
  });
  expect(await content.visiblePages('reader').readArticle('/c')).not.toHaveProperty('image');
});

test('nothing outside of the content folder is reached from a page', async () => {
  const place = createTestFolder({
    'posts/a.md': '![a](../../outside.png)\n\n![b](link.png)\n\n![c](../../../../../../etc/passwd)',
  });
  writeFileSync(join(place, 'outside.png'), png(1, 1));
  symlinkSync(join(place, 'outside.png'), join(place, 'content/posts/link.png'));
  const { content } = await openTestContent({}, { folder: join(place, 'content') });
  const article = await content.visiblePages('reader').readArticle('/posts/a');
  expect(article?.body.html).not.toContain('/pictures/');
  expect(article?.body.html.match(/picture-missing/g)).toHaveLength(3);
});

test.each([
  '/pictures/0123456789/../secret.png',
  '/pictures/0123456789/..%2fsecret.png',
  '/pictures/0123456789/%2e%2e/secret.png',
  '/pictures/0123456789/posts/..%5c..%5csecret.png',
  '/pictures/0123456789//etc/passwd.png',
  '/pictures/0123456789/%2fetc%2fpasswd.png',
  '/pictures/0123456789/posts/link.png',
  '/pictures/0123456789/posts/outside/secret.png',
  '/pictures/0123456789/posts/a.md',
  '/pictures/0123456789/posts/.hidden.png',
  '/pictures/0123456789/_own/own.png',
  '/pictures/0123456789/posts/a.png%00.png',
  '/pictures/0123456789/%',
  '/pictures/0123456789/posts',
  '/pictures/zz/posts/a.png',
  '/pictures/posts/a.png',
  '/other/0123456789/posts/a.png',
])('%s is not served', async (address) => {
  const place = createTestFolder({
    'posts/a.md': 'x',
    'posts/.hidden.png': png(1, 1),
    '_own/own.png': png(1, 1),
    'posts/a.png': png(1, 1),
  });
  writeFileSync(join(place, 'secret.png'), png(1, 1));
  symlinkSync(join(place, 'secret.png'), join(place, 'content/posts/link.png'));
  symlinkSync(place, join(place, 'content/posts/outside'));
  const { content } = await openTestContent({}, { folder: join(place, 'content') });
  expect(await content.findPicture(address)).toBeUndefined();
  expect(await content.findPicture('/pictures/0123456789/posts/a.png')).toMatchObject({ current: false });
});

const note = (text: string, more = '') => `---\ntitle: A note\n${more}---\n\n${text}\n`;

test.each([
  ['a guarded page', { 'members/a.md': note('![[dot.png]]') }, 'reader'],
  [
    'a guarded page and an open one',
    { 'members/a.md': note('![[dot.png]]'), 'b.md': note('![[dot.png]]') },
    'public',
  ],
  ['a draft', { 'draft.md': note('![[dot.png]]', 'draft: true\n') }, 'owner'],
  [
    'a draft and an open page',
    { 'draft.md': note('![[dot.png]]', 'draft: true\n'), 'b.md': note('![[dot.png]]') },
    'public',
  ],
  [
    'a draft and a link of an open page',
    { 'draft.md': note('![[dot.png]]', 'draft: true\n'), 'b.md': note('[[dot.png]]') },
    'public',
  ],
  [
    'a draft and an open page that shows another',
    { 'draft.md': note('![[dot.png]]', 'draft: true\n'), 'b.md': note('![[dots.png]]') },
    'owner',
  ],
])('who may see a picture that is embedded by its name in %s', async (_, pages, audience) => {
  const { content } = await openTestContent(
    { ...pages, 'files/dot.png': png(1, 1), 'files/dots.png': png(2, 2) },
    { isOpen: (path) => !path.startsWith('/members') },
  );
  expect(await content.findPicture('/pictures/0123456789/files/dot.png')).toMatchObject({ audience });
});
