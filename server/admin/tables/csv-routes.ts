import { z } from 'zod';
import { parseFilter, parseList, parseSort } from '../../../app/admin/tables/table-address.ts';
import type { Cell, Filter } from '../../../app/admin/tables/table-data.ts';
import type { Imported, ImportFault } from '../../../app/admin/tables/tools/import-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { type AskBackend, BackendRefusal } from '../ask-backend.ts';
import { badRequest } from '../serve-admin.ts';

export interface CsvRoutesOptions {
  askBackend: AskBackend;
}

interface ExportFilter extends Filter {
  /** Of `in`. */
  values?: string[];
}

interface ExportPage {
  columns: string[];
  rows: Cell[][];
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
    askBackend<Answer>(token, named, args).catch(toAdminError);

  return [
    {
      method: 'GET',
      path: '/tables/csv',
      async answer(call) {
        const target = readTable(call.query);
        const wanted = { target, filters: readFilters(call.query), sort: readSort(call.query) };
        const read = (after: Cell[] | null) =>
          ask<ExportPage>(call, 'admin_export_rows', { ...wanted, after });
        // A table that cannot be read is refused before anything is sent.
        const first = await read(null);
        await call.note('tables.export', target, { filters: wanted.filters });
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
        const { table: target, onConflict: on_conflict, ...given } = await call.readJson(finished);
        const args = { ...given, target, on_conflict };
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
  let head = `${hasMark ? '\uFEFF' : ''}${toLine(first.columns)}`;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!page) return controller.close();
        controller.enqueue(encoder.encode(head + page.rows.map(toLine).join('')));
        head = '';
        page = page.after ? await read(page.after) : undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

/** RFC 4180. Null is nothing between the commas, an empty text is a pair of quotes. */
function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  return cell === '' || /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function readTable(query: URLSearchParams): string {
  const table = query.get('table') ?? '';
  if (!table.includes('.')) throw badRequest('table: with its schema, as in public.runs');
  return table;
}

/** `distance.gt.5000`, read as for the rows that the page shows. */
function readFilters(query: URLSearchParams): ExportFilter[] {
  return query.getAll('filter').map((text) => {
    const filter = parseFilter(text);
    if (!filter) throw badRequest(`filter: column.operator.value, as in distance.gt.5000 (not “${text}”)`);
    return { ...filter, ...(filter.operator === 'in' && { values: parseList(filter.value) }) };
  });
}

/** `started_at.desc` */
function readSort(query: URLSearchParams): { column: string; descends: boolean }[] {
  return query.getAll('sort').map((text) => {
    const sort = parseSort(text);
    if (!sort) throw badRequest('sort: column.asc or column.desc');
    return { column: sort.column, descends: sort.descending };
  });
}

/** Statuses of the hints that the database's functions raise. */
const statuses: Record<string, number> = {
  not_found: 404,
  service_table: 403,
  read_only: 403,
  no_key: 409,
  no_column: 400,
  bad_filter: 400,
  bad_choice: 400,
};

function toAdminError(error: unknown): never {
  if (!(error instanceof BackendRefusal)) throw error;
  if (error.isUnknownFunction)
    throw new AdminError(
      501,
      'no-function',
      'Apply the site’s migrations to this project (supabase db push).',
    );
  if (error.hint === 'sign_in_again')
    throw new AdminError(401, 'confirm-identity', 'Please confirm that it is you.');
  if (error.isTimeout)
    throw new AdminError(
      422,
      'too-slow',
      'The database needed longer than its time limit and has changed nothing. Take a part: fewer rows at a time, or a filter.',
    );
  const status = statuses[error.hint] ?? (error.status === 400 ? 400 : undefined);
  if (status === undefined) throw error;
  throw new AdminError(status, error.hint || 'database', error.message);
}
