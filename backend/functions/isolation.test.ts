import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestFunctions, startFunctions } from '../../tests/harness/functions/test-functions.ts';

/** Runs what it is sent, and answers with the result or with the error. */
const runsEverything = `
  const AsyncFunction = (async () => {}).constructor;
  Deno.serve(async (request) => {
    try {
      const result = await new AsyncFunction(await request.text())();
      return Response.json({ result: result === undefined ? 'nothing' : result });
    } catch (error) {
      return Response.json({ error: error.name, message: error.message + (error.cause ? ': ' + error.cause : '') });
    }
  });`;

const functions = startFunctions({
  toml: `
    [edge_runtime.secrets]
    FROM_CONFIG = "from config.toml"
    [functions.probe]
    static_files = [ "./functions/assets/*.txt" ]
  `,
  files: {
    'probe/index.ts': runsEverything,
    'probe/own.txt': 'own file',
    'probe/own.json': '{"own":true}',
    'assets/page.txt': 'static file',
    '_shared/shared.txt': 'shared file',
    'neighbour/index.ts': runsEverything,
    'neighbour/secret.json': '{"secret":"of the neighbour"}',
    '.env': 'FROM_ENV="from .env"\nSUPABASE_URL=elsewhere\nDENO_DIR=/tmp',
  },
});

/** The address of the function's file, in its own words. */
const stackEntry = `new Error().stack.match(/file:[^\\s:)]*index.ts/)[0]`;

interface Outcome {
  result?: unknown;
  error?: string;
  message?: string;
}

async function run(code: string): Promise<Outcome> {
  const response = await functions().call('probe', { method: 'POST', body: code });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${response.status} ${text}`);
  }
}

let outside: { folder: string; port: number; socket: string };

beforeAll(async () => {
  // What the owner has beside the functions: a file, a server on this machine, a socket.
  const folder = join(functions().folder, '..', 'private');
  await mkdir(folder);
  await writeFile(join(folder, 'secret.json'), '{"secret":"of the owner"}');
  await writeFile(join(folder, 'secret.ts'), 'export default "secret of the owner";');
  const server = createServer((_, response) => response.end('secret of this machine'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = join(folder, 'socket');
  const local = createServer((_, response) => response.end('secret of the socket'));
  await new Promise<void>((resolve) => local.listen(socket, resolve));
  outside = { folder, port: (server.address() as AddressInfo).port, socket };
  await symlink(join(folder, 'secret.json'), join(functions().folder, 'functions/probe/link.json'));
  await symlink(folder, join(functions().folder, 'functions/probe/linked'));
  afterAll(() => {
    server.close();
    local.close();
  });
});

describe('a function has', () => {
  test('its own files, those of _shared and its static files', async () => {
    const read = (path: string) => `await Deno.readTextFile(new URL('${path}', entry))`;
    const { result } = await run(`
      const entry = ${stackEntry};
      return [${read('own.txt')}, ${read('../_shared/shared.txt')}, ${read('../assets/page.txt')}];`);
    expect(result).toEqual(['own file', 'shared file', 'static file']);
  });

  test('the variables of the project, of .env and of config.toml, and no other', async () => {
    const { result } = await run('return Deno.env.toObject()');
    expect(Object.keys(result as object).sort()).toEqual([
      'DENO_TLS_CA_STORE',
      'FROM_CONFIG',
      'FROM_ENV',
      'SUPABASE_ANON_KEY',
      'SUPABASE_JWKS',
      'SUPABASE_PUBLISHABLE_KEYS',
      'SUPABASE_SECRET_KEYS',
      'SUPABASE_SERVICE_ROLE_KEY',
      'SUPABASE_URL',
    ]);
    expect(result).toMatchObject({ FROM_ENV: 'from .env', SUPABASE_URL: functions().url });
    expect(functions().logged()).toContain('names are reserved: DENO_DIR, SUPABASE_URL');
  });
});

/** Each gives the code of a probe, which must end with an error of Deno or of the system. */
const probes: [what: string, code: () => string][] = [
  ['a file of the system', () => `return Deno.readTextFileSync('/etc/passwd')`],
  ['a file of the owner', () => `return Deno.readTextFileSync('${outside.folder}/secret.json')`],
  ['a folder of the owner', () => `return [...Deno.readDirSync('${functions().folder}')].length`],
  ['the secrets of the site', () => `return [...Deno.readDirSync('${functions().folder}/../data')].length`],
  ['.env', () => `return Deno.readTextFileSync('${functions().folder}/functions/.env')`],
  [
    'a file by node:fs',
    () => `return (await import('node:fs')).readFileSync('${outside.folder}/secret.json', 'utf8')`,
  ],
  [
    'a file by node:fs/promises',
    () => `return (await import('node:fs/promises')).readFile('/etc/hostname', 'utf8')`,
  ],
  ['a JSON file by import', () => importFile('secret.json', `, { with: { type: 'json' } }`)],
  ['a module by import', () => importFile('secret.ts', '')],
  [
    'a file by require',
    () => `const { createRequire } = await import('node:module');
      return createRequire('file:///x.js')('${outside.folder}/secret.json')`,
  ],
  ['a file by fetch', () => `return (await fetch('file://${outside.folder}/secret.json')).text()`],
  [
    'a file in a worker',
    () => `const code = "postMessage(Deno.readTextFileSync('/etc/passwd'))";
      const worker = new Worker('data:application/javascript,' + encodeURIComponent(code), { type: 'module' });
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)); };
      });`,
  ],
  ['its own process', () => `return Deno.readTextFileSync('/proc/self/environ')`],
  ['the process of the site', () => `return Deno.readTextFileSync('/proc/${process.pid}/environ')`],
  ['a file of a neighbor', () => neighbourFile('readTextFileSync')],
  ['a place to write', () => `Deno.writeTextFileSync('/tmp/porchlight-probe', 'x')`],
  ['its own folder to write', () => `Deno.writeTextFileSync(new URL('x', ${stackEntry}).pathname, 'x')`],
  ['a temporary file', () => 'return Deno.makeTempFileSync()'],
  ['another program', () => `return new Deno.Command('/bin/true').outputSync().code`],
  [
    'another program by node:child_process',
    () => `const { spawn } = await import('node:child_process');
      return new Promise((resolve, reject) => spawn('/usr/bin/id').on('error', reject).on('exit', resolve));`,
  ],
  ['a library of the system', () => `return Deno.dlopen('libc.so.6', {})`],
  ['a signal for another process', () => `Deno.kill(${process.pid}, 'SIGTERM')`],
  ['this machine', () => `return (await fetch('http://127.0.0.1:${outside.port}')).text()`],
  ['this machine by its name', () => `return (await fetch('http://localhost:${outside.port}')).text()`],
  ['this machine by a number', () => `return (await fetch('http://2130706433:${outside.port}')).text()`],
  ['this machine by IPv6', () => `return (await fetch('http://[::ffff:127.0.0.1]:${outside.port}')).text()`],
  ['this machine by 0.0.0.0', () => `return (await fetch('http://0.0.0.0:${outside.port}')).text()`],
  ['this machine by TCP', () => `await Deno.connect({ hostname: '127.0.0.1', port: ${outside.port} })`],
  [
    'this machine by node:net',
    () => `const { connect } = await import('node:net');
      return new Promise((resolve, reject) =>
        connect(${outside.port}, '127.0.0.1').on('connect', () => resolve('connected')).on('error', reject));`,
  ],
  [
    'this machine in its network',
    () => `return (await fetch('http://${ownAddress()}:${outside.port}')).text()`,
  ],
  ['the metadata of a cloud', () => `return (await fetch('http://169.254.169.254/')).text()`],
  ['a private network', () => `await Deno.connect({ hostname: '10.1.2.3', port: 80 })`],
  [
    'a port for others to call',
    () => `const { createServer } = await import('node:net');
      return new Promise((resolve, reject) =>
        createServer().on('error', reject).listen(0, () => resolve('listening')));`,
  ],
  ['a socket of the owner', () => `await Deno.connect({ transport: 'unix', path: '${outside.socket}' })`],
  [
    'a socket of the owner by node:net',
    () => `const { connect } = await import('node:net');
      return new Promise((resolve, reject) =>
        connect('${outside.socket}').on('connect', () => resolve('connected')).on('error', reject));`,
  ],
  ['the networks of the machine', () => 'return Deno.networkInterfaces()'],
  [
    'more rights',
    () => `
    const { state } = await Deno.permissions.request({ name: 'read', path: '/etc' });
    if (state !== 'granted') throw new Error(state);`,
  ],
];

function importFile(name: string, options: string): string {
  return `return (await import('file://${outside.folder}/${name}'${options})).default`;
}

function neighbourFile(method: string): string {
  return `return Deno.${method}(new URL('../neighbour/secret.json', ${stackEntry}))`;
}

function ownAddress(): string {
  const found = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  return found?.address ?? '127.0.0.2';
}

describe('a function does not get', () => {
  test.each(probes)('%s', async (_, code) => {
    const { error, message, result } = await run(code());
    expect(result, 'what it got').toBeUndefined();
    expect(`${error}: ${message}`).toMatch(
      /NotCapable|PermissionDenied|Requires \w+ access|denied|prompt|refused|EACCES/,
    );
  });

  // What is written in the code, and not found out by it, must be refused too: Deno would load it.
  test.each([
    ['a JSON file', 'secret.json', ` with { type: 'json' }`],
    ['a module', 'secret.ts', ''],
  ])('%s of the owner that it imports', async (_, file, options) => {
    const name = `imports-${file.replace('.', '-')}`;
    await functions().write(
      `${name}/index.ts`,
      `import secret from '${outside.folder}/${file}'${options};\nDeno.serve(() => Response.json(secret));`,
    );
    const response = await functions().call(name);
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.not.stringContaining('of the owner'),
    ]);
    expect(functions().logged()).toMatch(new RegExp(`${name}: did not start: .*Requires read access`));
  });

  test('what links in its folder lead to', async () => {
    const names = await run(
      `return [...Deno.readDirSync(new URL('.', ${stackEntry}))].map(({ name }) => name).sort()`,
    );
    expect(names.result).not.toContain('link.json');
    expect(names.result).not.toContain('linked');
    expect(functions().logged()).toContain('supabase/functions/probe/link.json links to a place outside');
  });

  test('the sockets of a neighbor', async () => {
    expect((await functions().call('neighbour', { method: 'POST', body: 'return 1' })).status).toBe(200);
    const { result } = await run(`
      const folder = new Error().stack.match(/file:\\/\\/([^\\s:)]*)\\/code\\//)[1];
      const seen = [];
      for (let number = 1; number < 20; number += 1) {
        const path = folder + '/run/${process.pid}-' + number + '.sock';
        try { await Deno.connect({ transport: 'unix', path }); seen.push(number); } catch {}
      }
      return seen.length;`);
    expect(result, 'only its own').toBeLessThanOrEqual(1);
  });
});

test('a private host that the owner lists is reached, and no other', async () => {
  const site = await openTestFunctions({
    privateHosts: ['127.0.0.3'],
    files: { 'probe/index.ts': runsEverything },
  });
  const server = createServer((_, response) => response.end('answered'));
  await new Promise<void>((resolve) => server.listen(outside.port, '127.0.0.3', resolve));
  const ask = async (host: string) => {
    const body = `return (await fetch('http://${host}:${outside.port}')).text()`;
    return (await site.call('probe', { method: 'POST', body })).json();
  };
  expect(await ask('127.0.0.3')).toEqual({ result: 'answered' });
  expect(await ask('127.0.0.1')).toMatchObject({ error: 'NotCapable' });
  server.close();
  await site.close();
});
