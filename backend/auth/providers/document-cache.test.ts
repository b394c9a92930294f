import { beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../database/log.ts';
import { createDocumentCache, type DocumentCache } from './document-cache.ts';

let now: number;
let requests: number;
let answer: () => Promise<string>;
let cache: DocumentCache<string>;
let noted: Parameters<Log>[0][];

beforeEach(() => {
  now = Date.parse('2026-01-01');
  requests = 0;
  noted = [];
  answer = async () => `answer ${requests}`;
  cache = createDocumentCache({
    clock: { now: () => new Date(now) },
    log: (entry) => void noted.push(entry),
    freshSeconds: 600,
    staleSeconds: 86_400,
    pauseSeconds: 60,
    fetchDocument() {
      requests += 1;
      return answer();
    },
  });
});

const later = (seconds: number) => {
  now += seconds * 1000;
};
const down = async () => {
  throw new Error('connection refused');
};

describe('documents of providers', () => {
  it('are requested once while they are fresh, also by concurrent callers', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => cache.read('a')));
    later(599);
    expect(new Set([...all, await cache.read('a')])).toEqual(new Set(['answer 1']));
    later(2);
    expect(await cache.read('a')).toBe('answer 2');
  });

  it('are used while the provider is down, which is retried now and then', async () => {
    await cache.read('a');
    later(700);
    answer = down;
    expect([await cache.read('a'), await cache.read('a')]).toEqual(['answer 1', 'answer 1']);
    expect(requests).toBe(2);
    expect(noted).toMatchObject([{ level: 'warn', error: 'connection refused' }]);
    later(61);
    answer = async () => 'back again';
    expect(await cache.read('a')).toBe('back again');
  });

  it('are not used for ever', async () => {
    await cache.read('a');
    later(86_401);
    answer = down;
    await expect(cache.read('a')).rejects.toThrow('connection refused');
    await expect(cache.read('a')).rejects.toThrow('connection refused');
  });

  it('are requested again at once, when there never was an answer', async () => {
    answer = down;
    await expect(cache.read('a')).rejects.toThrow('connection refused');
    answer = async () => 'here';
    expect(await cache.read('a')).toBe('here');
  });

  it('are revalidated on demand, but not again and again', async () => {
    await cache.read('a');
    expect(await cache.read('a', { mustRevalidate: true })).toBe('answer 1');
    later(61);
    expect(await cache.read('a', { mustRevalidate: true })).toBe('answer 2');
    expect(await cache.read('a', { mustRevalidate: true })).toBe('answer 2');
  });

  it('are evicted on request, and the oldest when there are too many', async () => {
    await cache.read('first');
    cache.forget('first');
    expect(await cache.read('first')).toBe('answer 2');
    for (let count = 0; count < 200; count += 1) await cache.read(`further ${count}`);
    await cache.read('further 199');
    expect(requests).toBe(202);
    await cache.read('first');
    expect(requests).toBe(203);
  });
});
