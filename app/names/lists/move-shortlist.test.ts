import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { addToShortlist, readShortlist } from '../shortlist/local-shortlist.ts';
import { moveShortlist, toMergedVote } from './move-shortlist.ts';

const entry = { name: 'Emma', rating: 4, note: 'after my aunt' };

test.each([
  ['is new', entry, undefined, { rating: 4, note: 'after my aunt' }],
  ['has a note', { ...entry, rating: 0 }, { rating: 5, note: '' }, { rating: 5, note: 'after my aunt' }],
  ['has another note', entry, { rating: 2, note: 'short' }, { rating: 4, note: 'short / after my aunt' }],
  ['is the same', entry, { rating: 4, note: 'after my aunt' }, { rating: 4, note: 'after my aunt' }],
  ['is rated only', { ...entry, note: '' }, { rating: null, note: 'short' }, { rating: 4, note: 'short' }],
] as const)('a name of this browser that %s loses nothing in the list', (_, kept, before, expected) => {
  expect(toMergedVote(kept, before)).toEqual({ name: 'Emma', ...expected });
});

test('two long notes are kept up to the maximum length', () => {
  const long = { ...entry, note: 'x'.repeat(500) };
  expect(toMergedVote(long, { rating: null, note: 'y'.repeat(300) }).note).toHaveLength(500);
});

test('of two lists that are opened at once, one gets the names of this browser', async () => {
  const sent: unknown[] = [];
  const client = createClient('http://backend.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (_address, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return new Response(null, { status: 201 });
      },
    },
  });
  addToShortlist('Emma');
  const moves = ['first', 'second'].map((list) => moveShortlist(client, list, 'me'));
  expect(await Promise.all(moves)).toEqual([1, 0]);
  expect(sent).toEqual([[{ list_id: 'first', name: 'Emma' }]]);
  expect(readShortlist()).toEqual([]);
});
