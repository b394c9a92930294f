import { expect, test } from 'vitest';
import { parseUnsent, type UnsentAction } from './unsent-actions.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 4, 1);
const unsent = (action: unknown, since = now - day) => ({ list: 'l', user: 'u', id: 'i', since, action });

test('unsent actions are read unchanged, in their order', () => {
  const kept = [
    unsent({ kind: 'rename', title: 'Ours' }),
    unsent({ kind: 'add', names: ['Emma', 'Noah'] }),
    unsent({ kind: 'remove', name: 'Emma' }),
    unsent({ kind: 'vote', name: 'Noah', given: { vote: 'yes' }, at: 5 }),
  ] as UnsentAction[];
  expect(parseUnsent(JSON.stringify(kept), now)).toEqual(kept);
});

test('after a month they are dropped', () => {
  const kept = [unsent({ kind: 'rename', title: 'old' }, now - 31 * day)];
  expect(parseUnsent(JSON.stringify(kept), now)).toEqual([]);
});

test.each([null, '', '{', 'null', '{}', '[null, 3, {}, []]'])('%j has no actions', (text) => {
  expect(parseUnsent(text, now)).toEqual([]);
});

test.each([
  undefined,
  null,
  'vote',
  {},
  { kind: 'burn' },
  { kind: 'rename' },
  { kind: 'add', names: 'Emma' },
  { kind: 'add', names: [1] },
  { kind: 'remove' },
  { kind: 'vote', name: 'Emma', given: null, at: 1 },
  { kind: 'vote', name: 'Emma', given: {} },
])('%j is not a valid action', (action) => {
  expect(parseUnsent(JSON.stringify([unsent(action)]), now)).toEqual([]);
});
