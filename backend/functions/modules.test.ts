import { describe, expect, test } from 'vitest';
import { startFunctions } from '../../tests/harness/functions/test-functions.ts';

const answers = (value: string) => `Deno.serve(() => Response.json(${value}));`;

const functions = startFunctions({
  toml: `
    [functions.map]
    import_map = "./functions/maps/import_map.json"
    [functions.javascript]
    entrypoint = "./functions/javascript/main.js"
    [functions.static]
    static_files = [ "./functions/static/*.html", "./functions/pages/**/*.txt" ]
  `,
  files: {
    '_shared/cors.ts': `export const cors: Record<string, string> = { 'access-control-allow-origin': '*' };`,
    'shared/index.ts': `import { cors } from '../_shared/cors.ts';\n${answers('cors')}`,
    'own/index.ts': `import { double } from './double.ts';
      import data from './data.json' with { type: 'json' };
      ${answers('double(data.value)')}`,
    'own/double.ts': 'export const double = (value: number): number => value * 2;',
    'own/data.json': '{ "value": 21 }',
    'config/index.ts': `import { greet } from 'greeting';\n${answers('greet')}`,
    'config/deno.json': `{
      // Comments and trailing commas are allowed.
      "imports": { "greeting": "../_shared/greeting.ts", },
    }`,
    '_shared/greeting.ts': `export const greet = 'hello // not a comment';`,
    'map/index.ts': `import { where } from 'here';\n${answers('where')}`,
    'maps/import_map.json': `{ "imports": { "here": "../map/here.ts" } }`,
    'map/here.ts': `export const where = 'by the import map';`,
    'javascript/main.js': answers(`'from JavaScript'`),
    'static/index.ts': `const read = (path) => Deno.readTextFileSync(new URL(path, import.meta.url));
      ${answers(`[read('page.html'), read('../pages/en/a.txt')]`)}`,
    'static/page.html': '<p>page',
    'pages/en/a.txt': 'text',
    'options/index.ts': `Deno.serve({ port: 9000, onListen: () => console.log('listening') }, () => Response.json('with options'));`,
    'handler/index.ts': `Deno.serve({ handler: () => Response.json('in the options'), onError: () => new Response('own', { status: 502 }) });`,
    'exported/index.ts': `export default { fetch: () => Response.json('exported') };`,
    'deno-1/index.ts': `
      for await (const connection of Deno.listen({ port: 8000 })) {
        (async () => {
          for await (const event of Deno.serveHttp(connection))
            event.respondWith(Response.json('as in Deno 1 ' + new URL(event.request.url).search));
        })();
      }`,
    'types/index.ts': `import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
      interface Body { name: string }
      enum Colour { Red = 'red' }
      ${answers('({ name: Colour.Red } satisfies Body)')}`,
    'manifest/index.ts': `import ms from 'ms';\n${answers(`ms('1 day')`)}`,
    'manifest/package.json': '{ "dependencies": { "ms": "2.1.3" } }',
    'express/index.ts': `import express from 'npm:express@5';
      const app = express();
      app.use(express.json());
      app.post('/express/echo', (request, response) => response.status(201).json({ got: request.body }));
      app.listen(8000, () => console.log('listening'));`,
    'timers/index.ts': answers(`[typeof setTimeout(() => {}), typeof setInterval(() => {}, 1e6)]`),
    'packages/index.ts': `import ms from 'npm:ms@2.1.3';\nimport { z } from 'npm:zod@4';
      ${answers(`[ms('2 days'), z.string().email().safeParse('x').success]`)}`,
    'absent-package/index.ts': `import x from 'npm:@porchlight-absent/absent@1';\n${answers('x')}`,
    'lazy/index.ts': `Deno.serve(async () => Response.json((await import('./part.ts')).part));`,
    'lazy/part.ts': `export const part = 'imported later';`,
    'node/index.ts': `import { createHash } from 'node:crypto';\nimport { Buffer } from 'node:buffer';
      ${answers(`createHash('sha256').update(Buffer.from('a')).digest('hex').slice(0, 6)`)}`,
    'wasm/index.ts': `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      ${answers('(await WebAssembly.instantiate(bytes)).instance instanceof WebAssembly.Instance').replace('()', 'async ()')}`,
  },
});

describe('a function', () => {
  test.each<[name: string, answer: unknown]>([
    ['shared', { 'access-control-allow-origin': '*' }],
    ['own', 42],
    ['config', 'hello // not a comment'],
    ['map', 'by the import map'],
    ['javascript', 'from JavaScript'],
    ['static', ['<p>page', 'text']],
    ['options', 'with options'],
    ['handler', 'in the options'],
    ['exported', 'exported'],
    ['deno-1?a=b', 'as in Deno 1 ?a=b'],
    ['types', { name: 'red' }],
    ['lazy', 'imported later'],
    ['node', 'ca9781'],
    ['wasm', true],
    ['timers', ['number', 'number']],
  ])('%s', async (name, answer) => {
    const response = await functions().call(name);
    const text = await response.text();
    expect([response.status, text], functions().logged()).toEqual([200, JSON.stringify(answer)]);
  });
});

describe('packages of npm', () => {
  test('are downloaded once, and then need no network', async () => {
    const ask = async () => (await functions().call('packages')).json();
    expect(await ask(), functions().logged()).toEqual([172_800_000, false]);
    const downloads = () =>
      functions().log.filter(({ message }) => message.includes('modules are downloaded'));
    expect(downloads()).toHaveLength(1);
    await functions().write('packages/other.txt', 'a change');
    expect(await ask()).toEqual([172_800_000, false]);
    expect(downloads()).toHaveLength(1);
  });

  test('of a package.json are found, and may listen as in Node', async () => {
    expect(await (await functions().call('manifest')).json(), functions().logged()).toBe(86_400_000);
    const { data, error } = await functions()
      .client()
      .functions.invoke('express/echo', { body: { a: 1 } });
    expect(error, functions().logged()).toBeNull();
    expect(data).toEqual({ got: { a: 1 } });
  });

  test('that do not exist are named in the log', async () => {
    const response = await functions().call('absent-package');
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'BOOT_ERROR' }]);
    expect(functions().logged()).toMatch(/absent-package: did not start: .*@porchlight-absent\/absent/);
  });
});
