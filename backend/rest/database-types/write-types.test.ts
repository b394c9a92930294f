import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownMigrations } from '../../../database/migration-files.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { repository } from '../../../tests/harness/read-tree.ts';
import { readDefinitions } from './read-definitions.ts';
import { writeTypes } from './write-types.ts';

const read = (path: string) => readFile(join(repository, path), 'utf8');

describeOnEveryServer('the types of a database', (server) => {
  it('are those that the Supabase CLI prints', async () => {
    const { database } = server();
    await database.sql.script(await read('tests/harness/rest/typed-schema.sql'));
    const definitions = await readDefinitions(database, ['other', 'public', 'Empty Schema', 'missing']);
    expect(definitions.schemas).toEqual(['Empty Schema', 'other', 'public']);
    // The output of postgres-meta 0.99.0 for this schema.
    const expected = await read('tests/harness/rest/typed-schema.txt');
    expect(writeTypes(definitions)).toBe(expected);
    expect(writeTypes(definitions, '14.1')).toBe(
      expected.replace(
        'export type Database = {\n',
        `export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "14.1"
  }
`,
      ),
    );
  });
});

describeOnEveryServer('supabase/database.types.ts', (server) => {
  it('is what the migrations give: after a change, run `npm run db:types`', async () => {
    const site = { kind: 'site' as const, folder: join(repository, 'supabase/migrations') };
    const database = await server().reopen([ownMigrations, site]);
    try {
      const types = writeTypes(await readDefinitions(database, ['public']));
      expect(`${types}\n`).toBe(await read('supabase/database.types.ts'));
    } finally {
      await database.close();
    }
  });
});
