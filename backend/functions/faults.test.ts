import { describe, expect, test } from 'vitest';
import { openTestFunctions, startFunctions } from '../../tests/harness/functions/test-functions.ts';

const functions = startFunctions({
  toml: `
    [functions.elsewhere]
    entrypoint = "../outside.ts"
    [functions.no-map]
    import_map = "./functions/no-map/absent.json"
  `,
  files: {
    'syntax/index.ts': 'const a = 1;\nconst b = ;\nDeno.serve(() => new Response("x"));',
    'no-handler/index.ts': 'export const value = 1;',
    'bad-handler/index.ts': 'Deno.serve({ port: 8000 });',
    'throws/index.ts': 'const a = 1;\n\nthrow new Error("cannot begin");',
    'absent-file/index.ts': 'import { x } from "./absent.ts";\nDeno.serve(() => new Response(x));',
    'absent-name/index.ts': 'import { x } from "unknown-package";\nDeno.serve(() => new Response(x));',
    'bad-json/index.ts': 'Deno.serve(() => new Response("x"));',
    'bad-json/deno.json': '{ "imports": { "a": } }',
    'no-map/index.ts': 'Deno.serve(() => new Response("x"));',
    'elsewhere/index.ts': 'Deno.serve(() => new Response("x"));',
  },
});

describe('a function that cannot start answers BOOT_ERROR, and the log says why', () => {
  test.each([
    ['syntax', /supabase\/functions\/syntax\/index\.ts:2:\d+/],
    ['no-handler', /no-handler: did not start: it ended without calling Deno\.serve/],
    ['bad-handler', /A handler function must be provided[\s\S]*bad-handler\/index\.ts:1/],
    ['throws', /Error: cannot begin[\s\S]*supabase\/functions\/throws\/index\.ts:3/],
    ['absent-file', /absent-file\/absent\.ts[\s\S]*absent-file\/index\.ts:1/],
    ['absent-name', /unknown-package[\s\S]*absent-name\/index\.ts:1/],
    ['bad-json', /bad-json\/deno\.json is not valid JSON/],
    ['no-map', /functions\.no-map\.import_map is ".*absent\.json", and there is no such file/],
    ['elsewhere', /functions\.elsewhere\.entrypoint is ".*", which is outside of supabase\/functions/],
  ])('%s', async (name, reason) => {
    const response = await functions().call(name);
    expect([response.status, await response.json()]).toEqual([
      503,
      { code: 'BOOT_ERROR', message: 'Worker failed to boot (please check logs)' },
    ]);
    expect(functions().logged()).toMatch(reason);
  });
});

test('a function that never listens is given up', async () => {
  const site = await openTestFunctions({
    times: { bootMs: 500 },
    files: { 'waits/index.ts': 'await new Promise((done) => setTimeout(done, 100_000));' },
  });
  expect((await site.call('waits')).status).toBe(503);
  expect(site.logged()).toContain('waits: did not start: it did not call Deno.serve within 0.5 s');
  await site.close();
});

test('a mended function answers at once', async () => {
  expect((await functions().call('throws')).status).toBe(503);
  await functions().write('throws/index.ts', 'Deno.serve(() => new Response("mended"));');
  expect(await (await functions().call('throws')).text()).toBe('mended');
});

test('many calls of a broken function start it once in a while', async () => {
  await functions().write('syntax/index.ts', 'still wrong(');
  const before = functions().log.length;
  const calls = await Promise.all(Array.from({ length: 20 }, () => functions().call('syntax')));
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]));
  expect(
    functions()
      .log.slice(before)
      .filter(({ message }) => message.includes('did not start')),
  ).toHaveLength(1);
});
