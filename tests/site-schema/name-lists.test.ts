/** Lists of names: what each member, a visitor and a stranger can see and do. Row security decides, so it is asked directly. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { describeOnEveryServer } from '../../database/testing/servers.ts';
import { withSiteSchema } from './site-schema.ts';

describeOnEveryServer('a list of names', (server) => {
  let database: Database;
  beforeAll(async () => {
    database = await withSiteSchema(server());
  });

  /** Runs one statement as the data API would for this person; without one, for a visitor. */
  async function as<Row>(
    person: string | undefined,
    statement: string,
    values: (string | boolean)[] = [],
  ): Promise<Row[]> {
    return database.transaction(async (sql) => {
      const claims = person ? JSON.stringify({ sub: person, role: 'authenticated' }) : '';
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await sql.unsafe(`set local role ${person ? 'authenticated' : 'anon'}`);
      return [...(await sql.unsafe(statement, values))] as Row[];
    });
  }

  async function createPerson(): Promise<string> {
    const [row] = await database.sql<{ id: string }[]>`
      insert into auth.users (id, email) values (gen_random_uuid(), gen_random_uuid() || '@example.com') returning id`;
    return row?.id ?? '';
  }

  async function createList(owner: string, ...names: string[]): Promise<string> {
    const [row] = await as<{ id: string }>(
      owner,
      `insert into name_lists (title) values ('Ours') returning id`,
    );
    const id = row?.id ?? '';
    for (const name of names)
      await as(owner, 'insert into name_list_items (list_id, name) values ($1, $2)', [id, name]);
    return id;
  }

  const invite = async (person: string, list: string, once = true): Promise<string> => {
    const [row] = await as<{ token: string }>(person, 'select invite_to_name_list($1, $2) as token', [
      list,
      once,
    ]);
    return row?.token ?? '';
  };
  const join = (person: string | undefined, token: string) =>
    as<{ id: string }>(person, 'select join_name_list($1) as id', [token]);
  const vote = (person: string, list: string, name: string, choice: string) =>
    as(
      person,
      `insert into name_votes (list_id, name, vote) values ($1, $2, $3)
        on conflict (list_id, name, user_id) do update set list_id = excluded.list_id, name = excluded.name, vote = excluded.vote`,
      [list, name, choice],
    );
  const votesSeen = (person: string, list: string) =>
    as<{ user_id: string; name: string; vote: string }>(
      person,
      'select user_id, name, vote from name_votes where list_id = $1 order by name',
      [list],
    );

  /** Two people in one list with three names. */
  async function createPair() {
    const [mother, father] = [await createPerson(), await createPerson()];
    const list = await createList(mother, 'Emma', 'Noah', 'Zoë');
    await join(father, await invite(mother, list));
    return { mother, father, list };
  }

  describe('belongs to', () => {
    test('who made it: they are its first member', async () => {
      const mother = await createPerson();
      const list = await createList(mother, 'Emma');
      expect(await as(mother, 'select list_id from name_list_members')).toEqual([{ list_id: list }]);
    });

    test('nobody else: a stranger sees and changes nothing of it', async () => {
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

    test('no visitor: without an account there is no table to ask', async () => {
      for (const table of [
        'name_lists',
        'name_list_members',
        'name_list_items',
        'name_votes',
        'name_list_invitations',
      ])
        await expect(as(undefined, `select * from ${table}`)).rejects.toThrow(/permission denied/);
    });

    test('nobody who puts themselves into it', async () => {
      const { list } = await createPair();
      const stranger = await createPerson();
      await expect(
        as(stranger, 'insert into name_list_members (list_id, user_id) values ($1, $2)', [list, stranger]),
      ).rejects.toThrow(/permission denied/);
    });

    test('nobody in whose name it was made', async () => {
      const [mother, other] = [await createPerson(), await createPerson()];
      await expect(
        as(mother, `insert into name_lists (title, created_by) values ('x', $1)`, [other]),
      ).rejects.toThrow(/permission denied/);
    });
  });

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

    test('cannot be counted, filtered or joined out of hiding', async () => {
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

    test('is not opened by a rating or a note alone, and neither are those', async () => {
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
    test('shows the names to anybody who has it, and no votes and no people', async () => {
      const mother = await createPerson();
      const list = await createList(mother, 'Emma', 'Noah');
      await vote(mother, list, 'Emma', 'yes');
      const token = await invite(mother, list);
      const [row] = await as<{ seen: object }>(undefined, 'select look_at_name_list($1) as seen', [token]);
      expect(row?.seen).toEqual({ title: 'Ours', names: ['Emma', 'Noah'], is_full: false, list_id: null });
    });

    test('for once lets one in, also when two come at the same moment', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother));
      const people = await Promise.all([createPerson(), createPerson(), createPerson()]);
      const results = await Promise.allSettled(people.map((person) => join(person, token)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(join(await createPerson(), token)).rejects.toThrow('This link has been used or revoked.');
      expect(await as(undefined, 'select look_at_name_list($1) as seen', [token])).toEqual([{ seen: null }]);
    });

    test('that stays lets no third person in', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother), false);
      const people = await Promise.all([createPerson(), createPerson(), createPerson()]);
      const results = await Promise.allSettled(people.map((person) => join(person, token)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(join(await createPerson(), token)).rejects.toThrow('Two people are in this list already.');
    });

    test('opened again by who is in already leads there and uses nothing up', async () => {
      const [mother, father] = [await createPerson(), await createPerson()];
      const list = await createList(mother);
      const token = await invite(mother, list);
      expect(await join(mother, token)).toEqual([{ id: list }]);
      expect(await join(father, token)).toEqual([{ id: list }]);
      expect(await join(father, token)).toEqual([{ id: list }]);
    });

    test('is dead once it is revoked, and cannot be read out of the table', async () => {
      const mother = await createPerson();
      const list = await createList(mother);
      const token = await invite(mother, list, false);
      await expect(as(mother, 'select token_hash from name_list_invitations')).rejects.toThrow(
        /permission denied/,
      );
      await as(mother, 'delete from name_list_invitations where list_id = $1', [list]);
      await expect(join(await createPerson(), token)).rejects.toThrow('This link has been used or revoked.');
    });

    test.each(['', 'x', "' or true --", '0'.repeat(64)])('%j leads nowhere', async (token) => {
      await expect(join(await createPerson(), token)).rejects.toThrow('This link has been used or revoked.');
      expect(await as(undefined, 'select look_at_name_list($1) as seen', [token])).toEqual([{ seen: null }]);
    });

    test('needs an account to join', async () => {
      const mother = await createPerson();
      const token = await invite(mother, await createList(mother));
      await expect(join(undefined, token)).rejects.toThrow(/permission denied/);
    });
  });

  describe('leaving', () => {
    test('takes one’s votes along and ends every right, and the other keeps the list', async () => {
      const { mother, father, list } = await createPair();
      await vote(mother, list, 'Emma', 'yes');
      await vote(father, list, 'Emma', 'yes');
      await as(father, 'delete from name_list_members where list_id = $1', [list]);
      await expect(vote(father, list, 'Emma', 'no')).rejects.toThrow(/row-level security/);
      expect(await as(father, 'select id from name_lists')).toEqual([]);
      expect(await votesSeen(mother, list)).toHaveLength(1);
    });

    test('puts nobody else out', async () => {
      const { mother, father, list } = await createPair();
      await as(mother, 'delete from name_list_members where user_id = $1', [father]);
      expect(await as(father, 'select id from name_lists')).toEqual([{ id: list }]);
    });

    test('by who made it leaves it to the other, who may then delete it', async () => {
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

  test('is in the export of everything that is held about me, with my votes and nobody else’s', async () => {
    const { mother, father, list } = await createPair();
    await vote(mother, list, 'Emma', 'yes');
    await vote(father, list, 'Emma', 'no');
    const [row] = await as<{ data: Record<string, object[]> }>(mother, 'select export_my_data() as data');
    expect(row?.data['public.name_votes']).toMatchObject([{ name: 'Emma', vote: 'yes' }]);
    expect(row?.data['public.name_lists']).toMatchObject([{ id: list }]);
    expect(JSON.stringify(row?.data)).not.toContain(father);
  });

  test('has room for five hundred names, also when they come all at once', async () => {
    const mother = await createPerson();
    const list = await createList(mother);
    const many = (count: number) =>
      `insert into name_list_items (list_id, name) select '${list}', 'N' || n from generate_series(1, ${count}) n`;
    await expect(as(mother, many(501))).rejects.toThrow('500 names');
    await as(mother, many(500));
    await expect(
      as(mother, 'insert into name_list_items (list_id, name) values ($1, $2)', [list, 'Emma']),
    ).rejects.toThrow('500 names');
    // What is there already is no news.
    await as(mother, `${many(3)} on conflict do nothing`);
  });
});
