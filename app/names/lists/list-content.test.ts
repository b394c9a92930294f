import { describe, expect, test } from 'vitest';
import {
  type Choice,
  findRemovedNames,
  findSeen,
  findVote,
  type ListContent,
  offerAgainAfterMs,
  toVoteResult,
  withVote,
} from './list-content.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const [me, other] = ['me', 'other'];

function listOf(
  votes: [name: string, mine: Choice | null, theirs: Choice | null, daysAgo?: number][],
  members = 2,
): ListContent {
  const at = (daysAgo: number) => new Date(now - daysAgo * 24 * 3600 * 1000).toISOString();
  return {
    id: 'list',
    title: 'Ours',
    created_by: me,
    names: votes.map(([name]) => name),
    members: [me, other].slice(0, members).map((user_id) => ({ user_id, called: '' })),
    seen: [],
    invitations: [],
    votes: votes.flatMap(([name, mine, theirs, daysAgo = 0]) => [
      ...(mine ? [{ name, user_id: me, vote: mine, rating: null, note: '', voted_at: at(daysAgo) }] : []),
      ...(theirs
        ? [{ name, user_id: other, vote: theirs, rating: null, note: '', voted_at: at(daysAgo) }]
        : []),
    ]),
  };
}

describe('the votes of two members', () => {
  const result = toVoteResult(
    listOf([
      ['Emma', 'yes', 'yes'],
      ['Noah', 'yes', 'no'],
      ['Mia', 'no', 'yes', 1],
      ['Leo', 'maybe', 'yes', 8],
      ['Zoe', 'yes', null],
      ['Ava', null, null],
      ['Max', 'no', 'no', 30],
    ]),
    me,
    now,
  );

  test('a match is a name that both said yes to', () => expect(result.matches).toEqual(['Emma']));
  test('a name without my vote is open', () => expect(result.open).toEqual(['Ava']));
  test('a name with only my vote waits', () => expect(result.waiting).toEqual(['Zoe']));
  test('one-sided likes are grouped by who likes', () =>
    expect(result.oneSided).toEqual([
      { name: 'Noah', byMe: true },
      { name: 'Mia', byMe: false },
      { name: 'Leo', byMe: false },
    ]));
  test('a name that the partner likes is offered again after a week, and one without likes is not', () =>
    expect(result.again).toEqual(['Leo']));

  test('a rating alone is no vote', () => {
    const list = listOf([['Emma', null, null]]);
    list.votes.push({ name: 'Emma', user_id: me, vote: null, rating: 5, note: '', voted_at: '' });
    expect(toVoteResult(list, me, now).open).toEqual(['Emma']);
  });

  test('without a partner no name waits', () =>
    expect(toVoteResult(listOf([['Emma', 'yes', null]], 1), me, now).waiting).toEqual([]));

  test('a week is a week', () => expect(offerAgainAfterMs).toBe(604_800_000));
});

test('a vote is shown at once, keeps what it does not change, and has a date', () => {
  const list = listOf([['Emma', 'no', 'yes', 9]]);
  const rated = withVote(list, { user: me, name: 'Emma' }, { rating: 4 }, now);
  expect(findVote(rated, 'Emma', me)).toMatchObject({ vote: 'no', rating: 4 });
  const voted = withVote(rated, { user: me, name: 'Emma' }, { vote: 'yes' }, now);
  expect(voted.votes).toHaveLength(2);
  expect(findVote(voted, 'Emma', me)?.voted_at).toBe('2026-11-15T12:00:00.000Z');
});

describe('votes that both members have seen', () => {
  const seen = [
    { name: 'Emma', user_id: me, vote: 'yes' as const },
    { name: 'Emma', user_id: 'earlier', vote: 'no' as const },
    { name: 'Emma', user_id: other, vote: 'maybe' as const },
    { name: 'Noah', user_id: me, vote: 'no' as const },
    { name: 'Noah', user_id: 'earlier', vote: 'yes' as const },
  ];

  test('are those of the current partner', () => {
    const list = { ...listOf([['Emma', 'yes', null]]), seen };
    expect(findSeen(list, 'Emma', me)).toBe('maybe');
    expect(findSeen(list, 'Noah', me)).toBeUndefined();
    expect(findRemovedNames({ ...list, names: [] }, me)).toEqual([
      { name: 'Emma', mine: 'yes', theirs: 'maybe' },
    ]);
    expect(findRemovedNames(list, me)).toEqual([]);
  });

  test('are those of the former partner while there is no other', () => {
    const alone = { ...listOf([], 1), seen };
    expect(findRemovedNames(alone, me)).toEqual([
      { name: 'Emma', mine: 'yes', theirs: 'no' },
      { name: 'Noah', mine: 'no', theirs: 'yes' },
    ]);
  });
});
