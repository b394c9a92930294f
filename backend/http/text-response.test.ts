import { describe, expect, it } from 'vitest';
import { jsonResponse, TextResponse } from './text-response.ts';

const made = () => jsonResponse({ word: 'ä' }, { status: 201, headers: { 'cache-control': 'no-store' } });

describe('a response of known text', () => {
  it('is a Response to whoever reads it', async () => {
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
  ])('gives its bytes by %s', async (_name, read) => {
    expect(Buffer.from(await read(made())).toString()).toBe('{"word":"ä"}');
  });

  it('is written as it is: its headers, those that were added, and its length in bytes', () => {
    const response = made();
    response.addDefaults({ 'cache-control': 'public', 'x-frame-options': 'DENY' });
    expect(toObject(response.flatHeaders())).toEqual({
      'cache-control': 'no-store',
      'content-length': '13',
      'content-type': 'application/json',
      'x-frame-options': 'DENY',
    });
  });

  it('is written with what was changed through its headers', () => {
    const response = made();
    response.headers.set('cache-control', 'private');
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    response.addDefaults({ 'cache-control': 'public', 'x-frame-options': 'DENY' });
    const flat = response.flatHeaders();
    expect(toObject(flat)).toMatchObject({ 'cache-control': 'private', 'x-frame-options': 'DENY' });
    expect(flat.filter((_, at) => flat[at - 1] === 'set-cookie')).toEqual(['a=1', 'b=2']);
  });

  it('has status 200 unless it is told another', () => {
    expect(new TextResponse('', {}).status).toBe(200);
  });
});

function toObject(flat: string[]): Record<string, string> {
  const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}
