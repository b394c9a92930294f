/** Lists of names: what each member, a visitor and a stranger can see and do. Row security decides, so the database is queried directly. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeSiteOnEveryServer } from '../harness/database/servers.ts';
import { createNameListUsers } from './name-list-users.ts';

describeSiteOnEveryServer('a list of names', (server) => {
  let database: Database;
  beforeAll(() => {
    database = server().database;
  });
  const { as, createPerson, createList, createPair, invite, vote, votesSeen } = createNameListUsers(
    () => database,
  );

  describe('belongs to', () => {
    test('its creator, who is its first member', async () => {
      const mother = await createPerson();
      const list = await createList(mother, 'Emma');
      expect(await as(mother, 'select list_id from name_list_members')).toEqual([{ list_id: list }]);
    });

    test('no other user: a stranger sees and changes nothing of it', async () => {
      const { mother, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      const stranger = await createPerson();
      for (const table of ['name_lists', 'name_list_members', 'name_list_items', 'name_votes'])
        expect(await as(stranger, `select * from ${table}`)).toEqual([]);
      expect(await as(stranger, 'select id from name_list_invitations')).toEqual([]);
      for (const table of ['name_lists', 'name_list_members', 'name_list_items', 'name_votes'])
        expect(await as(stranger, `delete from ${table} returning 1`)).toEqual([]);
      await expect(
        as(stranger, 'insert into name_list_items (list_id, name) values ($1, $2)', [list, 'Mia']),
      ).rejects.toThrow(/row-level security/);
      await expect(vote(stranger, list, 'Emma', 'no')).rejects.toThrow(/row-level security/);
      await expect(invite(stranger, list)).rejects.toThrow('You are not part of this list.');
      expect(await as(mother, 'select name from name_list_items where list_id = $1', [list])).toHaveLength(3);
    });

    test('no visitor: without an account there is no table to query', async () => {
      for (const table of [
        'name_lists',
        'name_list_members',
        'name_list_items',
        'name_votes',
        'name_list_invitations',
      ])
        await expect(as(undefined, `select * from ${table}`)).rejects.toThrow(/permission denied/);
    });

    test('no user who adds themselves to it', async () => {
      const { list } = await createPair();
      const stranger = await createPerson();
      await expect(
        as(stranger, 'insert into name_list_members (list_id, user_id) values ($1, $2)', [list, stranger]),
      ).rejects.toThrow(/permission denied/);
    });

    test('no user in whose name it was made', async () => {
      const [mother, other] = [await createPerson(), await createPerson()];
      await expect(
        as(mother, `insert into name_lists (title, created_by) values ('x', $1)`, [other]),
      ).rejects.toThrow(/permission denied/);
    });
  });

  describe('is for both members alike', () => {
    test('who rename it, while a stranger cannot', async () => {
      const { mother, father, list } = await createPair();
      const rename = (person: string, title: string) =>
        as(person, 'update name_lists set title = $2 where id = $1 returning title', [list, title]);
      expect(await rename(mother, 'Hers')).toEqual([{ title: 'Hers' }]);
      expect(await rename(father, 'His')).toEqual([{ title: 'His' }]);
      expect(await rename(await createPerson(), 'Mine')).toEqual([]);
    });

    test('who see one another, and set their own name but not the other’s', async () => {
      const { mother, father, list } = await createPair();
      const call = (person: string, whom: string) =>
        as(
          person,
          `update name_list_members set called = 'Papa' where list_id = $1 and user_id = $2 returning called`,
          [list, whom],
        );
      expect(await call(father, father)).toEqual([{ called: 'Papa' }]);
      expect(await call(mother, father)).toEqual([]);
      expect(await call(await createPerson(), father)).toEqual([]);
      expect(await as(mother, 'select called from name_list_members where user_id = $1', [father])).toEqual([
        { called: 'Papa' },
      ]);
    });

    test('who add and remove names', async () => {
      const { mother, father, list } = await createPair();
      await as(father, `insert into name_list_items (list_id, name) values ($1, 'Mia')`, [list]);
      const remove = (person: string, name: string) =>
        as(person, 'delete from name_list_items where list_id = $1 and name = $2 returning name', [
          list,
          name,
        ]);
      expect(await remove(mother, 'Mia')).toEqual([{ name: 'Mia' }]);
      expect(await remove(father, 'Emma')).toEqual([{ name: 'Emma' }]);
      expect(await remove(await createPerson(), 'Noah')).toEqual([]);
    });

    test('who see its links and revoke them, while a stranger does neither', async () => {
      const { mother, father, list } = await createPair();
      const token = await invite(mother, list, false);
      const links = (person: string) =>
        as(person, 'select id from name_list_invitations where list_id = $1', [list]);
      const revoke = (person: string) =>
        as(person, 'delete from name_list_invitations where list_id = $1 returning once', [list]);
      expect(await links(father)).toHaveLength(2);
      const stranger = await createPerson();
      expect(await links(stranger)).toEqual([]);
      expect(await revoke(stranger)).toEqual([]);
      expect(await revoke(father)).toHaveLength(2);
      expect(await as(undefined, 'select look_at_name_list($1) as seen', [token])).toEqual([{ seen: null }]);
    });
  });

  describe('leaving', () => {
    test('removes the member’s votes and rights, and the other keeps the list', async () => {
      const { mother, father, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      await vote(father, list, 'Emma', 'yes');
      await as(father, 'delete from name_list_members where list_id = $1', [list]);
      await expect(vote(father, list, 'Emma', 'no')).rejects.toThrow(/row-level security/);
      expect(await as(father, 'select id from name_lists')).toEqual([]);
      expect(await votesSeen(mother, list)).toHaveLength(1);
    });

    test('removes no other member', async () => {
      const { mother, father, list } = await createPair();
      await as(mother, 'delete from name_list_members where user_id = $1', [father]);
      expect(await as(father, 'select id from name_lists')).toEqual([{ id: list }]);
    });

    test('by its creator leaves it to the other, who may then delete it', async () => {
      const { mother, father, list } = await createPair();
      expect(await as(father, 'delete from name_lists where id = $1 returning id', [list])).toEqual([]);
      await as(mother, 'delete from name_list_members where list_id = $1', [list]);
      expect(await as(mother, 'select id from name_lists')).toEqual([]);
      expect(await as(father, 'delete from name_lists where id = $1 returning id', [list])).toEqual([
        { id: list },
      ]);
    });

    test('as the last one removes it', async () => {
      const mother = await createPerson();
      const list = await createList(mother, 'Emma');
      await as(mother, 'delete from name_list_members where list_id = $1', [list]);
      expect(await database.sql`select id from name_lists where id = ${list}`).toHaveLength(0);
    });

    test('with the whole account leaves the list to the other', async () => {
      const { mother, father, list } = await createPair();
      await as(mother, 'select delete_my_account()');
      expect(await as(father, 'select id, created_by from name_lists')).toEqual([
        { id: list, created_by: null },
      ]);
    });
  });

  test('is in the export of everything that is held about me, with my votes and no other user’s', async () => {
    const { mother, father, list } = await createPair();
    await vote(mother, list, 'Emma', 'yes');
    await vote(father, list, 'Emma', 'no');
    const [row] = await as<{ data: Record<string, object[]> }>(mother, 'select export_my_data() as data');
    expect(row?.data['public.name_votes']).toMatchObject([{ name: 'Emma', vote: 'yes' }]);
    expect(row?.data['public.name_lists']).toMatchObject([{ id: list }]);
    expect(row?.data['site.seen_vote_list']).toMatchObject([{ name: 'Emma', vote: 'yes' }]);
    expect(JSON.stringify(row?.data)).not.toContain(father);
  });

  test('holds at most five hundred names, also when they are added at once', async () => {
    const mother = await createPerson();
    const list = await createList(mother);
    const many = (count: number) =>
      `insert into name_list_items (list_id, name) select '${list}', 'N' || n from generate_series(1, ${count}) n`;
    await expect(as(mother, many(501))).rejects.toThrow('500 names');
    await as(mother, many(500));
    await expect(
      as(mother, 'insert into name_list_items (list_id, name) values ($1, $2)', [list, 'Emma']),
    ).rejects.toThrow('500 names');
    // Names that exist are not counted again.
    await as(mother, `${many(3)} on conflict do nothing`);
  });
});
