import { z } from 'zod';
import type { Cell } from '../../../app/admin/tables/table-data.ts';
import type { Imported, ImportFault } from '../../../app/admin/tables/tools/import-data.ts';
import { toDatabaseCsv } from '../../../app/format/csv.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';
import { badRequest } from '../serve-admin.ts';
import type { FoundRows } from './row-page.ts';
import { readQuestion, readTable, tableArgs } from './row-question.ts';
import { explainTableRefusal } from './table-refusal.ts';

export interface CsvRoutesOptions {
  askBackend: AskBackend;
}

interface ExportPage extends FoundRows {
  /** Gives the next page; null at the end. */
  after: Cell[] | null;
}

const maxColumns = 1600;
const columns = z.array(z.string().min(1).max(63)).min(1).max(maxColumns);
const staged = z
  .object({
    import: z.uuid(),
    /** Of each row, in the file. */
    lines: z.array(z.int().positive()).min(1).max(1000),
    rows: z.array(z.array(z.string().nullable()).max(maxColumns)),
  })
  .refine(({ lines, rows }) => lines.length === rows.length, 'each row needs its line');
const finished = z.object({
  import: z.uuid(),
  table: z.string().min(3).max(200),
  columns,
  onConflict: z.enum(['refuse', 'skip', 'replace']),
});

/** Tables as CSV, out and in. What is imported is staged first, and then inserted at once. */
export function createCsvRoutes({ askBackend }: CsvRoutesOptions): AdminRoute[] {
  const ask = <Answer>({ token }: AdminCall, named: string, args: object): Promise<Answer> =>
    askBackend<Answer>(token, named, args).catch(explainTableRefusal);

  return [
    {
      method: 'GET',
      path: '/tables/csv',
      async answer(call) {
        const table = readTable(call.query);
        const target = `${table.schema_name}.${table.table_name}`;
        const question = readQuestion(call.query);
        const read = (after: Cell[] | null) =>
          ask<ExportPage>(call, 'admin_export_rows', { ...table, question: { ...question, after } });
        // A table that cannot be read is refused before anything is sent.
        const first = await read(null);
        await call.note('tables.export', target, { filters: question.filters });
        return new Response(streamCsv(first, read, call.query.has('bom')), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${target.replace(/[^\w.-]/g, '_')}.csv"`,
          },
        });
      },
    },
    {
      method: 'POST',
      path: '/tables/import/rows',
      maxBytes: 1024 * 1024,
      async answer(call) {
        await ask(call, 'admin_stage_rows', await call.readJson(staged));
        return Response.json({});
      },
    },
    {
      method: 'POST',
      path: '/tables/import/finish',
      async answer(call) {
        const { table, onConflict: on_conflict, ...given } = await call.readJson(finished);
        const args = { ...given, ...tableArgs(table), on_conflict };
        const { fault, inserted = 0 } = await ask<{ inserted?: number; fault?: ImportFault }>(
          call,
          'admin_finish_import',
          args,
        );
        if (fault) throw new AdminError(422, 'row-refused', fault.message, { fault });
        return Response.json({ inserted } satisfies Imported);
      },
    },
    {
      method: 'DELETE',
      path: '/tables/import',
      async answer(call) {
        const id = z.uuid().safeParse(call.query.get('import'));
        if (!id.success) throw badRequest('import: the id with which the rows were sent');
        await ask(call, 'admin_drop_import', { import: id.data });
        return Response.json({});
      },
    },
  ];
}

/** A page is read when the one before has been taken: memory holds one. An error breaks the answer off, so that it is not taken for a whole file. */
function streamCsv(
  first: ExportPage,
  read: (after: Cell[] | null) => Promise<ExportPage>,
  hasMark: boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: ExportPage | undefined = first;
  let head = `${hasMark ? '\uFEFF' : ''}${toDatabaseCsv([first.columns])}`;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!page) return controller.close();
        controller.enqueue(encoder.encode(head + toDatabaseCsv(page.rows.map(([cells]) => cells))));
        head = '';
        page = page.after ? await read(page.after) : undefined;
      },
    },
    { highWaterMark: 0 },
  );
}
