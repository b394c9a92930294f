import { expect, test } from 'vitest';
import { hasThumbnail, kindOf } from './file-kind.ts';

test.each([
  ['image/png', 'a.png', 'picture'],
  ['image/svg+xml', 'a.svg', 'picture'],
  ['image/x-unknown', 'a.raw', 'other'],
  ['text/html; charset=utf-8', 'a', 'text'],
  ['application/octet-stream', 'notes.md', 'text'],
  ['application/pdf', 'a.pdf', 'other'],
  ['audio/mpeg', 'a.mp3', 'audio'],
  ['video/mp4', 'a.mp4', 'video'],
  [null, 'a', 'other'],
])('%s %s is shown as %s', (type, path, kind) => expect(kindOf(type, path)).toBe(kind));

test('a drawing has no small picture', () => {
  expect([hasThumbnail('image/jpeg'), hasThumbnail('image/svg+xml'), hasThumbnail(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
