import { expect, test } from 'vitest';
import {
  folderOf,
  isBucketName,
  isFilePath,
  isFolderPath,
  lastPart,
  toFileName,
  toNextName,
} from './file-names.ts';

test.each([
  ['a.txt', true],
  ['2026/july/lake (2).jpg', true],
  ['.hidden', true],
  ['', false],
  ['/a', false],
  ['a//b', false],
  ['a/', false],
  ['..', false],
  ['a/../b', false],
  ['a/./b', false],
  ['a\\b', false],
  ['a\0', false],
  ['%2e%2e/a', false],
  ['ü.txt', false],
  ['a'.repeat(1025), false],
])('%j is the path of a file: %j', (path, expected) => expect(isFilePath(path)).toBe(expected));

test.each([
  ['', true],
  ['a/', true],
  ['a/b c/', true],
  ['a', false],
  ['/', false],
  ['../', false],
])('%j is a folder: %j', (path, expected) => expect(isFolderPath(path)).toBe(expected));

test.each([
  ['photos', true],
  ['a b', true],
  [' a', false],
  ['..', false],
  ['a/b', false],
  ['', false],
])('%j is the name of a bucket: %j', (name, expected) => expect(isBucketName(name)).toBe(expected));

test.each([
  ['Übersicht #1.pdf', 'Ubersicht -1.pdf'],
  ['写真.jpg', '--.jpg'],
  ['a/b\\c.txt', 'a-b-c.txt'],
  ['..', 'file'],
  ['plain.txt', 'plain.txt'],
])('%j is stored as %j', (name, expected) => {
  expect(toFileName(name)).toBe(expected);
  expect(isFilePath(toFileName(name))).toBe(true);
});

test.each([
  ['lake.jpg', 'lake (2).jpg'],
  ['lake (2).jpg', 'lake (3).jpg'],
  ['a.b/lake', 'a.b/lake (2)'],
  ['.env', '.env (2)'],
  ['a/.env', 'a/.env (2)'],
  ['a.tar.gz', 'a.tar (2).gz'],
])('beside %j there is room for %j', (path, expected) => expect(toNextName(path)).toBe(expected));

test('parts of a path', () => {
  expect([
    lastPart('a/b.txt'),
    lastPart('a/b/'),
    folderOf('a/b.txt'),
    folderOf('a/b/'),
    folderOf('a'),
  ]).toEqual(['b.txt', 'b', 'a/', 'a/', '']);
});
