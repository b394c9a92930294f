/** supabase/functions/qr: a package of npm in a function. The first call downloads it. */
import { expect, test } from 'vitest';
import { startSampleFunctions } from '../harness/functions/sample-functions.ts';

const functions = startSampleFunctions();
const get = (query: string) => functions().send(`/functions/v1/qr${query}`);

test('a text becomes a picture that may be cached for ever', async () => {
  const response = await get('?text=https%3A%2F%2Fexample.com%2F');
  const svg = await response.text();
  expect(functions().logged()).not.toContain('did not start');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  // Version 2 has 25 modules a side, and a margin of four on each.
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 330 330"/);
  expect(await (await get('?text=another')).text()).not.toBe(svg);
});

test.each([
  ['', 400, /Say what the QR code contains/],
  ['?text=', 400, /Say what the QR code contains/],
  [`?text=${'x'.repeat(1001)}`, 400, /1000 bytes at most, and this text 1001/],
  [`?text=${encodeURIComponent('é'.repeat(501))}`, 400, /1000 bytes at most, and this text 1002/],
])('"%.20s" is refused', async (query, status, reason) => {
  const response = await get(query);
  expect([response.status, (await response.json()).message]).toEqual([status, expect.stringMatching(reason)]);
});

test('the longest text is drawn', async () => {
  expect((await get(`?text=${'x'.repeat(1000)}`)).status).toBe(200);
});

test('only GET is answered', async () => {
  expect((await functions().send('/functions/v1/qr?text=a', { method: 'POST' })).status).toBe(405);
});
