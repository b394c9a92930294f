import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { removeName } from './list-calls.ts';
import { ListFault } from './list-fault.ts';

/** The error of a change to a list whose request gets this answer. */
async function failBy(answer: () => Promise<Response>): Promise<unknown> {
  const client = createClient('http://backend.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: answer },
  });
  return removeName(client, 'list', 'Emma').catch((error: unknown) => error);
}

const page = (status: number) => async () => new Response('<h1>Sorry</h1>', { status });
const fault = (status: number, code?: string) => async () =>
  Response.json({ message: 'no', code }, { status });
const failure = (error: Error) => () => Promise.reject(error);

test.each([
  ['Chrome has no connection', failure(new TypeError('Failed to fetch'))],
  ['Firefox has no connection', failure(new TypeError('NetworkError when attempting to fetch resource.'))],
  ['Safari has no connection', failure(new TypeError('Load failed'))],
  ['the request was broken off', failure(new DOMException('The operation was aborted.', 'AbortError'))],
  ['a gateway finds no server', page(502)],
  ['a gateway waits in vain', page(504)],
  ['the backend has no database for the moment', fault(503, 'PGRST000')],
  ['the reader’s token could not be renewed', fault(401, '42501')],
  ['something on the way breaks', page(500)],
  ['something on the way answers in its place', page(200)],
])('an action is kept for later when %s', async (_, answer) => {
  expect(await failBy(answer)).toMatchObject({ isOffline: true, isGone: false });
});

test.each([
  ['the database refuses it', fault(400, '23514')],
  ['the database breaks over it', fault(500, 'XX000')],
  ['it is not the reader’s', fault(403, '42501')],
  ['something on the way refuses it', fault(401)],
  ['something on the way finds it too large', page(413)],
])('an action is dropped when %s', async (_, answer) => {
  const error = await failBy(answer);
  expect(error).toBeInstanceOf(ListFault);
  expect(error).toMatchObject({ isOffline: false });
});
