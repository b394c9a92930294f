import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readTarball } from './read-tar.ts';

function makeTarball(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

test('the wanted files of a package are read one by one', () => {
  const long = 'Mary,F,7065\n'.repeat(100);
  const packed = makeTarball({
    'package/readme.md': 'no',
    'package/raw-data/yob1880.txt': long,
    'package/raw-data/yob1881.txt': 'a',
  });
  const found = [...readTarball(packed, (name) => name.includes('yob'))];
  expect(found).toEqual([
    { name: 'package/raw-data/yob1880.txt', text: long },
    { name: 'package/raw-data/yob1881.txt', text: 'a' },
  ]);
});

test('a file that is no archive is refused', () => {
  expect(() => [...readTarball(Buffer.from('hello'), () => true)]).toThrow();
});
