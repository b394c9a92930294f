/** The public methods of the installed client, by their full names. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createClient } from '@supabase/supabase-js';

const groups = [
  'auth.mfa',
  'auth.mfa.webauthn',
  'auth.mfa.recoveryCodes',
  'auth.oauth',
  'auth.passkey',
  'auth.admin.mfa',
  'auth.admin.oauth',
  'auth.admin.customProviders',
  'auth.admin.passkey',
];

export interface Client {
  version: string;
  methods: string[];
}

export async function readClientMethods(): Promise<Client> {
  const path = createRequire(import.meta.url).resolve('@supabase/supabase-js/package.json');
  const { version } = JSON.parse(await readFile(path, 'utf8'));
  const declared = join(dirname(createRequire(path).resolve('@supabase/auth-js')), '../module');
  const functions = join(dirname(createRequire(path).resolve('@supabase/functions-js')), '../module');
  const methods = [
    ...(await readDeclared(join(declared, 'GoTrueClient.d.ts'))).map((name) => `auth.${name}`),
    ...(await readDeclared(join(declared, 'GoTrueAdminApi.d.ts'))).map((name) => `auth.admin.${name}`),
    ...listGrouped(),
    ...(await listDataMethods(createRequire(path).resolve('@supabase/postgrest-js'))),
    ...(await readDeclared(join(functions, 'FunctionsClient.d.ts'))).map((name) => `functions.${name}`),
  ];
  return { version, methods: methods.sort() };
}

/** Of a class, the declarations say what is public. */
async function readDeclared(path: string): Promise<string[]> {
  const names = [...(await readFile(path, 'utf8')).matchAll(/^ {4}(\w+)(?:<.*>)?\(/gm)].map(
    ([, name]) => name ?? '',
  );
  return [...new Set(names)].filter((name) => name !== 'constructor' && !name.startsWith('_'));
}

/** The groups are plain objects: what is in them is public. */
function listGrouped(): string[] {
  const { auth } = createClient('http://127.0.0.1', 'key', { auth: { persistSession: false } });
  return groups.flatMap((group) => {
    const members = group
      .split('.')
      .slice(1)
      .reduce((part: object, name) => Object(Reflect.get(part, name)), auth);
    return Object.entries(members).flatMap(([name, member]) =>
      typeof member === 'function' && !name.startsWith('_') ? [`${group}.${name}`] : [],
    );
  });
}

/** Of the data API: the methods of a client, a table and a query, including those that the query inherits. */
async function listDataMethods(module: string): Promise<string[]> {
  const declared = await readFile(join(dirname(module), 'index.d.mts'), 'utf8');
  const own = [...declared.matchAll(/^ {2}(?:private|protected) (\w+)/gm)].map(([, name]) => name);
  const client = createClient('http://127.0.0.1', 'key', { auth: { persistSession: false } });
  const table = client.from('table');
  const names = new Set([table, table.select()].flatMap(listInherited));
  const ofTable = [...names].filter((name) => !own.includes(name)).map((name) => `from().${name}`);
  return ['from', 'rpc', 'schema', ...ofTable];
}

function listInherited(object: object): string[] {
  const names: string[] = [];
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  // `then` is what makes a query a promise.
  return names.filter((name) => !['constructor', 'then'].includes(name));
}
