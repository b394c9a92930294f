import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBoundary, findParameter, readParts } from './multipart.ts';

async function* chunks(content: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (let turn = 0; offset < content.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield content.subarray(offset, offset + size);
    offset += size;
  }
}

async function readForm(content: Buffer, boundary: string, sizes = [1000]) {
  const parts: { headers: Record<string, string>; content: Buffer }[] = [];
  for await (const part of readParts(chunks(content, sizes), boundary)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.bytes) pieces.push(Buffer.from(piece));
    parts.push({ headers: Object.fromEntries(part.headers), content: Buffer.concat(pieces) });
  }
  return parts;
}

describe('a form', () => {
  it('returns its parts, whatever they contain and however it arrives', async () => {
    // Bytes that look like the beginning of a boundary are the difficult ones.
    const tricky = fc.array(fc.constantFrom('\r', '\n', '-', '\r\n--', '\r\n--edge', 'x', '\0'), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          tricky
            .map((pieces) => pieces.join(''))
            .filter((text) => !`\r\n${text}`.includes('\r\n--edge-of-it')),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (contents, sizes) => {
          const text = contents.map((content) => `--edge-of-it\r\na: b\r\n\r\n${content}\r\n`).join('');
          const form = await readForm(
            Buffer.from(`${text}--edge-of-it--\r\n`, 'latin1'),
            'edge-of-it',
            sizes,
          );
          expect(form.map((part) => part.content.toString('latin1'))).toEqual(contents);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is parsed as browsers write it', async () => {
    const form = new FormData();
    form.append('cacheControl', '3600');
    form.append('', new Blob(['a file'], { type: 'image/png' }), 'naïve "x".png');
    const request = new Request('http://x', { method: 'POST', body: form });
    const boundary = findBoundary(request.headers.get('content-type') ?? '') ?? '';
    const parts = await readForm(Buffer.from(await request.arrayBuffer()), boundary);
    expect(parts.map(({ content }) => `${content}`)).toEqual(['3600', 'a file']);
    expect(parts[1]?.headers['content-type']).toBe('image/png');
    expect(findParameter(parts[1]?.headers['content-disposition'] ?? '', 'filename')).toContain('.png');
  });

  it('may have text before and after it, and parts that are not read', async () => {
    const content = Buffer.from('before\r\n--b\r\n\r\none\r\n--b  \r\nx: y\r\n\r\ntwo\r\n--b--\r\nafter');
    const heads: number[] = [];
    for await (const part of readParts(chunks(content, [3]), 'b')) heads.push(part.headers.size);
    expect(heads).toEqual([0, 1]);
  });

  it.each([
    ['that ends too early', '--b\r\n\r\nhalf'],
    ['without a boundary', 'nothing at all'],
    ['without anything', ''],
    ['with an endless header', `--b\r\n${'x'.repeat(20_000)}`],
    ['with too many parts', '--b\r\n\r\nx\r\n'.repeat(30)],
  ])('%s is refused', async (_name, text) => {
    await expect(readForm(Buffer.from(text), 'b')).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});
