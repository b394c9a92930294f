/** Calls of the data API, ready to be copied: with supabase-js and with curl. */
import type { ApiColumn, ApiFunction, ApiPage, ApiTable } from './api-data.ts';

export interface ReadyCall {
  title: string;
  js: string;
  /** Undefined where it takes more than one request. */
  curl?: string;
}

type Access = Pick<ApiPage, 'url' | 'publicKey'>;

export function writeClient({ url, publicKey }: Access): string {
  return `import { createClient } from '@supabase/supabase-js'\n\nconst supabase = createClient(${quote(url)}, ${quote(publicKey)})`;
}

export function listTableCalls(table: ApiTable, access: Access): ReadyCall[] {
  const { columns } = table;
  const from = `supabase.from(${quote(table.name)})`;
  const key = columns.find(({ isKey }) => isKey) ?? columns[0];
  const other = columns.find(({ isKey }) => !isKey) ?? key;
  if (!key || !other) return [];
  const row = toObject(columns.filter(({ isRequired }) => isRequired));
  const example = Object.keys(row).length > 0 ? row : toObject([other]);
  const changed = toObject([other]);
  const path = `/rest/v1/${encodeURIComponent(table.name)}`;
  const curl = (search: string, more: CurlOptions = {}) => writeCurl(access, `${path}${search}`, more);
  const byKey = `?${encodeURIComponent(key.name)}=eq.${encodeURIComponent(String(sample(key)))}`;
  const equals = `.eq(${quote(key.name)}, ${toLiteral(sample(key))})`;
  const reads: ReadyCall[] = [
    {
      title: 'Read rows',
      js: `const { data, error } = await ${from}.select().limit(20)`,
      curl: curl('?limit=20'),
    },
    {
      title: 'Filter and sort',
      js: `const { data, error } = await ${from}\n  .select(${quote(
        columns
          .slice(0, 3)
          .map(({ name }) => name)
          .join(', '),
      )})\n  ${equals}\n  .order(${quote(other.name)}, { ascending: false })`,
      curl: curl(
        `${byKey}&select=${columns
          .slice(0, 3)
          .map(({ name }) => encodeURIComponent(name))
          .join(',')}&order=${encodeURIComponent(other.name)}.desc`,
      ),
    },
  ];
  if (table.isView) return reads;
  return [
    ...reads,
    {
      title: 'Insert',
      js: `const { data, error } = await ${from}.insert(${toLiteral(example)}).select()`,
      curl: curl('', { method: 'POST', body: example }),
    },
    {
      title: 'Update',
      js: `const { data, error } = await ${from}.update(${toLiteral(changed)})${equals}.select()`,
      curl: curl(byKey, { method: 'PATCH', body: changed }),
    },
    {
      title: 'Delete',
      js: `const { error } = await ${from}.delete()${equals}`,
      curl: curl(byKey, { method: 'DELETE' }),
    },
    {
      title: table.isLive ? 'Hear of changes' : 'Hear of changes (turn them on first)',
      js: `${table.isLive ? '' : `// In SQL: alter publication supabase_realtime add table public.${quoteName(table.name)};\n`}supabase\n  .channel(${quote(table.name)})\n  .on('postgres_changes', { event: '*', schema: 'public', table: ${quote(table.name)} }, (change) => console.log(change))\n  .subscribe()`,
    },
  ];
}

export function listFunctionCalls({ name, arguments: given }: ApiFunction, access: Access): ReadyCall[] {
  const args = Object.fromEntries(
    given.filter(({ isRequired }) => isRequired).map((one) => [one.name, sample(one)]),
  );
  const hasArgs = Object.keys(args).length > 0;
  return [
    {
      title: 'Call',
      js: `const { data, error } = await supabase.rpc(${quote(name)}${hasArgs ? `, ${toLiteral(args)}` : ''})`,
      curl: writeCurl(access, `/rest/v1/rpc/${encodeURIComponent(name)}`, { method: 'POST', body: args }),
    },
  ];
}

interface CurlOptions {
  method?: string;
  body?: object;
}

function writeCurl({ url, publicKey }: Access, path: string, { method, body }: CurlOptions): string {
  return [
    `curl ${method ? `-X ${method} ` : ''}${quoteShell(url + path)}`,
    `-H ${quoteShell(`apikey: ${publicKey}`)}`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoteShell(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}

/** A value that the type accepts. */
function sample({ type }: Pick<ApiColumn, 'type'>): unknown {
  if (type.endsWith('[]')) return [];
  if (/^(smallint|integer|bigint|numeric|real|double)/.test(type)) return 1;
  if (type === 'boolean') return true;
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000';
  if (type === 'json' || type === 'jsonb') return {};
  if (type === 'date') return '2026-01-31';
  if (type.startsWith('timestamp')) return '2026-01-31T12:00:00Z';
  if (type.startsWith('time')) return '12:00:00';
  return 'text';
}

function toObject(columns: readonly ApiColumn[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, sample(column)]));
}

function toLiteral(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name)}: ${toLiteral(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const quote = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const quoteName = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
