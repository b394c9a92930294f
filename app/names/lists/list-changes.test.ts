import { expect, test, vi } from 'vitest';
import { createListChanges } from './list-changes.ts';
import { type ListContent, withVote } from './list-content.ts';
import { ListFault } from './list-fault.ts';

const empty: ListContent = {
  id: 'list',
  title: 'Ours',
  created_by: 'me',
  names: [],
  members: [],
  votes: [],
  seen: [],
  invitations: [],
};

const offline = new ListFault('There is no connection right now.', { isOffline: true });

/** A list whose backend is an array of names that can be offline, refuse, or be delayed. */
function openList() {
  const backend = { names: [] as string[], isReached: true, refused: '', gate: Promise.resolve() };
  const shown: string[][] = [];
  const faults: unknown[] = [];
  const changes = createListChanges({
    onContent: ({ names }) => shown.push(names),
    onFault: (error) => faults.push(error),
    refresh: async () => refresh(),
  });
  const refresh = () => {
    if (backend.isReached) changes.receive({ ...empty, names: [...backend.names] });
  };
  const add = (name: string) =>
    changes.add({
      show: (before) => ({ ...before, names: [...before.names, name] }),
      async send() {
        await backend.gate;
        if (!backend.isReached) throw offline;
        if (name === backend.refused) throw new ListFault('No.');
        backend.names.push(name);
      },
    });
  refresh();
  return { backend, shown, faults, add, refresh, latest: () => shown.at(-1) };
}

test('a change is shown before the backend has it, and does not flicker in between', async () => {
  const { backend, shown, add } = openList();
  add('Emma');
  expect(shown).toEqual([[], ['Emma']]);
  await vi.waitFor(() => expect(backend.names).toEqual(['Emma']));
  add('Noah');
  await vi.waitFor(() => expect(backend.names).toEqual(['Emma', 'Noah']));
  expect(shown).toEqual([[], ['Emma'], ['Emma', 'Noah']]);
});

test('changes are sent one after the other, in their order', async () => {
  const { backend, add } = openList();
  let open = () => {};
  backend.gate = new Promise((resolve) => {
    open = resolve;
  });
  for (const name of ['Emma', 'Noah', 'Mia']) add(name);
  expect(backend.names).toEqual([]);
  open();
  await vi.waitFor(() => expect(backend.names).toEqual(['Emma', 'Noah', 'Mia']));
});

test('a change that the backend refuses is undone, and the next change is not', async () => {
  const { backend, faults, add, latest } = openList();
  backend.refused = 'Emma';
  add('Emma');
  add('Noah');
  await vi.waitFor(() => expect(latest()).toEqual(['Noah']));
  expect(faults).toHaveLength(1);
});

test('without a connection changes stay visible, and are sent with the next answer', async () => {
  const { backend, faults, add, refresh, latest } = openList();
  backend.isReached = false;
  add('Emma');
  add('Noah');
  await vi.waitFor(() => expect(faults).toEqual([offline]));
  expect(latest()).toEqual(['Emma', 'Noah']);
  backend.isReached = true;
  refresh();
  await vi.waitFor(() => expect(backend.names).toEqual(['Emma', 'Noah']));
  await vi.waitFor(() => expect(faults.at(-1)).toBeUndefined());
  expect(latest()).toEqual(['Emma', 'Noah']);
});

test('changes of the partner are shown below one’s own changes', async () => {
  const { backend, add, refresh, latest } = openList();
  let open = () => {};
  backend.gate = new Promise((resolve) => {
    open = resolve;
  });
  add('Emma');
  backend.names.push('Noah');
  refresh();
  expect(latest()).toEqual(['Noah', 'Emma']);
  open();
  await vi.waitFor(() => expect(backend.names).toEqual(['Noah', 'Emma']));
});

test('a vote and a note on the same name are both kept', () => {
  const voted = withVote(empty, { user: 'me', name: 'Emma' }, { vote: 'yes' }, 0);
  expect(withVote(voted, { user: 'me', name: 'Emma' }, { note: 'aunt' }, 1).votes).toMatchObject([
    { vote: 'yes', note: 'aunt' },
  ]);
});
