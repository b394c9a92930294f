import { expect, it } from 'vitest';
import { collectBytes, readRequestBytes } from './read-bytes.ts';

const options = { maxBytes: 4, tooLarge: () => new Error('too large') };
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** Gives a byte each time it is asked, without end. */
function endless() {
  const state = { given: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        state.given += 1;
        controller.enqueue(new Uint8Array(1));
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

it.each([
  ['with its length', { 'content-length': '4' }],
  ['without a length', {}],
])('a body %s is read up to the limit', async (_, headers: Record<string, string>) => {
  expect(Buffer.from(await readRequestBytes(post('abcd', headers), options)).toString()).toBe('abcd');
  await expect(readRequestBytes(post('abcde', headers), options)).rejects.toThrow('too large');
});

it('a body whose length is above the limit is not read', async () => {
  const { state, stream } = endless();
  await expect(readRequestBytes(post(stream, { 'content-length': '5' }), options)).rejects.toThrow(
    'too large',
  );
  expect(state.given).toBe(0);
});

it('no body is no bytes', async () => {
  expect(await readRequestBytes(new Request('http://test/'), options)).toHaveLength(0);
});

it('a stream is canceled at the limit', async () => {
  const { state, stream } = endless();
  await expect(collectBytes(stream, 4, options.tooLarge)).rejects.toThrow('too large');
  expect(state).toEqual({ given: 5, isCancelled: true });
});

it('a body that is cut off has the error of its reader', async () => {
  const cut = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  const cutOff = () => new Error('cut off');
  const request = post(cut, { 'content-length': '4' });
  await expect(readRequestBytes(request, { ...options, cutOff })).rejects.toThrow('cut off');
});
