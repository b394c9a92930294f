import { z } from 'zod';
import type { RunAnswer, RunKind, Snippet, SqlPage } from '../../../app/admin/sql/sql-data.ts';
import { splitStatements } from '../../../database/split-statements.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { type AskBackend, BackendRefusal } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';
import { badRequest } from '../serve-admin.ts';
import { createMigrationsRoutes, type MigrationsRoutesOptions } from './migrations-routes.ts';

export interface SqlRoutesOptions extends MigrationsRoutesOptions {
  askBackend: AskBackend;
}

const maxSql = 100_000;
const sql = z
  .string()
  .max(maxSql)
  .regex(/^[^\0]*$/, 'a zero byte is not allowed');
const run = z.object({
  sql,
  kind: z.enum(['run', 'explain', 'measure']).default('run'),
  allowChanges: z.boolean().default(false),
});
const name = z.string().trim().min(1, 'a name is needed').max(100);
const snippet = z.object({ name, sql });
const named = z.object({ name });

/** SQL that an owner runs, snippets of it, and migrations. */
export function createSqlRoutes(options: SqlRoutesOptions): AdminRoute[] {
  const { askBackend, embedded } = options;
  return [
    {
      method: 'GET',
      path: '/sql',
      async answer({ token }) {
        const snippets = await askBackend<Snippet[]>(token, 'admin_snippets').catch(toSqlError);
        return Response.json({ snippets, canMigrate: embedded !== undefined } satisfies SqlPage);
      },
    },
    {
      method: 'POST',
      path: '/sql/run',
      asksAgain: true,
      maxBytes: maxSql * 4,
      async answer(call) {
        const { sql: text, kind, allowChanges } = await call.readJson(run);
        const statements = toStatements(text, kind);
        await noteRun(call, statements, allowChanges);
        const args = { statements, allow_changes: allowChanges };
        const { signal } = call.request;
        const answer = await askBackend<RunAnswer>(call.token, 'admin_run_sql', args, signal).catch(
          (error: unknown) => {
            if (signal.aborted) throw new AdminError(499, 'stopped', 'Stopped.');
            return toSqlError(error);
          },
        );
        return Response.json(answer);
      },
    },
    {
      method: 'POST',
      path: '/sql/snippets',
      maxBytes: maxSql * 4,
      async answer(call) {
        await askBackend(call.token, 'admin_save_snippet', await call.readJson(snippet)).catch(toSqlError);
        return Response.json({});
      },
    },
    {
      method: 'POST',
      path: '/sql/snippets/delete',
      async answer(call) {
        await askBackend(call.token, 'admin_delete_snippet', await call.readJson(named)).catch(toSqlError);
        return Response.json({});
      },
    },
    ...createMigrationsRoutes(options),
  ];
}

const explains: Record<Exclude<RunKind, 'run'>, string> = {
  explain: 'explain',
  measure: 'explain (analyze, buffers)',
};

/** The last one is explained; those before it may create what it needs. */
function toStatements(text: string, kind: RunKind): string[] {
  const statements = splitStatements(text).map(({ body }) => body);
  const last = statements.pop();
  if (last === undefined) throw badRequest('sql: there is no statement in it.');
  return [...statements, kind === 'run' ? last : `${explains[kind]} ${last}`];
}

const notedCharacters = 500;

/** In a transaction of its own, so that a statement that fails or is stopped is in the log too. The database runs nothing else. */
async function noteRun({ note }: AdminCall, statements: string[], changes: boolean): Promise<void> {
  const characters = [...statements.join(';\n')];
  const shown = characters.slice(0, 100).join('').replaceAll(/\s+/g, ' ');
  await note('sql.run', characters.length > 100 ? `${shown}…` : shown, {
    sql: characters.slice(0, notedCharacters).join(''),
    changes,
  });
}

/** What to do about an error, by its SQLSTATE. */
const advice: Record<string, string> = {
  '25006': 'Switch on “Allow changes” to run this.',
  '42501': 'Statements that only read have the rights of a reader. “Allow changes” gives those of the owner.',
  '57014': 'A statement may take 8 seconds here. For longer work use psql.',
  '25001': 'This cannot be part of a transaction, and here everything is one. Use psql for it.',
  '0A000': 'Everything here is one transaction, run by a function. What needs more is done with psql.',
  '2D000': 'Everything here is one transaction: it is committed when all of it has worked.',
};

const failed = z.object({ sqlstate: z.string(), detail: z.string(), hint: z.string() });

const explainRefusal = createExplainRefusal({ statuses: {} });

function toSqlError(error: unknown): never {
  if (!(error instanceof BackendRefusal) || error.code !== 'PT422') return explainRefusal(error);
  const { sqlstate, detail, hint } = failed.parse(JSON.parse(error.details));
  throw new AdminError(422, 'sql-failed', error.message, {
    sqlstate,
    ...(detail && { detail }),
    ...((hint || advice[sqlstate]) && { hint: hint || advice[sqlstate] }),
  });
}
