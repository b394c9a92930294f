/** `undefined`: send everything. `'outside'`: nothing of what was asked for exists. */
export type ByteRange = { start: number; end: number } | 'outside' | undefined;

/** Reads a `Range` header for a file of `size` bytes. Several ranges at once are not worth their trouble: the whole is sent. */
export function parseByteRange(header: string | null, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  // Written backwards (`bytes=5-2`) it is no range at all, and is ignored.
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'outside' : { start, end };
}
