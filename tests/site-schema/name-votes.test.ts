/** Votes that stay hidden until both have voted, and the invitation links. The database hides and admits, so it is queried directly. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { createNameListUsers } from './name-list-users.ts';

describeSiteOnEveryServer('in a list of names', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const { as, createPerson, createList, createPair, invite, join, vote, votesSeen } = createNameListUsers(
    () => database,
  );

  describe('a vote', () => {
    test('is hidden from the other until both have voted on that name, and only on that name', async () => {
      const { mother, father, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      await vote(mother, list, 'Noah', 'no');
      expect(await votesSeen(father, list)).toEqual([]);
      await vote(father, list, 'Emma', 'no');
      expect((await votesSeen(father, list)).map(({ name, vote: choice }) => [name, choice])).toEqual(
        expect.arrayContaining([
          ['Emma', 'yes'],
          ['Emma', 'no'],
        ]),
      );
      expect((await votesSeen(father, list)).some(({ name }) => name === 'Noah')).toBe(false);
      expect((await votesSeen(mother, list)).filter(({ name }) => name === 'Emma')).toHaveLength(2);
    });

    test('cannot be revealed by counting, filtering or joining', async () => {
      const { mother, father, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      expect(await as(father, 'select count(*)::int as count from name_votes')).toEqual([{ count: 0 }]);
      expect(
        await as(
          father,
          `select i.name from name_list_items i join name_votes v using (list_id, name) where v.vote = 'yes'`,
        ),
      ).toEqual([]);
      expect(await as(father, `update name_votes set note = 'seen' returning name`)).toEqual([]);
    });

    test('is not revealed by a rating or a note alone, and neither are those', async () => {
      const { mother, father, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      await as(
        father,
        `insert into name_votes (list_id, name, rating, note) values ($1, 'Emma', 4, 'after my aunt')`,
        [list],
      );
      expect(await votesSeen(father, list)).toHaveLength(1);
      expect(await votesSeen(mother, list)).toHaveLength(1);
    });

    test('cannot be cast for the other, dated back or moved into another list', async () => {
      const { mother, father, list } = await createPair();
      const foreign = await createList(await createPerson(), 'Emma');
      await vote(mother, list, 'Emma', 'yes');
      for (const statement of [
        `insert into name_votes (list_id, name, vote, user_id) values ('${list}', 'Emma', 'no', '${father}')`,
        `update name_votes set voted_at = '2000-01-01'`,
        `update name_votes set user_id = '${father}'`,
      ])
        await expect(as(mother, statement)).rejects.toThrow(/permission denied/);
      await expect(as(mother, `update name_votes set list_id = '${foreign}'`)).rejects.toThrow(
        /row-level security/,
      );
    });

    describe('that the other has seen', () => {
      const seenVotes = async (person: string, list: string) =>
        (
          await as<{ name: string; user_id: string; vote: string }>(
            person,
            'select name, user_id, vote from name_votes_seen where list_id = $1 order by name, vote',
            [list],
          )
        ).map(({ name, user_id, vote: choice }) => [name, user_id, choice]);

      /** The ways to withdraw or change a vote. */
      const ways: Record<string, string> = {
        deleted: `delete from name_votes where user_id = $2 and list_id = $1 and name = 'Emma'`,
        emptied: `update name_votes set vote = null where user_id = $2 and list_id = $1 and name = 'Emma'`,
        changed: `update name_votes set vote = 'no' where user_id = $2 and list_id = $1 and name = 'Emma'`,
        'moved to another name': `update name_votes set name = 'Zoë' where user_id = $2 and list_id = $1 and name = 'Emma'`,
        'gone with its name': `delete from name_list_items where list_id = $1 and name = 'Emma' and $2 <> ''`,
      };
      test.each(Object.entries(ways))('stays visible to both when it is %s', async (_, way) => {
        const { mother, father, list } = await createPair();
        await vote(mother, list, 'Emma', 'yes');
        expect(await seenVotes(father, list)).toEqual([]);
        await vote(father, list, 'Emma', 'maybe');
        await as(father, way, [list, father]);
        const both = [
          ['Emma', father, 'maybe'],
          ['Emma', mother, 'yes'],
        ];
        expect(await seenVotes(mother, list)).toEqual(both);
        expect(await seenVotes(father, list)).toEqual(both);
      });

      test('stays visible when its voter leaves, but not to a later member', async () => {
        const { mother, father, list } = await createPair();
        await vote(mother, list, 'Emma', 'yes');
        await vote(father, list, 'Emma', 'maybe');
        await as(father, 'delete from name_list_members where user_id = $1', [father]);
        expect(await seenVotes(mother, list)).toHaveLength(2);
        expect(await seenVotes(father, list)).toEqual([]);
        const third = await createPerson();
        await join(third, await invite(mother, list));
        await vote(third, list, 'Emma', 'no');
        expect(await seenVotes(third, list)).toEqual([
          ['Emma', third, 'no'],
          ['Emma', mother, 'yes'],
        ]);
      });

      test('is visible also when both vote at the same moment', async () => {
        const { mother, father, list } = await createPair();
        await Promise.all([vote(mother, list, 'Emma', 'yes'), vote(father, list, 'Emma', 'no')]);
        // Each transaction holds its vote open until the other has voted as well.
        await database.transaction(async (sql) => {
          await sql`insert into name_votes (list_id, name, user_id, vote) values (${list}, 'Noah', ${mother}, 'yes')`;
          const other = database.transaction(async (later) => {
            await later`set local lock_timeout = '100ms'`;
            await later`insert into name_votes (list_id, name, user_id, vote) values (${list}, 'Noah', ${father}, 'no')`;
          });
          await expect(other).rejects.toThrow(/lock timeout/);
        });
        await vote(father, list, 'Noah', 'no');
        expect(await seenVotes(mother, list)).toHaveLength(4);
      });

      test('cannot be written, changed or removed by a user', async () => {
        const { mother, father, list } = await createPair();
        await vote(mother, list, 'Emma', 'yes');
        await vote(father, list, 'Emma', 'no');
        for (const statement of [
          `insert into name_votes_seen (list_id, name, user_id, seen_by, vote) values ('${list}', 'Noah', '${mother}', '${father}', 'no')`,
          `update name_votes_seen set vote = 'yes'`,
          'delete from name_votes_seen',
        ])
          await expect(as(father, statement)).rejects.toThrow(/permission denied/);
        await expect(as(undefined, 'select * from name_votes_seen')).rejects.toThrow(/permission denied/);
        expect(await seenVotes(await createPerson(), list)).toEqual([]);
      });
    });

    const strange = ["'; drop table name_votes; --", '👶🏽', 'محمد', 'x'.repeat(40)];
    test.each(strange)('is cast on %j as on any name', async (name) => {
      const mother = await createPerson();
      const list = await createList(mother, name);
      await vote(mother, list, name, 'yes');
      expect(await votesSeen(mother, list)).toMatchObject([{ name, vote: 'yes' }]);
    });

    test.each(['', ' ', ' Emma', 'x'.repeat(41), 'Em\nma'])('%j is no name', async (name) => {
      const mother = await createPerson();
      await expect(createList(mother, name)).rejects.toThrow(/check constraint/);
    });
  });

  describe('a link', () => {
    test('shows the names to every visitor who has it, and no votes and no members', async () => {
      const mother = await createPerson();
      const list = await createList(mother, 'Emma', 'Noah');
      await vote(mother, list, 'Emma', 'yes');
      const token = await invite(mother, list);
      const [row] = await as<{ seen: object }>(undefined, 'select look_at_name_list($1) as seen', [token]);
      expect(row?.seen).toEqual({ title: 'Ours', names: ['Emma', 'Noah'], is_full: false, list_id: null });
    });

    test('for one use admits one user, also when two come at the same moment', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother));
      const people = await Promise.all([createPerson(), createPerson(), createPerson()]);
      const results = await Promise.allSettled(people.map((person) => join(person, token)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      // The data API answers with the status that the code names: 410.
      await expect(join(await createPerson(), token)).rejects.toMatchObject({
        code: 'PT410',
        message: 'This link has been used or revoked.',
      });
      expect(await as(undefined, 'select look_at_name_list($1) as seen', [token])).toEqual([{ seen: null }]);
    });

    test('that stays valid admits no third person', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother), false);
      const people = await Promise.all([createPerson(), createPerson(), createPerson()]);
      const results = await Promise.allSettled(people.map((person) => join(person, token)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(join(await createPerson(), token)).rejects.toThrow('Two people are in this list already.');
    });

    test('opened again by a member leads to the list and is not used up', async () => {
      const [mother, father] = [await createPerson(), await createPerson()];
      const list = await createList(mother);
      const token = await invite(mother, list);
      expect(await join(mother, token)).toEqual([{ id: list }]);
      expect(await join(father, token)).toEqual([{ id: list }]);
      expect(await join(father, token)).toEqual([{ id: list }]);
    });

    test('is invalid once it is revoked, and cannot be read from the table', async () => {
      const mother = await createPerson();
      const list = await createList(mother);
      const token = await invite(mother, list, false);
      await expect(as(mother, 'select token_hash from name_list_invitations')).rejects.toThrow(
        /permission denied/,
      );
      await as(mother, 'delete from name_list_invitations where list_id = $1', [list]);
      await expect(join(await createPerson(), token)).rejects.toThrow('This link has been used or revoked.');
    });

    test.each(['', 'x', "' or true --", '0'.repeat(64)])('%j is not found', async (token) => {
      await expect(join(await createPerson(), token)).rejects.toThrow('This link has been used or revoked.');
      expect(await as(undefined, 'select look_at_name_list($1) as seen', [token])).toEqual([{ seen: null }]);
    });

    test('needs an account to join', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother));
      await expect(join(undefined, token)).rejects.toThrow(/permission denied/);
    });
  });
});
