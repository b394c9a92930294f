import { z } from 'zod';
import { AdminError } from '../admin-error.ts';
import type { AdminRoute } from '../admin-route.ts';
import { badRequest } from '../serve-admin.ts';
import { isEmptySql, type MigrationWriter } from './migration-writer.ts';

export interface MigrationsRoutesOptions {
  /** What only the embedded backend offers; undefined with a hosted project. */
  embedded: { migrations: MigrationWriter } | undefined;
}

const migration = z.object({ name: z.string(), sql: z.string() });
const namePattern = /^[a-z][a-z0-9_]{0,79}$/;
const maxBytes = 1024 * 1024;
const notedCharacters = 500;

/** Saves SQL as a migration: a file of the site, applied at once. */
export function createMigrationsRoutes({ embedded }: MigrationsRoutesOptions): AdminRoute[] {
  return [
    {
      method: 'POST',
      path: '/migrations',
      asksAgain: true,
      maxBytes,
      async answer(call) {
        const { name, sql } = await call.readJson(migration);
        if (!namePattern.test(name))
          throw new AdminError(
            400,
            'bad-name',
            'A name has lower-case letters, digits and _, begins with a letter and has 80 characters at most, as in add_places.',
          );
        if (isEmptySql(sql)) throw badRequest('sql: there is no statement in it.');
        if (!embedded)
          throw new AdminError(
            501,
            'no-folder',
            'This site uses a hosted project. Save the SQL as a file in supabase/migrations, and apply it with: supabase db push',
          );
        const file = await embedded.migrations.write({ name, sql }, (target) =>
          call.note('sql.migration', target, { sql: sql.slice(0, notedCharacters) }),
        );
        return Response.json({ file }, { status: 201 });
      },
    },
  ];
}
