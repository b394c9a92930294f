/** For tests: users with an account, and statements as the data API would run them for them. */
import type { Database } from '../../database/database.ts';

type Value = string | number | boolean | null | string[];

export function createTestUsers(database: () => Database) {
  /** Runs one statement for this person; without one, for a visitor. */
  async function as<Row>(
    person: string | undefined,
    statement: string,
    values: Value[] = [],
  ): Promise<Row[]> {
    return database().transaction(async (sql) => {
      const claims = person ? JSON.stringify({ sub: person, role: 'authenticated' }) : '';
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await sql.script(`set local role ${person ? 'authenticated' : 'anon'}`);
      return [...(await sql.unsafe(statement, values))] as Row[];
    });
  }

  async function createPerson(): Promise<string> {
    const [row] = await database().sql<{ id: string }[]>`
      insert into auth.users (id, email) values (gen_random_uuid(), gen_random_uuid() || '@example.com') returning id`;
    return row?.id ?? '';
  }

  return { as, createPerson };
}
