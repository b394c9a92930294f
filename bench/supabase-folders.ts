/**
 * How many public Supabase projects start here as they are. `BENCH_SUPABASE_FOLDERS` names a folder with one folder a project, each with
 * its `supabase` folder inside; supabase-folders.txt lists the repositories that were used. Each project gets a backend of its own with new
 * data. Then one user signs up, and every table of `public` is read with the secret key.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { type Bench, openBench } from './bench.ts';
import type { Figure } from './figure.ts';
import { spawnSite, waitUntilReady } from './site-process.ts';

const startWithinMs = 60_000;
const secretKey = 'sb_secret_of_the_bench_0123456789';

interface Outcome {
  name: string;
  hasMigrations: boolean;
  isStarted: boolean;
  /** Of a project that started: what works. Of another: the message it ended with. */
  text: string;
}

export async function measureSupabaseFolders(bench: Bench): Promise<Figure[]> {
  const collected = process.env.BENCH_SUPABASE_FOLDERS;
  if (!collected) {
    bench.log('BENCH_SUPABASE_FOLDERS names no folder of projects: nothing is measured.');
    return [];
  }
  const only = process.env.BENCH_SUPABASE_ONLY ?? '';
  const names = (await readdir(collected)).filter((name) => name.includes(only)).sort();
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const outcome = await startProject(bench, name, resolve(collected, name, 'supabase'));
    outcomes.push(outcome);
    bench.log(`${outcome.isStarted ? 'started' : 'FAILED '}  ${name}: ${outcome.text}`);
  }
  const failed = outcomes.filter(({ isStarted }) => !isStarted);
  return [
    share('projects that start', outcomes),
    share(
      'projects with migrations that start',
      outcomes.filter(({ hasMigrations }) => hasMigrations),
      0.6,
    ),
    {
      name: 'messages of the others that name file, statement and remedy',
      measured: `${failed.filter(({ text }) => isHelpful(text)).length} of ${failed.length}`,
      limit: 'all',
      ok: failed.every(({ text }) => isHelpful(text)),
    },
  ];
}

async function startProject(bench: Bench, name: string, folder: string): Promise<Outcome> {
  const own = openBench(bench.siteFolder, import.meta.dirname, bench.log);
  bench.onClose(own.close);
  try {
    const files = await readdir(join(folder, 'migrations')).catch(() => []);
    const hasMigrations = files.some((file) => file.endsWith('.sql'));
    const config = join(folder, 'config.toml');
    const site = await spawnSite(own, {
      script: 'backend',
      environment: { ...(await readVariables(config)), SUPABASE_CONFIG: config, SECRET_KEY: secretKey },
    });
    try {
      await waitUntilReady(site, startWithinMs, '/auth/v1/health');
    } catch {
      return { name, hasMigrations, isStarted: false, text: await readMessage(site.logFile) };
    }
    return { name, hasMigrations, isStarted: true, text: await tryOut(site.origin) };
  } finally {
    await own.close();
  }
}

/** A value for every variable that config.toml asks for by `env(NAME)`. */
async function readVariables(config: string): Promise<Record<string, string>> {
  const text = await readFile(config, 'utf8').catch(() => '');
  const names = [...text.matchAll(/env\((\w+)\)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, toValue(name)]));
}

function toValue(name: string): string {
  if (/UR[LI]/.test(name)) return 'http://localhost:3000';
  return name.includes('PORT') ? '54321' : 'a value of the bench';
}

/** Everything but the lines of a start that goes well. */
async function readMessage(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const fault = lines.filter(
    (line) =>
      !/^(warn: |The (database|tables|backend) |Applied |Seeded |Mails )|: This server does not have [^"]*$/.test(
        line,
      ),
  );
  return (fault.length > 0 ? fault : lines.slice(-1)).join(' ').slice(0, 1000);
}

async function tryOut(origin: string): Promise<string> {
  const client = createClient(origin, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const description = await fetch(`${origin}/rest/v1/`, { headers: { apikey: secretKey } });
  if (!description.ok) return `no data API: ${await description.text()}`;
  const { paths } = (await description.json()) as { paths: Record<string, unknown> };
  const tables = Object.keys(paths).filter((path) => path !== '/' && !path.startsWith('/rpc/'));
  const unread: string[] = [];
  for (const table of tables) {
    // Without a profile, which the client would send: the first of the schemas that the project exposes.
    const answer = await fetch(`${origin}/rest/v1${table}?limit=1`, { headers: { apikey: secretKey } });
    const text = await answer.text();
    if (!answer.ok) unread.push(`${table.slice(1)} (${text})`);
  }
  const password = 'A long password of the bench, 2026!';
  const { error } = await client.auth.admin.createUser({
    email: 'bench@example.com',
    password,
    user_metadata: { username: 'bench_user', full_name: 'Bench User', name: 'Bench User' },
  });
  return [
    `${tables.length} tables`,
    ...(unread.length > 0 ? [`cannot be read: ${unread.join(', ')}`] : []),
    error ? `no sign-up: ${error.message}` : 'signed up',
  ].join(', ');
}

function isHelpful(message: string): boolean {
  const namesFile = /\.(sql|toml)\b/.test(message);
  const namesPlace = /The statement is "|contains "|same number|not named like|\b[a-z_]+\.[a-z_.]+\b/.test(
    message,
  );
  return namesFile && namesPlace && /[.;] [A-Za-z].*\.$/s.test(message);
}

function share(name: string, outcomes: Outcome[], limit?: number): Figure {
  const started = outcomes.filter(({ isStarted }) => isStarted).length;
  const reached = outcomes.length === 0 ? 0 : started / outcomes.length;
  const measured = `${started} of ${outcomes.length} (${(reached * 100).toFixed(0)} %)`;
  if (limit === undefined) return { name, measured };
  return { name, measured, limit: `≥ ${limit * 100} %`, ok: reached >= limit };
}
