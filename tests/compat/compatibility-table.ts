/** Makes docs/compatibility.md from the names of the tests. */
import type { Client } from './client-methods.ts';

/** A test with the names of its suites and its own title. */
export interface NamedTest {
  suites: string[];
  title: string;
}

interface Part {
  title: string;
  kind: 'method' | 'subject';
  /** The suite that makes a row. */
  row: RegExp;
}

/** A suite about a method is called by its name: `auth.signUp`, `from().eq`, `functions.invoke`. Those of storage and realtime have a subject each. */
const parts: Part[] = [
  { title: 'Auth', kind: 'method', row: /^auth\.[\w.]+$/ },
  { title: 'Data', kind: 'method', row: /^(?:from\(\)\.\w+|from|rpc|schema)$/ },
  { title: 'Functions', kind: 'method', row: /^functions\.\w+$/ },
  { title: 'Storage', kind: 'subject', row: /^(?:buckets|objects|large files)$/ },
  {
    title: 'Realtime',
    kind: 'subject',
    row: /^(?:broadcasts|presence|database changes|private channels)$/,
  },
];

/** Tested in database/realtime-schema.test.ts and backend/realtime/messages. */
const realtimeInSql = [
  '## Realtime in SQL',
  '',
  '| in the database | here |',
  '|---|---|',
  '| `realtime.messages` | one partition a day (UTC), made three days ahead and dropped after three; a default partition takes the rest, so that no message is lost. Its policies decide who may read and write a private channel |',
  '| `realtime.topic`, `send`, `send_binary`, `broadcast_changes` | as in a project: what may not be sent is the warning `WarnSendingBroadcastMessage`, not an error. Payloads that are no object are sent without an `id` |',
  '| publications `supabase_realtime` and `supabase_realtime_messages_publication` | the first is empty until tables are added to it |',
  '| `realtime.subscription`, its types, `cast`, `check_equality_op`, `is_visible_through_filters`, `to_regrole` | for what names them; subscribers are kept in memory |',
  '| `realtime.apply_rls`, `list_changes` and the three functions that they call | not offered: they read the output of wal2json, which Postgres does not have |',
  '',
];

export function findUntested(client: Client, tests: NamedTest[]): string[] {
  const tested = new Set(tests.flatMap(({ suites }) => suites));
  return client.methods.filter((method) => !tested.has(method));
}

export function toTable(client: Client, tests: NamedTest[]): string {
  const sentences = tests
    .filter(({ suites }) => suites[0]?.startsWith('messages of the specification'))
    .map(({ suites, title }) => `| ${suites[1]} | ${toCell(title)} |`);
  return [
    '# What the official client can do here',
    '',
    `Made by \`node tests/compat/write-table.ts\` from a run of tests/compat with @supabase/supabase-js ${client.version}.`,
    'Do not edit it: a test fails when it says something else than the tests.',
    '',
    ...parts.flatMap((part) => toPart(part, findRows(tests, part.row))),
    ...realtimeInSql,
    '## Messages of the specification',
    '',
    '| where | brought about through the client |',
    '|---|---|',
    ...new Set(sentences),
    '',
  ].join('\n');
}

/** Methods or subjects with the titles of their tests. */
function findRows(tests: NamedTest[], isRow: RegExp): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { suites, title } of tests) {
    const row = suites.find((name) => isRow.test(name));
    if (row !== undefined) rows.set(row, (rows.get(row) ?? new Set()).add(title));
  }
  return rows;
}

function toPart({ title, kind }: Part, rows: Map<string, Set<string>>): string[] {
  const nameOf = (row: string) => (kind === 'method' ? `\`${row}\`` : row);
  return [
    `## ${title}`,
    '',
    ...(kind === 'method' ? [`${rows.size} methods are served.`, ''] : []),
    `| ${kind} | tests |`,
    '|---|---|',
    ...[...rows]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([row, titles]) => `| ${nameOf(row)} | ${[...titles].map(toCell).join('<br>')} |`),
    '',
  ];
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
