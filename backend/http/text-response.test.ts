import { describe, expect, it } from 'vitest';
import { jsonResponse, TextResponse } from './text-response.ts';

const made = () => jsonResponse({ word: 'ä' }, { status: 201, headers: { 'cache-control': 'no-store' } });

describe('a text response', () => {
  it('is a Response to every reader', async () => {
    const response: Response = made();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false]);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    expect(await response.clone().json()).toEqual({ word: 'ä' });
    expect(await response.text()).toBe('{"word":"ä"}');
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  it.each([
    ['arrayBuffer', async (response: Response) => new Uint8Array(await response.arrayBuffer())],
    ['bytes', (response: Response) => response.bytes()],
    ['blob', async (response: Response) => new Uint8Array(await (await response.blob()).arrayBuffer())],
    ['body', async (response: Response) => new Uint8Array(await new Response(response.body).arrayBuffer())],
  ])('returns its bytes by %s', async (_name, read) => {
    expect(Buffer.from(await read(made())).toString()).toBe('{"word":"ä"}');
  });

  it('is written unchanged: its headers, the added headers, and its length in bytes', () => {
    const response = made();
    response.addDefaults({ 'cache-control': 'public', 'x-frame-options': 'DENY' });
    expect(toObject(response.flatHeaders())).toEqual({
      'cache-control': 'no-store',
      'content-length': '13',
      'content-type': 'application/json',
      'x-frame-options': 'DENY',
    });
  });

  it('is written with changes made through its headers', () => {
    const response = made();
    response.headers.set('cache-control', 'private');
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    response.addDefaults({ 'cache-control': 'public', 'x-frame-options': 'DENY' });
    const flat = response.flatHeaders();
    expect(toObject(flat)).toMatchObject({ 'cache-control': 'private', 'x-frame-options': 'DENY' });
    expect(flat.filter((_, at) => flat[at - 1] === 'set-cookie')).toEqual(['a=1', 'b=2']);
  });

  it('has status 200 by default', () => {
    expect(new TextResponse('', {}).status).toBe(200);
  });
});

function toObject(flat: string[]): Record<string, string> {
  const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}
