import { z } from 'zod';
import type {
  DeletedRows,
  FollowingRows,
  Row,
  RowPage,
  TableDetails,
  TableEntry,
  TableList,
} from '../../../app/admin/tables/table-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';
import { badRequest } from '../serve-admin.ts';
import { type FoundRows, toRowPage } from './row-page.ts';
import { readQuestion, readTable, type TableArgs, tableArgs } from './row-question.ts';
import { explainTableRefusal } from './table-refusal.ts';

export interface TablesRoutesOptions {
  askBackend: AskBackend;
}

const maxRows = 500;
const maxBytes = 8 * 1024 * 1024;

const cells = z.record(z.string(), z.string().nullable());
const key = z.record(z.string(), z.string());
const inserted = z.object({ table: z.string(), rows: z.array(cells).min(1).max(maxRows) });
const updated = z.object({ table: z.string(), key, old: cells, new: cells });
const deleted = z.object({
  table: z.string(),
  keys: z.array(key).min(1).max(maxRows),
  accepted: z.boolean().default(false),
});

/** What the database itself refuses: a value that does not fit, a key that is taken. */
interface Fault {
  fault: { code: string; message: string; detail: string | null; column: string | null };
}

/** Reading and changing the tables of the owner. Functions of the database do it, and note what they change. */
export function createTablesRoutes({ askBackend }: TablesRoutesOptions): AdminRoute[] {
  const ask = <Answer>({ token }: AdminCall, named: string, args: object = {}): Promise<Answer> =>
    askBackend<Answer>(token, named, args).catch(explainTableRefusal);

  async function change<Answer>(call: AdminCall, named: string, args: TableArgs & object): Promise<Answer> {
    return requireDone(await ask<Answer | Fault>(call, named, args));
  }

  return [
    {
      method: 'GET',
      path: '/tables',
      async answer(call) {
        const tables = await ask<TableEntry[]>(call, 'admin_tables');
        return Response.json({ tables } satisfies TableList);
      },
    },
    {
      method: 'GET',
      path: '/tables/table',
      async answer(call) {
        return Response.json(await ask<TableDetails>(call, 'admin_table', readTable(call.query)));
      },
    },
    {
      method: 'GET',
      path: '/tables/rows',
      async answer(call) {
        return Response.json(await readRows(call, ask));
      },
    },
    {
      method: 'GET',
      path: '/tables/count',
      async answer(call) {
        const args = { ...readTable(call.query), question: readQuestion(call.query) };
        return Response.json({ rows: await ask<number>(call, 'admin_count_rows', args) });
      },
    },
    {
      method: 'GET',
      path: '/tables/row',
      async answer(call) {
        const args = { ...readTable(call.query), key: readKey(call.query) };
        const row = await ask<Row | null>(call, 'admin_row', args);
        if (!row) throw new AdminError(404, 'gone', 'This row is gone.');
        return Response.json({ row });
      },
    },
    {
      method: 'POST',
      path: '/tables/insert',
      maxBytes,
      async answer(call) {
        const { table, rows } = await call.readJson(inserted);
        const args = { ...tableArgs(table), new_rows: rows };
        return Response.json({ rows: await change<Row[]>(call, 'admin_insert_rows', args) }, { status: 201 });
      },
    },
    {
      method: 'POST',
      path: '/tables/update',
      maxBytes,
      async answer(call) {
        const body = await call.readJson(updated);
        if (Object.keys(body.new).some((column) => !(column in body.old)))
          throw badRequest('old: the values before, of each column that changes');
        const args = { ...tableArgs(body.table), key: body.key, old_values: body.old, new_values: body.new };
        const answer = await change<{ row: Row } | { stale: Row | null }>(call, 'admin_update_row', args);
        if ('stale' in answer) throw staleRow(answer.stale);
        return Response.json(answer);
      },
    },
    {
      method: 'POST',
      path: '/tables/delete',
      maxBytes,
      async answer(call) {
        const { table, keys, accepted } = await call.readJson(deleted);
        const args = { ...tableArgs(table), keys, accepted };
        const answer = await change<DeletedRows | { follow: FollowingRows[] }>(
          call,
          'admin_delete_rows',
          args,
        );
        if (!('rows' in answer))
          throw new AdminError(409, 'follow', 'Rows of other tables refer to these.', answer);
        return Response.json(answer);
      },
    },
  ];
}

type Ask = <Answer>(call: AdminCall, named: string, args: object) => Promise<Answer>;

async function readRows(call: AdminCall, ask: Ask): Promise<RowPage> {
  const args = { ...readTable(call.query), question: readQuestion(call.query) };
  const as = call.query.get('as');
  if (as === null) return toRowPage(await ask<FoundRows>(call, 'admin_rows', args), args.question);
  const person = as === 'anon' ? null : z.uuid().safeParse(as).data;
  if (person === undefined) throw badRequest('as: “anon” or the id of an account');
  const found = await ask<FoundRows | { refused: string }>(call, 'admin_rows_as', { ...args, person });
  if ('refused' in found) return { rows: [], next: null, refused: found.refused };
  return toRowPage(found, args.question);
}

function readKey(query: URLSearchParams): Record<string, string> {
  try {
    return key.parse(JSON.parse(query.get('key') ?? ''));
  } catch {
    throw badRequest('key: the values of the primary key as JSON, as in {"id":"5"}');
  }
}

function requireDone<Answer>(answer: Answer | Fault): Answer {
  if (typeof answer !== 'object' || answer === null || !('fault' in answer)) return answer as Answer;
  const { code, message, detail, column } = (answer as Fault).fault;
  throw new AdminError(422, code, explain(code, message, detail), column === null ? {} : { column });
}

const explanations: Record<string, string> = {
  '23502': 'This column needs a value.',
  '23503': 'Another table is in the way.',
  '23505': 'There is a row with this value already.',
  '23514': 'The table has a rule that refuses this value.',
};

/** What it means, and what the database says. */
function explain(code: string, message: string, detail: string | null): string {
  return [explanations[code], `${message}.`.replace(/([.!?])\.$/, '$1'), detail].filter(Boolean).join(' ');
}

function staleRow(row: Row | null): AdminError {
  if (!row) return new AdminError(409, 'gone', 'This row was deleted in the meantime.');
  return new AdminError(
    409,
    'changed',
    'This was changed in the meantime. Look at it, and change it again.',
    {
      row,
    },
  );
}
