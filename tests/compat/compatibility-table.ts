/** Makes docs/compatibility.md out of the names of the tests. */
import type { Client } from './client-methods.ts';

/** A test, as the suites around it and its own title name it. */
export interface NamedTest {
  suites: string[];
  title: string;
}

/** A suite about a method is called by its name, with two words more where part two is to serve it. */
const partTwo = ' in part two';
const methodName = /^(auth\.[\w.]+?)( in part two)?$/;

export function findUntested(client: Client, tests: NamedTest[]): string[] {
  const tested = new Set(tests.flatMap(({ suites }) => suites.map((suite) => suite.replace(partTwo, ''))));
  return client.methods.filter((method) => !tested.has(method));
}

export function toTable(client: Client, tests: NamedTest[]): string {
  const rows = new Map<string, { state: string; titles: Set<string> }>();
  for (const { suites, title } of tests) {
    const suite = suites.find((name) => methodName.test(name));
    const [, method, later] = methodName.exec(suite ?? '') ?? [];
    if (method === undefined) continue;
    const row = rows.get(method) ?? { state: later ? 'part two' : 'served', titles: new Set() };
    rows.set(method, { ...row, titles: row.titles.add(title) });
  }
  const count = (state: string) => [...rows.values()].filter((row) => row.state === state).length;
  const sentences = tests
    .filter(({ suites }) => suites[0]?.startsWith('messages of the specification'))
    .map(({ suites, title }) => `| ${suites[1]} | ${toCell(title)} |`);
  return [
    '# What the official client can do here',
    '',
    `Made by \`node tests/compat/write-table.ts\` from a run of tests/compat with @supabase/supabase-js ${client.version}.`,
    'Do not edit it: a test fails when it says something else than the tests.',
    '',
    `${count('served')} methods are served. ${count('part two')} belong to part two (providers, SSO, passkeys, WebAuthn, recovery`,
    'codes, the OAuth server); until then each of them is refused in words.',
    '',
    '| method | state | tests |',
    '|---|---|---|',
    ...[...rows]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([method, { state, titles }]) =>
          `| \`${method}\` | ${state} | ${[...titles].map(toCell).join('<br>')} |`,
      ),
    '',
    '## Messages of the specification',
    '',
    '| where | brought about through the client |',
    '|---|---|',
    ...new Set(sentences),
    '',
  ].join('\n');
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
