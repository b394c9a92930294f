import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { toMessage } from './messages.ts';

const reached = 'Something went wrong on our side. Please try again in a moment.';
const lost = 'The sign-in service could not be reached. Please check your connection and try again.';

/** What the official client makes of an answer. */
async function messageFor(fetch: () => Promise<Response>): Promise<string> {
  const auth = { persistSession: false, autoRefreshToken: false };
  const client = createClient('http://localhost', 'key', { auth, global: { fetch } });
  const { error } = await client.auth.signUp({ email: 'a@example.com', password: 'secret' });
  return error ? toMessage(error) : '';
}

test.each([
  ['an error of the service', 500, reached],
  ['a proxy without the service', 502, lost],
  ['a service that is starting', 503, lost],
])('%s', async (_kind, status, message) => {
  const body = { code: 'unexpected_failure', message: 'Database error saving new user' };
  expect(await messageFor(async () => Response.json(body, { status }))).toBe(message);
});

test('no answer', async () => {
  expect(await messageFor(() => Promise.reject(new TypeError('fetch failed')))).toBe(lost);
});
