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

test('nothing is known until somebody has looked', () => {
  expect(createSessionStore().read()).toEqual({ status: 'unsettled' });
});

test('the same session again changes nothing', () => {
  const { store, calls } = watch();
  store.set(session('one'));
  const before = store.read();
  store.set(session('one'));
  expect(store.read()).toBe(before);
  expect(calls()).toBe(1);
});

test('a new token keeps the user the same object while its content is the same', () => {
  const { store, calls } = watch();
  store.set(session('one'));
  const before = store.read();
  store.set(session('two'));
  const after = store.read();
  if (before.status !== 'signed-in' || after.status !== 'signed-in') throw new Error('not signed in');
  expect(after.user).toBe(before.user);
  expect(after.session.access_token).toBe('two');
  expect(calls()).toBe(2);
});

test('a changed user is told, also with the same token', () => {
  const { store, calls } = watch();
  store.set(session('one'));
  store.set(session('one', 'Grace'));
  expect(store.read()).toMatchObject({ user: { user_metadata: { name: 'Grace' } } });
  expect(calls()).toBe(2);
});

test('signing out is told once', () => {
  const { store, calls } = watch();
  store.set(null);
  store.set(null);
  expect(store.read()).toEqual({ status: 'signed-out' });
  expect(calls()).toBe(1);
});
