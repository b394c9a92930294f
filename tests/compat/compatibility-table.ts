/** Makes docs/compatibility.md out of the names of the tests. */
import type { Client } from './client-methods.ts';

/** A test, as the suites around it and its own title name it. */
export interface NamedTest {
  suites: string[];
  title: string;
}

/** A suite about a method is called by its name: `auth.signUp`, `from().eq`, `rpc`. */
const parts = [
  { title: 'Auth', method: /^auth\.[\w.]+$/ },
  { title: 'Data', method: /^(?:from\(\)\.\w+|from|rpc|schema)$/ },
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
    ...parts.flatMap(({ title, method }) => toPart(title, findRows(tests, method))),
    '## Messages of the specification',
    '',
    '| where | brought about through the client |',
    '|---|---|',
    ...new Set(sentences),
    '',
  ].join('\n');
}

/** Methods with what their tests say. */
function findRows(tests: NamedTest[], isMethod: RegExp): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { suites, title } of tests) {
    const method = suites.find((name) => isMethod.test(name));
    if (method !== undefined) rows.set(method, (rows.get(method) ?? new Set()).add(title));
  }
  return rows;
}

function toPart(title: string, rows: Map<string, Set<string>>): string[] {
  return [
    `## ${title}`,
    '',
    `${rows.size} methods are served.`,
    '',
    '| method | tests |',
    '|---|---|',
    ...[...rows]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([method, titles]) => `| \`${method}\` | ${[...titles].map(toCell).join('<br>')} |`),
    '',
  ];
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
