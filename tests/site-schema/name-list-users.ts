/** For tests: users with lists of names, each querying the database as the data API would for them. */
import type { Database } from '../../database/database.ts';
import { createTestUsers } from './test-users.ts';

export function createNameListUsers(database: () => Database) {
  const { as, createPerson } = createTestUsers(database);

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

  /** Two users in one list with three names. */
  async function createPair() {
    const [mother, father] = [await createPerson(), await createPerson()];
    const list = await createList(mother, 'Emma', 'Noah', 'Zoë');
    await join(father, await invite(mother, list));
    return { mother, father, list };
  }

  return { as, createPerson, createList, createPair, invite, join, vote, votesSeen };
}
