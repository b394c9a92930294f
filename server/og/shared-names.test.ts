/** The address of one name as previews see it. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import site from '../../site.config.ts';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const metaOf = (html: string, name: string) =>
  new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1];
const pathOf = (address: string | undefined) => (address ?? '').slice(siteUrl.length);

describe('a shared name', () => {
  test.each([
    'Emma',
    'Bartholomew',
    'Riley',
    'Jo',
    'Aaban',
  ])('%s has a picture of its trend', async (name) => {
    const { get, getText } = await openTestPages({});
    const html = await getText(`/baby-names/${name.toLowerCase()}`);
    expect(metaOf(html, 'og:title')).toContain(`${name}: the name since`);
    expect(metaOf(html, 'og:url')).toBe(`${siteUrl}/baby-names/${name.toLowerCase()}`);
    const picture = pathOf(metaOf(html, 'og:image'));
    expect(picture).toMatch(new RegExp(`^/og/[\\w-]{16}/@name/${name}\\.png$`));
    const response = await get(picture);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThan(300_000);
  });

  test('has one address for its picture, to which others lead', async () => {
    const { get, getText } = await openTestPages({});
    const picture = pathOf(metaOf(await getText('/baby-names/emma'), 'og:image'));
    for (const address of [
      '/og/0123456789abcdef/@name/Emma.png',
      picture.replace('Emma', 'emma'),
      picture.replace('Emma', 'EMMA'),
    ]) {
      const { status, headers } = await get(address);
      expect([address, status, headers.get('location')]).toEqual([address, 302, picture]);
    }
  });

  test('that is in no list has the general picture, and no word of it is drawn', async () => {
    const { get, getText } = await openTestPages({});
    const general = pathOf(metaOf(await getText('/baby-names'), 'og:image'));
    for (const name of ['Qqqqq', 'Buy%20this', '%3Cscript%3E']) {
      const { status, headers } = await get(`/og/0123456789abcdef/@name/${name}.png`);
      expect([name, status, headers.get('location')]).toEqual([name, 302, general]);
      expect(metaOf(await getText(`/baby-names/${name}`), 'og:image')).toBeUndefined();
    }
  });

  test('has no picture where the page is for signed-in visitors', async () => {
    const signIn = { ...site.signIn, include: ['/baby-names'] };
    const { get } = await openTestPages({}, { site: { signIn } });
    expect((await get('/og/0123456789abcdef/@name/Emma.png')).status).toBe(404);
  });
});
