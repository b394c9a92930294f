import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { attacks } from '../../../tests/harness/markdown/attacks.ts';
import { dotPicture } from '../../../tests/harness/markdown/dot-picture.ts';
import { findHtmlFaults } from '../../../tests/harness/markdown/html-rules.ts';

const admin = startAdmin({
  'posts/a.md': '---\ntitle: A *small* Garden\n---\nText.\n',
  'posts/taken.png': String(dotPicture),
  'posts/b.md': 'B.',
  'redirects.yml': '',
});

function post(path: string, body: unknown, query?: Record<string, string>) {
  return admin().call(path, { method: 'POST', body, ...(query && { query }) });
}

describe('preview', () => {
  test('is the page that the text would be, and nothing is kept', async () => {
    const before = [await admin().log(), admin().content.faults(), readdirSync(admin().contentFolder)];
    const text = '---\ntitle: New\npublishAt: 2999-01-01\ndate: x\n---\n[b](b.md) ![x](no.png)\n';
    const { status, body } = await post('/content/preview', { file: 'posts/new.md', text });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      article: {
        path: '/posts/new',
        title: 'New',
        body: { html: expect.stringContaining('href="/posts/b"') },
      },
      fields: { title: 'New', publishAt: '2999-01-01' },
      state: 'scheduled',
      moment: '2999-01-01T00:00:00.000Z',
      faults: [{ line: 4 }, { line: 6 }],
    });
    expect([await admin().log(), admin().content.faults(), readdirSync(admin().contentFolder)]).toEqual(
      before,
    );
  });

  test('has only faults for other files', async () => {
    const { body } = await post('/content/preview', { file: 'redirects.yml', text: 'a: b' });
    expect(body).toEqual({ article: null, fields: {}, faults: [{ line: 1, message: expect.any(String) }] });
    const settings = await post('/content/preview', { file: 'posts/.navigation.yml', text: 'titel: x' });
    expect(settings.body).toMatchObject({ article: null, faults: [{ line: 1 }] });
  });

  test('holds nothing that could run', async () => {
    const { body } = await post('/content/preview', { file: 'x.md', text: attacks.join('\n\n') });
    expect(findHtmlFaults(body.article.body.html)).toEqual([]);
  });

  test.each([
    '../a.md',
    '/etc/passwd',
    'posts/../../a.md',
    '.git/config',
    'posts/a.txt',
    'a\0.md',
    '',
  ])('is refused for %j', async (file) => {
    const { status, body } = await post('/content/preview', { file, text: 'x' });
    expect([status, body.code]).toEqual([400, 'bad-file']);
  });

  test('takes a text of the largest size of a page', async () => {
    const { status, body } = await post('/content/preview', { file: 'a.md', text: '"\n'.repeat(999_000) });
    expect([status, body.faults]).toEqual([200, []]);
    const more = await post('/content/preview', { file: 'a.md', text: '"\n'.repeat(1_000_001) });
    expect([more.status, more.body.article, more.body.faults.length]).toEqual([200, null, 1]);
  });
});

describe('fields', () => {
  test('change their own lines of the text', async () => {
    const text = '---\n# mine\ntitle: A # a\ndraft: true\n---\nText.\n';
    const { status, body } = await post('/content/fields', { text, changes: { title: 'B: c', draft: null } });
    expect([status, body]).toEqual([200, { text: '---\n# mine\ntitle: "B: c" # a\n---\nText.\n' }]);
  });

  test('cannot be changed where lines cannot be told apart: 409 with the reason', async () => {
    const { status, body } = await post('/content/fields', {
      text: '---\ntitle: a: b\n---\n',
      changes: { title: 'x' },
    });
    expect([status, body]).toEqual([
      409,
      { code: 'not-editable', line: 2, message: expect.stringMatching(/is not valid YAML/) },
    ]);
  });

  test('of another shape are refused', async () => {
    expect(await post('/content/fields', { text: 'x', changes: [1] })).toMatchObject({ status: 400 });
  });
});

const red = { width: 40, height: 20, channels: 3, background: 'red' } as const;

/** 4000 × 3000 with the camera on its side, and with a place in it. */
function makePhoto() {
  return sharp({ create: { ...red, width: 4000, height: 3000 } })
    .withExif({ IFD0: { Artist: 'Ada Secret' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function upload(bytes: Uint8Array, query: Record<string, string>) {
  const answer = await post('/content/picture', bytes, { file: 'posts/a.md', ...query });
  const stored =
    answer.status === 200 ? readFileSync(join(admin().contentFolder, answer.body.file)) : undefined;
  return { ...answer, stored: stored ?? Buffer.alloc(0) };
}

describe('a picture', () => {
  test('is turned, scaled, freed of everything a camera wrote, and put beside the page', async () => {
    const photo = await makePhoto();
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Ada Secret');
    const { status, body, stored } = await upload(photo, { name: 'IMG 12.JPG', alt: 'A field' });
    expect([status, body]).toEqual([
      200,
      { file: 'posts/img-12.jpg', src: './img-12.jpg', width: 1920, height: 2560 },
    ]);
    const { width, height, exif, icc, xmp, iptc, orientation, format } = await sharp(stored).metadata();
    expect({ width, height, exif, icc, xmp, iptc, orientation, format }).toEqual({
      width: 1920,
      height: 2560,
      format: 'jpeg',
    });
    expect(stored.includes('Ada Secret')).toBe(false);
    expect((await admin().log()).at(-1)).toBe('content.picture posts/img-12.jpg');
    const preview = await post('/content/preview', { file: 'posts/a.md', text: `![A field](${body.src})` });
    expect(preview.body.faults).toEqual([]);
    expect(preview.body.article.body.html).toMatch(
      /src="\/pictures\/\w+\/posts\/img-12\.jpg" width="1920" height="2560"/,
    );
    expect(readdirSync(join(admin().contentFolder, 'posts')).filter((name) => name.startsWith('.'))).toEqual(
      [],
    );
  });

  test.each(['png', 'webp', 'avif', 'jpeg', 'gif'] as const)('stays %s, at its size', async (format) => {
    const bytes = await sharp({ create: red }).toFormat(format).toBuffer();
    const { body, stored } = await upload(bytes, { name: `dot ${format}` });
    expect(body).toMatchObject({
      src: `./dot-${format}.${format === 'jpeg' ? 'jpg' : format}`,
      width: 40,
      height: 20,
    });
    const read = await sharp(stored).metadata();
    expect(read.format).toBe(format === 'avif' ? 'heif' : format);
  });

  test.each(['gif', 'webp'] as const)('that moves keeps moving: %s', async (format) => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { ...red, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const { body, stored } = await upload(bytes, { name: `moves-${format}` });
    expect(body).toMatchObject({ width: 40, height: 20 });
    expect((await sharp(stored).metadata()).pages).toBe(3);
  });

  test('is named after the page and numbered if it has no name', async () => {
    const answers = [await upload(dotPicture, {}), await upload(dotPicture, { name: '…/.png' })];
    expect(answers.map(({ body }) => body.src)).toEqual(['./a-small-garden-1.png', './a-small-garden-2.png']);
    const fresh = await upload(dotPicture, { file: 'posts/2.new folder/1.My page.md' });
    expect(fresh.body.file).toBe('posts/2.new folder/my-page-1.png');
  });

  test.each([
    ['../../../etc/Passwd.png', './passwd.png'],
    ['C:\\Users\\Ada\\Ä (1).png', './ä-1.png'],
    ['.hidden', './hidden.png'],
    ['__x.y.png', './x-y.png'],
    ['CON.png', './picture-con.png'],
    ['a"onerror=b<script>.html', './aonerrorbscript.png'],
    ['x'.repeat(300), `./${'x'.repeat(60)}.png`],
  ])('named %j is %s', async (name, src) => {
    const { body } = await upload(dotPicture, { name });
    expect([body.src, dirname(body.file)]).toEqual([src, 'posts']);
  });

  test('never takes the place of another', async () => {
    const taken = readFileSync(join(admin().contentFolder, 'posts/taken.png'));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => upload(dotPicture, { name: 'taken.png' })),
    );
    expect(answers.map(({ body }) => body.src).sort()).toEqual(
      [2, 3, 4, 5, 6, 7].map((n) => `./taken-${n}.png`),
    );
    expect(readFileSync(join(admin().contentFolder, 'posts/taken.png'))).toEqual(taken);
  });

  test.each<[what: string, bytes: () => Uint8Array | Promise<Uint8Array>, status: number, reason: RegExp]>([
    [
      'an SVG',
      () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="x" onload="alert(1)"/>'),
      415,
      /SVG can hold scripts/,
    ],
    ['a text', () => Buffer.from('Hello'), 415, /no picture/],
    ['nothing', () => Buffer.alloc(0), 415, /no picture/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), 415, /no picture/],
    [
      'a HEIC without HEVC here',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      415,
      /HEIC/,
    ],
    ['half a picture', async () => (await makePhoto()).subarray(0, 9000), 415, /damaged/],
    ['a picture of too many pixels', () => hugePicture(), 413, /100 million pixels/],
    ['a file of more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1), 413, /20971520 bytes/],
  ])('is refused: %s', async (_what, bytes, expected, reason) => {
    const before = [await admin().log(), readdirSync(join(admin().contentFolder, 'posts'))];
    const { status, body } = await upload(await bytes(), { name: 'refused' });
    expect([status, body.message]).toEqual([expected, expect.stringMatching(reason)]);
    expect([await admin().log(), readdirSync(join(admin().contentFolder, 'posts'))]).toEqual(before);
  });

  test('is put into no other place', async () => {
    const { contentFolder, dataFolder } = admin();
    symlinkSync(dataFolder, join(contentFolder, 'outside'));
    mkdirSync(join(contentFolder, '.private'));
    const before = [readdirSync(dataFolder), readdirSync(contentFolder)];
    for (const file of [
      '../a.md',
      '/a.md',
      'outside/a.md',
      '.private/a.md',
      'redirects.yml',
      'posts/x.txt',
      'a\\b.md',
    ]) {
      const { status, body } = await upload(dotPicture, { file });
      expect([file, status, body.code]).toEqual([file, 400, 'bad-file']);
    }
    expect((await post('/content/picture', dotPicture)).status).toBe(400);
    expect([readdirSync(dataFolder), readdirSync(contentFolder)]).toEqual(before);
  });
});

/** The head of a PNG that says it has 20,000 × 20,000 pixels. */
function hugePicture(): Uint8Array {
  const bytes = Buffer.from(dotPicture);
  bytes.writeUInt32BE(20_000, 16);
  bytes.writeUInt32BE(20_000, 20);
  return bytes;
}
