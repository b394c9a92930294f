import { expect, test } from 'vitest';
import { formatBytes, formatMs } from './format-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_234_567, '1.2 MB'],
  [999_999, '1 MB'],
  [52_300_000_000, '52 GB'],
  [3e15, '3,000 TB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.43, '0.4 ms'],
  [12.3, '12 ms'],
  [1530, '1.5 s'],
])('%d ms are %s', (ms, text) => expect(formatMs(ms)).toBe(text));
