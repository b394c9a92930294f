/** `undefined`: send everything. `'outside'`: not satisfiable. */
export type ByteRange = { start: number; end: number } | 'outside' | undefined;

/** Parses a `Range` header for a file of `size` bytes. For several ranges the whole file is sent. */
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
  // A reversed range (`bytes=5-2`) is invalid, and is ignored.
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'outside' : { start, end };
}
