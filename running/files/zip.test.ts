import { deflateSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { blobOf } from '../../tests/harness/running/write-files.ts';
import { writeZip, type ZipPart } from '../../tests/harness/running/write-zip.ts';
import { joinChunks } from './chunks.ts';
import { defaultLimits } from './limits.ts';
import { readZipDirectory } from './zip-directory.ts';
import { openZipEntry } from './zip-entry.ts';

const text = 'a run in the rain '.repeat(50);

/** Opens all entries; each as its text or as the reason why not. */
async function readAll(
  bytes: Uint8Array<ArrayBuffer>,
  limits = defaultLimits,
): Promise<Record<string, string>> {
  const archive = blobOf(bytes);
  const entries = await readZipDirectory(archive, limits);
  const contents: Record<string, string> = {};
  for (const entry of entries) {
    contents[entry.name] = await joinChunks(openZipEntry(archive, entry, limits), limits.fileBytes).then(
      (content) => new TextDecoder().decode(content),
      (error: Error) => `${error.name}: ${error.message}`,
    );
  }
  return contents;
}

const readOne = async (part: Partial<ZipPart>, limits = defaultLimits) =>
  Object.values(await readAll(writeZip([{ name: 'a.gpx', content: text, ...part }]), limits))[0];

describe('a zip', () => {
  test('returns its files, compressed or not, with names in any alphabet', async () => {
    const files = { 'a.gpx': text, 'Läufe/b.gpx': 'b', 'empty.gpx': '' };
    const parts = Object.entries(files).map(([name, content], index) => ({
      name,
      content,
      method: index === 1 ? 0 : 8,
    }));
    expect(await readAll(writeZip(parts))).toEqual(files);
    expect(await readAll(writeZip(parts, { comment: 'with a comment' }))).toEqual(files);
  });

  test('of another program is read as well', async () => {
    const zip = zipSync({ folder: { 'a.gpx': new TextEncoder().encode(text) } }, { level: 9 });
    expect(await readAll(zip)).toMatchObject({ 'folder/a.gpx': text });
  });

  test('of more than 4 GB has its sizes elsewhere', async () => {
    expect(await readAll(toLargeForm(writeZip([{ name: 'a.gpx', content: text }])))).toEqual({
      'a.gpx': text,
    });
  });

  test.each([
    '../a.gpx',
    'x/../../a.gpx',
    '/etc/a.gpx',
    'C:/a.gpx',
    'x\\..\\a.gpx',
    'a\0.gpx',
    '',
  ])('does not open a file with a path outside the archive: %j', async (name) => {
    expect(await readOne({ name })).toMatch(/^RunFileError: Its name leads out/);
  });

  test.each<[string, Partial<ZipPart>, RegExp]>([
    ['a link', { mode: 0o120777 }, /is a link/],
    ['a locked file', { flags: 1 }, /password/],
    ['a file with another name in its own header', { ownName: 'b.gpx' }, /damaged/],
    ['a file packed otherwise by its own header', { ownMethod: 0 }, /damaged/],
    ['a file with a wrong sum', { crc: 1 }, /damaged/],
    ['a file that is longer than announced', { bytes: 100 }, /more than is allowed or announced/],
    ['a file that is shorter than announced', { bytes: 10_000 }, /damaged/],
    ['a file with an unknown compression method', { method: 14, packed: new Uint8Array(5) }, /not supported/],
    ['a file of rubbish', { packed: new Uint8Array(50).fill(255) }, /damaged/],
    ['a file cut off', { packed: deflateSync(new TextEncoder().encode(text)).slice(0, 20) }, /damaged/],
  ])('does not trust %s', async (_, part, message) => {
    expect(await readOne(part)).toMatch(message);
  });

  test('does not open a zip bomb, whether its header is true or false', async () => {
    const bomb = deflateSync(new Uint8Array(5_000_000), { level: 9 });
    expect(await readOne({ packed: bomb, bytes: 5_000_000 })).toMatch(/looks like an attack/);
    expect(await readOne({ packed: bomb, bytes: 500_000 })).toMatch(/more than is allowed or announced/);
    expect(await readOne({ bytes: 300 * 2 ** 20 })).toMatch(/looks like an attack/);
    const large = readOne({ packed: new Uint8Array(2 * 2 ** 20), bytes: 300 * 2 ** 20 });
    expect(await large).toMatch(/more than 256 MB/);
  });

  test('does not open two files of one name', async () => {
    const archive = blobOf(
      writeZip([
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ]),
    );
    const entries = await readZipDirectory(archive, defaultLimits);
    expect(entries.map(({ refusal }) => refusal)).toEqual([undefined, expect.stringMatching(/two files/)]);
  });
});

describe('a whole archive is refused', () => {
  const parts = [
    { name: 'a', content: text },
    { name: 'b', content: text },
  ];
  const whole = writeZip(parts);

  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ['when its files overlap', writeZip([...parts, { name: 'c', content: text, placedLike: 0 }]), /overlap/],
    ['when it is cut off', whole.slice(0, -5), /damaged/],
    ['when its list is shorter than it says', writeZip(parts, { entries: 5 }), /damaged/],
    [
      'when its list stands elsewhere',
      whole.map((byte, at) => (at === whole.length - 6 ? byte ^ 1 : byte)),
      /damaged/,
    ],
    [
      'when it is one part of several',
      whole.map((byte, at) => (at === whole.length - 18 ? 3 : byte)),
      /several/,
    ],
    ['when it is no archive', new Uint8Array(100), /damaged/],
  ])('%s', async (_, bytes, message) => {
    await expect(readAll(bytes)).rejects.toMatchObject({
      name: 'RunFileError',
      message: expect.stringMatching(message),
    });
  });

  test('when it has too many files', async () => {
    await expect(readAll(whole, { ...defaultLimits, archiveEntries: 1 })).rejects.toMatchObject({
      fault: 'too_large',
    });
  });
});

/** The same archive with the records that archives over 4 GB have. */
function toLargeForm(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  const listAt = view.getUint32(end + 16, true);
  const list = zip.slice(listAt, end);
  const extra = new DataView(new ArrayBuffer(28));
  extra.setUint16(0, 1, true);
  extra.setUint16(2, 24, true);
  extra.setBigUint64(4, BigInt(view.getUint32(listAt + 24, true)), true);
  extra.setBigUint64(12, BigInt(view.getUint32(listAt + 20, true)), true);
  const listView = new DataView(list.buffer);
  for (const place of [20, 24, 42]) listView.setUint32(place, 0xffffffff, true);
  listView.setUint16(30, 28, true);
  const large = new DataView(new ArrayBuffer(56 + 20));
  large.setUint32(0, 0x06064b50, true);
  large.setBigUint64(32, 1n, true);
  large.setBigUint64(40, BigInt(list.length + 28), true);
  large.setBigUint64(48, BigInt(listAt), true);
  large.setUint32(56, 0x07064b50, true);
  large.setBigUint64(64, BigInt(listAt + list.length + 28), true);
  const parts = [
    zip.slice(0, listAt),
    list,
    new Uint8Array(extra.buffer),
    new Uint8Array(large.buffer),
    zip.slice(end),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
