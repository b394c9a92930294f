import type { Session, User } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { createSessionStore } from './session-state.ts';

const user = (name: string): User => ({
  id: '1',
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
  app_metadata: {},
  user_metadata: { name },
});
const session = (token: string, name = 'Ada'): Session => ({
  access_token: token,
  refresh_token: 'r',
  expires_in: 3600,
  token_type: 'bearer',
  user: user(name),
});

function watch() {
  const store = createSessionStore();
  let calls = 0;
  store.subscribe(() => calls++);
  return { store, calls: () => calls };
}

test('the state is unknown at first', () => {
  expect(createSessionStore().read()).toEqual({ status: 'unknown' });
});

test.each([
  ['the same session', 'one'],
  ['a new token', 'two'],
])('%s of the same user changes nothing', (_, token) => {
  const { store, calls } = watch();
  store.set(session('one'));
  const before = store.read();
  store.set(session(token));
  expect(store.read()).toBe(before);
  expect(calls()).toBe(1);
});

test('a changed user calls the listeners, also with the same token', () => {
  const { store, calls } = watch();
  store.set(session('one'));
  store.set(session('one', 'Grace'));
  expect(store.read()).toMatchObject({ user: { user_metadata: { name: 'Grace' } } });
  expect(calls()).toBe(2);
});

test('signing out calls the listeners once', () => {
  const { store, calls } = watch();
  store.set(null);
  store.set(null);
  expect(store.read()).toEqual({ status: 'signed-out' });
  expect(calls()).toBe(1);
});

test('a session without the second factor of its account is not signed in, and one with it is', () => {
  const { store, calls } = watch();
  const at = (aal: string, status: 'verified' | 'unverified' = 'verified') => {
    const { user, ...tokens } = session(`e30.${btoa(JSON.stringify({ aal }))}.x`);
    const times = { created_at: '', updated_at: '' };
    const factors = [{ id: '1', factor_type: 'totp' as const, status, ...times }];
    return { ...tokens, user: { ...user, factors } } as Session;
  };
  store.set(at('aal1'));
  store.set(at('aal1'));
  expect([store.read(), calls()]).toEqual([{ status: 'needs-factor' }, 1]);
  store.set(at('aal2'));
  expect(store.read().status).toBe('signed-in');
  store.set(at('aal1', 'unverified'));
  expect(store.read().status).toBe('signed-in');
});
