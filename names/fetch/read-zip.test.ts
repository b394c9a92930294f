import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readZip } from './read-zip.ts';

interface Made {
  name: string;
  text: string;
  stored?: boolean;
  /** False values in the entry's header. */
  size?: number;
  method?: number;
}

/** A zip file: each file with its local header, then the central directory. */
function makeZip(files: Made[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, text, stored = false, size, method } of files) {
    const data = Buffer.from(text);
    const packed = stored ? data : deflateRawSync(data);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(method ?? (stored ? 0 : 8), 10);
    head.writeUInt32LE(crc32(data), 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(size ?? data.length, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    bodies.push(local, Buffer.from(name), packed);
    list.push(head, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...list, end]);
}

function changedLetter(): Buffer {
  const zip = makeZip([{ name: 'a', text: 'Emma,F,19800\n', stored: true }]);
  zip.write('9', zip.indexOf('19800'));
  return zip;
}

const all = () => true;

test('the wanted files are read, compressed or stored', () => {
  const zip = makeZip([
    { name: 'yob2017.txt', text: 'Emma,F,19800\n' },
    { name: 'NationalReadMe.pdf', text: '%PDF' },
    { name: 'yob2018.txt', text: 'Emma,F,18700\n', stored: true },
  ]);
  expect(readZip(zip, (name) => name.startsWith('yob'))).toEqual([
    { name: 'yob2017.txt', text: 'Emma,F,19800\n' },
    { name: 'yob2018.txt', text: 'Emma,F,18700\n' },
  ]);
});

describe('is refused:', () => {
  const big = 'a'.repeat(200_000);
  const damaged = makeZip([{ name: 'a', text: 'Emma,F,19800\n'.repeat(50) }]);
  damaged.fill(255, 31, 40);
  test.each([
    ['no zip', Buffer.from('hello'), /no zip file/],
    ['cut off', makeZip([{ name: 'a', text: 'b' }]).subarray(0, -10), /no zip file/],
    ['cut off at its start', makeZip([{ name: 'a', text: 'b' }]).subarray(40), /no zip file/],
    ['damaged', damaged, /damaged or encrypted/],
    ['packed in another way', makeZip([{ name: 'a', text: 'b', method: 12 }]), /no zip file/],
    ['an entry too large', makeZip([{ name: 'a', text: big }]), /"a" in the zip is too large/],
    [
      'too many entries',
      makeZip(Array.from({ length: 12 }, (_, index) => ({ name: `${index}`, text: '' }))),
      /at most 10/,
    ],
    [
      'too much in all',
      makeZip(['a', 'b', 'c'].map((name) => ({ name, text: 'x'.repeat(90_000) }))),
      /"c" in the zip is too large/,
    ],
  ])('%s', (_, zip, message) => {
    const limits = { entries: 10, entryBytes: 100_000, allBytes: 200_000 };
    expect(() => readZip(zip, all, limits)).toThrow(message);
  });

  test.each([
    ['an entry with more than its header says', makeZip([{ name: 'a', text: big, size: 10 }])],
    ['an entry with another letter', changedLetter()],
  ])('%s', (_, zip) => {
    expect(() => readZip(zip, all)).toThrow('"a" in the zip is damaged: its checksum differs');
  });
});
