#!/usr/bin/env node
/**
 * The command `porchlight`, which `npm start` and all other scripts run too: `porchlight start`, `porchlight backup` …
 * It is JavaScript that an old Node can run: it finds the right Node first; and for a single uncached TypeScript file Node would load its
 * whole TypeScript support.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const oldestNode = 24;

/** Each is a program of its own, which reads its arguments. `needsSite`: it works in the folder of a site only. */
const commands = {
  start: { run: () => import('./main.ts'), does: 'starts the site', needsSite: true },
  dev: { run: startAndWatch, does: 'starts the site, and again when its code changes', needsSite: true },
  build: { run: build, does: 'builds the pages, which a start does where it is needed', needsSite: true },
  export: {
    run: () => import('./server/export/export-command.ts'),
    does: 'writes the site as files',
    needsSite: true,
  },
  links: {
    run: () => import('./server/links/links-command.ts'),
    does: 'lists links that lead nowhere',
    needsSite: true,
  },
  preview: {
    run: () => import('./server/preview/preview-command.ts'),
    does: 'makes a link to a draft',
    needsSite: true,
  },
  doctor: {
    run: () => import('./server/doctor/doctor-command.ts'),
    does: 'says what the folder of the site needs',
    needsSite: true,
  },
  backend: { run: () => import('./backend/serve-alone.ts'), does: 'starts the backend without a site' },
  keys: { run: () => import('./backend/print-keys.ts'), does: 'prints addresses and keys of the backend' },
  'db:types': {
    run: () => import('./backend/write-database-types.ts'),
    does: 'writes the TypeScript types of the database',
  },
  backup: {
    run: () => import('./server/backup/backup-command.ts'),
    does: 'copies the database and all files',
  },
  restore: { run: () => import('./server/backup/restore-command.ts'), does: 'restores a backup' },
  move: {
    run: () => import('./server/move/move-command.ts'),
    does: 'moves the database to a server, or back',
    needsSite: true,
  },
};

const [name = 'help', ...others] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < oldestNode) runAgainWith(findNode());
else await runCommand();

async function runCommand() {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (['help', '--help', '-h'].includes(name)) return console.log(describeCommands());
  if (name === '--version')
    return console.log(module.createRequire(import.meta.url)('./package.json').version);
  if (!command) return fail(`There is no command ${name}.\n\n${describeCommands()}`);
  if (command.needsSite && !existsSync('site.config.ts'))
    return fail(
      `There is no site.config.ts in ${process.cwd()}. Run the command in the folder of your site, or make one: npm create porchlight my-site`,
    );
  // Beside the packages, not in the shared temporary folder, where other users could add code. A read-only folder does no harm: everything
  // is then compiled as usual.
  module.enableCompileCache(join(import.meta.dirname, 'node_modules', '.cache', 'compile'));
  // What the command reads are its own arguments.
  process.argv.splice(1, 2, `porchlight ${name}`);
  await command.run();
}

function describeCommands() {
  const width = Math.max(...Object.keys(commands).map((each) => each.length));
  const lines = Object.entries(commands).map(
    ([each, { does }]) => `  porchlight ${each.padEnd(width)}  ${does}`,
  );
  return ['A website you own, with sign-in, and Supabase’s API underneath.', '', ...lines].join('\n');
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

async function build() {
  const { buildSite } = await import('./server/build/build-site.ts');
  await buildSite(console.log);
}

/** Node starts the program again when a file is saved that it has loaded. */
function startAndWatch() {
  const main = join(import.meta.dirname, 'main.ts');
  runNode(process.execPath, ['--watch', '--watch-preserve-output', main, '--dev', ...others]);
}

/** The package `node` has the version that all of this is tested with, whatever is installed on the machine. */
function findNode() {
  const { resolve } = module.createRequire(import.meta.url);
  try {
    return join(
      resolve('node/package.json'),
      '..',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
  } catch {
    return undefined;
  }
}

function runAgainWith(node) {
  if (node && existsSync(node)) runNode(node, [import.meta.filename, ...process.argv.slice(2)]);
  else
    fail(
      `Porchlight needs Node ${oldestNode}, and this is ${process.version}. Its own Node is missing: run npm install again, with install scripts allowed for the package "node".`,
    );
}

/** The child gets what a terminal or a supervisor sends to this process, and its end is this one's. */
function runNode(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}
